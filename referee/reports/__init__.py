"""What a viewer is told of a match: reports, logs, maps, and pages to send or to look at."""
