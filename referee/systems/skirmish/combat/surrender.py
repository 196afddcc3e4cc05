"""Surrendering: routing troops that are cut off, and figures surrounded in a melee."""

from collections.abc import Callable
from typing import Literal

from referee.systems.skirmish.combat import spotting
from referee.systems.skirmish.events.course import EventRecorder
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.state.position import Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.skirmish.close_events import Surrendered


def cut_off(course: EventRecorder) -> None:
    """Routing figures with an enemy close by between them and home give up."""
    _give_up(course, "cut-off", _cut_off)


def _cut_off(table: Table, position: Position, figure: Figure) -> bool:
    rules = table.parameters.surrender
    if table.troop(figure).never_surrenders or position.units[figure.unit].markers < rules.routing_markers:
        return False
    if rules.routing_moves and not figure.moved:
        return False
    if rules.scope == "unit":
        return any(_is_headed_off(table, position, one) for one in position.members(figure.unit))
    return _is_headed_off(table, position, figure)


def _is_headed_off(table: Table, position: Position, figure: Figure) -> bool:
    """Whether an enemy stands close by, between a figure and its own edge."""
    within = table.parameters.surrender.cut_off_within
    return any(
        geometry.within(enemy.at, figure.at, within) and _between(table, figure, enemy)
        for enemy in position.active(position.other(figure.side))
    )


def _between(table: Table, figure: Figure, enemy: Figure) -> bool:
    """Whether an enemy is nearer to the edge, and on the straight way there: the bases would touch."""
    nearer = table.home(figure.side, enemy.at) < table.home(figure.side, figure.at)
    if table.parameters.surrender.between == "nearer-edge":
        return nearer
    breadth = table.parameters.measuring.base_diameter
    return nearer and table.aside(figure.side, enemy.at, figure.at) <= breadth


def surround(course: EventRecorder) -> None:
    """Figures in a melee with enough enemies nearer than any friend give up."""
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
    """Every figure that is hopeless surrenders; each sees those before it gone."""
    hands_up = False
    standing = course.position if course.table.parameters.surrender.scope == "unit" else None
    for figure in list(course.position.figures.values()):
        if figure.active and hopeless(course.table, standing or course.position, figure):
            course.add(Surrendered(side=figure.side, figure=figure.id, cause=cause))
            hands_up = True
    if hands_up:
        spotting.watch(course)
