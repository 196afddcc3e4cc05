"""Rallying: losing morale markers, and losing pins."""

from referee.engine.dice import Dice
from referee.engine.purposes import state_purpose
from referee.systems.skirmish.combat import morale
from referee.systems.skirmish.events.course import EventRecorder
from referee.systems.skirmish.facts.motivation import is_motivated
from referee.systems.skirmish.season.purposes import Throw
from referee.systems.skirmish.state.position import Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.skirmish.close_events import UnitRallied, Unpinned


def rally_all(course: EventRecorder, dice: Dice) -> None:
    """Every unit that may and wishes to tries to lose one marker."""
    for unit in list(course.position.units):
        if may_rally(course.table, course.position, unit):
            rally(course, unit, dice)


def may_rally(table: Table, position: Position, id: str) -> bool:
    """Whether a unit tries to rally: it has a marker, none of it moved, and its player did not say no."""
    unit, members = position.units[id], tuple(position.members(id))
    wishes = unit.closing is None or unit.closing.rally
    late = unit.failed and not table.parameters.rallying.after_failure_same_turn
    moved = any(one.moved for one in members)
    return bool(members) and unit.markers > 0 and wishes and not moved and not late


def rally(course: EventRecorder, id: str, dice: Dice) -> None:
    """Let a unit try to lose one marker."""
    unit, needed = course.position.units[id], course.table.troops[course.table.units[id].quality].rally
    roll = dice.throw(state_purpose(Throw.RALLYING, needed=needed), 1, needed=0, owner=unit.side)
    success = roll.faces[0] >= needed
    markers = unit.markers - success
    course.add(UnitRallied(side=unit.side, unit=id, need=needed, markers=markers, rolls=(roll,)))
    if not success and course.table.parameters.rallying.failure_adds_marker:
        morale.fail(course, id)


def unpin_all(course: EventRecorder, dice: Dice) -> None:
    """Every pinned figure that is motivated rolls the dice of its class."""
    for figure in list(course.position.figures.values()):
        if may_unpin(course.table, course.position, figure):
            unpin(course, figure, dice)


def may_unpin(table: Table, position: Position, figure: Figure) -> bool:
    """Whether a figure tries to lose pins."""
    closing = position.units[figure.unit].closing
    wishes = closing is None or closing.unpin
    return figure.active and figure.pins > 0 and wishes and is_motivated(table, position, figure)


def unpin(course: EventRecorder, figure: Figure, dice: Dice) -> None:
    """Let a figure try to lose pins."""
    rules, count = course.table.parameters.rallying, course.table.troop(figure).unpin
    if not count:
        return
    purpose = state_purpose(Throw.LOSING_PINS, needed=rules.unpin_need)
    roll = dice.throw(purpose, count, needed=0, owner=figure.side)
    hits = sum(face >= rules.unpin_need for face in roll.faces)
    removed = min(figure.pins, hits if rules.unpin_per_die else min(hits, 1))
    course.add(
        Unpinned(side=figure.side, figure=figure.id, need=rules.unpin_need, removed=removed, rolls=(roll,))
    )
