"""What happens around the turns of the Great War."""
