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
"""The most bytes of a line; a longer one is folded."""

SUMMARY = message("{match}: the answer of {side} is due")
"""What a deadline is called."""


def collect(root: Path, name: str | None, now: str) -> Iterator[tuple[Match, Deadlines]]:
    """The deadlines of a match, or of all on a shelf; one that cannot be read has none."""
    for one in [name] if name is not None else shelf.names(root):
        try:
            match = matches.find(root, one)
            yield match, running_deadlines.list_deadlines(match, now)
        except Fault:
            if name is not None:
                raise


def write(known: Iterable[tuple[Match, Deadlines]]) -> bytes:
    """The deadlines of some matches as an iCalendar object."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//referee//deadlines//EN", "METHOD:PUBLISH"]
    for match, deadlines in known:
        for one in deadlines.deadlines:
            if one.due:
                lines += _list_lines(match, deadlines, one)
    lines.append("END:VCALENDAR")
    return b"".join(piece for line in lines for piece in _fold(line))


def _list_lines(match: Match, deadlines: Deadlines, one: Deadline) -> Iterator[str]:
    summary = match.tongue.say(SUMMARY, match=match.name, side=match.bound.name_of(one.side))
    yield "BEGIN:VEVENT"
    yield f"UID:{match.name}.{one.side}.{one.entry}@{match.journal.header_seal[:16]}.referee"
    yield f"DTSTAMP:{_write(deadlines.now)}"
    yield f"DTSTART:{_write(one.due)}"
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
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return text


def _fold(line: str) -> Iterator[bytes]:
    """A line as pieces that are short enough; no sign is cut in two."""
    piece = b""
    for sign in line:
        raw = sign.encode()
        if len(piece) + len(raw) > WIDTH:
            yield piece + b"\r\n"
            piece = b" "
        piece += raw
    yield piece + b"\r\n"
