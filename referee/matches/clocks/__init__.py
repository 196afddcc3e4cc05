"""Deadlines: the terms of a clock, the timeline of a match, and the moments that follow from both."""
