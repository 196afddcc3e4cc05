"""The machine and the protocol of a rule system; it knows no game."""
