"""A player of the Great War that plans whole turns: what it reckons with, and how it decides."""
