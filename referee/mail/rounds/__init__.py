"""Rounds of the post office: work that the clock starts, not an incoming mail."""
