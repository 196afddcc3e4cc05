"""Pinning: markers, lying down, and the free move away from an enemy close by."""

from referee.systems.skirmish.events.course import EventRecorder
from referee.systems.skirmish.facts import geometry, walking
from referee.systems.skirmish.facts.motivation import leaders
from referee.systems.skirmish.state.position import Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.skirmish.close_events import FellBack, Killed, Pinned
from schemas.skirmish.events import Mark
from schemas.skirmish.words import Spot


def pin(course: EventRecorder, figure: str, pins: int) -> None:
    """Pin a figure, which may fall back at once."""
    course.add(Pinned(side=course.figure(figure).side, figure=figure, pins=pins))
    frighten(course, course.figure(figure))


def frighten(course: EventRecorder, figure: Figure) -> None:
    """Let a pinned figure fall back when an enemy is near, where it need not wait for its activation."""
    if course.table.parameters.pins.fall_back_timing == "on-trigger":
        fall_back(course, figure)


def waits(table: Table, position: Position, unit: str) -> bool:
    """Whether pinned figures of a unit wait for its activation to fall back."""
    return table.parameters.pins.fall_back_timing == "own-activation" and any(
        one.pins and not one.fell_back and _close_by(table, position, one) and _wishes(table, position, one)
        for one in position.members(unit)
    )


def suffer(course: EventRecorder, marks: tuple[Mark, ...]) -> None:
    """Let the effects of dice happen; who fell already suffers no more."""
    for mark in marks:
        figure = course.figure(mark.figure)
        if not figure.active:
            continue
        if mark.effect == "kill":
            course.add(Killed(side=figure.side, figure=figure.id, at=figure.at))
        elif mark.effect == "pin":
            pin(course, figure.id, mark.pins)


def fall_back(course: EventRecorder, figure: Figure) -> None:
    """The free move of a pinned figure, if its unit's standing order asks for it."""
    table, position = course.table, course.position
    enemies = _close_by(table, position, figure)
    if not enemies or not figure.pins or figure.fell_back or position.in_melee(figure.id):
        return
    if not _wishes(table, position, figure):
        return
    nearest = min(enemies, key=lambda spot: geometry.square(spot, figure.at))
    way = table.parameters.pins.fall_back
    goal = keep_on(table, figure.at, away(figure.at, nearest, way))
    found = walking.walk(table, position, figure, (goal,), way)
    if found.end == figure.at or any(_nearer(spot, figure.at, found.end) for spot in enemies):
        return
    course.add(FellBack(side=figure.side, figure=figure.id, at=found.end))


def _close_by(table: Table, position: Position, figure: Figure) -> list[Spot]:
    """The enemies that its side sees near enough to fall back from."""
    reach = table.parameters.pins.enemy_within
    return [spot for spot in position.seen_spots(figure.side) if geometry.within(spot, figure.at, reach)]


def _wishes(table: Table, position: Position, figure: Figure) -> bool:
    reaction = position.units[figure.unit].reaction
    match reaction.fall_back if reaction is not None else "never":
        case "always":
            return True
        case "never":
            return False
        case "if-leaderless":
            return not any(True for _ in leaders(table, position, figure))


def _nearer(spot: Spot, before: Spot, after: Spot) -> bool:
    return geometry.square(spot, after) < geometry.square(spot, before)


def away(at: Spot, enemy: Spot, way: int) -> Spot:
    """The place so far straight away from an enemy."""
    whole = geometry.length(enemy, at) or 1.0
    return at[0] + int((at[0] - enemy[0]) * way / whole), at[1] + int((at[1] - enemy[1]) * way / whole)


def keep_on(table: Table, at: Spot, goal: Spot) -> Spot:
    """The goal, or where the way to it leaves the table."""
    distance = geometry.length(at, goal)
    while distance > 0 and not table.on_table(geometry.towards(at, goal, distance)):
        distance -= 1
    return geometry.towards(at, goal, distance)
