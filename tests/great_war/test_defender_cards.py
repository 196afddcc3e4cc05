"""Cards of the defender: exchanges in a pass, payments of hits, and marches that restrain an offensive."""

from collections.abc import Sequence
from math import inf
from random import Random

import pytest
from msgspec.json import decode, encode
from msgspec.structs import replace

import referee
from referee.analysis.bots.defender import Defender
from referee.analysis.bots.planner.lookahead import TEMPERS, Lookahead
from referee.analysis.bots.planner.planner import Planner
from referee.analysis.bots.planner.rollouts import Candidate
from referee.packs import rulesets
from referee.packs.conformance.great_war import setup
from referee.packs.rulesets import Ruleset
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.bots import Turn
from schemas.great_war.case import GreatWarGiven
from tests.benchmarks import ladder


@pytest.fixture(scope="module")
def west() -> Ruleset:
    return rulesets.bind("ttlm", "1914", {})


def open_game(west: Ruleset, pieces: str, turn: str, asked: str, **hands: tuple[str, ...]) -> referee.Game:
    assert isinstance(west.rules, GreatWar)
    given = GreatWarGiven(pieces=pieces, season="SUMMER 1914", turn=turn, asked=asked, hands=hands)
    return referee.Game(west, setup.position(west.rules, given), 0)


def show(game: referee.Game) -> Turn:
    turn = decode(encode(ladder.show(game, game.prompts[0].side, 0.1)), type=Turn)
    return replace(turn, think=inf)


APART = "calais: fr-1 [2I]\naachen: ge-1 [2I]"
EXCHANGES = [
    (("offensive", "ersatz-2", "ersatz-3", "poison-gas"), ("ersatz-2", "ersatz-3", "poison-gas")),
    (("offensive", "limited-offensive", "ersatz-2"), ("ersatz-2",)),
    (("offensive", "surprise-attack"), ()),
    (("offensive",), ()),
]


@pytest.mark.parametrize(("cards", "exchanged"), EXCHANGES)
def test_pass_exchanges_cards_without_use(
    west: Ruleset, cards: tuple[str, ...], exchanged: tuple[str, ...]
) -> None:
    game = open_game(west, APART, "entente undecided", "entente offensive", entente=cards).play("pass")
    letters: list[str] = []
    while game.prompts and game.prompts[0].question == "pass-move":
        letters.append(Defender(0.1).answer(show(game), Random(0)))
        game = game.play(letters[-1])

    redraws = [one for one in letters if one.startswith("redraw ")]
    assert name_cards(west, redraws) == sorted(exchanged)


def name_cards(west: Ruleset, letters: Sequence[str]) -> Sequence[str]:
    """Return the kinds of the cards that letters exchange."""
    assert isinstance(west.rules, GreatWar)
    numbers = (int(one) for letter in letters for one in letter.removeprefix("redraw ").split(", "))
    kinds = (west.rules.theatre.card(number) for number in numbers)
    return sorted(kind.id for kind in kinds if kind is not None)


FIELD = "reims: fr-1 [3I], ge-1 [5I]"
FORT = "reims: fort 2, ge-1 [5I]"
MANY, FEW = ("offensive", "offensive", "offensive"), ("ersatz-2",)


@pytest.mark.parametrize(
    ("pieces", "enemy", "verb"),
    [
        pytest.param(FIELD, MANY, "lose", id="the smaller hand keeps its cards"),
        pytest.param(FIELD, FEW, "spend", id="an equal hand pays"),
        pytest.param(FORT, MANY, "spend", id="a fort is paid for"),
    ],
)
def test_smaller_hand_pays_hits_of_forts_alone(
    west: Ruleset, pieces: str, enemy: tuple[str, ...], verb: str
) -> None:
    asked = "entente losses 1 in reims"
    turn = show(open_game(west, pieces, "german offensive", asked, entente=FEW, german=enemy))
    options = {one.text: one.verb for one in turn.options}

    assert options[Defender(0.1).answer(turn, Random(0))] == verb
    assert options[Planner().answer(turn, Random(0))] == "spend"


def test_turn_planned_for_a_limited_offensive_is_compared() -> None:
    rules = rulesets.bind("ttlm", "1914", {}).rules
    assert isinstance(rules, GreatWar)
    game = referee.open_in_memory("ttlm", "1914", seed=100).game(seed=100)
    planner = Planner()
    while game.prompts[0].side == "german" or game.prompts[0].question != "offensive":
        game = game.play(planner.answer(show(game), Random(0)))
    position = find_position(game)
    ahead = Lookahead(rules, "entente", lambda _: position, 1, lambda: False, TEMPERS)
    ahead.choose()

    entered = [
        {march.path[-1] for march in turn.marches or () if position.owner.get(march.path[-1]) == "german"}
        for turn in ahead.turns
        if (card := rules.theatre.card(turn.card)) is not None and card.offensive == "offensive"
    ]
    assert 2 * min(map(len, entered)) < max(map(len, entered))


class FavouringLookahead(Lookahead):
    """A lookahead in which turns with one card have the highest worth."""

    favoured = 0

    def play(self, turn: Candidate, seed: int) -> float:
        return float(turn.card == self.favoured)


@pytest.mark.parametrize("kind", ["limited-offensive", "offensive"])
def test_offensive_is_opened_with_the_kind_of_card_that_is_better(west: Ruleset, kind: str) -> None:
    rules = west.rules
    assert isinstance(rules, GreatWar)
    given = GreatWarGiven(
        start="scenario",
        season="SUMMER 1914",
        turn="german undecided",
        asked="german offensive",
        hands={"german": ("limited-offensive", "offensive")},
    )
    position = setup.position(rules, given)
    ahead = FavouringLookahead(rules, "german", lambda _: position, 36, lambda: False, TEMPERS)
    cards = {one: rules.theatre.card(one) for one in position.hand("german").cards}
    ahead.favoured = next(one for one, card in cards.items() if card is not None and card.id == kind)

    assert ahead.choose().card == ahead.favoured


def find_position(game: referee.Game) -> Position:
    assert isinstance(game.position, Position)
    return game.position
