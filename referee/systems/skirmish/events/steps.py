"""Steps of a figure to the end of its move, and the limits of pins and failed morale."""

from referee.engine.facts import Objection, Objections, refuse
from referee.systems.skirmish.events.evolution import EventRecorder
from referee.systems.skirmish.events.sealed_orders import Refusal
from referee.systems.skirmish.facts import geometry, paths, visibility
from referee.systems.skirmish.state.position import Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.skirmish.clauses import Clause
from schemas.skirmish.events import FigureMoved, OrderDropped
from schemas.skirmish.names import Mode, Posture, Spot


def object_to_end(
    table: Table, position: Position, figure: Figure, mode: Mode, end: Spot, *, closing: bool = False
) -> Objections:
    """Yield the objections of pins and failed morale to a move that would end here."""
    fleeing = position.units[figure.unit].markers >= 2
    if fleeing and mode != "rush":
        yield refuse(Clause.MORALE_RUSH_AWAY, Refusal.MAY_ONLY_RUSH, unit=figure.unit)
    elif fleeing and not farther(table, position, figure, end):
        yield refuse(Clause.MORALE_RUSH_AWAY, Refusal.RUSHES_NOT_AWAY, figure=figure.id)
    elif figure.pins and (closing or nearer(table, position, figure, end)):
        yield refuse(Clause.PINNED_NO_CLOSER, Refusal.PINNED_AND_CLOSER, figure=figure.id)


def _gaps(table: Table, position: Position, figure: Figure, end: Spot) -> tuple[int, int]:
    """Return measures of the distance to the nearest visible enemy before and after a move.

    If no enemy is visible, they measure the distance to the enemy's table edge.
    """
    spots = position.list_visible_spots(figure.side)
    if not spots:
        return -table.home(figure.side, figure.at), -table.home(figure.side, end)
    before = min(geometry.square(spot, figure.at) for spot in spots)
    return before, min(geometry.square(spot, end) for spot in spots)


def nearer(table: Table, position: Position, figure: Figure, end: Spot) -> bool:
    """Return True if a figure would come closer to the enemy."""
    before, after = _gaps(table, position, figure, end)
    return after < before


def farther(table: Table, position: Position, figure: Figure, end: Spot) -> bool:
    """Return True if a figure would get away from the enemy."""
    before, after = _gaps(table, position, figure, end)
    return after > before


def _advances(table: Table, position: Position, figure: Figure, end: Spot) -> bool:
    """Return True if a move is an advance: nearer to the enemy, or farther from one's own edge."""
    if table.parameters.movement.advance == "enemy-edge":
        return table.home(figure.side, end) > table.home(figure.side, figure.at)
    return nearer(table, position, figure, end)


def drop(course: EventRecorder, figure: Figure, against: Objection, *, part: bool = False) -> None:
    """Record that an order of this figure, or a part of it, cannot be carried out."""
    course.add(
        OrderDropped(
            side=figure.side,
            figure=figure.id,
            clause=against.clause,
            text=course.word(against),
            part=part,
            fact=against.fact.code,
            parameters=against.filed_parameters(),
        )
    )


def step(course: EventRecorder, figure: Figure, mode: Mode, way: tuple[Spot, ...], allowance: float) -> str:
    """Walk a figure along a way as far as possible, or drop the order if the end would be illegal.

    Return the enemy that it walked into, or "".
    """
    walk = paths.walk(course.table, course.position, figure, way, allowance)
    against = next(object_to_end(course.table, course.position, figure, mode, walk.end), None)
    if against is not None:
        drop(course, figure, against)
        return ""
    arrive(course, figure, mode, walk)
    return walk.enemy


def arrive(course: EventRecorder, figure: Figure, mode: Mode, found: paths.Walk) -> None:
    """Put a figure at the end of its walk."""
    table, position = course.table, course.position
    was_in_cover = visibility.in_cover(table, position, figure.start)
    course.add(
        FigureMoved(
            side=figure.side,
            figure=figure.id,
            mode=mode,
            path=found.path,
            spent=found.spent,
            advanced=_advances(table, position, figure, found.end),
            emerged=was_in_cover and not visibility.in_cover(table, position, found.end),
            posture=posture_at(table, figure, found.end),
            cut="" if found.cut is None else found.cut.template,
            fact="" if found.cut is None else found.cut.code,
        )
    )


def posture_at(table: Table, figure: Figure, spot: Spot) -> Posture:
    """Return the default posture of a figure at the end of its move."""
    if visibility.is_sheltered(table, spot):
        return "observe"
    return "prone" if figure.pins else "open"
