"""What happens in the skirmish, and the position after it."""
