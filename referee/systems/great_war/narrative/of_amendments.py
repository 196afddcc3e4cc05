"""Amendments of the moderator as prose."""

from typing import assert_never

from referee.systems.great_war.narrative.phrases import Blocks, area_called, piece_called
from referee.systems.great_war.state.narrator import Narrator
from referee.systems.great_war.state.position import Position
from schemas.great_war.amendments import AmendmentEvent, PieceRepositioned, PiecesExchanged


def narrate(narrator: Narrator, position: Position, event: AmendmentEvent) -> Blocks:
    """An event as a report tells it."""
    match event:
        case PiecesExchanged(piece=id, other=other):
            return narrator.told(
                "{piece} and {other} change places.",
                piece=piece_called(narrator, position, id), other=piece_called(narrator, position, other),
            )  # fmt: skip
        case PieceRepositioned():
            return _reposition(narrator, position, event)
        case _:
            assert_never(event)


def _reposition(narrator: Narrator, position: Position, event: PieceRepositioned) -> Blocks:
    named = {
        "piece": piece_called(narrator, position, event.piece),
        "area": area_called(narrator, event.area),
    }
    if event.into is None:
        return narrator.told("{piece} is put in {area}.", **named)
    army = piece_called(narrator, position, event.into)
    return narrator.told("{piece} is put in {area}, into {army}.", army=army, **named)
