"""Orders of the Great War as lines of a letter."""
