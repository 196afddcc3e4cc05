"""A bot for the Great War that plans whole turns: its model of the board, and its decisions."""
