"""Odds before a match is there or a card is played: the same as when it has come about."""

from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.analysis import battle_setups, odds
from referee.analysis.battle_setups import BattleCard
from referee.analysis.policies import QUIET
from referee.faults import Fault
from referee.matches import matches
from referee.packs import rulesets
from referee.packs.conformance.great_war import case_pieces
from referee.systems.great_war.facts import turn_sequence
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Hand, Position
from schemas.answers.odds import BattleOdds, Odds
from schemas.great_war.orders import Play
from schemas.record import REFEREE
from tests.great_war.matches import record
from tests.systems import system_of

REIMS = "reims: ge-1 [5I 1A], fr-1 [3I 1A] entrenched"


def given(text: str, *cards: str, pack: str = "ttlm", season: str | None = None) -> Odds:
    return odds.setup_odds(rulesets.bind(pack, None, {}), text, season, None, cards)


def chances(battle: BattleOdds) -> object:
    return battle.holders, battle.losses, battle.gone, battle.ends


@pytest.mark.parametrize("war", ["entente-decisive", "last-season", "armistice"])
def test_a_card_that_is_laid_is_a_card_that_was_played(war: str, tmp_path: Path) -> None:
    path = tmp_path / war / "journal.jsonl"
    path.parent.mkdir()
    path.write_bytes(record.unpacked(war))
    match, met = matches.find(tmp_path, war), 0
    assert isinstance(match.rules, GreatWar)
    rules = match.rules
    for step in match.steps():
        for move in step.moves:
            if not isinstance(move.order, Play) or move.order.area is None or len(step.moves) > 1:
                continue
            before, after = (
                battle_setups.show_public(rules.theatre, position, REFEREE)  # type: ignore[arg-type] - of this system
                for position in (step.before, step.after)
            )
            area, side = move.order.area, move.order.side
            laid = odds.weigh(system_of(rules), before, area, QUIET, (f"{side}: {move.order.card}",))
            assert chances(laid) == chances(odds.weigh(system_of(rules), after, area, QUIET))
            assert [(one.side, one.card) for one in laid.cards] == [(side, move.order.card)]
            met += 1
    assert met


def test_a_battle_that_is_given_is_the_battle_of_a_match(example_shelf: Path) -> None:
    """Each piece on the map in the notation of cases: the same chances, whoever asks."""
    match = matches.find(example_shelf, "liege")
    assert isinstance(match.rules, GreatWar)
    position: Position = match.position(44)  # type: ignore[assignment] - of this system
    theatre = match.rules.theatre
    areas = [area for area in theatre.areas if area != "longwy" and position.map.at(area)]
    told = {area: case_pieces.describe(theatre, area, position.pieces) for area in ("longwy", *areas)}
    attacker, defender = (
        ", ".join(part for part in told["longwy"].split(", ") if part.startswith("ge-") is german)
        for german in (True, False)
    )
    told["longwy"] = f"{attacker}, {defender}"
    text = "; ".join(f"{area}: {pieces}" for area, pieces in told.items())
    (of_match,) = odds.odds(match, REFEREE, "longwy", at=44).battles
    (of_text,) = given(text).battles
    assert chances(of_text) == chances(of_match)


def test_who_stands_first_attacks() -> None:
    (first,) = given(REIMS).battles
    (second,) = given("Reims: fr-1 [3I 1A] entrenched, ge-1 [5I 1A]").battles
    assert (first.attacker, second.attacker) == ("german", "entente")
    assert first.name == second.name == "Reims"
    assert chances(first) != chances(second)


def test_the_season_decides_what_pieces_are_worth_and_which_cards_there_are() -> None:
    (plain,) = given(REIMS, season="SPRING 1917").battles
    (gassed,) = given(REIMS, "poison gas", season="SPRING 1917").battles
    assert gassed.losses[1].about > plain.losses[1].about
    assert [(one.side, one.name, one.held) for one in gassed.cards] == [("german", "Poison Gas! (39)", None)]
    (both,) = given(REIMS, "poison gas", "entente: poison gas", season="SPRING 1917").battles
    assert both.losses[0].about > gassed.losses[0].about


@pytest.mark.parametrize("size", [0, 1, 2])
def test_the_chance_of_a_card_is_the_share_of_hands_that_hold_one(size: int) -> None:
    """Every hand that may be, counted one by one."""
    bound = rulesets.bind("ttlm", None, {})
    assert isinstance(bound.rules, GreatWar)
    rules = bound.rules
    asked = rules.start().holding("entente", Hand(size))
    discards = (1, 40, 41)
    position = replace(asked, discards=discards, now=turn_sequence.open_turn(asked, "german"))
    unseen = [n for n in range(1, 56) if n not in discards]
    hands = list(combinations(unseen, size))
    gas = sum(any(39 <= n <= 44 for n in hand) for hand in hands)
    found = battle_setups.find_card_chance(rules, position, BattleCard("entente", 39))
    assert found == Fraction(gas, len(hands))


IMPOSSIBLE = {
    "reims: ge-1 [5I 1A]": "set-up-one-sided",
    "reims: fort 4": "set-up-empty",
    "verdun: fort 4": "set-up-empty",
    "": "set-up-empty",
    "reims": "set-up-impossible",
    "nowhere: ge-1 [5I], fr-1 [1I]": "set-up-impossible",
    "reims: ge-1 [9I], fr-1 [3I]": "set-up-impossible",
    "reims: ge-1, fr-1 [3I]": "set-up-impossible",
    "reims: xx-1 [5I], fr-1 [3I]": "set-up-impossible",
    f"{REIMS}; verdun: ge-1 [1I]": "set-up-impossible",
    "reims: " + "ge-1 [5I 1A], " * 2000: "set-up-impossible",
}


@pytest.mark.parametrize("text", IMPOSSIBLE, ids=lambda text: text[:30])
def test_what_cannot_be_set_up_is_said(text: str) -> None:
    with pytest.raises(Fault) as fault:
        given(text)
    assert {one.code for one in fault.value.complaints} == {IMPOSSIBLE[text]}


CARDS = {
    "poison gas": "Poison Gas! can be played from SPRING 1915 on",
    "german: advanced artillery barrage": "can be played from SPRING 1917 on",
    "entente: surprise attack": "only the attacker",
    "bad weather": "does not name one card for a battle",
    "offensive": "does not name one card for a battle",
    "nothing": "nothing",
}


@pytest.mark.parametrize("card", CARDS)
def test_what_the_rules_hold_against_a_card_is_said(card: str) -> None:
    with pytest.raises(Fault) as fault:
        given(REIMS, card)
    assert CARDS[card] in " ".join(one.text for one in fault.value.complaints)
