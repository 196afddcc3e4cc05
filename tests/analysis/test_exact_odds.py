"""Exact odds: equal to a checker made from the clauses, and to the engine's own enumeration."""

import random
from collections.abc import Iterator, Mapping
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
from referee.systems.great_war.state.position import Piece
from schemas.answers.odds import BattleOdds
from tests.analysis import odds_by_rulebook
from tests.analysis.odds_by_rulebook import State, Terms, Unit, Units
from tests.benchmarks.battles import COSTLIEST
from tests.great_war.test_odds import battles

LETTERS = {
    "infantry": "I", "stosstruppen": "S", "commonwealth": "W", "cavalry": "C", "artillery": "A",
    "siege-gun": "G", "biplane": "B", "tank": "T", "paris-gun": "P", "fort": "F",
}  # fmt: skip
"""The letters of the checker for the kinds of the pack."""

MOST_STATES = 2_000
"""Most states of the costliest battle: 0.2 s, because a state takes 0.1 ms."""

MANY_STATES = 150
"""Most states of a large battle with an empty army or a fort of strength 0."""

SEASONS = ("SPRING 1916", "SUMMER 1918")


class Battle(NamedTuple):
    """A described battle."""

    area: str
    text: str
    season: str
    cards: tuple[str, ...]


@pytest.fixture(scope="module", autouse=True)
def battles_are_foreseen_once() -> None:
    """Compute each forecast here: one that was remembered would be compared with itself."""


@pytest.fixture(scope="module")
def west() -> Ruleset:
    return rulesets.bind("ttlm", "1918", {})


def draw(generator: random.Random) -> Battle:
    """A random battle: some of them are impossible."""
    area = generator.choice(("verdun", "metz", "reims", "namur", "vosges", "koblenz"))
    german, french = list(draw_army(generator, "ge", 5)), list(draw_army(generator, "fr", 3))
    if area in {"verdun", "namur", "metz"} and generator.random() < 0.6:
        fort = f"fort {generator.choice((0, 1, 1, 2, 3, 4))}"
        (german if area == "metz" else french).append(fort)
    attacker, defender = (french, german) if area in {"metz", "koblenz"} else (german, french)
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
    if generator.random() < 0.2:
        yield f"{nation}-8 []"
    if not numbers or generator.random() < 0.2:
        count = generator.randint(1, 2)
        yield f"{count} {nation}-{generator.choice('iiica' if generator.random() < 0.8 else 'st')}"


def check(west: Ruleset, battle: Battle) -> bool:
    """Compare the odds of a battle with those of the checker; False for a battle that cannot be laid.

    An army that would have fallen before the battle cannot be laid either.
    """
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
                Unit(place, one.id, LETTERS[one.kind], one.army or "",
                     one.entrenched if one.army is None else laid[one.army].entrenched,
                     one.strength if one.kind == "fort" else 1)
                for place, one in enumerate(laid.values()) if one.side == side and one.kind != "army"
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
        (has_exit(rules, battle.area, attacker), has_exit(rules, battle.area, defender)),
    )  # fmt: skip
    empty = (list_empty(laid, attacker), list_empty(laid, defender))
    start = State(sides[attacker], sides[defender], terms.owner, empty)
    if odds_by_rulebook.settle(start, terms).fallen:
        return False
    expected = odds_by_rulebook.fight(start, terms)
    assert found.method == "exact"
    assert list_chances(found, attacker, defender) == dict(expected), battle
    return True


def list_empty(laid: Mapping[str, Piece], side: str) -> frozenset[str]:
    """The empty armies of a side."""
    hosts = {one.army for one in laid.values()}
    return frozenset(
        id for id, one in laid.items() if (one.kind, one.side) == ("army", side) and id not in hosts
    )


def is_driven(attacker: Units, defender: Units) -> bool:
    """Return True if armies may be driven back, which depends on the map."""
    return any(one.letter in "ST" for one in attacker) and any(one.army for one in defender)


def find_owner(rules: GreatWar, area: str) -> str:
    """The side that owns an area in the set-up of 1918."""
    return rules.start().map.owner[area]


def has_exit(rules: GreatWar, area: str, side: str) -> bool:
    """Return True if an adjacent area belongs to a side in the set-up of 1918."""
    owner = rules.start().map.owner
    return any(owner.get(near) == side for near in rules.theatre.areas[area].borders)


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


EMPTY = (
    "artois: uk-1 [2I 1A], us-1 [], ge-2 [2I], ge-i",
    "artois: uk-1 [2I 1T], us-1 [], ge-2 [2I], ge-6 []",
    "artois: ge-2 [1I 1A], ge-6 [], uk-1 [2I], us-1 [], uk-3 []",
    "verdun: ge-i, ge-a, ge-2 [], fr-i, fr-2 [], fort 1",
    "verdun: ge-i, ge-c, ge-a, ge-2 [], fr-i, fort 1",
    "verdun: ge-2 [2A], ge-8 [], fr-8 [], 1 fr-i, fort 1",
    "reims: 2 ge-a, ge-8 [], fr-4 [2I]",
    "koblenz: fr-1 [2I 1A], fr-2 [], ge-1 [2I]",
)
"""Battles with empty armies, which fall without infantry beside them, or where they have no way out."""

MARKED = (
    "verdun: ge-2 [2I], ge-i retreated, ge-6 [], fr-i, fr-c retreated, fr-2 [], fort 1",
    "verdun: ge-i, ge-a, ge-b retreated, fr-i, fr-2 [1I] retreated, fort 1",
    "metz: fr-2 [1I 1A], fr-i retreated, ge-c, ge-2 [2I 1A] retreated, fort 0",
    "verdun: ge-i, ge-a, ge-i retreated, ge-2 [], fr-i",
    "verdun: ge-i, fr-i, fr-a retreated, fort 1",
)
"""Battles with pieces that retreated before, and take no part."""

TIED = (
    "verdun: ge-1 [2I 1A], fr-1 [fr-i5 fr-i1], fr-2 [fr-i3 fr-i4]",
    "verdun: ge-1 [2I 1A], fr-1 [fr-i9 fr-i10], fr-2 [fr-i2 fr-i3]",
    "verdun: ge-1 [2I 1A], fr-i4 fortified, fr-i2 fortified, fr-2 [fr-i3]",
)
"""Battles in which equal armies hold pieces of any number: it does not matter which piece falls first."""

MANY = (
    "artois: uk-1 [1I 1W 1A], uk-3 [4I 1A 1B 1T], us-i, us-1 [], ge-2 [2I 1A], 2 ge-i",
    "sedan: ge-1 [5I 1A], ge-2 [4I 1A], fr-1 [3I 1A], fr-2 [2I 1A], fort 0",
)
"""Battles that took 0.85 and 0.15 s, while empty armies and forts of strength 0 were left to the engine."""


@pytest.mark.parametrize("text", [*DRIVEN, *EMPTY, *MARKED, *TIED])
def test_special_pieces_equal_enumeration_by_engine(
    west: Ruleset, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    decks = ((), ("surprise attack",))
    found = [odds.setup_odds(west, text, "SUMMER 1918", None, cards).battles[0] for cards in decks]
    monkeypatch.setattr(fire_phases, "supports", lambda *_: False)
    enumerated = [odds.setup_odds(west, text, "SUMMER 1918", None, cards).battles[0] for cards in decks]

    assert {battle.method for battle in (*found, *enumerated)} == {"exact"}
    assert [battle.ends for battle in found] == [battle.ends for battle in enumerated]


def test_driven_armies_of_many_pieces_share_ends(west: Ruleset) -> None:
    """Storm troops and tanks on both sides: 1.3 s while each state was played to its end, 0.2 s now."""
    found = odds.setup_odds(west, COSTLIEST, "SUMMER 1918").battles[0]

    assert found.method == "exact"
    assert found.positions <= MOST_STATES


@pytest.mark.parametrize("text", MANY)
def test_empty_armies_and_forts_add_few_states(west: Ruleset, text: str) -> None:
    assert odds.setup_odds(west, text, "SUMMER 1918").battles[0].positions <= MANY_STATES


def test_largest_battles_that_stack_are_exact(west: Ruleset) -> None:
    text = "verdun: ge-1 [5I 1A 1G], ge-2 [5I 1A 1G], fr-1 [3I 1A], fr-2 [3I 1A], fr-3 [3I 1A], fort 4"

    found = odds.setup_odds(west, text, "SPRING 1916").battles[0]

    assert found.method == "exact"
    assert sum(Fraction(end.chance) for end in found.ends) == 1
