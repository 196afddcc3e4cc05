"""What each side may know in the Great War."""
