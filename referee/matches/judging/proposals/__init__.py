"""Proposals for letters in free words."""
