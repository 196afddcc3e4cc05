"""Biplanes: which of them meet in the air, and which may answer the fire of infantry (8.3.4)."""

from collections.abc import Iterator

from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Position
from schemas.great_war.names import Kind
from schemas.record import Side


def is_grounded(position: Position) -> bool:
    """Return True if the weather grounds every biplane (9.5, A-09)."""
    return position.now is not None and position.now.weather


def flying(theatre: GreatWarGame, position: Position, area: str, side: Side) -> Iterator[Piece]:
    """A side's biplanes that take part in a battle."""
    leaving = position.leaving
    for piece in position.map.standing(area, side):
        stays = piece.id not in leaving and piece.army not in leaving
        if theatre.units[piece.kind].flies and not piece.retreated and stays:
            yield piece


def is_opposed(theatre: GreatWarGame, position: Position, area: str) -> bool:
    """Return True if both sides have biplanes in a battle, which then fight only each other."""
    return not is_grounded(position) and all(
        any(flying(theatre, position, area, side)) for side in position.map.sides
    )


def silent(position: Position, piece: Piece) -> bool:
    """Return True if a biplane rolls no more dice of its own in this battle."""
    fight = position.fight
    spent = fight is not None and (fight.dogfight or piece.id in fight.reacting or piece.id in fight.reacted)
    return spent or is_grounded(position)


def uncommitted(theatre: GreatWarGame, position: Position) -> tuple[Piece, ...]:
    """The defender's biplanes that may still choose to answer the attacker's fire."""
    fight = position.fight
    if fight is None or any(flying(theatre, position, fight.area, fight.attacker)):
        return ()
    mine = flying(theatre, position, fight.area, theatre.other(fight.attacker))
    return tuple(piece for piece in mine if not silent(position, piece))


def answering(theatre: GreatWarGame, position: Position) -> tuple[Piece, ...]:
    """Return the biplanes that may have a hit rolled again; a surprise leaves none committed before (A-46).

    A biplane that fought in the air, scrambled or not, has no other action in this battle (8.3.4-s).
    """
    fight = position.fight
    if fight is None or fight.dogfight:
        return ()
    mine = flying(theatre, position, fight.area, theatre.other(fight.attacker))
    waiting = tuple(piece for piece in mine if piece.id in fight.reacting and piece.id not in fight.reacted)
    return (*waiting, *uncommitted(theatre, position)) if fight.surprise else waiting


def answerable(theatre: GreatWarGame, position: Position) -> tuple[Kind, ...]:
    """The kinds of infantry with a hit that was not thrown again yet."""
    if position.fight is None:
        return ()
    return tuple(kind for kind, hits in position.fight.scored.items() if hits and kind in theatre.infantry)
