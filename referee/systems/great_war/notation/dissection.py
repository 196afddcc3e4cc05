"""Orders in their parts, for programs that let people choose: the piece, where it stands, where it goes."""

from referee.systems.great_war.state.position import Position
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
    known = position.pieces.get(piece)
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
