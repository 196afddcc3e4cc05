"""What follows from a position of the Great War."""
