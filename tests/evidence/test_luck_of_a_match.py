"""The luck of a match: what its sides threw, what was to be expected, and what so few dice can show."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee.engine.dice import Dice
from referee.evidence import luck
from referee.matches import matches, moderator_entries, opening
from referee.packs import rulesets
from referee.packs.rulesets import Ruleset
from referee.reports import letter_answers
from schemas.answers.evidence import Luck, SideLuck
from tests.duels import AT, sent
from tests.engine import toy_pack
from tests.engine.toy import Bluff, Table, Toy, ToyEvent, ToyOrder
from tests.systems import system_of

Throws = tuple[tuple[int, ...], ...]
Play = Callable[..., None]

PROVED = "whether each face is the one its key gives, `verify` proves die by die."
HONEST = "Fair dice do this."
ODD = "About five of a hundred fair sides are as far out as this: odd, but no proof."
NOTHING = "No die was rolled for a number: no conclusion is possible."
BLIND = f"can show next to nothing; {PROVED}"
HARDLY = "A bias of less than 49 points in a hundred would hardly show in"

Due = tuple[int, int, str, tuple[int, int], tuple[int, int], str]

CASES: dict[str, tuple[Throws, Due]] = {
    "no die": (
        (),
        (0, 0, "0", (0, 0), (1_000_000, 1_000_000), NOTHING),
    ),
    "one die that misses": (
        ((6,),),
        (1, 0, "1/2", (0, 1), (1_000_000, 500_000), f"{HONEST} 1 die {BLIND}"),
    ),
    "three dice that hit": (
        ((1, 2, 3),),
        (3, 3, "3/2", (0, 3), (125_000, 1_000_000), f"{HONEST} 3 dice {BLIND}"),
    ),
    "six dice that miss": (
        ((4, 5, 6), (4, 4, 4)),
        (6, 0, "3", (1, 5), (1_000_000, 15_625), f"{ODD} 6 dice {BLIND}"),
    ),
    "eight dice, half of which hit": (
        ((1, 6, 3), (4, 2, 5), (6, 1)),
        (8, 4, "4", (1, 7), (636_718, 636_718), f"{HONEST} {HARDLY} 8 dice; {PROVED}"),
    ),
}
"""What red threw, with dice of which half the faces hit, and what is to be said of it.

That is how many dice and hits there are, the hits that were to be expected, between which numbers they are
with honest dice, the chances in a million of as many or more and of as many or fewer, and what is said of it.
"""


@pytest.fixture
def play(shelf: Path) -> Play:
    """Play a match with the dice of people: letters, each with its side and with what was thrown."""
    opening.open_match(shelf, "duel", "toy", at=AT, dice="spoken")

    def say(side: str, line: str, *faces: int) -> None:
        said: dict[str, Any] = {"faces": faces, "source": "the club's server"} if faces else {}
        count = len(matches.find(shelf, "duel").entries)
        assert letter_answers.submit(shelf, "duel", sent(f"{line} # {count}", side, **said)).code == ""

    say("red", "hide 2")
    say("blue", "hide 5")
    return say


def found(shelf: Path) -> Luck:
    return luck.luck(matches.find(shelf, "duel"))


def told_of(one: SideLuck) -> Due:
    interval, chances = (one.low, one.high), (one.at_least, one.at_most)
    return one.dice, one.hits, one.expected, interval, chances, one.shows


@pytest.mark.parametrize("case", CASES)
def test_a_side_has_the_luck_that_its_dice_add_up_to(shelf: Path, play: Play, case: str) -> None:
    throws, due = CASES[case]
    for faces in throws:
        play("red", f"throw {len(faces)}", *faces)
        play("blue", "stop")

    red, blue = found(shelf).sides
    assert told_of(red) == due
    assert told_of(blue) == CASES["no die"][1]


def test_dice_are_counted_by_side_and_dice_without_a_target_apart(shelf: Path, play: Play) -> None:
    play("red", "throw 2", 1, 6)
    play("blue", "bluff 3", 4)
    play("red", "bluff 1", 1)
    play("blue", "throw 1", 3)

    told = found(shelf)
    assert [(one.side, one.dice, one.hits) for one in told.sides] == [("red", 2, 1), ("blue", 1, 1)]
    assert (told.match, told.aimless, told.names) == ("duel", 2, {"red": "Red", "blue": "Blue"})


class Bold(Toy):
    """A bluff needs the number that it is about, or less."""

    def _events(self, order: ToyOrder, state: Table, dice: Dice) -> Iterator[ToyEvent]:
        for event in super()._events(order, state, dice):
            rolls = getattr(event, "rolls", ())
            if isinstance(order, Bluff):
                yield replace(event, rolls=tuple(replace(roll, needed=order.number) for roll in rolls))
            else:
                yield event


@pytest.fixture
def bold(play: Play, monkeypatch: pytest.MonkeyPatch) -> Play:
    """A match that goes on by other rules."""

    def bind(*named: Any, **how: Any) -> Ruleset:
        return replace(toy_pack.bind(*named, **how), system=system_of(Bold()))

    monkeypatch.setattr(rulesets, "bind", bind)
    return play


@pytest.mark.parametrize(("needed", "expected"), [(0, None), (1, "1/6"), (5, "5/6"), (6, None)])
def test_dice_that_cannot_hit_or_cannot_miss_need_no_luck(
    shelf: Path, bold: Play, needed: int, expected: str | None
) -> None:
    bold("red", f"bluff {needed}", 4)

    told = found(shelf)
    red = told.sides[0]
    assert (red.dice, red.expected, told.aimless) == ((1, expected, 0) if expected else (0, "0", 1))


def test_the_luck_of_dice_follows_from_all_their_probabilities(shelf: Path, bold: Play) -> None:
    """Three that hit every second time and three that hit every sixth: 50.4 points in a hundred."""
    bold("red", "throw 3", 1, 5, 6)
    for _ in range(3):
        bold("blue", "stop")
        bold("red", "bluff 1", 1)

    (red, _) = found(shelf).sides
    assert (red.dice, red.hits, red.expected) == (6, 4, "2")
    assert red.shows == f"{HONEST} 6 dice {BLIND}"


def test_retracted_dice_do_not_count_as_luck(shelf: Path, play: Play) -> None:
    play("red", "throw 3", 1, 2, 3)
    moderator_entries.retract(shelf, "duel", to=3, by=None, reason="a slip", at=AT, consent=("red", "blue"))

    assert [one.dice for one in found(shelf).sides] == [0, 0]
