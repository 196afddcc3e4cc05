"""Off-table artillery: calls, shells that stray, bursts, and smoke."""

from referee.engine.dice import Dice, state_purpose
from referee.engine.facts import Objections, refuse
from referee.systems.skirmish.combat import morale, spotting
from referee.systems.skirmish.combat.refusals import Refusal, Throw
from referee.systems.skirmish.events.evolution import EventRecorder
from referee.systems.skirmish.facts import geometry, targets
from referee.systems.skirmish.facts.shots import AimedShot, fire_aimed
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Roll, Side
from schemas.skirmish import events
from schemas.skirmish.clauses import Clause
from schemas.skirmish.names import Spot
from schemas.skirmish.orders import Barrage
from schemas.skirmish.pack import MissionEntry, Weapon


def entry_of(table: Table, side: Side, mission: str) -> MissionEntry | None:
    """Return a battery of a side, or None if the side has no such battery."""
    return next((entry for entry in table.force(side).off_table if entry.id == mission), None)


def objections(table: Table, position: Position, order: Barrage) -> Objections:
    """Yield the objections to a call for artillery."""
    if entry_of(table, order.side, order.mission) is None:
        yield refuse(Clause.BARRAGE, Refusal.NO_BATTERY, battery=order.mission)
        return
    calls = [
        plot
        for plot in position.plan(order.side).plots
        if isinstance(plot, Barrage) and plot.mission == order.mission
    ]
    if position.missions[order.mission].left <= len(calls):
        yield refuse(Clause.BARRAGE, Refusal.NO_MISSION_LEFT, battery=order.mission)
    yield from targets.off_table(table, order.aim)


def call(course: EventRecorder, side: Side) -> None:
    """Call the missions that a side has ordered."""
    falls = course.position.turn + course.table.parameters.artillery.delay
    for plot in course.position.plan(side).plots:
        if isinstance(plot, Barrage):
            course.add(events.BarrageCalled(side=side, mission=plot.mission, aim=plot.aim, falls=falls))


def bombard(course: EventRecorder, dice: Dice) -> None:
    """Fire the missions that are due this turn."""
    for mission in list(course.position.missions.values()):
        for aim, falls in mission.pending:
            if falls == course.position.turn:
                _fire(course, mission.side, mission.id, aim, dice)
    spotting.watch(course)


def _fire(course: EventRecorder, side: Side, mission: str, aim: Spot, dice: Dice) -> None:
    entry = entry_of(course.table, side, mission)
    course.add(events.MissionSpent(side=side, mission=mission))
    for _ in range(entry.shells if entry is not None else 0):
        at, rolls = find_impact(course.table, side, aim, dice)
        kind = entry.kind if entry is not None else "he"
        course.add(events.ShellFell(side=side, kind=kind, at=at, rolls=rolls))
        if kind == "smoke":
            until = course.position.turn + course.table.parameters.artillery.smoke_turns - 1
            number = len(course.position.smoke) + 1
            course.add(events.SmokeLaid(id=f"smoke-{course.position.turn}-{number}", at=at, until=until))
        else:
            _burst(course, side, at, dice)


def find_impact(table: Table, side: Side, aim: Spot, dice: Dice) -> tuple[Spot, tuple[Roll, ...]]:
    """Roll for the place of a shell, rounded to a hundredth of an inch towards the aim."""
    rules = table.parameters.artillery
    purpose = state_purpose(Throw.SHELL_ON_TARGET, needed=rules.on_target)
    on_target = dice.throw(purpose, 1, needed=0, owner=side)
    if on_target.faces[0] <= rules.on_target:
        return aim, (on_target,)
    direction, inches = state_purpose(Throw.SHELL_DIRECTION), state_purpose(Throw.SHELL_STRAY)
    clock = dice.throw(direction, 1, needed=0, sides=rules.directions, owner=side)
    stray = dice.throw(inches, rules.deviation_dice, needed=0, owner=side)
    at = geometry.by_clock(aim, 100 * sum(stray.faces), clock.faces[0], rules.directions)
    return at, (on_target, clock, stray)


def _burst(course: EventRecorder, side: Side, at: Spot, dice: Dice) -> None:
    """Roll for every figure within the burst; a shell is an area weapon."""
    rules = course.table.parameters.artillery
    shell = Weapon(id="shell", name="shell", reach=0, dice=rules.dice, area=True, blast=rules.shell_radius)
    hits: list[tuple[Roll, events.Mark]] = []
    for one in course.position.figures.values():
        if one.active and geometry.within(one.at, at, rules.shell_radius):
            shot = AimedShot(one, shell, rules.dice, at, bursts=True)
            hits.append(fire_aimed(course.table, course.position, None, shot, dice))
    if hits:
        marks = tuple(mark for _, mark in hits)
        course.add(events.ShellBurst(side=side, at=at, marks=marks, rolls=tuple(roll for roll, _ in hits)))
        morale.suffer(course, marks)


def clear(course: EventRecorder, turn: int) -> None:
    """Clear the smoke that was due to end in an earlier turn."""
    for cloud in course.position.smoke:
        if cloud.until < turn:
            course.add(events.SmokeCleared(id=cloud.id))
