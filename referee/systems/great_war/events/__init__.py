"""Events of the Great War, and the position after each."""
