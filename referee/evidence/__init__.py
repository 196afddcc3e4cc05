"""Evidence: checks of a match that need no trust in the moderator, the players or us."""
