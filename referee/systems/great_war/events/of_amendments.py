"""What an amendment of the moderator makes of a position: the same pieces, some of them elsewhere."""

from typing import assert_never

from msgspec.structs import replace

from referee.systems.great_war.state.position import Piece, Position, list_carried
from schemas.great_war.amendments import AmendmentEvent, PieceRepositioned, PiecesExchanged


def evolve(position: Position, event: AmendmentEvent) -> Position:
    """The position after an event."""
    match event:
        case PiecesExchanged(piece=id, other=other):
            return _exchange(position, position.map.pieces[id], position.map.pieces[other])
        case PieceRepositioned(piece=id, area=area, into=into):
            return move_piece(position, position.map.pieces[id], area, into)
        case _:
            assert_never(event)


def move_piece(position: Position, piece: Piece, area: str, into: str | None) -> Position:
    """The position with a piece, and all that it carries, elsewhere."""
    carried = [replace(one, area=area) for one in list_carried(position.map, piece) if one.id != piece.id]
    return position.put(replace(piece, area=area, army=into), *carried)


def _exchange(position: Position, one: Piece, other: Piece) -> Position:
    """Each is where the other was, and has done what the other had."""
    after = position.put(replace(other, id=one.id), replace(one, id=other.id))
    if (one.id in position.map.unsupplied) == (other.id in position.map.unsupplied):
        return after
    return after.marking(unsupplied=position.map.unsupplied ^ {one.id, other.id})
