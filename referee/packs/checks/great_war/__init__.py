"""Checks of a Great War pack across its files."""
