"""The formats of reports: help and completion name them, so that nothing is imported here."""

from collections.abc import Mapping

FORMATS: Mapping[str, str] = {
    "text": ".txt",
    "html": ".html",
    "phpbb": ".txt",
    "bgg": ".txt",
    "markdown": ".md",
    "json": ".json",
}
"""How the names of files end, by format; one that ends in `.txt` has to be asked for by its name."""
