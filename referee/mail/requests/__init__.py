"""Answers to questions of players about the game."""
