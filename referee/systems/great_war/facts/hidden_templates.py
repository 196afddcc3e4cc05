"""Hidden contents of armies (A-95): a position as seen from outside.

An army's contents are hidden except in the current battle, in the transit box, and in an army that is out of
supply. A gun that is worth points is too big to hide. Seen from outside, the hidden pieces are on the map,
but nowhere; of an army only its emptiness is public.
"""

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from referee.engine.values import cached
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import NOWHERE, Piece, Position
from schemas.record import REFEREE, Side


def is_played(theatre: GreatWarGame) -> bool:
    """Return True if the match is played with hidden templates."""
    return theatre.hides_templates


def open_to_all(theatre: GreatWarGame, position: Position, army: Piece) -> bool:
    """Return True if both sides may look into an army."""
    here = position.fight is not None and position.fight.area == army.area
    return here or theatre.areas[army.area].transit is not None or army.id in position.map.unsupplied


def is_hidden(theatre: GreatWarGame, position: Position, piece: Piece) -> bool:
    """Return True if only its own side knows the army of a piece."""
    if piece.army is None or theatre.units[piece.kind].terror:
        return False
    return not open_to_all(theatre, position, position.map.pieces[piece.army])


def find_concealed(theatre: GreatWarGame, position: Position) -> dict[str, Piece]:
    """The hidden pieces of both sides, by id."""
    return {piece.id: piece for piece in position.map.pieces.values() if is_hidden(theatre, position, piece)}


def cover(theatre: GreatWarGame, position: Position, sides: Collection[Side]) -> Position:
    """The position without what the armies of these sides hide."""
    inside = {
        piece.id: piece.army
        for piece in position.map.pieces.values()
        if piece.side in sides and piece.id not in position.map.shown and is_hidden(theatre, position, piece)
    }
    hosts = frozenset(inside.values())
    pieces: dict[str, Piece] = {}
    stacks: dict[str, tuple[str, ...]] = {}
    # The order in which pieces stand in an area would tell what they came with: here it is that of the map.
    for piece in position.map.pieces.values():
        if piece.id in inside:
            view = Piece(piece.id, piece.nation, piece.side, piece.kind, NOWHERE)
        elif piece.kind == "army" and piece.side in sides:
            more = piece.filled and not open_to_all(theatre, position, piece)
            view = replace(piece, filled=more or piece.id in hosts)
        else:
            view = piece
        pieces[view.id] = view
        stacks[view.area] = (*stacks.get(view.area, ()), view.id)
    return position.marking(pieces=pieces, stacks=stacks)


def show_to(theatre: GreatWarGame, position: Position, viewer: Side) -> Position:
    """The position as a viewer may know it: all there is where nothing is hidden from him."""
    if not is_played(theatre) or viewer == REFEREE:
        return position
    return _cover_for(theatre, position, viewer)


@cached
def _cover_for(theatre: GreatWarGame, position: Position, viewer: Side) -> Position:
    closed = frozenset(strangers(theatre.sides, viewer))
    # That viewer follows later events without a look into those armies.
    return cover(theatre, position, closed).marking(closed=closed)


@cached
def from_outside(theatre: GreatWarGame, position: Position) -> Position:
    """The position as everybody may know it."""
    return cover(theatre, position, theatre.sides) if is_played(theatre) else position


def strangers(sides: Collection[Side], viewer: Side) -> tuple[Side, ...]:
    """The sides into whose armies a viewer may not look."""
    return () if viewer == REFEREE else tuple(side for side in sides if side != viewer)


def unseen(position: Position, side: Side) -> Iterator[Piece]:
    """The pieces of a side that are in armies, it is not known in which."""
    return (piece for piece in position.map.owned(side) if piece.area == NOWHERE)
