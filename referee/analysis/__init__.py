"""Odds, simulated games, bots and tables of matches."""
