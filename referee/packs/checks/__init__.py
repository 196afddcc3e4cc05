"""What does not fit together in a pack."""
