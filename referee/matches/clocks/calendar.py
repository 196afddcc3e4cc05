"""Deadlines as a calendar that programs subscribe to (RFC 5545)."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from referee.faults import Fault
from referee.i18n.translator import message
from referee.matches import matches, shelf
from referee.matches.clocks import counting, running_deadlines
from referee.matches.matches import Match
from schemas.clocks import Deadline, Deadlines

WIDTH = 75
"""Maximum length of a line in bytes. Longer lines are folded."""

SUMMARY = message("{match}: the answer of {side} is due")
"""Summary of a deadline."""


def collect(root: Path, name: str | None, now: str) -> Iterator[tuple[Match, Deadlines]]:
    """Yield the deadlines of one match, or of every readable match on a shelf."""
    for one in [name] if name is not None else shelf.names(root):
        try:
            match = matches.find(root, one)
            yield match, running_deadlines.list_deadlines(match, now)
        except Fault:
            if name is not None:
                raise


def write(matched_deadlines: Iterable[tuple[Match, Deadlines]]) -> bytes:
    """Return the deadlines of some matches as an iCalendar object."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//referee//deadlines//EN", "METHOD:PUBLISH"]
    for match, deadlines in matched_deadlines:
        for deadline in deadlines.deadlines:
            if deadline.due:
                lines += _list_lines(match, deadlines, deadline)
    lines.append("END:VCALENDAR")
    return b"".join(piece for line in lines for piece in _fold(line))


def _list_lines(match: Match, deadlines: Deadlines, deadline: Deadline) -> Iterator[str]:
    summary = match.tongue.say(SUMMARY, match=match.name, side=match.bound.name_of(deadline.side))
    yield "BEGIN:VEVENT"
    yield f"UID:{match.name}.{deadline.side}.{deadline.entry}@{match.journal.header_seal[:16]}.referee"
    yield f"DTSTAMP:{_write(deadlines.now)}"
    yield f"DTSTART:{_write(deadline.due)}"
    yield f"SUMMARY:{_escape(summary)}"
    for hours in deadlines.terms.warn if deadlines.terms else ():
        yield "BEGIN:VALARM"
        yield "ACTION:DISPLAY"
        yield f"DESCRIPTION:{_escape(summary)}"
        yield f"TRIGGER:-PT{hours}H"
        yield "END:VALARM"
    yield "END:VEVENT"


def _write(moment: str) -> str:
    return f"{counting.read_moment(moment):%Y%m%dT%H%M%SZ}"


def _escape(text: str) -> str:
    for character in "\\;,":
        text = text.replace(character, f"\\{character}")
    return text


def _fold(line: str) -> Iterator[bytes]:
    """Yield a line in pieces of at most `WIDTH` bytes. No character is cut in two."""
    piece = b""
    for character in line:
        raw = character.encode()
        if len(piece) + len(raw) > WIDTH:
            yield piece + b"\r\n"
            piece = b" "
        piece += raw
    yield piece + b"\r\n"
