"""Movement in the Great War."""
