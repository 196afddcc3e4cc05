"""Bots: programs that play a side of a match."""
