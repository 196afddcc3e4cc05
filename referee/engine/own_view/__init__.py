"""Judging a move from a side's own view."""
