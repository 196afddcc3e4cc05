"""What happens around the turns of the skirmish."""
