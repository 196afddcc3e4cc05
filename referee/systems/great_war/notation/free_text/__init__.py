"""Sentences of a letter as orders."""
