"""Orders in their parts, for programs that let people choose: the piece, where it stands, where it goes."""

from functools import lru_cache

from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.answers.options import OrderParts
from schemas.great_war.orders import Done, GreatWarOrder, Move, Pass

PIECES = ("piece", "army")
"""The fields of orders that name who does it."""

PLACES = ("to", "area")
"""The fields of orders that name where it is done."""


def dissect(position: Position, order: GreatWarOrder) -> OrderParts:
    """An order in its parts."""
    named = (getattr(order, name) for name in PIECES if hasattr(order, name))
    piece = next((id for id in named if id), "")
    known = position.map.pieces.get(piece)
    return OrderParts(
        verb=order.type,
        piece=piece,
        start=known.area if known is not None else "",
        to=_find_place(order),
        default=isinstance(order, Done | Pass),
    )


def _find_place(order: GreatWarOrder) -> str:
    """The area that an order leads to, or is about."""
    if isinstance(order, Move):
        return order.path[-1]
    named = (getattr(order, name) for name in PLACES if hasattr(order, name))
    return next((area for area in named if area), "")


ANOTHER_PIECE = 1000
"""An order for another piece is farther away than any area of the map."""

ANOTHER_WAY = 5
"""To go by rail instead of marching is like so many areas more."""


def measure_gap(
    theatre: GreatWarGame, position: Position, wanted: GreatWarOrder, answer: GreatWarOrder
) -> int:
    """How far an order is from the one that was wanted: first by its piece, then by where and how it goes."""
    mine, other = dissect(position, wanted), dissect(position, answer)
    goal, end = _find_place(wanted), _find_place(answer)
    apart = _count_steps(theatre, goal, end) if goal and end else 0
    if isinstance(wanted, Move) and isinstance(answer, Move) and wanted.mode != answer.mode:
        apart += ANOTHER_WAY
    return apart if mine.piece == other.piece else apart + ANOTHER_PIECE


@lru_cache(maxsize=1 << 13)
def _count_steps(theatre: GreatWarGame, here: str, there: str) -> int:
    """How many borders lie between two areas; as many as there are areas where no way leads."""
    reached, edge = {here}, {here}
    for steps in range(len(theatre.areas)):
        if there in edge:
            return steps
        known = (theatre.areas[area] for area in edge if area in theatre.areas)
        edge = {near for area in known for near in area.borders} - reached
        if not edge:
            break
        reached |= edge
    return len(theatre.areas)
