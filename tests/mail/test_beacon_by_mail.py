"""The public beacon by mail: dice and locked letters that wait for a recorded round, with no network."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.dice.beacon import LEAD, tell_time
from referee.mail.beacon import rounds
from referee.mail.office import Office, open_office
from referee.matches import history, matches, moderator_entries, opening
from referee.matches.letters import time_lock
from referee.matches.letters.time_lock import Beacon
from referee.reports import legal_orders
from tests.evidence.beacon.rounds import BATTLE, SECRETS, SIGNATURES, before, sign
from tests.mail.conftest import Club

ROUND, LATER = 123, 1000


@pytest.fixture
def waiting(tmp_path: Path) -> Club:
    """A club whose match waits for round 123."""
    club = set_up(tmp_path, beacon=LEAD)
    options = legal_orders.options(matches.find(club.shelf, "liege"), "german", 60).orders
    card = next(order for order in options if order.startswith("offensive"))
    done = club.receive(club.reply("german", f"{card}\n{BATTLE}"), at=before(ROUND))
    club.send()
    assert done.verdict == "judged"
    return club


def set_up(folder: Path, beacon: int | None = None) -> Club:
    club = Club(folder / "club" / "matches")
    club.set_up()
    opening.open_match(club.shelf, "liege", "ttlm", at=tell_time(2), secrets=SECRETS, beacon=beacon)
    club.seat()
    club.send(tell_time(3))
    return club


def find_wait(club: Club) -> Any:
    return moderator_entries.find_wait(matches.find(club.shelf, "liege"))


def tick(club: Club, now: str, fetch: Callable[[Office, int], str | None]) -> None:
    with open_office(club.shelf) as desk:
        rounds.tick(desk, matches.find(club.shelf, "liege"), now, fetch)
    club.send(now)


def test_reports_of_both_players_name_the_round(waiting: Club) -> None:
    for side in ("german", "entente"):
        text = " ".join(str(waiting.mails(side)[-1].get_content()).split())
        assert "wait for round 123 of the public beacon drand" in text


def test_tick_fetches_a_round_when_it_is_over(waiting: Club) -> None:
    asked: list[int] = []

    def fetch(_: Office, number: int) -> str:
        asked.append(number)
        return SIGNATURES[number]

    tick(waiting, tell_time(ROUND - 1), fetch)
    assert (asked, find_wait(waiting).round) == ([], ROUND)
    tick(waiting, before(LATER), fetch)

    assert asked == [ROUND]
    assert find_wait(waiting) is None or find_wait(waiting).round == LATER
    assert "rolls 3 dice" in str(waiting.mails("entente")[-1].get_content())


def test_tick_without_a_network_changes_nothing(waiting: Club) -> None:
    head = matches.find(waiting.shelf, "liege").journal.head
    tick(waiting, before(LATER), lambda *_: None)

    assert matches.find(waiting.shelf, "liege").journal.head == head


def test_address_is_not_asked_if_the_settings_name_none(waiting: Club) -> None:
    path = waiting.shelf / "_post" / "config.toml"
    path.write_text('beacon = ""\n' + path.read_text(encoding="utf-8"), encoding="utf-8")
    with open_office(waiting.shelf) as desk:
        assert rounds.fetch(desk, ROUND) is None


@pytest.mark.parametrize("side", ["german", "entente"])
def test_player_sends_the_round(waiting: Club, side: str) -> None:
    done = waiting.receive(waiting.reply(side, sign(ROUND)), at=before(LATER))

    # A letter is refused in part if its losses do not fit the dice.
    assert done.verdict in {"judged", "refused"}
    assert any(entry.body.key for entry in matches.find(waiting.shelf, "liege").entries)


def test_wrong_signature_is_answered(waiting: Club) -> None:
    done = waiting.receive(waiting.reply("german", sign(ROUND, SIGNATURES[LATER])), at=before(LATER))

    assert (done.verdict, done.code) == ("refused", "not-signed")


@pytest.fixture
def locked(tmp_path: Path) -> Club:
    """A club that was sent a letter under a time lock."""
    club = set_up(tmp_path)
    letter = time_lock.lock(b"pass\n", tell_time(LATER), tell_time(3)).armour()
    done = club.receive(club.reply("german", letter), at=tell_time(4))
    club.send()
    assert done.verdict == "locked"
    return club


def test_locked_letter_is_held_and_answered(locked: Club) -> None:
    text = " ".join(str(locked.mails("german")[-1].get_content()).split())
    match = matches.find(locked.shelf, "liege")

    assert f"locked until {tell_time(LATER)}" in text
    subject = " ".join(str(locked.mails("german")[-1]["Subject"]).split())
    assert subject == f"[liege] your letter is locked until {tell_time(LATER)}"
    assert match.entries[-1].body.kind == "note"
    assert history.list_awaited_sides(match.rules, match.position()) == ("german",)


def test_locked_letter_is_judged_once_when_its_round_is_fetched(locked: Club) -> None:
    tick(locked, tell_time(LATER - 1), lambda _, number: SIGNATURES[number])
    assert matches.find(locked.shelf, "liege").entries[-1].body.kind == "note"
    for _ in range(2):
        tick(locked, tell_time(LATER), lambda _, number: SIGNATURES[number])

    orders = [entry for entry in matches.find(locked.shelf, "liege").entries if entry.body.kind == "order"]
    assert [entry.body.public["order"]["type"] for entry in orders] == ["pass"]  # type: ignore[index]
    assert "Accepted: pass" in str(locked.mails("german")[-1].get_content())


def test_other_player_opens_a_locked_letter(locked: Club) -> None:
    done = locked.receive(locked.reply("entente", sign(LATER)), at=tell_time(LATER))

    assert done.verdict == "filed"
    assert matches.find(locked.shelf, "liege").entries[-1].body.kind == "order"


def test_illegal_locked_letter_is_refused_to_its_author(tmp_path: Path) -> None:
    club = set_up(tmp_path)
    letter = time_lock.lock(b"move ge-1 to paris\n", tell_time(LATER), tell_time(3)).armour()
    club.receive(club.reply("german", letter), at=tell_time(4))
    with open_office(club.shelf) as desk:
        rounds.use(desk, "liege", Beacon(LATER, SIGNATURES[LATER]), tell_time(LATER))
    club.send()

    assert "Refused" in str(club.mails("german")[-1].get_content())
