"""The handbook: the help pages as sections, their search, manual pages and site."""
