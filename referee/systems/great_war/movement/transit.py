"""The transit box: the way to another front, its losses and its points (2.0-V-4, 3.1, A-82)."""

from collections.abc import Iterator
from math import ceil

from referee.engine.dice import Dice, state_purpose
from referee.engine.facts import Fact, Objections, refuse
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.facts import control, unknown_ids
from referee.systems.great_war.movement.refusals import Refusal
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Position, list_carried
from referee.systems.great_war.state.tasks import LoseInTransit
from schemas.great_war.clauses import Clause
from schemas.great_war.events import PieceLost
from schemas.great_war.orders import Lose
from schemas.great_war.pack import Area
from schemas.great_war.plan_events import PhaseClosed, TransitRolled
from schemas.record import Side


class Throw(Fact):
    """A throw of movement."""

    TRANSIT_LOSSES = "{area}: {side} losses, {worth} build points"


def objections(theatre: GreatWarGame, position: Position, piece: Piece, path: tuple[str, ...]) -> Objections:
    """Everything held against going to the box or coming back from it."""
    ends, box = [theatre.areas[area] for area in (piece.area, path[-1])], theatre.transit_box
    if box is None or box not in ends or len(path) != 1 or path[-1] == piece.area:
        yield refuse(Clause.TRANSIT_SIDE, Refusal.TRANSIT_ONE_STEP)
        return
    if piece.side != box.transit:
        side = box.transit or ""
        yield refuse(Clause.TRANSIT_SIDE, Refusal.BOX_OF_OTHER_SIDE, area=box.id, side=side)
    if piece.area != box.id:
        yield from _room(theatre, position, piece, box)
    for area in ends:
        if area is not box and not _gate(theatre, position, area.id, piece.side):
            yield refuse(Clause.TRANSIT_SIDE, Refusal.NO_WAY_TO_BOX, area=area.id, box=box.id)


def _room(theatre: GreatWarGame, position: Position, piece: Piece, box: Area) -> Objections:
    """The objection to sending more than the box takes (B-06)."""
    chart = theatre.pack.tables.transit
    more = sum(theatre.units[one.kind].cost for one in list_carried(position.map, piece))
    if chart is not None and (whole := value(theatre, position, box.id) + more) > chart.room:
        fact = Refusal.BOX_FULL
        yield refuse(Clause.TRANSIT_SIDE, fact, area=box.id, room=chart.room, whole=whole)


def _gate(theatre: GreatWarGame, position: Position, area: str, side: Side) -> bool:
    """A friendly supply source on the map, by which a side comes and goes."""
    place = theatre.areas[area]
    return place.supply == side and not place.box and control.status(position.map, area, side) == "friendly"


def ways(theatre: GreatWarGame, position: Position, piece: Piece) -> Iterator[str]:
    """Yield the destinations of a piece in transit."""
    box = theatre.transit_box
    if box is None or piece.side != box.transit:
        return
    if piece.area == box.id:
        yield from (area for area in theatre.areas if _gate(theatre, position, area, piece.side))
    elif _gate(theatre, position, piece.area, piece.side):
        yield box.id


def value(theatre: GreatWarGame, position: Position, area: str) -> int:
    """The build points that the pieces in a box would cost, armies among them."""
    return sum(theatre.units[piece.kind].cost for piece in position.map.at(area))


def points(theatre: GreatWarGame, position: Position) -> int:
    """The victory points of the moment, rounded down (3.1); a winter counts with its year (A-90)."""
    chart, box = theatre.in_transit, theatre.transit_box
    if chart is None or box is None or theatre.turns[position.map.turn].year > chart.counts_until:
        return 0
    worth = value(theatre, position, box.id) // chart.points_per_victory_point
    return worth if box.transit == theatre.pack.tables.victory.counts_for else -worth


def roll(theatre: GreatWarGame, course: EventRecorder, dice: Dice) -> None:
    """Roll for the value in the box; a remainder counts as a whole (2.0-V-4)."""
    chart, box = theatre.in_transit, theatre.transit_box
    worth = value(theatre, course.position, box.id) if box is not None else 0
    if chart is None or box is None or box.transit is None or not worth:
        course.add(PhaseClosed(phase="transit"))
        return
    purpose = state_purpose(Throw.TRANSIT_LOSSES, area=box.id, side=box.transit, worth=worth)
    thrown = dice.throw(purpose, ceil(worth / chart.points_per_die), needed=1)
    course.add(TransitRolled(area=box.id, side=box.transit, rolls=(thrown,), losses=thrown.hits))


def candidates(theatre: GreatWarGame, position: Position, side: Side) -> tuple[Piece, ...]:
    """Return the possible losses: single or contained pieces and empty armies, never filled armies."""
    box = theatre.transit_box
    return tuple(
        piece
        for piece in (position.map.standing(box.id, side) if box is not None else ())
        if theatre.units[piece.kind].removable
        and not (piece.kind == "army" and any(position.map.contents(piece.id)))
    )


def find_forced(theatre: GreatWarGame, position: Position, task: LoseInTransit) -> Piece | None:
    """The piece that is lost without a question: there is nothing to choose."""
    able = candidates(theatre, position, task.side)
    return able[0] if able and len({piece.likeness for piece in able}) == 1 else None


def asks(theatre: GreatWarGame, position: Position, task: LoseInTransit) -> bool:
    """Return True if the side has a choice of losses."""
    choice = bool(candidates(theatre, position, task.side))
    return task.count > 0 and choice and find_forced(theatre, position, task) is None


def lose_objections(theatre: GreatWarGame, position: Position, order: Lose) -> Objections:
    """Everything held against losing this piece in transit."""
    if (piece := position.map.find_own(order.piece, order.side)) is None:
        yield unknown_ids.no_piece(order.piece)
    elif piece not in candidates(theatre, position, order.side):
        yield refuse(Clause.TRANSIT_LOSSES, Refusal.NOT_REMOVABLE_IN_TRANSIT, piece=piece.id)


def lose(course: EventRecorder, id: str) -> None:
    """A piece is lost far away."""
    course.add(PieceLost(piece=id, area=course.position.map.pieces[id].area, fate="elsewhere"))


def settle(theatre: GreatWarGame, course: EventRecorder, task: LoseInTransit) -> None:
    """Settle a step without a question: lose the only candidate, or close the step."""
    piece = find_forced(theatre, course.position, task)
    if task.count and piece is not None:
        lose(course, piece.id)
    else:
        course.add(PhaseClosed(phase="transit"))


def lose_options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Lose]:
    """Yield the pieces that can be lost; identical ones are offered once."""
    alike = {piece.likeness: piece for piece in reversed(candidates(theatre, position, side))}
    return (Lose(side=side, piece=piece.id) for piece in alike.values())
