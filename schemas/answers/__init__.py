"""What each command answers."""
