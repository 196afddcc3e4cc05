"""A tick opens the matches that a moment or a change calls for, and does what a tick of all matches does."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.mail import reminders, seats
from referee.mail.mail_room import next_moments
from referee.mail.office import FOLDER, Office, open_office
from referee.matches import opening
from referee.matches.clocks import clock_entries
from schemas.clocks import End, Terms
from schemas.mail import Notice
from tests.mail.conftest import AT, CONFIG, PLAYERS, SECRETS, Club, copy_club
from tests.mail.test_reminders import TERMS, at, kinds, start, tick

OTHERS = 70
"""Further matches of a shelf: more than an open post office keeps in memory."""


def list_opened(club: Club, now: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The matches that a tick opens."""
    opened: list[str] = []
    whole = reminders._tick_match

    def note(desk: Office, name: str, now: str) -> Iterator[Notice]:
        opened.append(name)
        return whole(desk, name, now)

    with monkeypatch.context() as patch:
        patch.setattr(reminders, "_tick_match", note)
        tick(club, now)
    return opened


def test_second_tick_opens_no_match(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    start(club)

    assert list_opened(club, at(1, 21), monkeypatch) == ["liege"]
    assert list_opened(club, at(1, 21, 1), monkeypatch) == []


def test_match_is_opened_within_an_hour(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    tick(club, at(1, 21))

    assert list_opened(club, at(1, 21, 59), monkeypatch) == []
    assert list_opened(club, at(1, 22), monkeypatch) == ["liege"]


CHANGES: dict[str, Callable[[Club], object]] = {
    "a letter": lambda club: club.receive(club.reply("german", "pass"), at(1, 21)),
    "a new seat": lambda club: club.seat(),
    "the settings": lambda club: (club.shelf / FOLDER / "config.toml").write_text(
        CONFIG.format(proof="token", folder=club.shelf.parent.as_posix()) + "\n"
    ),
    "new terms": lambda club: clock_entries.set_terms(club.shelf, "liege", TERMS, at=at(1, 21)),
    "a damaged index": lambda club: (club.shelf / FOLDER / next_moments.FILE).write_text("{"),
    "an index of another kind": lambda club: (club.shelf / FOLDER / next_moments.FILE).write_text("[1]"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_change_opens_the_match(club: Club, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    start(club)
    tick(club, at(1, 21))
    CHANGES[change](club)

    assert list_opened(club, at(1, 21, 1), monkeypatch) == ["liege"]


@pytest.mark.parametrize("end", ["moderator", "done"])
@pytest.mark.parametrize("minutes", [59])
def test_ticks_do_what_ticks_of_all_matches_do(club: Club, tmp_path: Path, end: End, minutes: int) -> None:
    """Play six days once with the index, and once without it."""
    terms = Terms(zone="Europe/Berlin", hour="20:00", hours=48, grace=24, warn=(24, 4), end=end)
    others = copy_club(club, tmp_path / "others")
    told: list[list[tuple[str, str, str]]] = []
    for one in (club, others):
        start(one, terms)
        notices: list[tuple[str, str, str]] = []
        with open_office(one.shelf) as desk:
            for minute in range(0, 6 * 24 * 60, minutes):
                day, rest = divmod(minute + 21 * 60, 24 * 60)
                now = at(day + 1, *divmod(rest, 60))
                notices += [(now, done.side, done.kind) for done in reminders.tick(desk, now).notices]
                if one is others:
                    (desk.folder / next_moments.FILE).unlink(missing_ok=True)
        told.append(notices)
        one.send()

    assert told[0] == told[1] != []
    assert kinds(club) == kinds(others)
    assert len(club.mails()) == len(others.mails())


def test_failing_match_is_opened_at_each_tick(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    tick(club, at(1, 21))
    (club.shelf / "liege" / "journal.jsonl").write_text("{}\n")

    for minute in (1, 2):
        assert list_opened(club, at(1, 21, minute), monkeypatch) == ["liege"]
        assert set(tick(club, at(1, 21, minute)).faults) == {"liege"}


def test_many_matches_are_opened_once(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(OTHERS):
        opening.open_match(club.shelf, f"m{number}", "ttlm", at=AT, secrets=SECRETS)
    with open_office(club.shelf) as desk:
        seats.take_seat(desk, "m7", "german", PLAYERS["german"])

    assert len(list_opened(club, at(1, 21), monkeypatch)) == OTHERS + 1
    assert list_opened(club, at(1, 21, 1), monkeypatch) == []
    with open_office(club.shelf) as desk:
        seats.take_seat(desk, "m9", "german", PLAYERS["german"])
    assert list_opened(club, at(1, 21, 2), monkeypatch) == ["m9"]
