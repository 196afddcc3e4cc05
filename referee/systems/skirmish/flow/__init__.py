"""The order of play in the skirmish, and which chapter judges an order."""
