"""What follows from a position of the skirmish."""
