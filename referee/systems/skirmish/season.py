"""The end of a turn: rallying, succession of leaders and victory."""

from collections.abc import Iterator
from typing import Literal

from referee.engine.dice import Dice, state_purpose
from referee.engine.facts import Fact
from referee.systems.skirmish.combat import morale
from referee.systems.skirmish.events.evolution import EventRecorder
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.facts.targets import LEADERS, is_motivated
from referee.systems.skirmish.state.position import Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish.close_events import UnitRallied, Unpinned
from schemas.skirmish.events import GameEnded, LeaderNamed, PhaseStarted, Scored
from schemas.skirmish.names import Role
from schemas.skirmish.pack import Reward


class Throw(Fact):
    """A roll of the end of a turn."""

    RALLYING = "Rallying, {needed} or more"
    LOSING_PINS = "Losing pins, {needed} or more"


def rally_all(course: EventRecorder, dice: Dice) -> None:
    """Let every unit that may and wants to rally try it."""
    for unit in list(course.position.units):
        if may_rally(course.table, course.position, unit):
            rally(course, unit, dice)


def may_rally(table: Table, position: Position, id: str) -> bool:
    """Return True if a unit has a marker, did not move, and its player did not forbid rallying."""
    unit, members = position.units[id], tuple(position.members(id))
    wishes = unit.closing is None or unit.closing.rally
    late = unit.failed and not table.parameters.rallying.after_failure_same_turn
    has_moved = any(one.has_moved for one in members)
    return bool(members) and unit.markers > 0 and wishes and not has_moved and not late


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
    """Let every pinned figure that is motivated roll to lose pins."""
    for figure in list(course.position.figures.values()):
        if may_unpin(course.table, course.position, figure):
            unpin(course, figure, dice)


def may_unpin(table: Table, position: Position, figure: Figure) -> bool:
    """Return True if a figure tries to lose pins."""
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
    losses = min(figure.pins, hits if rules.unpin_per_die else min(hits, 1))
    course.add(
        Unpinned(side=figure.side, figure=figure.id, need=rules.unpin_need, removed=losses, rolls=(roll,))
    )


def take_over(course: EventRecorder) -> None:
    """Name the first figure left, unpinned if possible, as leader of each unit without one."""
    if course.table.parameters.motivation.succession != "next-turn":
        return
    for id, entry in course.table.units.items():
        members = list(course.position.members(id))
        if entry.kind == "command" or not members or any(one.role in LEADERS for one in members):
            continue
        role: Role = "gun-leader" if entry.kind == "heavy-weapon" else "squad-leader"
        heir = next((one for one in members if not one.pins), members[0])
        course.add(LeaderNamed(side=heir.side, figure=heir.id, role=role))


When = Literal["turn-end", "game-end"]


def reward(course: EventRecorder, when: When) -> None:
    """Pay the rewards that are due now. Each is paid only once."""
    for side in course.table.sides:
        for number, one in enumerate(course.table.scenario.victory.get(side, ())):
            if one.when == when and (side, number) not in course.position.rewarded:
                times = count_points(course.table, course.position, one)
                if times:
                    course.add(Scored(side=side, rule=number, points=one.points * times))


def count_points(table: Table, position: Position, reward: Reward) -> int:
    """Return the number of times that a reward is due."""
    match reward.test:
        case "inside":
            feature = next(one for one in table.features if one.id == reward.terrain)
            inside = [
                one
                for one in position.active(reward.side)
                if not one.pins and geometry.covers(feature.corners, one.at)
            ]
            return int(len(inside) >= reward.at_least)
        case "never-inside":
            return int((reward.side, reward.terrain) not in position.entered)
        case "figures":
            figures = position.figures.values()
            return sum(one.side == reward.side and one.status in reward.statuses for one in figures)
        case "lost-units" | "dispersed-units":
            return sum(_is_lost(position, unit, reward) for unit in _units(table, reward))


def _units(table: Table, reward: Reward) -> Iterator[str]:
    return (unit.id for unit in table.force(reward.side).units if unit.kind in reward.kinds)


def _is_lost(position: Position, unit: str, reward: Reward) -> bool:
    if reward.test == "dispersed-units":
        return position.units[unit].dispersed
    return not any(True for _ in position.members(unit))


Reason = Literal["last-turn", "concession", "nobody-left"]


def end_game(course: EventRecorder, reason: Reason, loser: Side | None = None) -> None:
    """End the game: count the last points, and show all points."""
    reward(course, "game-end")
    points = tuple(course.position.score[side] for side in course.table.sides)
    winner = course.position.other(loser) if loser is not None else _winner(course.table, points)
    course.add(PhaseStarted(turn=course.position.turn, phase="over"))
    course.add(GameEnded(winner=winner, points=points, reason=reason))


def _winner(table: Table, points: tuple[int, ...]) -> Side | None:
    """Return the side that leads by enough points, or None for a draw."""
    lead = points[0] - points[1]
    if abs(lead) < table.scenario.draw_margin or lead == 0:
        return None
    return table.sides[0] if lead > 0 else table.sides[1]


def is_annihilated(position: Position) -> bool:
    """Return True if a side has no figure left."""
    return any(not any(True for _ in position.active(side)) for side in position.sides)
