"""Deployment: each side may begin otherwise than the scenario sets it up, within its zone."""

from collections.abc import Iterator

from referee.engine.facts import Objection, refuse
from referee.systems.skirmish.events.course import EventRecorder
from referee.systems.skirmish.facts import geometry, targets, visibility
from referee.systems.skirmish.movement.refusals import Refusal
from referee.systems.skirmish.state.position import Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish.clauses import Clause
from schemas.skirmish.events import FigurePlaced
from schemas.skirmish.orders import Deploy
from schemas.skirmish.words import Spot


def objections(table: Table, position: Position, order: Deploy) -> Iterator[Objection]:
    """What speaks against deploying a figure there."""
    figure, there = position.figures[order.figure], order.at
    yield from targets.off_table(table, there)
    if table.on_table(there) and there != figure.at and not _in_zone(table, order.side, there):
        yield refuse(Clause.DEPLOYMENT, Refusal.OUTSIDE_ZONE, place=there)
    if order.posture in {"hidden", "observe"} and not visibility.is_sheltered(table, there):
        yield refuse(Clause.HIDING_PLACE, Refusal.NO_HIDING_PLACE, place=there)
    base = table.parameters.measuring.base_diameter
    for id, spot in _others(position, figure):
        if geometry.closer(spot, there, base):
            gap = geometry.apart(spot, there)
            yield refuse(Clause.OWN_SPACE, Refusal.DEPLOYED_TOO_CLOSE, place=there, gap=gap, friend=id)


def _in_zone(table: Table, side: Side, spot: Spot) -> bool:
    force = table.force(side)
    zones = [force.zone] if force.zone else []
    zones += [feature.corners for feature in table.features if feature.id in force.zone_terrain]
    return any(geometry.covers(zone, spot) for zone in zones)


def _others(position: Position, figure: Figure) -> Iterator[tuple[str, Spot]]:
    """Where the side's other figures will begin."""
    placed = {plot.figure: plot.at for plot in position.plan(figure.side).plots if isinstance(plot, Deploy)}
    for one in position.active(figure.side):
        if one.id != figure.id:
            yield one.id, placed.get(one.id, one.at)


def place(course: EventRecorder) -> None:
    """The figures go where their sides have said; who would stand in touch with an enemy stays."""
    base = course.table.parameters.measuring.base_diameter
    for side in course.table.sides:
        for plot in course.position.plan(side).plots:
            if isinstance(plot, Deploy):
                enemies = course.position.active(course.position.other(side))
                if not any(geometry.within(one.at, plot.at, base) for one in enemies):
                    placed = FigurePlaced(side=side, figure=plot.figure, at=plot.at, posture=plot.posture)
                    course.add(placed)
