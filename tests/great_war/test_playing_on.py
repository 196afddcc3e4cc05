"""The planner plays on from what its side sees: the position is whole, and the better turn is taken."""

from collections.abc import Callable, Mapping
from functools import partial
from math import inf
from random import Random
from statistics import fmean
from time import process_time

import pytest
from msgspec.json import decode, encode
from msgspec.structs import replace

import referee
from referee.analysis.bots import position_from_view
from referee.analysis.bots.planner.board_model import Ground
from referee.analysis.bots.planner.movement import list_left
from referee.analysis.bots.planner.planner import Planner
from referee.analysis.bots.planner.rollout_policy import list_offensives, open_offensive, rehearse
from referee.analysis.bots.planner.rollouts import Candidate, CommonDice, Rollouts
from referee.analysis.bots.position_from_view import SeenWar
from referee.engine import machine
from referee.packs import rulesets
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import ChooseOffensive, MovePieces
from schemas.bots import Turn
from schemas.record import Purpose, to_data
from tests.benchmarks import ladder
from tests.great_war.campaigns import bots
from tests.great_war.matches.record import ENDINGS
from tests.great_war.test_lawful_lists import recorded
from tests.systems import system_of

LONG = 2.0
"""Seconds in which turns are played on; the clock decides nothing."""

ORDERS = 12
"""How many orders of a turn are given."""

LATE = 0.5
"""How many seconds later an answer may come: what is begun is ended."""


def see(rules: GreatWar, position: Position, side: str) -> SeenWar:
    return decode(encode(to_data(system_of(rules).secrecy.view(position, side))), type=SeenWar)


def imagine(rules: GreatWar, view: SeenWar, task: ChooseOffensive | MovePieces, seed: int) -> Position:
    drawn = Random(seed)
    position = position_from_view.suppose(
        rules.theatre, view, position_from_view.rebuild(rules.theatre, view), drawn
    )
    return position_from_view.ask(
        rules.theatre, view, position_from_view.deal(rules.theatre, view, position, drawn), task
    )


@pytest.mark.sample(2)
@pytest.mark.parametrize("ending", sorted(ENDINGS))
def test_a_position_made_of_a_view_asks_what_the_true_one_asks(ending: str) -> None:
    """Where a turn begins, or its first march; the agenda behind the question is the same."""
    asked = 0
    for rules, position in recorded(ending):
        task = position.task
        if not isinstance(task, ChooseOffensive | MovePieces):
            continue
        if any(piece.moved or piece.been for piece in position.map.owned(task.side)):
            continue
        asked += 1
        made = imagine(rules, see(rules, position, task.side), task, asked)

        (prompt,) = rules.prompts(position)
        assert rules.prompts(made) == (prompt,)
        assert set(rules.lawful(made, prompt)) == set(rules.lawful(position, prompt))
        assert made.agenda == position.agenda
        for side, hand in position.hands.items():
            assert made.hand(side).size == len(made.hand(side).cards) == hand.size
        assert made.hand(task.side) == position.hand(task.side)
        dealt = [*made.pile, *(card for hand in made.hands.values() for card in hand.cards)]
        true = [*position.pile, *(card for hand in position.hands.values() for card in hand.cards)]
        assert sorted(dealt) == sorted(true)
    assert asked


def test_cards_that_are_not_seen_are_dealt_anew_with_other_lots() -> None:
    rules, position = recorded("last-season")[0]
    side = rules.prompts(position)[0].side
    view = see(rules, position, side)

    hands = {
        imagine(rules, view, ChooseOffensive(side), seed).hand(rules.theatre.other(side)) for seed in range(9)
    }

    assert len(hands) > 6


def test_dice_fall_alike_for_the_same_throw_whatever_was_thrown_before() -> None:
    first, second = CommonDice("7"), CommonDice("7")
    liege, metz = (Purpose(kind="fire", parameters={"area": area}) for area in ("liege", "metz"))
    other = first.throw(metz, 6, needed=1).faces

    thrown = first.throw(liege, 6, needed=1).faces

    assert thrown == second.throw(liege, 6, needed=1).faces
    assert thrown != other
    assert thrown != second.throw(liege, 6, needed=1).faces, "the second throw for it is another"
    assert thrown != CommonDice("8").throw(liege, 6, needed=1).faces


@pytest.fixture
def game() -> referee.Game:
    return referee.open_in_memory("ttlm", "1914", seed=7).game(seed=7)


def show(game: referee.Game, think: float = LONG) -> Turn:
    return decode(encode(ladder.show(game, game.prompts[0].side, think)), type=Turn)


def ask(game: referee.Game, think: float = LONG) -> str:
    return Planner().answer(show(game, think), Random(1))


def load(game: referee.Game) -> tuple[GreatWar, SeenWar]:
    rules = rulesets.bind(game.pack, game.scenario, dict(game.options_in_force)).rules
    assert isinstance(rules, GreatWar)
    return rules, decode(encode(game.view(game.prompts[0].side)), type=SeenWar)


def play_on(game: referee.Game, most: int) -> Rollouts:
    """Rollouts of what is asked, as the planner makes them, but with seed of their own."""
    (rules, view), side = load(game), game.prompts[0].side
    suppose: Callable[[int], Position] = partial(imagine, rules, view, ChooseOffensive(side))
    return Rollouts(rules, side, suppose, most, lambda: False)


def test_what_a_turn_comes_to_counts_for_its_side(game: referee.Game) -> None:
    """Germany begins with eleven points; then the Entente is asked, and both pass."""
    passed = Candidate(0, None)
    others = game.play("pass").play("done")
    assert (game.prompts[0].side, others.prompts[0].side) == ("german", "entente")

    assert play_on(game, 1).play(passed, 7) > 0
    assert play_on(others, 1).play(passed, 7) < 0


def test_a_turn_is_changed_for_one_that_comes_to_more() -> None:
    """Lots that decided nothing say so as well."""
    game = referee.open_in_memory("ttlm", "1914", seed=10).game(seed=10)
    rules, view = load(game)
    start = imagine(rules, view, ChooseOffensive("german"), 0)
    cheapest, *_ = list_offensives(rules, start, "german")
    marches, _ = rehearse(rules, Ground(rules.theatre, "german"), open_offensive(rules, start, cheapest))
    own, rollouts = Candidate(cheapest.card, marches), play_on(game, 30)

    chosen = rollouts.choose()

    assert chosen != own
    gains = [rollouts.play(chosen, seed) - rollouts.play(own, seed) for seed in range(500, 506)]
    assert fmean(gains) > 0


def test_a_turn_that_was_found_is_carried_out_march_by_march() -> None:
    game = referee.open_in_memory("ttlm", "1914", seed=8).game(seed=8)
    planner, said = Planner(), list[str]()
    while game.prompts[0].question in {"offensive", "movement"}:
        start = process_time()
        said.append(planner.answer(show(game), Random(1)))
        assert process_time() - start < (LONG + LATE if len(said) == 1 else LATE)
        game = game.play(said[-1])

    assert said[0].startswith("offensive")
    assert said[-1] == "done"
    assert len(said) > 5


INTENT = (("ge-1", "liege"), ("ge-2", "liege"), ("ge-9", "liege"))


def test_marches_are_left_to_be_made_by_pieces_that_have_not_moved(game: referee.Game) -> None:
    rules, view = load(game)
    position = position_from_view.rebuild(rules.theatre, view)
    assert "ge-9" not in position.map.pieces
    tired = position.put(replace(position.map.pieces["ge-2"], moved=1))

    assert list_left(INTENT, position) == [*INTENT[:2]]
    assert list_left(INTENT, position_from_view.march(position, ("ge-1",), "liege")) == [INTENT[1]]
    assert list_left(INTENT, tired) == [INTENT[0]]


def test_where_no_clock_runs_nothing_is_played_on(game: referee.Game) -> None:
    turn = show(game)
    said = {think: Planner().answer(replace(turn, think=think), Random(1)) for think in (0.25, inf)}

    assert said[inf] == said[0.25]
    start = process_time()
    Planner().answer(replace(turn, think=inf), Random(1))
    assert process_time() - start < LATE


WARS: Mapping[str, tuple[str, str, Mapping[str, str]]] = {
    "hidden armies": ("ttlm", "1914", {"hidden-templates": "yes"}),
    "the last year": ("ttlm", "1918", {}),
    "the eastern front": ("aac", "campaign", {}),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("war", WARS)
def test_what_it_plays_against_itself_with_more_time_is_lawful(war: str) -> None:
    pack, scenario, options = WARS[war]
    rules = rulesets.bind(pack, scenario, options).rules
    assert isinstance(rules, GreatWar)
    left = ORDERS
    for before, order, events, _ in bots.steps(rules, 3, "planner", 1.0):
        assert machine.audit(rules, before, order, events).agrees
        if order is not None and rules.prompts(before)[0].question in {"offensive", "movement"}:
            left -= 1
        if not left:
            break

    assert not left
