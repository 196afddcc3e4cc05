"""The formats of reports: help and completion name them, so that nothing is imported here."""

FORMATS = ("text", "html", "phpbb", "bgg", "markdown", "json")
