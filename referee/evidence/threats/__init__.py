"""Kinds of dishonest moderators, and the evidence that shows each."""
