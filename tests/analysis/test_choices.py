"""Choices around a battle: cards, unseen cards, further battles, hidden armies."""

import random
from fractions import Fraction

import pytest

from referee.analysis import odds
from referee.packs import rulesets
from referee.packs.rulesets import Ruleset
from referee.systems.great_war.rules import GreatWar
from schemas.answers.odds import BattleOdds, ChoiceOdds
from schemas.record import PUBLIC, to_json
from tests.analysis import odds_by_rulebook
from tests.analysis.odds_by_rulebook import State, Terms, Unit
from tests.great_war import twins
from tests.great_war.test_odds import in_battle
from tests.great_war.twins import EN, GE

TEXT = "verdun: ge-1 [3I 1A], fr-1 [2I 1A] entrenched"


@pytest.fixture(scope="module")
def west() -> Ruleset:
    return rulesets.bind("ttlm", "1916", {})


def weigh(west: Ruleset, text: str = TEXT) -> BattleOdds:
    return odds.setup_odds(west, text, "SPRING 1916", choices=True).battles[0]


def test_each_card_has_the_odds_of_a_battle_with_it(west: Ruleset) -> None:
    cards = [row for row in weigh(west).choices if row.kind == "card"]

    assert {(row.side, row.name) for row in cards} == {
        ("german", "Poison Gas! (39)"), ("german", "Surprise Attack! (52)"), ("entente", "Poison Gas! (39)"),
    }  # fmt: skip
    for row in cards:
        name = row.name.partition("!")[0].casefold()
        battle = odds.setup_odds(west, TEXT, "SPRING 1916", cards=(f"{row.side}: {name}",)).battles[0]
        assert row.chance == find_chance(battle, "german")
        assert row.losses == {one.side: one.mean for one in battle.losses}


def find_chance(battle: BattleOdds, side: str) -> str:
    return next(one.chance for one in battle.holders if one.holder == side)


def test_rows_without_card_are_those_of_the_battle(west: Ruleset) -> None:
    battle = weigh(west)

    plain = battle.choices[0]

    assert (plain.kind, plain.chance) == ("as-it-is", find_chance(battle, "german"))
    assert plain.points == str(Fraction(plain.chance) + count_armies(battle))


def count_armies(battle: BattleOdds) -> Fraction:
    """The expected points for lost armies: one for each of the enemy, less one for each of the attacker."""
    return sum(
        (Fraction(one.chance) * (1 if one.side == "entente" else -1) for one in battle.gone), Fraction(0)
    )


def test_best_choice_of_the_attacker_has_most_points(west: Ruleset) -> None:
    rows = weigh(west).choices

    assert [row.best for row in rows].count(True) == 1
    best = next(row for row in rows if row.best)
    assert all(Fraction(best.points) >= Fraction(row.points) for row in rows if row.side in {"", "german"})


def test_several_battles_follow_from_the_clauses(west: Ruleset) -> None:
    """The checker fights the second and the third battle with what is left of each result."""
    text = "verdun: 3 ge-i, 2 fr-i"
    german = tuple(Unit(n, f"ge-i{n}", "I") for n in (1, 2, 3))
    french = tuple(Unit(n, f"fr-i{n}", "I") for n in (1, 2))
    rows = {(row.rounds, row.stop): row for row in weigh(west, text).choices if row.kind == "rounds"}

    for rounds in (2, 3):
        assert Fraction(rows[rounds, 0].chance) == take(german, french, rounds, stop=0)
    stops = {stop: take(german, french, 3, stop) for stop in (1, 2)}
    _, best = next(key for key in rows if key[1])
    assert Fraction(rows[3, best].chance) == stops[best]


def take(german: tuple[Unit, ...], french: tuple[Unit, ...], rounds: int, stop: int) -> Fraction:
    """The chance that the attacker takes the area in some battles."""
    terms, chance = Terms(("german", "entente"), "entente"), Fraction(0)
    start = State(german, french, terms.owner)
    for (holder, (lost, back), _), share in odds_by_rulebook.fight(start, terms).items():
        if holder == "german":
            chance += share
        elif holder is None and rounds > 1 and len(german) - lost > stop:
            chance += share * take(german[lost:], french[back:], rounds - 1, stop)
    return chance


def test_unseen_cards_weigh_by_the_hand_and_the_discards(west: Ruleset) -> None:
    """A side whose enemy may hold gas: the mean over its chance, and no secret of the match decides."""
    rules = west.rules
    assert isinstance(rules, GreatWar)
    generator = random.Random(5)
    for seed in range(200):
        plays = twins.played(rules, seed, generator.randint(8, 45))
        if not in_battle(rules, twins.after(rules, plays)):
            continue
        other = twins.twin(rules, plays, generator)
        one, two = (twins.filed(west, game, "")[0] for game in (plays, other))
        if one.position() == two.position():
            continue
        for viewer in (GE, PUBLIC):
            assert to_json(odds.odds(one, viewer, choices=True)) == to_json(
                odds.odds(two, viewer, choices=True)
            )
        found = odds.odds(one, GE, choices=True)
        if not found.battles or found.battles[0].fought:
            continue
        check_mixture(found.battles[0].choices)
        return
    pytest.fail("no such battle was found")


def check_mixture(rows: tuple[ChoiceOdds, ...]) -> None:
    """The unseen row lies between the battle as it is and the best card of the enemy."""
    unseen = next(row for row in rows if row.kind == "unseen")
    assert unseen.side == EN
    options = [Fraction(row.points) for row in rows if row.kind == "card" and row.side == EN]
    plain = Fraction(rows[0].points)
    low, high = min(plain, *options, plain), max(plain, *options, plain)
    assert low <= Fraction(unseen.points) <= high


def test_hidden_armies_are_weighed_by_deals_that_use_no_secret() -> None:
    bound = rulesets.bind("ttlm", "1914", {"hidden-templates": "yes"})
    rules = bound.rules
    assert isinstance(rules, GreatWar)
    generator = random.Random(2)
    for seed in range(300):
        plays = twins.played(rules, seed, generator.randint(8, 45))
        if not in_battle(rules, twins.after(rules, plays)):
            continue
        match = twins.filed(bound, plays, "")[0]
        if not odds.odds(match, GE).hidden:
            continue
        other = twins.filed(bound, twins.twin(rules, plays, generator), "")[0]
        found = odds.odds(match, GE, deals=4)
        assert to_json(found) == to_json(odds.odds(other, GE, deals=4))
        weighed = [battle for battle in found.battles if battle.method == "weighed"]
        assert not found.hidden
        assert {battle.deals for battle in weighed} == {4}
        assert all(sum(Fraction(end.chance) for end in battle.ends) == 1 for battle in weighed)
        return
    pytest.fail("no hidden battle was found")
