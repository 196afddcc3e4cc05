"""Judging a whole copy from its side's own view."""
