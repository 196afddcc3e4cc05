"""What the rules say to an order."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from referee.engine.facts import Objection
from referee.values.value import Value
from schemas.record import Event, Revealed, Rolled, Shuffled

State = TypeVar("State")
EventT = TypeVar("EventT", bound=Event)


class CannotHaveHappened(ValueError):  # noqa: N818 - it says what is wrong
    """An event that does not fit the position it is said to have happened in."""


class Outcome(Value, Generic[State, EventT]):
    """Events in their order, and the position after them."""

    events: tuple[EventT, ...]
    after: State

    @classmethod
    def of(
        cls, evolve: Callable[[State, EventT], State], state: State, events: Iterable[EventT]
    ) -> "Outcome[State, EventT]":
        """The outcome of events that are known, from the position before them."""
        happened: list[EventT] = []
        for event in events:
            state = evolve(state, event)
            happened.append(event)
        return cls(tuple(happened), state)


class Accepted(Value, Generic[EventT]):
    """The order stands, and this came of it."""

    events: tuple[EventT, ...]


class Refused(Value):
    """The order falls, and this is everything the rules hold against it."""

    objections: tuple[Objection, ...]


def irrevocable(events: Iterable[Event]) -> bool:
    """Whether a die was thrown, or something hidden was drawn or came to light."""
    return any(
        isinstance(event, Shuffled | Revealed)
        or (isinstance(event, Rolled) and any(roll.faces for roll in event.rolls))
        for event in events
    )
