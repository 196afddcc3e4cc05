"""Orders of the skirmish as lines of a letter."""
