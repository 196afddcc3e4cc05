"""What a copy shows from its side's own view, and what no copy shows."""
