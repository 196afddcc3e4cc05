"""Answers of the commands."""
