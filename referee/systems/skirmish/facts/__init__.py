"""Facts that follow from a position of the skirmish."""
