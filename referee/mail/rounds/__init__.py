"""Rounds of the post office: what it does by the clock, and not because a mail came."""
