"""Wars between programs, many of them, and what they show of a pack."""
