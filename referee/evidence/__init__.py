"""Evidence: what a stranger can check without trusting the moderator, the players or us."""
