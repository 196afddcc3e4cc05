"""Answers as text for the terminal, one subject per module."""
