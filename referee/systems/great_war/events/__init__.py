"""What happens in the Great War, and the position after it."""
