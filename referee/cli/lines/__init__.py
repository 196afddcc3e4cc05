"""Command lines: what commands declare, and how a line is read."""
