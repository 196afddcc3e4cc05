"""What a viewer reads of a match: reports, logs, maps, and pages to send or to look at."""
