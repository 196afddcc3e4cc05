"""The referee of play-by-email wargames."""

__version__ = "0.2.0"
