"""What the rules say to an order."""

from typing import Generic, TypeVar

from referee.core.values import dataclass
from schemas.record import Event, Objection

EventT = TypeVar("EventT", bound=Event)


@dataclass(frozen=True, slots=True)
class Accepted(Generic[EventT]):
    """The order stands, and this came of it."""

    events: tuple[EventT, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """The order falls, and this is everything the rules hold against it."""

    objections: tuple[Objection, ...]
