"""The order of play in the Great War, and which chapter judges an order."""
