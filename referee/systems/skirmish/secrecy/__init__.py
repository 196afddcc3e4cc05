"""What each side may know in the skirmish."""
