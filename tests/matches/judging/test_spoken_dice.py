"""Dice that people threw for a letter: as many as it needs, if it stands."""

from pathlib import Path

import pytest

from referee.dice.chain import Secrets
from referee.engine.faults import Misuse
from referee.matches import matches, opening
from referee.matches.judging.cups import SpokenDiceSource
from referee.matches.matches import Match
from referee.reports import answers
from schemas.answers.ruling import Submitted
from tests.duels import AT, sent
from tests.engine.toy import Throw, Toy


@pytest.fixture
def spoken(shelf: Path) -> Match:
    """A match whose dice people throw; red is to act."""
    opening.open_match(shelf, "duel", "toy", at=AT, dice="spoken")
    for side in ("red", "blue"):
        answers.submit(shelf, "duel", sent("hide 2", side))
    return matches.find(shelf, "duel")


def say(match: Match, text: str, *faces: int) -> Submitted:
    return answers.submit(match.folder.parent, match.name, sent(text, "red", faces=faces, source="ann"))


def test_a_letter_that_stands_takes_exactly_the_dice_that_it_needs(spoken: Match) -> None:
    with pytest.raises(Misuse, match="too many"):
        say(spoken, "throw 1", 3, 5)

    assert say(spoken, "throw 2", 3, 5).accepted


def test_of_a_letter_that_falls_it_is_said_why_and_no_dice_are_counted(spoken: Match) -> None:
    told = say(spoken, "throw 9", 3, 5)

    assert [len(told.accepted), len(told.refused)] == [0, 1]


@pytest.mark.parametrize(("ignores", "ignored"), [(False, ()), (True, (5, 6))])
def test_dice_that_were_not_asked_for_are_filed_only_where_they_are_ignored(
    spoken: Match, ignores: bool, ignored: tuple[int, ...]
) -> None:
    cups = SpokenDiceSource(Toy(), spoken.header, Secrets.drawn(), (3, 5, 6), "ann")
    cups.dice(Throw(side="red", dice=1)).throw("points", 1, needed=3)
    if ignores:
        cups.ignores = True

    assert [(use.source, use.ignored) for use in cups.shaken()] == [("ann", ignored)]
