"""Morale: what calls for a test, and the three failures."""

from collections.abc import Iterator
from typing import Literal

from referee.engine.dice import Dice
from referee.engine.purposes import state_purpose
from referee.systems.skirmish.combat import pinning
from referee.systems.skirmish.combat.purposes import Throw
from referee.systems.skirmish.events.course import EventRecorder
from referee.systems.skirmish.facts import geometry, visibility
from referee.systems.skirmish.state.position import Dead, Figure, Flames, Position, Token
from referee.systems.skirmish.state.table import Table
from schemas.skirmish.close_events import MarkerAdded, MoraleTested, UnitDispersed

Cause = Literal["dead", "leader", "tank", "flames"]

DISPERSES = 3
"""The failure after which a unit runs."""


def tests(course: EventRecorder, dice: Dice) -> None:
    """Every unit takes the tests that are due; one that has run takes no more."""
    for unit in list(course.position.units):
        for cause in tuple(due(course.table, course.position, unit)):
            if course.position.units[unit].dispersed:
                break
            take_test(course, unit, cause, dice)


def due(table: Table, position: Position, unit: str) -> Iterator[Cause]:
    """The tests that a unit has to take."""
    left = any(True for _ in position.members(unit))
    causes = tuple(_causes(table, position, unit)) if left else ()
    yield from causes[:1] if table.parameters.morale.tests == "one-per-turn" else causes


def _causes(table: Table, position: Position, unit: str) -> Iterator[Cause]:
    rules, side = table.parameters.morale, position.units[unit].side
    for dead in position.dead:
        if dead.unit == unit:
            yield "dead"
    leaders = sum(_is_mourned(table, position, unit, dead) for dead in position.dead)
    for _ in range(leaders if rules.per_leader else min(leaders, 1)):
        yield "leader"
    members = tuple(position.members(unit))
    enemies = (token for token in position.tokens.values() if token.side != side)
    tanks = sum(_threatens(rules.tank_within, token, members) for token in enemies)
    for _ in range(tanks if rules.per_tank else min(tanks, 1)):
        yield "tank"
    if any(_is_scorched(table, flames, members) for flames in position.flames):
        yield "flames"


def _threatens(reach: int, token: Token, members: tuple[Figure, ...]) -> bool:
    near = any(geometry.within(token.at, one.at, reach) for one in members)
    return near and (token.shooting or _comes(token.before, token.at, members))


def _is_mourned(table: Table, position: Position, unit: str, dead: Dead) -> bool:
    """Whether a unit tests for a leader who died near it; its own dead count already."""
    leader = dead.role in {"platoon-commander", "squad-leader"}
    if not leader or dead.unit == unit or dead.side != position.units[unit].side:
        return False
    reach = table.parameters.morale.leader_within
    return any(geometry.within(one.at, dead.at, reach) for one in position.members(unit))


def _comes(before: geometry.Spot, after: geometry.Spot, members: tuple[Figure, ...]) -> bool:
    gaps = [min(geometry.square(spot, one.at) for one in members) for spot in (before, after)]
    return gaps[1] < gaps[0]


def _is_scorched(table: Table, flames: Flames, members: tuple[Figure, ...]) -> bool:
    rules = table.parameters.morale
    if not members or flames.side == members[0].side:
        return False
    end = flames.at if rules.flames_from == "firer" else flames.to
    return any(geometry.near_line(one.at, flames.at, end, rules.flames_within) for one in members)


def need(table: Table, position: Position, unit: str) -> int:
    """What a morale test of a unit needs."""
    troop = table.troops[table.units[unit].quality]
    if troop.morale_advancing is not None and advancing(table, position, unit):
        return troop.morale_advancing
    if troop.morale_defending is not None and defending(table, position, unit):
        return troop.morale_defending
    return troop.morale


def advancing(table: Table, position: Position, unit: str) -> bool:
    """Whether more than so many of a unit's figures moved and came nearer to the enemy."""
    members = tuple(position.members(unit))
    coming = sum(one.advanced for one in members)
    return coming * 100 > len(members) * table.parameters.morale.advance_percent


def defending(table: Table, position: Position, unit: str) -> bool:
    """Whether at least so many of a unit's figures are in trenches or buildings, and it does not advance."""
    members = tuple(position.members(unit))
    inside = sum(bool(visibility.grounds(table, one.at, visibility.WORKS)) for one in members)
    enough = inside * 100 >= len(members) * table.parameters.morale.defend_percent
    return enough and not advancing(table, position, unit)


def take_test(course: EventRecorder, unit: str, cause: Cause, dice: Dice) -> None:
    """Let a unit take one test, and mark its failure."""
    side, needed = course.position.units[unit].side, need(course.table, course.position, unit)
    roll = dice.throw(state_purpose(Throw.MORALE, needed=needed), 1, needed=0, owner=side)
    passed = roll.faces[0] >= needed
    course.add(MoraleTested(side=side, unit=unit, cause=cause, need=needed, passed=passed, rolls=(roll,)))
    if not passed:
        fail(course, unit)


def fail(course: EventRecorder, unit: str) -> None:
    """One more failure of a unit."""
    before = course.position.units[unit]
    course.add(MarkerAdded(side=before.side, unit=unit, markers=before.markers + 1))
    if before.markers + 1 >= DISPERSES:
        course.add(UnitDispersed(side=before.side, unit=unit))
    elif before.markers + 1 == DISPERSES - 1:
        for figure in list(course.position.members(unit)):
            pinning.pin(course, figure.id, 1)
