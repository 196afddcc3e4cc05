"""What bots make of single things, number by number: pieces to be built, cards, battles.

After a wanted change: raise the version of the bot, `pytest tests/golden --rewrite-golden`, and read the
difference.
"""

from collections.abc import Iterator
from math import inf
from random import Random

import pytest
from msgspec import convert

from referee.analysis.bots import greedy, position_from_view
from referee.analysis.bots.planner import evaluation
from referee.analysis.bots.planner.board_model import NOTHING, Force, Ground
from referee.analysis.bots.planner.budget import Budget
from referee.analysis.bots.planner.cards import CardOdds, Hand
from referee.analysis.bots.planner.production import Muster
from referee.analysis.bots.position_from_view import SeenWar
from referee.packs import rulesets
from referee.systems.great_war.rules import GreatWar
from schemas.bots import Turn
from tests.golden.approving import check
from tests.golden.test_golden_advice import find_game, show

PLANS = [("west-1914", 7), ("west-1914", 8), ("west-1914", 12), ("west-1917", 0)]
"""Games by lot, and after how many orders something is to be built or placed."""

BEST = 30
"""So many of the orders that are wanted most are listed."""


def _look(name: str, at: int) -> tuple[GreatWar, Turn, SeenWar]:
    game = find_game(name, at)
    rules = rulesets.bind(game.pack, game.scenario, dict(game.options_in_force)).rules
    assert isinstance(rules, GreatWar)
    turn = show(game)
    return rules, turn, convert(turn.view, SeenWar)


@pytest.mark.parametrize(("name", "at"), PLANS)
def test_most_wanted_actions_equal_the_approved_ones(
    request: pytest.FixtureRequest, name: str, at: int
) -> None:
    rules, turn, view = _look(name, at)
    muster = Muster(Ground(rules.theatre, turn.side), view, position_from_view.rebuild(rules.theatre, view))
    wants = {one.text: muster._want(one) for one in turn.options}

    best = sorted(wants.items(), key=lambda one: (-one[1], one[0]))[:BEST]
    told = [f"{want:8.4f} {text}" for text, want in best]
    told.append(f"{sum(wants.values()):8.2f} in all, of {len(wants)} orders")
    check(request, f"planner.wants.{name}.{at}.txt", "\n".join(told) + "\n")


def _price(rules: GreatWar) -> Iterator[str]:
    """What each kind of card is worth to each side, from turn to turn."""
    kinds = {kind.id: (number, kind) for number, kind in enumerate(rules.theatre.cards, 1)}
    for number, kind in kinds.values():
        told = list[str]()
        for side in rules.sides:
            hands = [Hand(rules.theatre, side, turn, (number,)) for turn in sorted(rules.theatre.turns)]
            prices = " ".join(f"{hand.price(number):g}" for hand in hands)
            told.append(f"{side} {prices}" + (" opens an offensive" if hands[0].offensives else ""))
        yield f"{number} {kind.name}: {', '.join(told)}"


@pytest.mark.parametrize("pack", ["ttlm", "aac"])
def test_cards_are_as_dear_as_was_approved(request: pytest.FixtureRequest, pack: str) -> None:
    rules = rulesets.bind(pack, None, {}).rules
    assert isinstance(rules, GreatWar)
    check(request, f"planner.prices.{pack}.txt", "\n".join(_price(rules)) + "\n")


FORCES = {
    "nobody": NOTHING,
    "one piece": Force(1, fire=1 / 6, stand=1 / 6, infantry=1),
    "an army": Force(6, fire=5 / 6, guns=1 / 6, stand=1.0, infantry=4),
    "an army with siege guns": Force(8, fire=1.0, guns=1 / 3, siege=0.5, stand=1.0, infantry=5),
    "riders": Force(2, riders=1 / 3, stand=1 / 3),
    "a fort": Force(3, stand=1.0, fort=3),
    "a weak fort": Force(1, stand=1 / 3, fort=1),
    "an army in a fort": Force(9, fire=5 / 6, guns=1 / 6, stand=2.5, infantry=4, fort=3),
    "trenches": Force(5, fire=2 / 3, stand=5 / 3, infantry=4),
}


def test_battles_are_expected_to_end_as_was_approved(request: pytest.FixtureRequest) -> None:
    told: list[str] = []
    for attacker, attack in FORCES.items():
        for defender, defence in FORCES.items():
            clash = evaluation.expect_clash(attack, defence)
            figures = f"won {clash.won:.4f}, lost {clash.lost:.4f}, killed {clash.enemy_losses:.4f}"
            told.append(f"{attacker} against {defender}: {figures}")
    check(request, "planner.clashes.txt", "\n".join(told) + "\n")


@pytest.mark.parametrize(("name", "at"), [("west-1917", 13), ("west-1914", 26)])
def test_cards_in_battles_gain_as_was_approved(request: pytest.FixtureRequest, name: str, at: int) -> None:
    rules, turn, view = _look(name, at)
    position = position_from_view.rebuild(rules.theatre, view)
    assert view.now is not None
    odds = CardOdds(rules, position, turn.side, view.now.side, Budget(inf))

    told = [f"{odds._gain(one):8.4f} {one.text}" for one in turn.options if one.order.get("area")]
    for battles in ((), ("liege",), ("liege", "verdun")):
        chosen = odds.choose(turn.options, battles)
        told.append(f"of {len(battles)} battles: {chosen.text if chosen is not None else 'none'}")
    check(request, f"planner.cards.{name}.{at}.txt", "\n".join(told) + "\n")


def test_the_greedy_bot_reckons_as_was_approved(request: pytest.FixtureRequest) -> None:
    """What attacks gain before an offensive, what orders of a plan are wanted for, and which pieces pay."""
    told: list[str] = []
    for name, at in (
        ("west-1914", 0),
        ("west-1917", 6),
        ("west-1914", 7),
        ("west-1914", 12),
        ("west-1914", 36),
    ):
        rules, turn, _ = _look(name, at)
        bot = greedy.Decision(rules, turn, Random(1))
        told.append(f"## {name}, {at}: {turn.side} {turn.options[0].question}")
        match turn.options[0].question:
            case "losses":
                told += [f"{bot._price(one)} {one.text}" for one in turn.options if one.verb == "lose"]
            case "production" | "reinforcements":
                wants = {one.text: bot._want(one) for one in turn.options}
                best = sorted(wants.items(), key=lambda one: (-one[1], one[0]))[:BEST]
                told += [f"{want:g} {text}" for text, want in best]
            case _:
                attacks = [*bot._list_attacks()]
                told += [
                    f"{bot._weigh(area, armies):.4f} {area}: {', '.join(sorted(armies)) or 'no army'}"
                    for area, armies in (*attacks, *((area, frozenset[str]()) for area, _ in attacks[:2]))
                ]
    check(request, "greedy.figures.txt", "\n".join(told) + "\n")
