"""Dice that people threw for a letter: as many as it needs, if it stands."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee.dice.chain import Secrets
from referee.faults import Misuse
from referee.matches import journal, matches, opening
from referee.matches import shelf as shelves
from referee.matches.judging.dice_sources import SpokenDiceSource
from referee.matches.judging.manual_dice import find_stored
from referee.matches.matches import Match
from referee.reports import letter_answers
from schemas.answers.orders import Submitted
from schemas.journal import Body, Entry, Kind
from schemas.record import REFEREE, Side
from tests.duels import AT, sent
from tests.engine.toy import Throw, Toy


@pytest.fixture
def spoken(shelf: Path) -> Match:
    """A match whose dice people throw; red is to act."""
    opening.open_match(shelf, "duel", "toy", at=AT, dice="spoken")
    for side in ("red", "blue"):
        letter_answers.submit(shelf, "duel", sent("hide 2", side))
    return matches.find(shelf, "duel")


def say(match: Match, text: str, *faces: int) -> Submitted:
    return letter_answers.submit(
        match.folder.parent, match.name, sent(text, "red", faces=faces, source="ann")
    )


def test_accepted_letter_needs_exact_number_of_dice(spoken: Match) -> None:
    with pytest.raises(Misuse, match="too many"):
        say(spoken, "throw 1", 3, 5)

    assert say(spoken, "throw 2", 3, 5).accepted


def test_refused_letter_does_not_count_dice(spoken: Match) -> None:
    told = say(spoken, "throw 9", 3, 5)

    assert [len(told.accepted), len(told.refused)] == [0, 1]


@pytest.mark.parametrize(("ignores", "ignored"), [(False, ()), (True, (5, 6))])
def test_surplus_dice_are_filed_if_policy_ignores_them(
    spoken: Match, ignores: bool, ignored: tuple[int, ...]
) -> None:
    dice_source = SpokenDiceSource(Toy(), spoken.header, Secrets.drawn(), (3, 5, 6), "ann")
    dice_source.dice(Throw(side="red", dice=1)).throw("points", 1, needed=3)
    if ignores:
        dice_source.ignores = True

    assert [(use.source, use.ignored) for use in dice_source.uses()] == [("ann", ignored)]


BEHIND: list[tuple[list[tuple[Kind, str]], bool]] = [
    ([], True),
    ([("note", "red")], True),
    ([("order", "blue")], True),
    ([("order", "red")], False),
    ([("order", "red"), ("order", "blue")], False),
    ([("ruling", REFEREE)], False),
    ([("retract", "blue")], False),
]
"""What was filed behind dice that wait for the rest of a letter of red, and whether they still do."""


@pytest.mark.parametrize(("behind", "wait"), BEHIND)
def test_stored_dice_wait_for_order_or_takeback(
    spoken: Match, behind: list[tuple[Kind, str]], wait: bool
) -> None:
    kept = {"thrown_for": "letter", "faces": [3, 5], "source": "ann"}
    entries = [_filed(spoken, 4, "note", "red", kept)]
    entries += [_filed(spoken, 5 + place, *one) for place, one in enumerate(behind)]
    whole = journal.read(spoken.folder / shelves.JOURNAL)
    match = replace(spoken, journal=whole.lengthen((), entries))

    assert find_stored(match, Side("red"), "letter").faces == ((3, 5) if wait else ())
    assert find_stored(match, Side("blue"), "letter").faces == ()
    if wait:
        with pytest.raises(Misuse, match="entry 4"):
            find_stored(match, Side("red"), "another letter")


def _filed(match: Match, seq: int, kind: Kind, side: str, private: dict[str, Any] | None = None) -> Entry:
    body = Body(seq=seq, prev=match.journal.head.seal, at=AT, kind=kind, side=Side(side))
    return Entry(seal=match.journal.head.seal, body=body, private={Side(side): private} if private else {})
