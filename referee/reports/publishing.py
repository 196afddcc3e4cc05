"""Documents in the format that is asked for."""

from collections.abc import Callable

from msgspec import json

from referee.faults import Complaint, Misuse, suggest
from referee.i18n import languages
from referee.i18n.translator import Translator
from referee.reports.faults import ReportFault
from referee.reports.formats.format_names import FORMATS
from schemas.reports import Document

Writer = Callable[[Document, Translator], str]
"""Function that writes a document in a format and a language."""


def headline(document: Document) -> str:
    """The line that heads a mail."""
    from referee.reports.formats import characters  # noqa: PLC0415

    return characters.flat(document.subject or document.title) + "\n"


def paint(document: Document) -> str:
    """A document for a terminal that has colours."""
    from referee.reports.formats import plain_text  # noqa: PLC0415

    return plain_text.write_terminal(document, tongue=languages.tongue(document.language))


def publish(document: Document, form: str) -> str:
    """A document in one format."""
    return find_writer(form)(document, languages.tongue(document.language))


def find_writer(form: str) -> Writer:
    """Return the writer of a format, imported on first use. Raises `Misuse` for an unknown format."""
    match form:
        case "text":
            from referee.reports.formats import plain_text  # noqa: PLC0415

            return lambda document, tongue: plain_text.write(document, tongue=tongue)
        case "html":
            from referee.reports.formats import html  # noqa: PLC0415

            return html.write
        case "phpbb" | "bgg":
            from referee.reports.formats import markdown  # noqa: PLC0415

            dialect = markdown.PHPBB if form == "phpbb" else markdown.GEEK
            return lambda document, tongue: markdown.write_bbcode(document, dialect, tongue)
        case "markdown":
            from referee.reports.formats import markdown  # noqa: PLC0415

            return markdown.write
        case "speech":
            from referee.reports.formats import speech  # noqa: PLC0415

            return speech.write
        case "json":
            return lambda document, _: json.format(json.encode(document), indent=2).decode()
        case _:
            raise Misuse(Complaint.of(ReportFault.FORMAT_UNKNOWN, suggest(form, FORMATS), form=form))
