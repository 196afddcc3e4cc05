"""The clock at the shell: what a moderator types, and what the list of matches says."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Referee

NOON = "2026-12-01T12:00:00Z"


@pytest.fixture
def club(command: Referee) -> Referee:
    """Three matches; the clock of `aisne` runs slowly, that of `somme` fast, and `marne` has none."""
    for name, hours in (("aisne", 96), ("marne", 0), ("somme", 24)):
        assert command("new", name, "ttlm", "--now", NOON).code == 0
        if hours:
            told = command("clock", "set", name, "--hour", "20:00", "--hours", hours, "--now", NOON)
            assert told.code == 0
    return command


def look(club: Referee, now: str) -> Any:
    return club("list", "--json", "--now", now).json["matches"]


def test_the_list_begins_with_who_keeps_whom_waiting(club: Referee) -> None:
    assert [one["match"] for one in look(club, NOON)] == ["somme", "aisne", "marne"]
    lines = club("list", "--now", "2026-12-03T12:00:00Z").out.splitlines()
    assert lines[0].endswith("german by 2026-12-02 20:00 UTC: late")
    assert lines[1].endswith("german by 2026-12-05 20:00 UTC")
    assert lines[2].endswith("waiting for german")


@pytest.mark.parametrize("now", [NOON, "2026-12-03T12:00:00Z", "2026-12-09T12:00:00Z"])
def test_the_list_says_the_same_with_folds_and_without(club: Referee, now: str) -> None:
    kept = look(club, now)
    assert club("folds", "somme", "--json").json["folds"][0]["state"] == "fresh"
    club("folds", "--clear")
    assert look(club, now) == kept
    club("clock", "pause", "somme", "--now", NOON)
    paused = look(club, now)
    club("folds", "--clear")
    assert look(club, now) == paused
    assert paused != kept


def test_a_change_of_the_clock_is_answered_with_its_reason(club: Referee) -> None:
    paused = club("clock", "pause", "somme", "--reason", "storm", "--now", NOON, "--json").json
    assert (paused["kind"], paused["text"]) == ("clock", "storm")


def test_a_fold_that_is_checked_knows_the_deadlines(club: Referee) -> None:
    assert club("folds", "somme", "--check").code == 0


def test_a_report_and_its_subject_say_until_when(club: Referee) -> None:
    subject = club("report", "somme", "--as", "german", "--subject").out
    assert "(due 2026-12-02 20:00 UTC" in subject
    assert "due by" not in club("report", "somme", "--as", "entente").out
    own = club("report", "somme", "--as", "german", "--due", "tomorrow").out
    assert "Due by *tomorrow*." in own


def test_a_copy_says_until_when_as_well(club: Referee, tmp_path: Path) -> None:
    """A deadline follows from what every copy holds."""
    copy = tmp_path / "copy.jsonl"
    for side, word in (("german", "20:00 UTC"), ("entente", "Waiting for Germany")):
        club("export", "somme", "--as", side, "-o", copy)
        assert word in club("report", copy).out
        copy.unlink()


def test_calendar_is_valid_icalendar(club: Referee, tmp_path: Path) -> None:
    """Lines end as RFC 5545 asks and are folded; each event has its parts, and its moment in UTC."""
    file = tmp_path / "all.ics"
    assert club("clock", "calendar", "-o", file, "--now", NOON).code == 0
    raw = file.read_bytes()
    assert raw.count(b"\n") == raw.count(b"\r\n")
    assert max(len(line) for line in raw.split(b"\r\n")) <= 75
    lines = raw.replace(b"\r\n ", b"").decode().split("\r\n")
    events = [line for line in lines if line.startswith("DTSTART:")]
    assert events == ["DTSTART:20261205T200000Z", "DTSTART:20261202T200000Z"]
    assert datetime.strptime(events[0][8:-1], "%Y%m%dT%H%M%S").replace(tzinfo=UTC)
    uids = [line for line in lines if line.startswith("UID:")]
    assert len(set(uids)) == 2
    assert lines.count("BEGIN:VEVENT") == lines.count("END:VEVENT") == 2


def test_a_calendar_names_an_event_once_and_for_all(club: Referee) -> None:
    """A program that subscribes moves the event when the deadline moves."""
    find = [line for line in club("clock", "calendar", "somme").out.splitlines() if line.startswith("UID:")]
    assert club("clock", "extend", "somme", "german", "--until", "2026-12-09T20:00", "--now", NOON).code == 0
    told = club("clock", "calendar", "somme").out
    assert find[0].strip() in told
    assert "DTSTART:20261209T200000Z" in told


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("--zone Mars/Olympus", "zone-unknown"),
        ("--zone ../../etc/passwd", "zone-unknown"),
        ("--hour 24:00", "terms-unreadable"),
        ("--hour noon", "terms-unreadable"),
        ("--days mon,someday", "terms-unreadable"),
        ("--holiday 2026-02-30", "day-unknown"),
        ("--holiday Christmas", "terms-unreadable"),
        ("--warn soon", "terms-unreadable"),
        ("--warn -1", "terms-unreadable"),
        ("--end nothing", "terms-unreadable"),
        ("--question losses", "terms-unreadable"),
        ("--question losses=0", "terms-unreadable"),
        ("--question nonsense=12", "question-unknown"),
    ],
)
def test_terms_that_mean_nothing_are_named(club: Referee, typed: str, code: str) -> None:
    told = club("clock", "set", "somme", *typed.split(), "--json")
    assert (told.code, [one["code"] for one in told.json["complaints"]]) == (2, [code])


def test_a_ledger_quotes_what_the_journal_holds(club: Referee) -> None:
    club("submit", "somme", "--as", "german", "--now", "2026-12-02T21:00:00Z", stdin="pass")
    told = club("clock", "ledger", "somme", "--json", "--now", "2026-12-02T22:00:00Z").json
    german, entente = told["sides"]
    assert (german["answers"], german["due"], german["on_time"], german["late"]) == (1, 1, 0, 1)
    assert (german["hours"], entente["answers"]) == (33.0, 0)


def test_the_terms_that_were_set_are_printed(referee: Referee, duel: None) -> None:
    told = referee("clock", "set", "duel", "--hours", 48)

    assert told.out.startswith("At least 48 hours, then until 23:30 in UTC, with 24 hours of grace.\n")
    shown = referee("clock", "show", "duel").out
    assert told.out.splitlines()[:-2] == shown.splitlines()[: len(told.out.splitlines()) - 2]
