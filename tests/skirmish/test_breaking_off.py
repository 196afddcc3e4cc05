"""What speaks against leaving a melee, and what came between an order and its figure since it was written."""

from typing import Any

import pytest
from msgspec.structs import replace

from referee.engine.dice import NoDice, WrittenDice
from referee.systems.skirmish.events.evolution import EventRecorder
from referee.systems.skirmish.movement import activation, movement
from referee.systems.skirmish.state.position import Melee, Plan
from schemas.skirmish.events import FigureMoved, OrderDropped, SkirmishEvent, UnitActivated
from schemas.skirmish.names import Spot
from schemas.skirmish.orders import BreakOff, Move
from tests.skirmish.test_positions import agreed
from tests.skirmish.test_scripted_choices import MAN, ONE, position

ENEMY, TWO = "ge-g1-1", "br-s1-2"
AT, BACK = (2600, 600), (2600, 300)
FIGHTS = MAN | {"at": AT, "start": AT, "role": "squad-leader", "was_fighting": True}
FOES: dict[str, dict[str, Any]] = {"c01": {"at": (2600, 700)}, "c02": {"at": (1500, 2500)}}
"""One enemy in touch, and one far away."""
GRIPPED = (Melee("british", ONE, "B1", ENEMY, "c01"),)


def leave(*path: Spot, figure: str = ONE) -> BreakOff:
    return BreakOff(side="british", figure=figure, path=path)


Change = dict[str, Any]
CASES: dict[str, tuple[BreakOff, Change, list[str]]] = {
    "a clear way": (leave(BACK), {}, []),
    "a way just out of touch": (leave((2600, 599)), {}, []),
    "a way that stays in touch": (leave(AT), {}, ["stays-in-touch"]),
    "a way to another enemy": (leave((1500, 2400)), {}, ["stays-in-touch"]),
    "a way off the table": (leave((2600, -1)), {}, ["path-off-table"]),
    "a way over wire": (leave((2000, 600), (2000, 1000)), {}, []),
    "a way over wire that only a rush crosses": (
        leave((2000, 600), (2000, 1000)),
        {"agreed": {"movement__wire_modes": "rush"}},
        ["path-over-wire"],
    ),
    "no melee": (leave(BACK), {"melees": ()}, ["not-in-melee"]),
    "no round": (leave(BACK), {"man": {"was_fighting": False}}, ["no-round-fought"]),
    "a pin": (leave(BACK), {"man": {"pins": 1}}, ["pinned-in-melee"]),
    "nobody who leads him": (leave(BACK), {"man": {"role": "trooper"}}, ["no-leader-left"]),
    "a move that is written": (
        leave(BACK),
        {"plots": (Move(side="british", figures=(TWO, ONE), mode="rush", path=(BACK,)),)},
        ["has-its-move"],
    ),
    "a leave that is written": (leave(BACK), {"plots": (leave(BACK),)}, ["has-its-move"]),
    "that of another": (leave(BACK), {"plots": (leave(BACK, figure=TWO),)}, []),
    "a man of the enemy": (leave(BACK, figure=ENEMY), {}, ["not-your-figure"]),
    "a man who is dead": (leave(BACK, figure=TWO), {}, ["out-of-play"]),
}


@pytest.mark.parametrize(("order", "change", "codes"), CASES.values(), ids=CASES)
def test_objections_to_breaking_off(order: BreakOff, change: Change, codes: list[str]) -> None:
    rules = agreed(**change.get("agreed", {}))
    men = {ONE: FIGHTS | change.get("man", {}), ENEMY: {"at": (2600, 700)}}
    state = replace(
        position(rules, "plotting", men, FOES),
        melees=change.get("melees", GRIPPED),
        plans={"british": Plan(change.get("plots", ()))},
    )

    assert [one.fact.code for one in movement.break_off_objections(rules.table, state, order)] == codes


def test_option_allows_a_figure_to_break_off_and_stay_in_contact() -> None:
    rules = agreed(hand_to_hand__break_off_clear="false")
    men = {ONE: FIGHTS, ENEMY: {"at": (2600, 700)}}
    state = replace(position(rules, "plotting", men, FOES), melees=GRIPPED)

    assert list(movement.break_off_objections(rules.table, state, leave(AT))) == []


def walk(**more: Any) -> Move:
    return Move(side="british", figures=(ONE,), mode="manoeuvre", path=(BACK,)).replace(**more)


FREE = FIGHTS | {"was_fighting": False}
CAME: dict[str, tuple[Move | BreakOff, dict[str, Any], tuple[Melee, ...], list[str]]] = {
    "nothing": (walk(), FREE, (), []),
    "his death": (walk(), FREE | {"status": "killed"}, (), ["takes-no-part"]),
    "his death in a melee": (leave(BACK), FIGHTS | {"status": "killed"}, GRIPPED, ["takes-no-part"]),
    "an enemy in touch": (walk(), FREE, GRIPPED, ["was-contacted"]),
    "the end of his melee": (leave(BACK), FIGHTS, (), ["not-in-melee"]),
    "nothing, in a melee": (leave(BACK), FIGHTS, GRIPPED, []),
    "the death of his leader": (walk(), FREE | {"role": "trooper"}, (), ["no-leader-left"]),
    "a pin": (walk(), FREE | {"pins": 1}, (), []),
    "a pin before contact": (walk(contact="c02"), FREE | {"pins": 1}, (), ["pinned-before-contact"]),
    "an enemy and a pin": (
        walk(contact="c02"),
        FREE | {"pins": 1, "role": "trooper"},
        GRIPPED,
        ["was-contacted", "no-leader-left", "pinned-before-contact"],
    ),
}


@pytest.mark.parametrize(("order", "man", "melees", "codes"), CAME.values(), ids=CAME)
def test_objections_that_arose_since_an_order_was_written(
    order: Move | BreakOff, man: dict[str, Any], melees: tuple[Melee, ...], codes: list[str]
) -> None:
    rules = agreed()
    state = replace(position(rules, "movement", {ONE: man}, FOES), melees=melees)

    found = activation._prevent(rules.table, state, state, order, state.figures[ONE])

    assert [one.fact.code for one in found] == codes


LEFT: dict[str, tuple[Spot, dict[str, dict[str, Any]], list[object]]] = {
    "as far as he wishes": (BACK, {}, ["broke-off", "melee-ended", BACK]),
    "as far as he comes": ((2600, -100), {}, ["broke-off", "melee-ended", (2600, 0)]),
    "nowhere, if that is where he stands": (AT, {}, ["no-way-out"]),
    "to where another enemy lets him": (
        BACK,
        {"ge-g1-2": {"at": (2600, 250)}},
        ["broke-off", "melee-ended", (2600, 352), "sighted"],
    ),
    "nowhere, if he stays in touch": ((2590, 601), {}, ["no-way-out"]),
    "nowhere, if another enemy stands behind him": (BACK, {"ge-g1-2": {"at": (2600, 500)}}, ["no-way-out"]),
}


@pytest.mark.parametrize(("to", "others", "events"), LEFT.values(), ids=LEFT)
def test_break_off_ends_at_the_expected_place(
    to: Spot, others: dict[str, dict[str, Any]], events: list[object]
) -> None:
    rules = agreed()
    state = position(rules, "movement", {ONE: FIGHTS, ENEMY: {"at": (2600, 700)}, **others}, FOES)
    course = EventRecorder(rules.table, replace(state, melees=GRIPPED), str)

    activation._break_off(course, course.figure(ONE), (to,), 600, NoDice())

    assert [tell(event) for event in course.events] == events


@pytest.mark.parametrize(
    ("face", "events"), [(3, ["failed-to-break-off"]), (4, ["broke-off", "melee-ended", BACK])]
)
def test_option_makes_breaking_off_depend_on_dice(face: int, events: list[object]) -> None:
    rules = agreed(hand_to_hand__break_off_need="4")
    state = position(rules, "movement", {ONE: FIGHTS, ENEMY: {"at": (2600, 700)}}, FOES)
    course = EventRecorder(rules.table, replace(state, melees=GRIPPED), str)

    activation._break_off(course, course.figure(ONE), (BACK,), 600, WrittenDice([face]))

    thrown, *rest = course.events
    assert isinstance(thrown, UnitActivated)
    assert (thrown.unit, [(roll.faces, roll.needed) for roll in thrown.rolls]) == ("br-s1", [((face,), 0)])
    assert [tell(event) for event in rest] == events
    assert [event.part for event in rest if isinstance(event, OrderDropped)] == [False] * (face == 3)


def tell(event: SkirmishEvent) -> object:
    """Where a figure came to, why an order was dropped, or what happened else."""
    match event:
        case FigureMoved(path=path):
            return path[-1]
        case OrderDropped(fact=fact):
            return fact
        case _:
            return event.type
