"""The page on which a player composes his letter: what he may order, and how it is chosen."""
