"""Proposals for letters in free words, as blocks of a document."""
