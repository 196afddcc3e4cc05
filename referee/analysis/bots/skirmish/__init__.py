"""Players of the skirmish by templates of orders: one takes ground, the other holds it."""
