"""Entries of the tables of events, for the Great War."""

from typing import TypeAlias

from referee.engine import events
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from schemas.great_war.events import GreatWarEvent

Kind: TypeAlias = events.EventKind[GreatWarGame, Position, GreatWarEvent]
"""One kind of event."""

Kinds: TypeAlias = tuple[Kind, ...]
"""The events of a chapter."""

event_kind = Kind.of

Table: TypeAlias = events.EventIndex[GreatWarGame, Position, GreatWarEvent]
"""All kinds of events."""


def change_nothing(_: GreatWarGame, position: Position, __: object) -> Position:
    """Return the position as it is."""
    return position


def finish_task(_: GreatWarGame, position: Position, __: object) -> Position:
    """Return the position with the top task done."""
    return position.then()
