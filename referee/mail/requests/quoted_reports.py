"""Quotations of our own mails in a letter. Their lines are not those of its author."""

import re
from collections.abc import Iterator
from email.message import Message
from itertools import islice

from msgspec.structs import replace

from referee.mail import outbox, seats
from referee.mail.office import Office
from referee.matches.judging.submission import IncomingLetter
from referee.matches.letters import headers
from referee.matches.matches import Match
from schemas.record import Side

MOST_READ = 6
"""Highest number of our mails that are compared with a letter."""

_KEY = re.compile(r"<referee\.(.+)\.\d+\.([0-9a-f]{32})@")
"""Match and key in the Message-ID of a mail of ours."""


def leave_out(
    office: Office, mail: Message, match: Match, side: Side, incoming: IncomingLetter
) -> IncomingLetter:
    """Return a letter whose quoted text has no lines that this side was sent, except template lines.

    A line without the `#` of the template was changed by its author, and stays.
    """
    lines = incoming.letter.left
    for report in islice(_find_reports(office, mail, match.name, side), MOST_READ):
        if not lines:
            break
        own_lines = {line for line in map(_squeeze, report.splitlines()) if line and not line.startswith("#")}
        text = " ".join(map(_squeeze, report.splitlines()))
        lines = tuple(line for line in lines if not _is_in(_squeeze(line.text), own_lines, text))
    return replace(incoming, letter=replace(incoming.letter, left=lines))


def _find_reports(office: Office, mail: Message, match: str, side: Side) -> Iterator[str]:
    """Yield the mails to this side that a mail answers, latest first.

    Mails to other sides may contain their secrets: a note about a quoted line must not depend on them.
    """
    ids = list(dict.fromkeys(headers.list_ids(mail, "References", "In-Reply-To")))
    address = seats.find_address(office.shelf, match, side)
    for name in filter(None, map(_KEY.match, reversed(ids))):
        raw = outbox.read_mail(office, name[2]) if name[1] == match else b""
        if raw and headers.read_text(headers.parse(raw), "To") == address:
            yield raw.decode("utf-8", "replace")


def _squeeze(line: str) -> str:
    return " ".join(line.split())


def _is_in(line: str, own_lines: set[str], text: str) -> bool:
    """Return True if a line is a line of ours, a whole paragraph, or the part of a line that was broken."""
    if line in own_lines or line not in text:
        return line in own_lines
    return any(
        one.startswith(f"{line} ") or one.endswith(f" {line}") or line.startswith(f"{one} ")
        for one in own_lines
    )
