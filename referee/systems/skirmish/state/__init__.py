"""The position of the skirmish, and what it is played with."""
