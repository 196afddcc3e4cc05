"""Where a figure may begin, and where it does."""

from typing import Any

import pytest
from msgspec.structs import replace

from referee.systems.skirmish.events.evolution import EventRecorder
from referee.systems.skirmish.movement import movement
from referee.systems.skirmish.state.position import Plan
from schemas.skirmish.events import FigurePlaced
from schemas.skirmish.names import Spot
from schemas.skirmish.orders import Deploy
from tests.skirmish.test_positions import agreed
from tests.skirmish.test_scripted_choices import MAN, ONE, position

TWO = "br-s1-2"
FAR = (2600, 1300)
"""A place that is not in the zone of the British."""


def put(at: Spot, posture: Any = "open", figure: str = ONE) -> Deploy:
    return Deploy(side="british", figure=figure, at=at, posture=posture)


CASES: dict[str, tuple[Deploy, Spot, Spot, tuple[Deploy, ...], list[str]]] = {
    "in the zone": (put((2000, 300)), (2600, 300), (2800, 300), (), []),
    "out of the zone": (put(FAR), (2600, 300), (2800, 300), (), ["outside-zone"]),
    "where he stands, out of the zone": (put(FAR), FAR, (2800, 300), (), []),
    "off the table": (put((2000, -1)), (2600, 300), (2800, 300), (), ["off-table"]),
    "hidden in the open": (put((2000, 300), "hidden"), (2600, 300), (2800, 300), (), ["no-hiding-place"]),
    "watching in the open": (put((2000, 300), "observe"), (2600, 300), (2800, 300), (), ["no-hiding-place"]),
    "lying in the open": (put((2000, 300), "prone"), (2600, 300), (2800, 300), (), []),
    "in touch with another": (put((2000, 300)), (2600, 300), (2100, 300), (), []),
    "upon another": (put((2000, 300)), (2600, 300), (2099, 300), (), ["deployed-too-close"]),
    "where another leaves": (
        put((2000, 300)), (2600, 300), (2099, 300), (put((2500, 300), figure=TWO),), [],
    ),
    "where another comes": (
        put((2000, 300)), (2600, 300), (2800, 300), (put((2050, 300), figure=TWO),), ["deployed-too-close"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("order", "at", "other", "plots", "codes"), CASES.values(), ids=CASES)
def test_objections_to_a_deployment(
    order: Deploy, at: Spot, other: Spot, plots: tuple[Deploy, ...], codes: list[str]
) -> None:
    rules = agreed()
    state = position(rules, "deployment", {ONE: MAN | {"at": at}, TWO: MAN | {"at": other}}, {})
    state = replace(state, plans={"british": Plan(plots)})

    assert [one.fact.code for one in movement.deployment_objections(rules.table, state, order)] == codes


NEAR, AWAY = MAN | {"at": (2100, 300)}, MAN | {"at": (2101, 300)}
PLACED: dict[str, tuple[dict[str, dict[str, Any]], list[tuple[str, Spot]]]] = {
    "clear of all enemies": ({"ge-g1-1": AWAY, "ge-g1-2": AWAY}, [(ONE, (2000, 300))]),
    "in touch with one of them": ({"ge-g1-1": NEAR, "ge-g1-2": AWAY}, []),
    "in touch with one who is gone": (
        {"ge-g1-1": NEAR | {"status": "killed"}, "ge-g1-2": AWAY},
        [(ONE, (2000, 300))],
    ),
    "in touch with a friend": ({TWO: NEAR, "ge-g1-1": AWAY}, [(ONE, (2000, 300))]),
    "where there is no enemy": ({}, [(ONE, (2000, 300))]),
}


@pytest.mark.parametrize(("others", "placed"), PLACED.values(), ids=PLACED)
def test_a_figure_begins_where_its_side_said_unless_it_would_touch_an_enemy(
    others: dict[str, dict[str, Any]], placed: list[tuple[str, Spot]]
) -> None:
    rules = agreed()
    state = position(rules, "deployment", {ONE: MAN, **others}, {})
    course = EventRecorder(rules.table, replace(state, plans={"british": Plan((put((2000, 300)),))}), str)

    movement.place(course)

    assert [(one.figure, one.at) for one in course.events if isinstance(one, FigurePlaced)] == placed


def test_both_sides_begin_where_they_said_in_the_posture_they_said() -> None:
    rules = agreed()
    foe = Deploy(side="german", figure="ge-g1-1", at=(2000, 2900), posture="prone")
    state = position(rules, "deployment", {ONE: MAN, foe.figure: MAN | {"at": (2600, 2900)}}, {})
    plans = {"british": Plan((put((2000, 300)),)), "german": Plan((foe,))}
    course = EventRecorder(rules.table, replace(state, plans=plans), str)

    movement.place(course)

    assert [(one.id, one.at, one.posture) for one in course.position.figures.values() if one.active] == [
        (ONE, (2000, 300), "open"),
        (foe.figure, (2000, 2900), "prone"),
    ]
