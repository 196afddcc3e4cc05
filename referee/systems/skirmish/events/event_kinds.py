"""Entries of the tables of events, for the skirmish."""

from typing import TypeAlias

from referee.engine import events
from referee.systems.skirmish.state import table
from referee.systems.skirmish.state.position import Position
from schemas.skirmish.events import SkirmishEvent

Kind: TypeAlias = events.EventKind[table.Table, Position, SkirmishEvent]
"""One kind of event."""

Kinds: TypeAlias = tuple[Kind, ...]
"""The events of a chapter."""

event_kind = Kind.of

Table: TypeAlias = events.EventIndex[table.Table, Position, SkirmishEvent]
"""All kinds of events."""


def change_nothing(_: table.Table, position: Position, __: object) -> Position:
    """Return the position as it is."""
    return position
