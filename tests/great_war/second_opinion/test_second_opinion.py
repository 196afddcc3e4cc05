"""Two opinions on random battles: the system's and one that was written from the clauses alone."""

import random

import pytest

from referee.systems.great_war.rules import GreatWar
from schemas.great_war.events import FireResolved, PieceLost
from tests.great_war.second_opinion.comparison import compare, rules_of
from tests.great_war.second_opinion.setups import set_up

THINGS = {
    "battle-lapsed", "dogfight-fought", "reaction-declared", "hit-rerolled", "siege-hits-lapsed",
    "fort-reduced", "ersatz-spent", "army-must-leave", "area-taken", "retreat-declared", "piece-retreated",
    "artillery", "defensive", "pursuit", "offensive",
    "hit", "last-unit", "unaccompanied", "empty-army", "left-alone", "gun-abandoned", "cut-off",
}  # fmt: skip
"""What the battles must bring about between them, so that nothing is agreed upon by never happening."""


@pytest.fixture(scope="module")
def tables(western: GreatWar) -> dict[bool, GreatWar]:
    return rules_of(western.theatre.pack)


def test_two_opinions_agree_on_random_battles(tables: dict[bool, GreatWar], battles: int) -> None:
    """Every question, every lawful answer, every throw, and everything that is left at the end."""
    seen: set[str] = set()
    fought = seed = 0
    while fought < battles:
        generator = random.Random(seed)
        plan = set_up(tables[False].theatre.pack, generator)
        events = compare(tables[plan.terms.blocked_stay], plan, generator, thorough=seed % 20 == 0)
        for event in events:
            seen.add(event.type)
            match event:
                case FireResolved(phase=phase, rolls=(_, *_)):
                    seen.add(phase)
                case PieceLost(fate=fate):
                    seen.add(fate)
                case _:
                    pass
        fought += bool(events)
        seed += 1
    assert seen >= THINGS
