"""What is seen of hidden templates, in the position of a reader who may not look into them.

To whom nothing is hidden these events tell nothing new, and his position stays as it is.
"""

from msgspec.structs import replace

from referee.engine.events import everyone
from referee.systems.great_war.events.event_kinds import Kinds, change_nothing, event_kind
from referee.systems.great_war.facts import hidden_templates
from referee.systems.great_war.state.position import NOWHERE, Piece, Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war import template_events as happened
from schemas.great_war.events import GreatWarEvent
from schemas.record import Side


def _hide(_: GreatWarGame, position: Position, event: happened.TemplatesHidden) -> Position:
    return position.marking(closed=frozenset(event.closed))


def _name_strangers(
    _: GreatWarGame, event: happened.TemplatesHidden, viewer: Side
) -> happened.TemplatesHidden:
    """Name the sides whose armies are closed to the viewer."""
    return replace(event, closed=hidden_templates.strangers(event.sides, viewer))


def _show_pieces(
    _: GreatWarGame,
    position: Position,
    event: happened.PiecesShown | happened.PiecesFound | happened.ArmiesShown,
) -> Position:
    seen = tuple(_show(position, piece) for piece in event.pieces)
    shown, ids = position.map.shown, (piece.id for piece in seen)
    return position.put(*seen).marking(shown=shown.union(ids) if position.map.closed else shown)


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


TEMPLATES: Kinds = (
    event_kind(
        happened.TemplatesHidden, apply=_hide, visible_to=_name_strangers,
        narrate="What armies hold is hidden from the other side.",
    ),
    # Pieces that the next event names are left to that.
    event_kind(happened.PiecesShown, apply=_show_pieces, visible_to=everyone, narrate=""),
    event_kind(happened.PiecesFound, apply=_show_pieces, visible_to=everyone, narrate=""),
    event_kind(happened.ArmiesShown, apply=_show_pieces, visible_to=everyone),
    event_kind(happened.ArmiesLookedInto, apply=change_nothing, visible_to=everyone, narrate=""),
    event_kind(
        happened.ArmyFilled,
        apply=lambda _, position, event: _tell(position, event.army, filled=True),
        visible_to=everyone, narrate="{army} is not empty any more.",
    ),
    event_kind(
        happened.ArmyEmptied,
        apply=lambda _, position, event: _tell(position, event.army, filled=False), visible_to=everyone,
    ),
)  # fmt: skip
"""Armies that hide their contents, as their readers see them."""
