"""The calendar of deadlines, whole, and how its lines are folded and its texts escaped."""

from pathlib import Path

import pytest

from referee.faults import NotFound
from referee.matches import opening
from referee.matches.clocks import calendar, clock_entries
from referee.matches.matches import Match
from schemas.clocks import Terms
from tests.duels import Send

NOW = "2026-12-02T12:00:00Z"
TERMS = Terms(zone="Europe/Berlin", hour="20:00", hours=24, warn=(24, 2))

CALENDAR = """\
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//referee//deadlines//EN
METHOD:PUBLISH
BEGIN:VEVENT
UID:duel.blue.1@{seal}.referee
DTSTAMP:20261202T120000Z
DTSTART:20261203T190000Z
SUMMARY:duel: the answer of Blue is due
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:duel: the answer of Blue is due
TRIGGER:-PT24H
END:VALARM
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:duel: the answer of Blue is due
TRIGGER:-PT2H
END:VALARM
END:VEVENT
END:VCALENDAR
"""


def print_calendar(shelf: Path, name: str | None = None) -> str:
    return calendar.write(calendar.collect(shelf, name, NOW)).decode()


@pytest.mark.parametrize("name", ["duel", None])
def test_calendar_contains_deadlines_and_alarms(
    shelf: Path, match: Match, send: Send, name: str | None
) -> None:
    clock_entries.set_terms(shelf, "duel", TERMS, at="2026-12-01T21:00:00Z")
    send("hide 2", "red", at=NOW)
    opening.open_match(shelf, "free", "toy", at=NOW)
    (shelf / "bent").mkdir()
    (shelf / "bent" / "journal.jsonl").write_text("bent")

    lines = print_calendar(shelf, name).replace("\r\n ", "").replace("\r\n", "\n")

    assert lines == CALENDAR.format(seal=match.journal.header_seal[:16])


def test_calendar_is_empty_without_clock(shelf: Path, match: Match) -> None:
    assert print_calendar(shelf).count("\r\n") == 5


def test_unreadable_match_is_a_fault_if_named(shelf: Path, match: Match) -> None:
    with pytest.raises(NotFound, match="match trio was not found"):
        print_calendar(shelf, "trio")


@pytest.mark.parametrize(
    ("line", "pieces"),
    [
        ("", [b""]),
        ("x" * 75, [b"x" * 75]),
        ("x" * 76, [b"x" * 75, b" x"]),
        ("x" * 150, [b"x" * 75, b" " + b"x" * 74, b" x"]),
        ("x" * 74 + "é", [b"x" * 74, b" \xc3\xa9"]),
    ],
    ids=["empty", "as long as may be", "one too long", "twice too long", "a sign of two bytes"],
)
def test_calendar_lines_fold_after_75_bytes(line: str, pieces: list[bytes]) -> None:
    assert list(calendar._fold(line)) == [piece + b"\r\n" for piece in pieces]


def test_calendar_text_is_escaped() -> None:
    assert calendar._escape(r"a\b;c,d: e") == r"a\\b\;c\,d: e"
