"""What a clause, a ruling or a code means."""
