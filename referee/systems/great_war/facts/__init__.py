"""Facts derived from a position of the Great War."""
