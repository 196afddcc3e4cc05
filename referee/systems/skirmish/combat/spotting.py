"""Spotting: automatic sightings, spotting rolls, and the units that learn of them."""

from typing import Literal

from msgspec import convert
from msgspec.structs import replace

from referee.engine.dice import Dice, state_purpose
from referee.engine.facts import Objection, Objections, refuse
from referee.systems.skirmish.combat.refusals import Refusal, Throw
from referee.systems.skirmish.events import steps
from referee.systems.skirmish.events.evolution import EventRecorder
from referee.systems.skirmish.facts import geometry, visibility
from referee.systems.skirmish.state.position import Contact, Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.record import REFEREE, Side
from schemas.skirmish.clauses import Clause
from schemas.skirmish.events import Looked, Sighted
from schemas.skirmish.names import FireKind, Mode, Spot
from schemas.skirmish.orders import Look

How = Literal["seen", "fired", "rolled", "contact", "lost"]

NOBODY: frozenset[str] = frozenset()


def forget(course: EventRecorder) -> None:
    """End the sightings of the last turn if the pack lets them last for one turn."""
    if course.table.parameters.spotting.persistence != "one-turn":
        return
    for side in course.table.sides:
        for contact in course.position.contacts(side).values():
            if contact.units and course.figure(contact.figure).active:
                course.add(convert(_keep(side, contact) | {"how": "lost"}, Sighted))


def watch(course: EventRecorder, fired: frozenset[str] = NOBODY) -> None:
    """Update the sightings of both sides; `fired` are figures that have just fired."""
    for side in course.table.sides:
        enemies = sorted(course.position.figures.values(), key=lambda one: (one.at[1], one.at[0]))
        for target in enemies:
            if target.side != side:
                observe(course, side, target, target.id in fired)


def betray(course: EventRecorder, firer: Figure, kind: FireKind) -> str:
    """Let the enemy see a firer in sight of its figures; return its alias, or "" if it stays unseen."""
    side = course.position.other(firer.side)
    observe(course, side, replace(firer, fired=kind), fired=True)
    contact = course.position.find_contact(side, firer.id)
    return contact.alias if contact is not None and contact.units else ""


def observe(course: EventRecorder, side: Side, target: Figure, fired: bool) -> None:
    """Update what a side sees of an enemy; `fired` is True if the enemy has just fired."""
    contact = course.position.find_contact(side, target.id)
    if not target.active:
        if contact is not None and contact.units:
            show(course, side, target, (), "seen")
        return
    units = tuple(sorted(find_seeing(course.table, course.position, side, target, contact, fired)))
    if units or (contact is not None and contact.units):
        show(course, side, target, units, "fired" if fired else "seen")


def show(course: EventRecorder, side: Side, target: Figure, units: tuple[str, ...], how: How) -> None:
    """File a sighting of an enemy if it is news. An enemy out of sight keeps its last known facts."""
    position = course.position
    contact = position.find_contact(side, target.id)
    alias = contact.alias if contact is not None else f"c{len(position.contacts(side)) + 1:02d}"
    lost = not units and target.active
    if lost and contact is not None:
        news = convert(_keep(side, contact) | {"how": "lost"}, Sighted)
    else:
        news = convert(_snapshot(course.table, side, alias, target, contact, units) | {"how": how}, Sighted)
    if contact is None or _facts(contact) != _facts(news):
        course.add(news)


def meet(course: EventRecorder, figure: Figure, enemy: Figure, how: How = "seen") -> None:
    """Let the unit of a figure see an enemy that it found, touches or walked into."""
    contact = course.position.find_contact(figure.side, enemy.id)
    units = tuple(sorted({*(contact.units if contact is not None else ()), figure.unit}))
    show(course, figure.side, enemy, units, how)


def walk(course: EventRecorder, figure: Figure, mode: Mode, way: tuple[Spot, ...], allowance: float) -> None:
    """Walk a figure along a way as far as possible; its unit sees an enemy that it walks into."""
    if enemy := steps.step(course, figure, mode, way, allowance):
        meet(course, figure, course.figure(enemy))


def _facts(told: Contact | Sighted) -> tuple[object, ...]:
    """Return the facts of a sighting that make news; the turn is not one of them."""
    return (told.at, told.posture, told.pins, told.quality, told.weapon, told.status, told.units)


def _keep(side: Side, known: Contact) -> dict[str, object]:
    return {
        "side": side, "alias": known.alias, "figure": known.figure, "at": known.at, "posture": known.posture,
        "mode": known.mode, "pins": known.pins, "quality": known.quality, "weapon": known.weapon,
        "status": known.status,
    }  # fmt: skip


def _snapshot(
    table: Table, side: Side, alias: str, target: Figure, known: Contact | None, units: tuple[str, ...]
) -> dict[str, object]:
    rules = table.parameters.reporting
    weapon = known.weapon if known is not None else ""
    return {
        "side": side,
        "alias": alias,
        "figure": target.id,
        "at": target.at,
        "posture": target.posture,
        "mode": target.mode,
        "pins": target.pins if rules.enemy_pins == "shown" else 0,
        "quality": table.units[target.unit].quality if rules.enemy_quality == "shown" else "",
        "weapon": target.weapons[0] if target.fired is not None and target.weapons else weapon,
        "status": target.status,
        "units": units,
    }


def find_seeing(
    table: Table, position: Position, side: Side, target: Figure, known: Contact | None, fired: bool
) -> set[str]:
    """Return the units of a side that see an enemy now."""
    seeing: set[str] = set()
    before = known.units if known is not None else ()
    reach = None if fired else visibility.farthest(table, position, target)
    for observer in position.active(side):
        if observer.unit in seeing:
            continue
        near = reach is None or geometry.within(observer.at, target.at, reach)
        if (observer.unit in before and visibility.sees(table, position, observer, target)) or (
            near and _spots(table, position, observer, target, fired)
        ):
            seeing.add(observer.unit)
    if seeing and table.parameters.spotting.shared_with == "side":
        return {unit for unit, one in position.units.items() if one.side == side and not one.dispersed}
    return seeing


def _spots(table: Table, position: Position, observer: Figure, target: Figure, fired: bool) -> bool:
    """Return True if a figure sees another without a roll."""
    rules = table.parameters.spotting
    sniper = "sniper" in target.traits and rules.sniper_always_rolls
    if sniper or (not fired and not _looks_about(table, observer, target)):
        return False
    line = visibility.sees(table, position, observer, target)
    if line is None:
        return False
    reach = visibility.auto_range(rules, visibility.conditions(table, position, target, line))
    return fired or reach is None or geometry.within(observer.at, target.at, reach)


def _looks_about(table: Table, observer: Figure, target: Figure) -> bool:
    """Return True if a figure's mode of movement allows it to spot another."""
    match observer.mode:
        case "rush":
            return False
        case "assault":
            return geometry.within(observer.at, target.at, table.parameters.movement.assault_reach)
        case _:
            return True


def need(table: Table, observer: Figure, target: Figure) -> int:
    """Return the score that a spotting roll needs."""
    rules = table.parameters.spotting
    if "sniper" in target.traits:
        return rules.sniper_need
    return rules.masked_need if observer.masked else table.troop(observer).spot


def objections(table: Table, position: Position, order: Look, mode: str, figure: Figure) -> Objections:
    """Yield the objections to a look by a figure that moves in this mode."""
    if mode == "rush":
        yield refuse(Clause.RUSH_NO_SPOTTING, Refusal.RUSHES_AND_LOOKS, figure=figure.id)
    if figure.posture == "hidden":
        yield head_down(figure)
    if figure.looks >= table.parameters.spotting.attempts:
        yield refuse(Clause.ONE_LOOK, Refusal.HAS_LOOKED, figure=figure.id)
    if order.target is None:
        return
    contact = position.contacts(figure.side).get(order.target)
    if contact is None:
        yield refuse(Clause.SPOTTED, Refusal.ENEMY_UNKNOWN, enemy=order.target)
        return
    if figure.unit in contact.units:
        yield refuse(Clause.POINTLESS, Refusal.ENEMY_SEEN_ALREADY, unit=figure.unit, enemy=order.target)
    elif not visibility.sight(table, position, figure.at, contact.at).clear and mode == "halt":
        yield refuse(Clause.SIGHT, Refusal.NO_LINE_TO_ENEMY, figure=figure.id, enemy=order.target)
    if mode == "assault":
        reach = table.parameters.movement.assault_reach
        if not geometry.within(figure.at, contact.at, reach + 600):
            yield refuse(Clause.LOOKING_MODE, Refusal.ASSAULT_LOOKS_TOO_FAR, reach=reach)


def head_down(figure: Figure) -> Objection:
    """Return the objection to any action of a hidden figure."""
    return refuse(Clause.HIDDEN_ACTS_NOT, Refusal.HEAD_DOWN, figure=figure.id)


def look(course: EventRecorder, figure: Figure, order: Look, dice: Dice) -> None:
    """Let one figure try to spot one enemy."""
    for objection in objections(course.table, course.position, order, figure.mode, figure):
        steps.drop(course, figure, objection)
        return
    at = order.at if order.at is not None else course.position.contacts(figure.side)[order.target or ""].at
    target = _look_for(course, figure, order)
    if target is None:
        course.add(Looked(side=figure.side, figure=figure.id, at=at))
        return
    score = need(course.table, figure, target)
    roll = dice.throw(state_purpose(Throw.SPOTTING, needed=score), 1, needed=0, owner=REFEREE)
    course.add(Looked(side=figure.side, figure=figure.id, at=at, need=score, rolls=(roll,)))
    if roll.faces[0] >= score:
        meet(course, figure, target, "rolled")


def _look_for(course: EventRecorder, figure: Figure, order: Look) -> Figure | None:
    """Return the target of a look: the named enemy, or the nearest unseen enemy in the area."""
    position = course.position
    if order.target is not None:
        target = position.find_enemy(figure.side, order.target)
        there = [target] if target is not None else []
    else:
        at = order.at or figure.at
        there = [one for one in position.figures.values() if geometry.within(one.at, at, order.radius)]
    may = [
        one
        for one in there
        if one.active
        and one.side != figure.side
        and not _sees_already(position, figure, one)
        and _looks_about(course.table, figure, one)
        and visibility.sees(course.table, position, figure, one) is not None
    ]
    return min(may, key=lambda one: (geometry.square(one.at, figure.at), one.at), default=None)


def _sees_already(position: Position, figure: Figure, target: Figure) -> bool:
    contact = position.find_contact(figure.side, target.id)
    return contact is not None and figure.unit in contact.units
