"""Position of the Great War, and the types of its state."""
