"""Names of the report formats, without imports because help and completion use them."""

from collections.abc import Mapping

FORMATS: Mapping[str, str] = {
    "text": ".txt",
    "html": ".html",
    "phpbb": ".txt",
    "bgg": ".txt",
    "markdown": ".md",
    "json": ".json",
    "speech": ".txt",
}
"""File extensions by format. Formats with the extension `.txt` must be named explicitly."""
