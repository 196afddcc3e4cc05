"""Area status: friendly, enemy, disputed or neutral (4.1)."""

from collections.abc import Mapping
from typing import Literal

from referee.engine.facts import Objection, refuse
from referee.systems.great_war.facts.refusals import Refusal
from referee.systems.great_war.state.position import MapState, Piece
from referee.systems.great_war.state.theatre import GreatWarGame
from referee.values.caching import cached
from schemas.great_war.clauses import Clause
from schemas.record import Side

Status = Literal["friendly", "enemy", "disputed", "neutral"]

SINGLE_STRENGTH = 1
"""A fort of this strength or less controls nothing (8.4)."""


def contests(piece: Piece) -> bool:
    """Whether a piece keeps an area from the enemy (8.1, 8.4): an army does by what it holds.

    What it hides from the reader of a position counts as well.
    """
    if piece.kind == "fort":
        return piece.strength > SINGLE_STRENGTH
    return piece.kind != "army" or piece.filled


def present(board: MapState, area: str, side: Side) -> bool:
    """Whether a side has a piece in the area that contests it. An army does so by what it holds."""
    for id in board.stacks.get(area, ()):
        piece = board.pieces[id]
        if piece.side == side and contests(piece):
            return True
    return False


def list_contenders(board: MapState, area: str) -> set[Side]:
    """The sides that have a piece in the area that contests it."""
    pieces = board.pieces
    return {piece.side for id in board.stacks.get(area, ()) if contests(piece := pieces[id])}


def status(board: MapState, area: str, side: Side) -> Status:
    """What an area is to one side at this instant."""
    # Nothing is asked more often: one piece of each side is looked for, and no further.
    first, pieces = None, board.pieces
    for id in board.stacks.get(area, ()):
        piece = pieces[id]
        if piece.side != first and contests(piece):
            if first is not None:
                return "disputed"
            first = piece.side
    if first is not None and area in board.contested:
        return "disputed"
    owner = board.owner.get(area)
    if owner is None:
        return "neutral"
    return "friendly" if owner == side else "enemy"


@cached
def list_statuses(theatre: GreatWarGame, board: MapState, side: Side) -> Mapping[str, Status]:
    """What every area is to one side at this instant."""
    return {area: status(board, area, side) for area in theatre.areas}


def friendly(board: MapState, area: str, side: Side) -> bool:
    """Whether a side owns an area that is not disputed."""
    return board.owner.get(area) == side and status(board, area, side) == "friendly"


def has_joined(theatre: GreatWarGame, board: MapState, country: str | None) -> bool:
    """Whether a country has joined a side: before it does, its areas belong to no side."""
    return country is not None and any(
        area.country == country and area.id in board.owner for area in theatre.pack.map.areas
    )


def conquers(theatre: GreatWarGame, board: MapState, piece: Piece) -> bool:
    """Whether a piece can take and hold an area: an army can if anything in it could (A-25, A-26)."""
    if piece.kind == "army":
        return any(held.kind in theatre.conquerors for held in board.contents(piece.id))
    return piece.kind in theatre.conquerors


def holder(theatre: GreatWarGame, board: MapState, area: str) -> Side | None:
    """The side that must own the area by what stands there, or `None` where that settles nothing (A-36)."""
    sides = list_contenders(board, area)
    if len(sides) != 1:
        return None
    (side,) = sides
    able = any(
        piece.kind in theatre.conquerors or (piece.kind == "fort" and piece.strength > SINGLE_STRENGTH)
        for piece in board.standing(area, side)
    )
    return side if able else None


def enemy_forts(board: MapState, area: str, side: Side) -> tuple[Piece, ...]:
    """The forts in an area that are not the side's own."""
    return tuple(piece for piece in board.at(area) if piece.kind == "fort" and piece.side != side)


def hold_by_enemy(clause: Clause, area: str) -> Objection:
    """The objection to an enemy area; the clause is that of the order."""
    return refuse(clause, Refusal.ENEMY_AREA, area=area)
