"""The position, the table and the parameters of the skirmish."""
