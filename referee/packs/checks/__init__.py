"""Checks of a pack across its files."""
