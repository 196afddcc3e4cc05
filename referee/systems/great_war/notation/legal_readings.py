"""Lines whose pieces can be several, of which only one can do what the line says.

"1st Army to Nancy" can be the Belgian, the British or the French 1st Army, of which one can reach Nancy. All
that is compared is known to the side that orders.
"""

from collections.abc import Callable

from referee.faults import Unreadable
from referee.systems.great_war.flow.judgement import objections
from referee.systems.great_war.notation.sentences import MOST_READINGS, Misreading
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from schemas.great_war.orders import GreatWarOrder, Move, Retreat

Orders = tuple[GreatWarOrder, ...]


def settle(
    theatre: GreatWarGame, position: Position, line: str, read_line: Callable[[str], Orders]
) -> Orders:
    """Return the orders of a line. If its pieces can be several, the legal reading is taken.

    Raises Unreadable, with all readings, if none or several of them are legal.
    The answer names the order, so that the writer sees the reading.
    """
    try:
        return read_line(line)
    except Unreadable as fault:
        if fault.stated.fact is not Misreading.PIECE_UNCLEAR or len(fault.readings) >= MOST_READINGS:
            raise
        # An area alone may mean all of its pieces.
        if any(reading.count(",") > line.count(",") for reading in fault.readings):
            raise
        legal = [orders for orders in map(read_line, fault.readings) if _are_legal(theatre, position, orders)]
        if len(legal) != 1:
            raise
        return legal[0]


def _are_legal(theatre: GreatWarGame, position: Position, orders: Orders) -> bool:
    """Return True if pieces go somewhere, and no rule objects to it in the position that the side knows."""
    return all(
        isinstance(order, Move | Retreat) and not any(objections(theatre, position, order))
        for order in orders
    )
