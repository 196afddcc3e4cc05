"""Victory: the points that a scenario gives, and the end of the game."""

from collections.abc import Iterator
from typing import Literal

from referee.systems.skirmish.events.course import EventRecorder
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish.events import GameEnded, PhaseStarted, Scored
from schemas.skirmish.pack import Reward

When = Literal["turn-end", "game-end"]


def reward(course: EventRecorder, when: When) -> None:
    """Pay what is due now; what a turn may bring is paid once."""
    for side in course.table.sides:
        for number, one in enumerate(course.table.scenario.victory.get(side, ())):
            if one.when == when and (side, number) not in course.position.rewarded:
                times = count(course.table, course.position, one)
                if times:
                    course.add(Scored(side=side, rule=number, points=one.points * times))


def count(table: Table, position: Position, reward: Reward) -> int:
    """How often a reward is due."""
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


def end(course: EventRecorder, reason: Reason, loser: Side | None = None) -> None:
    """The game is over: the last points are counted, and all points are shown."""
    reward(course, "game-end")
    points = tuple(course.position.score[side] for side in course.table.sides)
    winner = course.position.other(loser) if loser is not None else _winner(course.table, points)
    course.add(PhaseStarted(turn=course.position.turn, phase="over"))
    course.add(GameEnded(winner=winner, points=points, reason=reason))


def _winner(table: Table, points: tuple[int, ...]) -> Side | None:
    """Who is ahead by enough."""
    lead = points[0] - points[1]
    if abs(lead) < table.scenario.draw_margin or lead == 0:
        return None
    return table.sides[0] if lead > 0 else table.sides[1]


def is_annihilated(position: Position) -> bool:
    """Whether a side has no figure left."""
    return any(not any(True for _ in position.active(side)) for side in position.sides)
