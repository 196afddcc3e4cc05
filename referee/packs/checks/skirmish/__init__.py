"""What does not fit together in a pack of the skirmish."""
