"""Two opinions on whole wars: every order judged by both, every battle, turn and phase compared at its end.

`--turns 10000` follows so many player turns; every season in them has its supply, attrition and production.
"""

from collections import Counter
from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from referee.systems.great_war.events.recorder import EVENTS
from referee.systems.great_war.facts import control
from referee.systems.great_war.movement import movement
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.season import production
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from schemas.great_war.events import PieceRetreated
from tests.great_war.second_opinion.comparison import Difference
from tests.great_war.second_opinion.following import Tally, follow, follow_gathered

POINTS = {"reinforcements", "battle", "turn", "supply", "attrition", "production", "purchases", "season"}
"""Where the opinions are compared; each is reached, so that nothing is agreed on by never happening."""

RETREAT = EVENTS.kinds[PieceRetreated]

ENOUGH = 40
"""Wars within which a broken rule must be noticed."""


@pytest.fixture(scope="module")
def scenarios(western: GreatWar) -> list[GreatWar]:
    """Every scenario of the West; a decisive victory ends it with the season only, so that wars are long."""
    pack = western.theatre.pack
    return [GreatWar(pack, one.id, {"decisive-victory-tested": "season-end"}) for one in pack.scenarios]


def test_two_opinions_agree_on_whole_wars(scenarios: list[GreatWar], turns: int) -> None:
    seen: Counter[str] = Counter()
    followed = seed = 0
    while followed < turns:
        tally = follow(scenarios[seed % len(scenarios)], seed, most_turns=turns - followed)
        followed += tally.turns
        seen += tally.seen
        seed += 1
    assert set(seen) == POINTS


PARTED = ((23, 4), (80, 24), (7, 62))
"""Wars in which the opinions once parted (W-31 to W-33), and the player turns until then."""


@pytest.mark.parametrize(("seed", "most_turns"), PARTED)
def test_two_opinions_agree_where_they_parted(seed: int, most_turns: int, scenarios: list[GreatWar]) -> None:
    assert follow(scenarios[seed % len(scenarios)], seed, most_turns=most_turns).turns


def test_two_opinions_agree_where_armies_retreat_into_battles_to_come(
    scenarios: list[GreatWar], turns: int
) -> None:
    battles = 0
    for seed in range(max(1, turns // 10)):
        battles += follow_gathered(scenarios[seed % len(scenarios)], seed).battles
    assert battles


def _march_for_ever(*_: object) -> tuple[()]:
    return ()


def _nobody(*_: object) -> None:
    return None


def _nothing(*_: object) -> frozenset[str]:
    return frozenset()


def _all_for_one(*_: object) -> int:
    return 1


def _unmarked(theatre: GreatWarGame, position: Position, event: PieceRetreated) -> Position:
    after = RETREAT.apply(theatre, position, event)
    return after.put(replace(after.map.pieces[event.piece], retreated=False))


BROKEN: Mapping[str, tuple[object, str, object]] = {
    "any piece marches as far as it likes": (movement, "object_to_length", _march_for_ever),
    "an area keeps its owner after a battle": (control, "holder", _nobody),
    "nothing is ever in supply": (control, "find_supplied_areas", _nothing),
    "what retreats carries no marker": (
        EVENTS, "kinds", {**EVENTS.kinds, PieceRetreated: replace(RETREAT, apply=_unmarked)}
    ),
    "every purchase costs one build point": (production, "price", _all_for_one),
}  # fmt: skip
"""Rules of the system, each replaced by a wrong one."""


@pytest.mark.parametrize("rule", sorted(BROKEN))
def test_a_broken_rule_is_noticed(rule: str, western: GreatWar, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, wrong = BROKEN[rule]
    assert hasattr(module, name), "a rule that is not there cannot be broken"
    monkeypatch.setattr(module, name, wrong)
    with pytest.raises(Difference):
        _follow_many(western)


def _follow_many(western: GreatWar) -> list[Tally]:
    pack = western.theatre.pack
    fresh = GreatWar(pack, "1914", {"decisive-victory-tested": "season-end"})
    return [follow(fresh, seed, wrong=6) for seed in range(ENOUGH)]
