"""Battle in the Great War."""
