"""The formats that a report can be written in. Help and completion name them, so that nothing is imported here."""

FORMATS = ("text", "html", "phpbb", "bgg", "markdown", "json")
