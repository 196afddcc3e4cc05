"""Texts read strictly: what they say, where they say it, and the records they make."""
