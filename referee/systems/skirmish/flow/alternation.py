"""Live alternation: where a pack says so, the sides order and move one unit each by turns."""

from collections.abc import Iterator

from referee.engine.dice import Dice
from referee.engine.facts import Objection, refuse
from referee.systems.skirmish.combat import artillery
from referee.systems.skirmish.events import plotting
from referee.systems.skirmish.events.course import EventRecorder
from referee.systems.skirmish.flow.refusals import Refusal
from referee.systems.skirmish.movement import activation
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish.clauses import Clause
from schemas.skirmish.events import ActivationEnded
from schemas.skirmish.orders import Plot


def live(table: Table) -> bool:
    """Whether units are ordered one at a time."""
    return table.parameters.turns.alternation == "live"


def list_asked(table: Table, position: Position) -> tuple[Side, ...]:
    """The side whose turn it is to move a unit; none once both have passed, or moved all they have."""
    first = position.first or table.sides[0]
    other = position.other(first)
    waiting = [side for side in (first, other) if _waits(position, side)]
    if len(waiting) < 2:
        return tuple(waiting)
    return (other,) if _move(position, first) > _move(position, other) else (first,)


def _waits(position: Position, side: Side) -> bool:
    return side not in position.passed and any(
        not unit.activated and any(True for _ in position.members(unit.id))
        for unit in position.units.values()
        if unit.side == side
    )


def _move(position: Position, side: Side) -> int:
    return sum(unit.activated for unit in position.units.values() if unit.side == side)


def objections(table: Table, position: Position, order: Plot) -> Iterator[Objection]:
    """What speaks against a movement order because of the units that have moved, or are about to."""
    if not live(table) or position.phase != "plotting":
        return
    units = {position.figures[id].unit for id in plotting.figures_of(order) if id in position.figures}
    written = _units(position, order.side)
    for unit in sorted(units):
        # Whether a unit of the enemy has moved is not this side's to know.
        if position.units[unit].side == order.side and position.units[unit].activated:
            yield refuse(Clause.ACTIVATED_ONCE, Refusal.UNIT_HAS_MOVED, unit=unit)
        elif written and unit not in written:
            yield refuse(Clause.ACTIVATED_ONCE, Refusal.ONE_UNIT_AT_A_TIME, unit=written[0])


def _units(position: Position, side: Side) -> tuple[str, ...]:
    """The units that a side has written orders for."""
    ids = (id for plot in position.plan(side).plots for id in plotting.figures_of(plot))
    return tuple(dict.fromkeys(position.figures[id].unit for id in ids))


def activate(course: EventRecorder, dice: Dice) -> bool:
    """Let the unit that was ordered move, or its side pass; gives whether no unit is left to move."""
    for side in course.table.sides:
        if not course.position.plan(side).closed:
            continue
        artillery.call(course, side)
        units = _units(course.position, side)
        for unit in units[:1]:
            activation.activate(course, unit, dice)
        course.add(ActivationEnded(side=side, passed=not units))
    return not list_asked(course.table, course.position)
