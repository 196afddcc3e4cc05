"""Charts of a match as SVG: its course and its luck."""
