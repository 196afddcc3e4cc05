"""The planner: its figures keep to the exact odds, it plays lawful orders, and it beats the bot below it."""

from itertools import islice
from math import inf
from random import Random

import pytest
from msgspec.json import decode, encode
from msgspec.structs import replace

import referee
from referee.analysis import forecasts
from referee.analysis.bots import position_from_view
from referee.analysis.bots.planner import board_model, evaluation, movement
from referee.analysis.bots.planner.board_model import Ground, Surveyed
from referee.analysis.bots.planner.budget import BOARDS, Budget
from referee.analysis.bots.planner.cards import Hand
from referee.analysis.bots.planner.movement import guess_reach
from referee.analysis.bots.planner.planner import Planner
from referee.analysis.bots.planner.rollouts import Search
from referee.analysis.bots.position_from_view import SeenWar
from referee.analysis.policies import QUIET
from referee.engine import machine
from referee.packs import rulesets
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.bots import Turn
from tests.benchmarks import ladder
from tests.great_war.campaigns import bots

HASTE, ORDERS = 0.1, 25
"""Seconds for a decision where only its form matters, and how many orders are given."""


def show(game: referee.Game) -> Turn:
    """What the planner is asked where no clock runs."""
    return replace(decode(encode(ladder.show(game, game.prompts[0].side, HASTE)), type=Turn), think=inf)


def ask(game: referee.Game) -> str:
    return Planner().answer(show(game), Random(1))


def look(game: referee.Game) -> tuple[GreatWar, Position, Ground, SeenWar]:
    """What the planner makes of what the side that is asked may see."""
    rules = rulesets.bind(game.pack, game.scenario, dict(game.options_in_force)).rules
    assert isinstance(rules, GreatWar)
    side = game.prompts[0].side
    view = decode(encode(game.view(side)), type=SeenWar)
    return rules, position_from_view.rebuild(rules.theatre, view), Ground(rules.theatre, side), view


@pytest.fixture
def game() -> referee.Game:
    return referee.open_in_memory("ttlm", "1914", seed=7).game(seed=7)


def test_groups_of_the_board_have_every_piece_that_can_be_lost(game: referee.Game) -> None:
    _, position, ground, view = look(game)
    board = Surveyed(ground, position).board

    forces = [group.force for stack in board.stacks.values() for group in stack]

    forts = sum(piece.strength for piece in view.pieces if piece.kind == "fort")
    others = sum(piece.kind not in {"fort", "army"} for piece in view.pieces)
    assert sum(force.strength for force in forces) == forts + others
    assert sum(force.fort for force in forces) == forts


BATTLES = {
    "an army against a fort": ("liege", ("ge-1", "ge-2")),
    "an army against an army": ("verdun", ("ge-5",)),
    "armies against cavalry": ("ardennes", ("ge-3",)),
}


@pytest.mark.parametrize(("area", "armies"), BATTLES.values(), ids=BATTLES)
def test_the_figures_of_a_battle_are_near_the_exact_odds(
    game: referee.Game, area: str, armies: tuple[str, ...]
) -> None:
    rules, position, ground, _ = look(game)
    marched = position_from_view.march(position, armies, area)
    board = Surveyed(ground, marched).board
    clash = evaluation.expect_clash(board.force(area, own=True), board.force(area, own=False))

    exact = forecasts.forecast(rules, position_from_view.attack(marched, "german", area), area, QUIET)

    killed = sum(float(chance) * end.lost[1] for end, chance in exact.ends.items())
    lost = sum(float(chance) * end.lost[0] for end, chance in exact.ends.items())
    won = sum(float(chance) for end, chance in exact.ends.items() if end.holder == "german")
    assert clash.lost == pytest.approx(lost, abs=0.3)
    assert clash.enemy_losses == pytest.approx(killed, abs=0.3)
    assert clash.won == pytest.approx(won, abs=0.1)


def test_losses_leave_their_part_of_each_figure() -> None:
    whole = board_model.Force(8, fire=2.0, guns=1.0, siege=0.5, riders=0.4, stand=3.0, infantry=6, fort=2)

    assert board_model.weaken(whole, 4.0) == board_model.Force(
        4, fire=1.0, guns=0.5, siege=0.25, riders=0.2, stand=1.5, infantry=3, fort=1
    )
    assert board_model.weaken(whole, 9.0).strength == 0


def test_a_rider_leaves_its_army_alone_and_a_single_one_rides_as_it_is() -> None:
    army = board_model.Group(
        "ge-1", own=True, force=board_model.Force(5, riders=0.3), mobile=board_model.Force(5, riders=0.3)
    )
    alone = board_model.Group("ge-c1", own=True, force=movement.RIDER, mobile=movement.RIDER)

    rider = movement.detach_rider(army)
    assert (rider.force.strength, rider.army) == (1, "ge-1")
    assert movement.detach_rider(alone) == alone


def test_no_group_is_thought_to_go_from_a_disputed_area_to_an_enemys(game: referee.Game) -> None:
    _, position, ground, _ = look(game)
    marched = position_from_view.march(position, ("ge-1", "ge-2"), "liege")
    board = Surveyed(ground, marched).board
    assert board.force("liege", own=True).holds
    assert board.force("liege", own=False).holds

    targets = {march.to for march in guess_reach(board)["ge-1"]}

    assert targets
    assert all(board.owned[to] or board.force(to, own=True).holds for to in targets)
    assert any(not board.owned[to] for to in board.ground.borders["liege"] if to in board.owned)


def test_who_passes_moves_the_piece_that_is_needed_most_before_anything_more(game: referee.Game) -> None:
    passing = game.play("pass")
    assert passing.prompts[0].question == "pass-move"

    said = ask(passing)
    moved = passing.play(said)

    verbs = {option.text: option.verb for turn in (passing, moved) for option in turn.options()}
    assert verbs[said] == "move"
    assert verbs[ask(moved)] in {"done", "redraw"}


def test_a_group_of_armies_goes_where_one_alone_would_not(game: referee.Game) -> None:
    marching = game.play("offensive 1")
    went, planner = list[str](), Planner()
    while (order := planner.answer(show(marching), Random(1))) != "done":
        went.append(order)
        marching = marching.play(order)

    assert len([one for one in went if one.endswith(" to liege")]) >= 2, went
    assert len({one.split()[1] for one in went}) >= 5, "most of the armies have something to do"


@pytest.fixture
def hidden() -> referee.Game:
    """A game in which no side sees what the armies of the other hold."""
    options = {"hidden-templates": "yes"}
    return referee.open_in_memory("ttlm", "1914", options=options, seed=7).game(seed=7)


def test_hidden_pieces_are_supposed_in_armies_of_their_side_that_hold_more_than_is_seen(
    hidden: referee.Game,
) -> None:
    rules, seen, _, view = look(hidden)
    covered = {army.id for army in view.armies if army.more}
    assert covered
    wars = [position_from_view.suppose(rules.theatre, view, seen, Random(seed)) for seed in range(20)]

    for war in wars:
        added = [piece for id, piece in war.map.pieces.items() if id not in seen.map.pieces]
        assert {piece.id for piece in added} == {piece.id for piece in view.unseen["entente"]}
        assert {piece.army for piece in added} == covered
        for piece in added:
            army = war.map.pieces[piece.army or ""]
            assert (piece.side, piece.area, piece.nation) == (army.side, army.area, army.nation)
    assert len({str(war.map.pieces) for war in wars}) > 10


def test_where_armies_are_hidden_the_plan_is_good_in_the_mean_of_what_they_may_hold(
    hidden: referee.Game,
) -> None:
    rules, seen, ground, view = look(hidden)
    wars = [position_from_view.suppose(rules.theatre, view, seen, Random(seed)) for seed in range(4)]
    boards = [Surveyed(ground, war).board for war in wars]
    reach = guess_reach(boards[0])

    _, gain = Search(boards, Budget(1.0), frozenset()).find_plan(reach)

    alone = [Search([board], Budget(0.25), frozenset()).find_plan(reach)[1] for board in boards]
    assert min(alone) * 0.5 < gain <= sum(alone) / len(alone) * 1.2
    assert ask(hidden) == ask(hidden)


def test_where_no_clock_runs_boards_are_counted_as_for_a_quarter_of_a_second() -> None:
    budget = Budget(inf)
    budget.spend(int(BOARDS * 0.25) - 1)
    assert not budget.is_spent
    budget.spend()
    assert budget.is_spent
    assert Budget(0.0).is_spent


def test_a_question_has_one_answer(game: referee.Game) -> None:
    marching = game.play("offensive 1")

    assert len({ask(marching) for _ in range(2)}) == 1


HANDS = {
    "two offensives are kept": ((1, 2, 27, 39, 47), ""),
    "cards that only pay for hits go": ((27, 28, 29, 39, 47), "redraw"),
}


@pytest.mark.parametrize(("cards", "verb"), HANDS.values(), ids=HANDS)
def test_a_hand_that_attacks_no_more_is_drawn_anew(
    game: referee.Game, cards: tuple[int, ...], verb: str
) -> None:
    rules, *_ = look(game)
    options = show(game.play("pass")).options

    drawn = Hand(rules.theatre, "german", 1, cards).choose_redraw(options)

    assert (drawn.verb if drawn is not None else "") == verb


def test_such_a_hand_is_drawn_anew_once_the_one_march_of_a_pass_is_made(game: referee.Game) -> None:
    passing = game.play("pass")
    moved = show(passing.play(ask(passing)))
    assert not [one for one in moved.options if one.verb == "move"]
    weak = [
        {**hand, "cards": [27, 28, 29, 39, 47]} for hand in moved.view["hands"] if hand["side"] == "german"
    ]

    said = Planner().answer(replace(moved, view={**moved.view, "hands": weak}), Random(1))

    assert said.startswith("redraw ")
    assert Planner().answer(moved, Random(1)) == "done"


def test_hits_are_paid_with_cards_that_are_good_for_nothing_more(game: referee.Game) -> None:
    rules, *_ = look(game)
    hand = Hand(rules.theatre, "german", 1, (1, 27, 39, 51))

    assert sorted(hand.cards, key=hand.price) == [39, 27, 51, 1]
    later = Hand(rules.theatre, "german", 5, (27, 39))
    assert sorted(later.cards, key=later.price) == [27, 39], "gas has come into use"


@pytest.mark.sample(3)
@pytest.mark.parametrize("scenario", ["ttlm 1914", "ttlm 1918", "aac campaign"])
def test_a_war_that_it_plays_against_itself_holds_when_it_is_judged_again(scenario: str) -> None:
    """A letter that is none of the orders that were shown breaks the war off."""
    pack, name = scenario.split()
    rules = rulesets.bind(pack, name, {}).rules
    assert isinstance(rules, GreatWar)
    asked: set[str] = set()
    for before, order, events, _ in islice(bots.steps(rules, 3, "planner", HASTE), ORDERS):
        assert machine.audit(rules, before, order, events).agrees
        asked.update(prompt.question for prompt in rules.prompts(before) if order is not None)

    assert asked >= {"offensive", "movement"}
