"""The skirmish in prose."""
