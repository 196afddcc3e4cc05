"""The position of the Great War, and what it is played with."""
