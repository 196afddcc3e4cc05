"""Exact odds: equal to a checker made from the clauses, and to the engine's own enumeration."""

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import pytest

from referee.analysis import forecasts, odds
from referee.analysis.exact_odds import fire_phases
from referee.analysis.policies import QUIET
from referee.faults import DataFault, Misuse
from referee.packs import rulesets
from referee.packs.conformance.great_war import case_pieces
from referee.packs.rulesets import Ruleset
from referee.systems.great_war.rules import GreatWar
from schemas.answers.odds import BattleOdds
from tests.analysis import odds_by_rulebook
from tests.analysis.odds_by_rulebook import Terms, Unit, Units
from tests.benchmarks.battles import COSTLIEST
from tests.great_war.test_odds import battles

LETTERS = {
    "infantry": "I", "stosstruppen": "S", "commonwealth": "W", "cavalry": "C", "artillery": "A",
    "siege-gun": "G", "biplane": "B", "tank": "T", "paris-gun": "P", "fort": "F",
}  # fmt: skip
"""The letters of the checker for the kinds of the pack."""

MOST_STATES = 2_000
"""Most states of the costliest battle: 0.2 s, because a state takes 0.1 ms."""

SEASONS = ("SPRING 1916", "SUMMER 1918")


class Battle(NamedTuple):
    """A described battle."""

    area: str
    text: str
    season: str
    cards: tuple[str, ...]


@pytest.fixture(scope="module")
def west() -> Ruleset:
    return rulesets.bind("ttlm", "1918", {})


def draw(generator: random.Random) -> Battle:
    """A random battle: some of them are impossible."""
    area = generator.choice(("verdun", "metz", "reims", "namur", "vosges"))
    german, french = list(draw_army(generator, "ge", 5)), list(draw_army(generator, "fr", 3))
    if area in {"verdun", "namur", "metz"} and generator.random() < 0.6:
        fort = f"fort {generator.choice((1, 1, 2, 3, 4))}"
        (german if area == "metz" else french).append(fort)
    attacker, defender = (french, german) if area == "metz" else (german, french)
    cards = tuple(card for card in ("poison gas", "surprise attack") if generator.random() < 0.25)
    return Battle(area, f"{area}: " + ", ".join((*attacker, *defender)), generator.choice(SEASONS), cards)


def draw_army(generator: random.Random, nation: str, most: int) -> Iterator[str]:
    """Up to three armies and a few pieces beside them."""
    kinds = "AAAGBCT" if nation == "ge" else "AAABCT"
    dug = generator.random() < 0.4
    numbers = generator.sample(range(1, 8), generator.randint(0, 2 + (generator.random() < 0.2)))
    for number in numbers:
        infantry = generator.randint(0 if generator.random() < 0.2 else 1, generator.choice((2, most)))
        others = [
            kind for kind in generator.sample(kinds, generator.randint(0, 2)) if infantry or kind != "T"
        ]
        inside = [
            *([f"{infantry}I"] if infantry else []),
            *(f"{generator.randint(1, 2)}{kind}" for kind in sorted(set(others))),
        ]
        if inside:
            yield f"{nation}-{number} [{' '.join(inside)}]" + (" entrenched" if dug and infantry else "")
    if not numbers or generator.random() < 0.2:
        count = generator.randint(1, 2)
        yield f"{count} {nation}-{generator.choice('iiica' if generator.random() < 0.8 else 'st')}"


def check(west: Ruleset, battle: Battle) -> bool:
    """Compare the odds of a battle with those of the checker; False for a battle that cannot be laid."""
    try:
        found = odds.setup_odds(west, battle.text, battle.season, None, battle.cards).battles[0]
    except (DataFault, Misuse):
        return False
    rules = west.rules
    assert isinstance(rules, GreatWar)
    laid = case_pieces.read(rules.theatre, battle.text).pieces
    sides = {
        side: tuple(
            sorted(
                Unit(one.id, LETTERS[one.kind], one.army or "",
                     one.entrenched if one.army is None else laid[one.army].entrenched, max(1, one.strength))
                for one in laid.values() if one.side == side and one.kind != "army"
            )
        )
        for side in rules.sides
    }  # fmt: skip
    attacker, defender = sorted(rules.sides, key=lambda side: side != found.attacker)
    if is_driven(sides[attacker], sides[defender]):
        return False
    gas = "poison gas" in battle.cards
    terms = Terms(
        (attacker, defender), find_owner(rules, battle.area), bool(rules.theatre.areas[battle.area].rough),
        "surprise attack" in battle.cards, (2 if gas else 1, 1),
    )  # fmt: skip
    expected = odds_by_rulebook.fight(sides[attacker], sides[defender], terms)
    assert found.method == "exact"
    assert list_chances(found, attacker, defender) == dict(expected), battle
    return True


def is_driven(attacker: Units, defender: Units) -> bool:
    """Return True if armies may be driven back, which depends on the map."""
    return any(one.letter in "ST" for one in attacker) and any(one.army for one in defender)


def find_owner(rules: GreatWar, area: str) -> str:
    """The side that owns an area in the set-up of 1918."""
    return rules.start().map.owner[area]


def list_chances(found: BattleOdds, attacker: str, defender: str) -> dict[odds_by_rulebook.Result, Fraction]:
    return {
        (end.holder, (end.losses[attacker], end.losses[defender]), end.gone): Fraction(end.chance)
        for end in found.ends
    }


def test_odds_equal_those_of_checker_made_from_clauses(west: Ruleset, odds_checked: int) -> None:
    generator = random.Random(43)
    checked = 0
    while checked < odds_checked:
        checked += check(west, draw(generator))


def test_area_taken_during_battle_stays_with_its_captor(west: Ruleset) -> None:
    """The surprised infantry falls, and the weak fort then hits the infantry that took the area."""
    text = "verdun: ge-i, ge-a, fr-i, fort 1"
    assert check(west, Battle("verdun", text, "SPRING 1916", ("surprise attack",)))


def test_odds_equal_enumeration_by_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    wars = (("ttlm", "1914", 3), ("ttlm", "1917", 1), ("aac", "1914", 2))
    fought = [battle for war in wars for battle in battles(*war)]
    fast = [forecasts.forecast(*battle, QUIET) for battle in fought]
    monkeypatch.setattr(fire_phases, "supports", lambda *_: False)
    for battle, found in zip(fought, fast, strict=True):
        enumerated = forecasts.forecast(*battle, QUIET, most=2_000, fights=1)
        assert enumerated.fights or enumerated.ends == found.ends, battle[2]


DRIVEN = (
    "artois: ge-2 [2I 1S 1A], ge-6 [3I 1A], uk-1 [2I 1A], uk-3 [2I]",
    "artois: uk-1 [2I 1T 1A 1B], uk-3 [1I 1T], ge-2 [2I], ge-6 [1I 1S 1B]",
    "artois: uk-1 [1I 1T], uk-b1, ge-2 [1I], ge-6 [2I], ge-4 [1I 1A]",
)
"""Battles in which storm troops or tanks drive armies back."""


@pytest.mark.parametrize(
    "text",
    ["sedan: ge-1 [3I 1A], fr-1 [2I], fort 0", "sedan: ge-a, fr-c, fort 0", "sedan: ge-c, fr-i, fort 0"],
)
def test_fort_of_strength_0_stays_until_it_is_hit(
    west: Ruleset, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = odds.setup_odds(west, text, "SPRING 1916").battles[0]
    monkeypatch.setattr(fire_phases, "supports", lambda *_: False)

    assert found.ends == odds.setup_odds(west, text, "SPRING 1916").battles[0].ends
    assert any(not end.gone for end in found.ends)


@pytest.mark.parametrize("text", DRIVEN)
def test_retreats_of_driven_armies_equal_enumeration_by_engine(
    west: Ruleset, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = odds.setup_odds(west, text, "SUMMER 1918").battles[0]
    monkeypatch.setattr(fire_phases, "supports", lambda *_: False)
    enumerated = odds.setup_odds(west, text, "SUMMER 1918").battles[0]

    assert (found.method, enumerated.method) == ("exact", "exact")
    assert found.ends == enumerated.ends


def test_driven_armies_of_many_pieces_share_ends(west: Ruleset) -> None:
    """Storm troops and tanks on both sides: 1.3 s while each state was played to its end, 0.2 s now."""
    found = odds.setup_odds(west, COSTLIEST, "SUMMER 1918").battles[0]

    assert found.method == "exact"
    assert found.positions <= MOST_STATES


def test_largest_battles_that_stack_are_exact(west: Ruleset) -> None:
    text = "verdun: ge-1 [5I 1A 1G], ge-2 [5I 1A 1G], fr-1 [3I 1A], fr-2 [3I 1A], fr-3 [3I 1A], fort 4"

    found = odds.setup_odds(west, text, "SPRING 1916").battles[0]

    assert found.method == "exact"
    assert sum(Fraction(end.chance) for end in found.ends) == 1
