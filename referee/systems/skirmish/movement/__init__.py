"""Movement in the skirmish."""
