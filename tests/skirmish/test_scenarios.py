"""What a scenario brings of its own: what moves without orders, what is paid for, and who has won."""

import random
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from referee.engine import machine
from referee.packs import loading
from referee.systems.skirmish import season
from referee.systems.skirmish.narrative import score
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import Position
from schemas.skirmish.events import GameEnded, Scored, SkirmishEvent, TokenMoved
from schemas.skirmish.orders import Done
from schemas.skirmish.pack import Pack, Reward, TokenEntry, TokenStep
from schemas.skirmish.view import View
from tests.loose_dice import LooseDice
from tests.skirmish.test_scripted_choices import elsewhere, position
from tests.systems import language_of, system_of

INSIDE = Reward(
    title="in the crater", points=5, when="turn-end", test="inside", side="british", terrain="c-mine"
)
FIGURES = Reward(title="men", points=1, when="game-end", test="figures", side="german", statuses=("killed",))
DISPERSED = Reward(title="units", points=3, when="game-end", test="dispersed-units", side="german")
LOST = DISPERSED.replace(test="lost-units", kinds=("section",))
NEVER = Reward(title="out", points=2, when="game-end", test="never-inside", side="german", terrain="c-mine")
THERE = (1800, 1600)


def changed(state: Position, figures: Mapping[str, Mapping[str, Any]]) -> Position:
    for id, changes in figures.items():
        state = state.with_figure(replace(state.figures[id], **changes))
    return state


GROUP = {f"ge-g1-{number}": {"status": "killed"} for number in range(1, 7)}


@pytest.mark.parametrize(
    ("reward", "figures", "times"),
    [
        (INSIDE, {}, 0),
        (INSIDE, {"br-s1-1": {"at": THERE}}, 1),
        (INSIDE, {"br-s1-1": {"at": THERE}, "br-s1-2": {"at": THERE}}, 1),
        (INSIDE, {"br-s1-1": {"at": THERE, "pins": 1}}, 0),
        (INSIDE, {"br-s1-1": {"at": THERE, "status": "killed"}}, 0),
        (INSIDE, {"ge-g1-1": {"at": THERE}}, 0),
        (INSIDE.replace(at_least=2), {"br-s1-1": {"at": THERE}}, 0),
        (INSIDE.replace(at_least=2), {"br-s1-1": {"at": THERE}, "br-s2-1": {"at": (1500, 1300)}}, 1),
        (FIGURES, {}, 0),
        (FIGURES, {"ge-g1-1": {"status": "killed"}, "ge-g2-1": {"status": "killed"}}, 2),
        (FIGURES, {"ge-g1-1": {"status": "surrendered"}, "br-s1-1": {"status": "killed"}}, 0),
        (LOST, GROUP, 1),
        (LOST, dict(list(GROUP.items())[1:]), 0),
        (LOST, {"ge-hq-1": {"status": "killed"}}, 0),
        (LOST.replace(kinds=("command",)), {"ge-hq-1": {"status": "killed"}}, 1),
        (DISPERSED, GROUP, 0),
        (NEVER, {}, 1),
    ],
)  # fmt: skip
def test_points_are_paid_as_often_as_they_are_due(
    reward: Reward, figures: Mapping[str, Mapping[str, Any]], times: int
) -> None:
    rules = elsewhere(victory={"british": (reward,)})

    assert season.count_points(rules.table, changed(rules.start(), figures), reward) == times


def test_a_dispersed_unit_counts_while_its_men_stand() -> None:
    rules = elsewhere()
    state = rules.start()
    gone = state.with_unit(replace(state.units["ge-g2"], dispersed=True))

    assert season.count_points(rules.table, gone, DISPERSED) == 1
    assert season.count_points(rules.table, gone, LOST) == 0


def turns(rules: Skirmish, state: Position, number: int) -> list[SkirmishEvent]:
    """What happens in so many turns without orders."""
    dice, happened = LooseDice(random.Random(1)), list[SkirmishEvent]()
    state, events = machine.run_on(rules, state, dice)
    while state.turn <= number and (asked := rules.prompts(state)):
        for prompt in asked:
            state, verdict = machine.play(rules, state, Done(side=prompt.side), dice)
            happened += getattr(verdict, "events", ())
    return [*events, *happened]


def test_points_of_a_turn_are_paid_once_and_not_before_its_end() -> None:
    rules = elsewhere(victory={"british": (INSIDE, FIGURES.replace(test="never-inside", terrain="c-mine"))})
    state = changed(rules.start(), {"br-s1-1": {"at": THERE}})
    events = turns(rules, state, 6)
    paid = [(event.rule, event.points) for event in events if isinstance(event, Scored)]

    assert paid == [(0, 5), (1, 1)]
    ended = [number for number, event in enumerate(events) if event.type == "turn-ended"]
    assert next(number for number, event in enumerate(events) if isinstance(event, Scored)) == ended[0] - 1


@pytest.mark.parametrize(
    ("viewer", "told"), [("british", "2 or more"), ("german", "2"), ("referee", "2, paid")]
)
def test_points_that_were_paid_at_the_end_are_those_of_all_figures(viewer: str, told: str) -> None:
    rules = elsewhere(victory={"british": (FIGURES,)})
    men: dict[str, dict[str, object]] = {"ge-g1-3": {}}
    foes = {"c01": {"status": "killed"}, "c02": {"status": "killed"}}
    state = changed(rules.start(), {"ge-g1-1": {"status": "killed"}, "ge-g1-2": {"status": "killed"}})
    known = position(rules, "over", men, foes).known
    state = replace(state, phase="over", known=known, rewarded=frozenset({("british", 0)}))

    view = system_of(rules).secrecy.view(state, viewer)
    assert isinstance(view, View)
    ((sentence,),) = score.brief_victory(language_of(rules), view)

    assert f"British 1, men ({told})" in sentence.text


@pytest.mark.parametrize(
    ("margin", "winner"), [(0, "british"), (1, "british"), (5, "british"), (6, None), (99, None)]
)
def test_a_side_wins_that_is_ahead_by_the_margin(margin: int, winner: str | None) -> None:
    for side, enemy in (("british", "german"), ("german", "british")):
        one = NEVER.replace(points=5, side="british")
        rules = elsewhere(victory={side: (one,), enemy: ()}, draw_margin=margin, turns=1)
        (end,) = (event for event in turns(rules, rules.start(), 1) if isinstance(event, GameEnded))

        assert end.winner == (winner and side)
        assert sorted(end.points) == [0, 5]


def test_equal_points_are_a_draw() -> None:
    rules = elsewhere(victory={}, draw_margin=0, turns=1)
    (end,) = (event for event in turns(rules, rules.start(), 1) if isinstance(event, GameEnded))

    assert (end.winner, end.points, end.reason) == (None, (0, 0), "last-turn")


def test_token_moves_as_the_scenario_says() -> None:
    tank = TokenEntry(
        id="tank",
        side="german",
        at=(1800, 3000),
        steps=(TokenStep(turn=1, at=(1800, 2600)), TokenStep(turn=3, at=(1800, 2000), shooting=True)),
    )
    rules = elsewhere(tokens=(tank, tank.replace(id="car", steps=())))
    events = turns(rules, rules.start(), 4)
    opened = [event for event in events if event.type in {"turn-opened", "token-moved"}]

    assert [event.type for event in opened] == [
        "turn-opened", "token-moved", "turn-opened", "turn-opened", "token-moved", "turn-opened",
        "turn-opened",
    ]  # fmt: skip
    assert [event for event in opened if isinstance(event, TokenMoved)] == [
        TokenMoved(id="tank", at=(1800, 2600)),
        TokenMoved(id="tank", at=(1800, 2000), shooting=True),
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("deploy br-s1-1 at 1,1", []),
        ("deploy br-s1-1 at 1,6", []),
        ("deploy br-s1-1 at 1,6.01", ["1.00,6.01 is outside your zone"]),
        ("deploy br-s1-1 at 37,1", ["37.00,1.00 is not on the table"]),
        ("deploy br-s1-1 at 8,5", ["8.00,5.00 is 0.00 inches from br-s1-2"]),
        ("deploy br-s1-1 at 10,4 hidden", ["there is no trench or building at 10.00,4.00"]),
        ("deploy br-s1-1 at 10,4 open", []),
    ],
)
def test_deployment_is_refused_with_its_objections(line: str, told: list[str]) -> None:
    rules = elsewhere()
    state, _ = machine.run_on(rules, rules.start(), LooseDice(random.Random(1)))
    (order,) = system_of(rules).notation.read(state, "british", line)

    assert [
        str(language_of(rules).word(one)).partition(" (")[0] for one in rules.objections(state, order)
    ] == told


def test_refused_deployment_names_the_zone_of_its_side() -> None:
    """The zone stood in the scenario alone."""
    rules = elsewhere()
    state, _ = machine.run_on(rules, rules.start(), LooseDice(random.Random(1)))
    (order,) = system_of(rules).notation.read(state, "british", "deploy br-s1-1 at 1,6.01")
    ((objection,),) = (tuple(rules.objections(state, order)),)

    assert language_of(rules).word(objection).remedy == "deploy inside it: 0-36,0-6"


def test_zone_of_ground_has_the_names_of_the_ground() -> None:
    pack = loading.load("skirmish").pack
    assert isinstance(pack, Pack)

    assert language_of(Skirmish(pack, "dawn-sap")).list_zones("german").endswith(" or the farm 8-14,18-23")


def test_path_off_the_table_has_one_reason_for_a_whole_section() -> None:
    rules = elsewhere()
    state = replace(rules.start(), phase="plotting", turn=1)
    (order,) = system_of(rules).notation.read(state, "british", "section 1 rush to 12,40")
    objections = [dict(one.parameters) for one in rules.objections(state, order)]

    assert sorted(str(one.pop("figure")) for one in objections) == [
        f"br-s1-{number}" for number in range(1, 7)
    ]
    assert objections == [{"width": 3600, "depth": 3200}] * 6
