"""Parts of skirmish tables: a ruler, figures with their marks, and places for their names."""
