"""What only a table of figures has: a ruler, figures with their signs, and places for their names."""
