"""Morale: tests, pins, flight and surrender."""

from collections.abc import Callable, Iterator
from typing import Literal

from referee.engine.dice import Dice, state_purpose
from referee.systems.skirmish.combat import spotting
from referee.systems.skirmish.combat.refusals import Throw
from referee.systems.skirmish.events import sealed_orders, steps
from referee.systems.skirmish.events.evolution import EventRecorder
from referee.systems.skirmish.facts import geometry, paths, visibility
from referee.systems.skirmish.facts.targets import leaders
from referee.systems.skirmish.state.position import Dead, Figure, Flames, Position, Token
from referee.systems.skirmish.state.table import Table
from schemas.skirmish import close_events
from schemas.skirmish.events import Mark, OrderPlotted
from schemas.skirmish.names import Spot
from schemas.skirmish.orders import Move


def pin(course: EventRecorder, figure: str, pins: int) -> None:
    """Pin a figure, which may fall back at once."""
    course.add(close_events.Pinned(side=course.figure(figure).side, figure=figure, pins=pins))
    frighten(course, course.figure(figure))


def frighten(course: EventRecorder, figure: Figure) -> None:
    """Let a pinned figure fall back when an enemy is near, where it need not wait for its activation."""
    if course.table.parameters.pins.fall_back_timing == "on-trigger":
        fall_back(course, figure)


def waits(table: Table, position: Position, unit: str) -> bool:
    """Return True if pinned figures of a unit wait for its activation to fall back."""
    return table.parameters.pins.fall_back_timing == "own-activation" and any(
        one.pins and not one.fell_back and _close_by(table, position, one) and _wishes(table, position, one)
        for one in position.members(unit)
    )


def suffer(course: EventRecorder, marks: tuple[Mark, ...]) -> None:
    """Apply the effects of dice, except on figures that fell already."""
    for mark in marks:
        figure = course.figure(mark.figure)
        if not figure.active:
            continue
        if mark.effect == "kill":
            course.add(close_events.Killed(side=figure.side, figure=figure.id, at=figure.at))
        elif mark.effect == "pin":
            pin(course, figure.id, mark.pins)


def fall_back(course: EventRecorder, figure: Figure) -> None:
    """Make the free move of a pinned figure if its unit's standing order asks for it."""
    table, position = course.table, course.position
    enemies = _close_by(table, position, figure)
    if not enemies or not figure.pins or figure.fell_back or position.in_melee(figure.id):
        return
    if not _wishes(table, position, figure):
        return
    nearest = min(enemies, key=lambda spot: geometry.square(spot, figure.at))
    way = table.parameters.pins.fall_back
    goal = keep_on(table, figure.at, away(figure.at, nearest, way))
    walk = paths.walk(table, position, figure, (goal,), way)
    closer = any(_nearer(spot, figure.at, walk.end) for spot in enemies)
    if walk.end == figure.at or closer or steps.nearer(table, position, figure, walk.end):
        return
    course.add(close_events.FellBack(side=figure.side, figure=figure.id, at=walk.end))


def _close_by(table: Table, position: Position, figure: Figure) -> list[Spot]:
    """Return the places of visible enemies that are near enough to fall back from."""
    reach = table.parameters.pins.enemy_within
    return [
        spot for spot in position.list_visible_spots(figure.side) if geometry.within(spot, figure.at, reach)
    ]


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
    """Return the place at this distance straight away from an enemy."""
    whole = geometry.length(enemy, at) or 1.0
    return at[0] + int((at[0] - enemy[0]) * way / whole), at[1] + int((at[1] - enemy[1]) * way / whole)


def keep_on(table: Table, at: Spot, goal: Spot) -> Spot:
    """Return the goal, or the last place on the table on the way to it."""
    distance = geometry.length(at, goal)
    while distance > 0 and not table.on_table(geometry.towards(at, goal, distance)):
        distance -= 1
    return geometry.towards(at, goal, distance)


FAR = 1500
"""Longest distance of a rush, in hundredths of an inch."""


def compel_flight(course: EventRecorder) -> None:
    """Order a rush away for every figure without a move in a unit that failed twice."""
    if not course.table.parameters.morale.flight_compulsory:
        return
    for unit in course.position.units.values():
        if unit.markers < 2 or unit.dispersed or unit.activated:
            continue
        for figure in list(course.position.members(unit.id)):
            idle = sealed_orders.find_move(course.position, figure.side, figure.id) is None
            if idle and not course.position.in_melee(figure.id):
                _run(course, figure)


def _run(course: EventRecorder, figure: Figure) -> None:
    goal = keep_on(course.table, figure.at, _away(course, figure))
    if goal != figure.at:
        order = Move(side=figure.side, figures=(figure.id,), mode="rush", path=(goal,))
        course.add(OrderPlotted(side=figure.side, order=order))


def _away(course: EventRecorder, figure: Figure) -> Spot:
    """Return a place straight away from the nearest visible enemy, or on the figure's own table edge."""
    spots = course.position.list_visible_spots(figure.side)
    if spots:
        nearest = min(spots, key=lambda spot: geometry.square(spot, figure.at))
        return away(figure.at, nearest, FAR)
    steps = ((0, -FAR), (0, FAR), (-FAR, 0), (FAR, 0))
    goals = ((figure.at[0] + east, figure.at[1] + north) for east, north in steps)
    return min(goals, key=lambda spot: course.table.home(figure.side, spot))


Cause = Literal["dead", "leader", "tank", "flames"]

DISPERSES = 3
"""The failure after which a unit runs."""


def tests(course: EventRecorder, dice: Dice) -> None:
    """Let every unit take the tests that are due. A dispersed unit takes no more tests."""
    for unit in list(course.position.units):
        for cause in tuple(due(course.table, course.position, unit)):
            if course.position.units[unit].dispersed:
                break
            take_test(course, unit, cause, dice)


def due(table: Table, position: Position, unit: str) -> Iterator[Cause]:
    """Yield the tests that a unit has to take."""
    survives = any(True for _ in position.members(unit))
    causes = tuple(_causes(table, position, unit)) if survives else ()
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
    """Return True if a unit tests for a leader that died near it; the unit's own dead count already."""
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
    """Return the score that a unit needs to pass a morale test."""
    troop = table.troops[table.units[unit].quality]
    if troop.morale_advancing is not None and advancing(table, position, unit):
        return troop.morale_advancing
    if troop.morale_defending is not None and defending(table, position, unit):
        return troop.morale_defending
    return troop.morale


def advancing(table: Table, position: Position, unit: str) -> bool:
    """Return True if more than `advance_percent` of a unit's figures moved nearer to the enemy."""
    members = tuple(position.members(unit))
    coming = sum(one.advanced for one in members)
    return coming * 100 > len(members) * table.parameters.morale.advance_percent


def defending(table: Table, position: Position, unit: str) -> bool:
    """Return True if a unit does not advance, and `defend_percent` or more is in trenches or buildings."""
    members = tuple(position.members(unit))
    inside = sum(bool(visibility.grounds(table, one.at, visibility.WORKS)) for one in members)
    enough = inside * 100 >= len(members) * table.parameters.morale.defend_percent
    return enough and not advancing(table, position, unit)


def take_test(course: EventRecorder, unit: str, cause: Cause, dice: Dice) -> None:
    """Let a unit take one test, and mark its failure."""
    side, needed = course.position.units[unit].side, need(course.table, course.position, unit)
    roll = dice.throw(state_purpose(Throw.MORALE, needed=needed), 1, needed=0, owner=side)
    passed = roll.faces[0] >= needed
    course.add(
        close_events.MoraleTested(
            side=side, unit=unit, cause=cause, need=needed, passed=passed, rolls=(roll,)
        )
    )
    if not passed:
        fail(course, unit)


def fail(course: EventRecorder, unit: str) -> None:
    """Add a failure to a unit, with its consequences."""
    before = course.position.units[unit]
    course.add(close_events.MarkerAdded(side=before.side, unit=unit, markers=before.markers + 1))
    if before.markers + 1 >= DISPERSES:
        course.add(close_events.UnitDispersed(side=before.side, unit=unit))
    elif before.markers + 1 == DISPERSES - 1:
        for figure in list(course.position.members(unit)):
            pin(course, figure.id, 1)


def cut_off(course: EventRecorder) -> None:
    """Let routing figures surrender if an enemy close by is between them and their own edge."""
    _give_up(course, "cut-off", _cut_off)


def _cut_off(table: Table, position: Position, figure: Figure) -> bool:
    rules = table.parameters.surrender
    if table.troop(figure).never_surrenders or position.units[figure.unit].markers < rules.routing_markers:
        return False
    if rules.routing_moves and not figure.has_moved:
        return False
    if rules.scope == "unit":
        return any(_is_headed_off(table, position, one) for one in position.members(figure.unit))
    return _is_headed_off(table, position, figure)


def _is_headed_off(table: Table, position: Position, figure: Figure) -> bool:
    """Return True if an enemy is close by, between a figure and its own edge."""
    within = table.parameters.surrender.cut_off_within
    return any(
        geometry.within(enemy.at, figure.at, within) and _between(table, figure, enemy)
        for enemy in position.active(position.other(figure.side))
    )


def _between(table: Table, figure: Figure, enemy: Figure) -> bool:
    """Return True if an enemy is nearer to the edge and, by default, on the straight way there."""
    nearer = table.home(figure.side, enemy.at) < table.home(figure.side, figure.at)
    if table.parameters.surrender.between == "nearer-edge":
        return nearer
    breadth = table.parameters.measuring.base_diameter
    return nearer and table.aside(figure.side, enemy.at, figure.at) <= breadth


def surround(course: EventRecorder) -> None:
    """Let figures in a melee surrender if enough enemies are nearer than any friend."""
    _give_up(course, "surrounded", _is_surrounded)


def _is_surrounded(table: Table, position: Position, figure: Figure) -> bool:
    rules = table.parameters.surrender
    if table.troop(figure).never_surrenders or not position.in_melee(figure.id):
        return False
    friends = [
        geometry.square(one.at, figure.at) for one in position.active(figure.side) if one.id != figure.id
    ]
    nearest = min(friends, default=None)
    near = [
        one
        for one in position.active(position.other(figure.side))
        if geometry.within(one.at, figure.at, rules.near)
        and (nearest is None or geometry.square(one.at, figure.at) < nearest)
    ]
    return len(near) >= rules.surrounded_by


def _give_up(
    course: EventRecorder,
    cause: Literal["cut-off", "surrounded"],
    hopeless: Callable[[Table, Position, Figure], bool],
) -> None:
    """Let every hopeless figure surrender, one after the other."""
    hands_up = False
    standing = course.position if course.table.parameters.surrender.scope == "unit" else None
    for figure in list(course.position.figures.values()):
        if figure.active and hopeless(course.table, standing or course.position, figure):
            course.add(close_events.Surrendered(side=figure.side, figure=figure.id, cause=cause))
            hands_up = True
    if hands_up:
        spotting.watch(course)
