"""Events of the skirmish, and the position after each."""
