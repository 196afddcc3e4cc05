"""Orders in their parts, for programs that let people choose: who, where he stands, where he goes."""

from referee.systems.skirmish.state.position import Position
from schemas.answers.options import OrderParts, Where
from schemas.skirmish.orders import BreakOff, Done, Move, SkirmishOrder

ALONE = ("figure", "unit", "mission")
"""The fields of orders that name who does it."""

AIMS = ("at", "aim", "target", "point", "burst", "to", "centre")
"""The fields of orders that name where it is done: a spot, or the alias of an enemy."""


def dissect(position: Position, order: SkirmishOrder) -> OrderParts:
    """An order in its parts; of several figures, the first stands for all."""
    several: tuple[str, ...] = getattr(order, "figures", ())
    named = (getattr(order, name) for name in ALONE if hasattr(order, name))
    piece = several[0] if several else next((id for id in named if id), "")
    known = position.figures.get(piece)
    return OrderParts(
        verb=order.type,
        piece=piece,
        start=known.at if known is not None else "",
        to=_find_place(order),
        default=isinstance(order, Done),
    )


def _find_place(order: SkirmishOrder) -> Where:
    """The spot that an order leads to, or what it is aimed at."""
    if isinstance(order, Move | BreakOff):
        return order.path[-1]
    named = (getattr(order, name) for name in AIMS if hasattr(order, name))
    return next((place for place in named if place), "")
