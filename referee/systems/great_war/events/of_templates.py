"""What is seen of hidden templates, in the position of a reader who may not look into them.

To whom nothing is hidden these events tell nothing new, and his position stays as it is.
"""

from typing import assert_never

from msgspec.structs import replace

from referee.systems.great_war.facts import hidden_templates
from referee.systems.great_war.state.position import NOWHERE, Piece, Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war import template_events as happened
from schemas.great_war.events import GreatWarEvent
from schemas.great_war.template_events import TemplateEvent


def evolve(position: Position, event: TemplateEvent) -> Position:
    """The position after an event."""
    match event:
        case happened.TemplatesHidden(closed=sides):
            return position.marking(closed=frozenset(sides))
        case happened.ArmiesLookedInto():
            return position
        case (
            happened.PiecesShown(pieces=pieces)
            | happened.PiecesFound(pieces=pieces)
            | happened.ArmiesShown(pieces=pieces)
        ):
            seen = tuple(_show(position, piece) for piece in pieces)
            shown, ids = position.map.shown, (piece.id for piece in seen)
            return position.put(*seen).marking(shown=shown.union(ids) if position.map.closed else shown)
        case happened.ArmyFilled(army=army):
            return _tell(position, army, filled=True)
        case happened.ArmyEmptied(army=army):
            return _tell(position, army, filled=False)
        case _:
            assert_never(event)


def _show(position: Position, seen: happened.ShownPiece) -> Piece:
    """The piece where it is shown; who knew already where it is knows more."""
    piece = position.map.pieces[seen.id]
    if piece.area != NOWHERE:
        return piece
    return replace(
        piece, area=seen.area, army=seen.army, entrenched=seen.entrenched, fortified=seen.fortified,
        moved=seen.moved, mode=seen.mode, retreated=seen.retreated,
    )  # fmt: skip


def _tell(position: Position, army: str, *, filled: bool) -> Position:
    piece = position.map.pieces[army]
    return position.put(replace(piece, filled=filled)) if piece.side in position.map.closed else position


def close_again(theatre: GreatWarGame, position: Position, event: GreatWarEvent) -> Position:
    """The position with all hidden again that is not shown any more: pieces are shown for one event."""
    if not isinstance(event, happened.PiecesShown | happened.PiecesFound | happened.ArmiesShown):
        position = position.marking(shown=frozenset[str]())
    return hidden_templates.cover(theatre, position, position.map.closed)
