"""Battle in the skirmish."""
