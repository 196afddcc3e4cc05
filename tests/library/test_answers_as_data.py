"""Answers of the library as JSON, as typed rows and views, and games whose states have dicts."""

import json
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import referee
from referee.engine import machine
from referee.library.games import Game
from referee.packs.conformance.system_kit import SeededDice
from referee.systems.tabular.system import TableView
from tests.packs.card_game import TABLES, Table, bind

MATCH = referee.open_in_memory("ttlm", "1914", seed=7)


def test_answers_and_sequences_of_them_are_json() -> None:
    assert json.loads(referee.to_json(MATCH.head)) == {"seq": 1, "seal": MATCH.head.seal}
    assert [one["side"] for one in json.loads(referee.to_json(MATCH.prompts()))] == ["german"]
    assert json.loads(referee.to_json(MATCH.options()[0]))["from"] == ""
    assert json.loads(referee.to_json(MATCH.game().read("german", "pass")))[0]["type"] == "pass"
    assert referee.to_json(MATCH.turn("entente")) == "null"


def test_fault_is_json_as_on_the_command_line() -> None:
    with pytest.raises(referee.Fault) as fault:
        referee.create("paris", "nothing", shelf="none")

    answer = json.loads(referee.to_json(fault.value))
    assert (answer["ok"], answer["exit"]) == (False, 66)
    (complaint,) = answer["complaints"]
    assert complaint == json.loads(referee.to_json(fault.value.complaints[0]))
    assert list(complaint) == ["text", "place", "remedy", "code"]


@pytest.mark.parametrize("value", [5, "text", b"x", [5], {"a": 1}, {1}, object()])
def test_other_value_is_refused(value: Any) -> None:
    with pytest.raises(referee.Misuse, match="must be Record, Fault, or a sequence of them"):
        referee.to_json(value)


@pytest.mark.parametrize(
    ("pack", "options"), [("ttlm", {}), ("ttlm", {"hidden-templates": "yes"}), ("skirmish", {})]
)
def test_view_of_a_turn_equals_that_of_its_match(pack: str, options: dict[str, str]) -> None:
    match = referee.open_in_memory(pack, seed=7, options=options)
    side = match.waiting[0]
    turn = match.turn(side)
    assert turn is not None

    view = referee.read_view(turn)

    assert (view, type(view)) == (match.view(side), type(match.view(side)))


CARDS = bind(TABLES)


def deal(seed: int) -> Game:
    """A game of cards after its deal; its state has dicts."""
    state, _ = machine.run_on(CARDS.rules, CARDS.rules.start(), SeededDice(Random(seed)))
    return Game(CARDS, state)


def test_view_of_a_turn_of_tables_equals_that_of_its_game() -> None:
    game = deal(1)
    turn = game.turn("north")
    assert turn is not None
    turn = replace(turn, system="cards")

    view = referee.read_view(turn)

    assert isinstance(view, TableView)
    assert view.state["hands"] == {side: list(hand) for side, hand in _hands(game.view("north")).items()}
    with pytest.raises(referee.Misuse, match=r"read the fields of `turn\.view`"):
        referee.read_view(replace(turn, view={"board": "b"}))


def _hands(view: object) -> dict[str, Any]:
    assert isinstance(view, TableView)
    hands: Any = view.state["hands"]
    return dict(hands)


def test_games_whose_states_have_dicts_are_equal_and_hashable_in_any_order() -> None:
    game = deal(1)
    state: Any = game.position
    turned: Any = Table(hands=dict(reversed(state.hands.items())), played=state.played)

    assert Game(CARDS, turned) == game
    assert hash(Game(CARDS, turned)) == hash(game)
    assert len({game, deal(1), deal(2)}) == 2
    (outcome,) = game.outcomes(game.options(game.prompts[0])[0])
    assert outcome.chance == 1
