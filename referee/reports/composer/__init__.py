"""The page on which a player composes a letter: possible orders, and their choice."""
