"""What analysis works out of matches, number by number: what changes in it is seen in review.

After a wanted change: `pytest tests/golden --rewrite-golden`, and read the difference.
"""

from pathlib import Path
from typing import cast

import pytest
from msgspec.json import encode, format

from referee.analysis import battle_setups, hindsight, odds
from referee.evidence import rulings
from referee.evidence.resolution_policy import Plea
from referee.matches import matches
from referee.matches.matches import Match
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.record import PUBLIC, REFEREE, to_data
from tests.analysis.test_hindsight import war
from tests.evidence.rulings.meuse import AGREED, play
from tests.golden.approving import check

READERS = ("german", "entente", PUBLIC, REFEREE)

RULED = 24
"""The last entry of the Meuse before it was ruled on."""


WEIGHED = (10, 12, 44, 47, 53)
"""Entries of Liège after which battles can be declared, wait, or are fought."""


def write(record: object) -> str:
    return format(encode(to_data(record)), indent=1).decode() + "\n"


@pytest.fixture(scope="module")
def ruled(tmp_path_factory: pytest.TempPathFactory) -> Match:
    """Three battles, of which a ruling voids two and keeps the third."""
    root = tmp_path_factory.mktemp("shelf")
    play(root, "battle-by-battle", RULED)
    rulings.file(root, "meuse", Plea((12, 17), "the pieces were counted wrongly"), at=AGREED.at)
    return matches.find(root, "meuse")


@pytest.fixture(scope="module")
def liege(example_shelf: Path) -> Match:
    return matches.find(example_shelf, "liege")


@pytest.mark.parametrize("viewer", READERS)
def test_a_war_is_looked_back_on_as_was_approved(
    request: pytest.FixtureRequest, ruled: Match, viewer: str
) -> None:
    check(request, f"meuse.analysis.{viewer}.json", write(hindsight.analyse(ruled, viewer)))


def test_a_random_war_is_looked_back_on_as_was_approved(request: pytest.FixtureRequest) -> None:
    check(request, "random.analysis.json", write(hindsight.analyse(war(2), REFEREE)))


@pytest.mark.parametrize("at", WEIGHED)
def test_the_odds_of_battles_are_as_was_approved(
    request: pytest.FixtureRequest, liege: Match, at: int
) -> None:
    check(request, f"liege.odds.{at}.json", write(odds.odds(liege, PUBLIC, at=at)))


def test_the_battles_that_may_be_asked_about_are_as_was_approved(
    request: pytest.FixtureRequest, liege: Match
) -> None:
    """After each entry: those that are fought, that wait, and that could be declared."""
    rules = cast(GreatWar, liege.rules)
    told = [
        f"{at}: {' '.join(battle_setups.list_areas(rules, cast(Position, liege.position(at))))}".rstrip()
        for at in range(1, len(liege.entries) + 1)
    ]
    check(request, "liege.battles.txt", "\n".join(told) + "\n")
