"""The protocol of a game system and the verdicts of its rules."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Generic, NewType, Protocol, TypeVar

from referee.engine.dice import Dice
from referee.engine.facts import Asked, Objection, OpenQuestion, Statable
from schemas.model import ModelUnion, Order
from schemas.record import Event, Purpose, Revealed, Rolled, Shape, Shuffled, Side, Value

VerdictState = TypeVar("VerdictState")
EventT = TypeVar("EventT", bound=Event)


class CannotHaveHappened(ValueError):  # noqa: N818 - it says what is wrong
    """An event that does not fit the position it is said to have happened in."""


class Outcome(Value, Generic[VerdictState, EventT]):
    """Events in their order, and the position after them."""

    events: tuple[EventT, ...]
    after: VerdictState

    @classmethod
    def of(
        cls,
        evolve: Callable[[VerdictState, EventT], VerdictState],
        state: VerdictState,
        events: Iterable[EventT],
    ) -> "Outcome[VerdictState, EventT]":
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
    """Return True if a die was thrown, or something hidden was drawn or came to light."""
    return any(
        isinstance(event, Shuffled | Revealed)
        or (isinstance(event, Rolled) and any(roll.faces for roll in event.rolls))
        for event in events
    )


StateT = TypeVar("StateT")
OrderT = TypeVar("OrderT", bound=Order)


MOVEMENT = "movement"
COMBAT = "combat"


class Stage(Value):
    """Where an order is given.

    `segment` is `movement`, `combat`, or another word of the system; `count` tells a segment from those of
    the same kind before and after it. `fight` is the battle that the order is about, empty where it is about
    none; an order that `announces` only says that there will be that battle, or what it will be like.
    """

    segment: str = ""
    count: str = ""
    fight: str = ""
    announces: bool = False

    def is_in_segment_of(self, other: "Stage") -> bool:
        """Return True if both belong to one segment, if no other lies between them."""
        return bool(self.segment) and (self.segment, self.count) == (other.segment, other.count)


class RuleSystem(Protocol[StateT, OrderT, EventT]):
    """The rules of one family of games, bound to one pack and one scenario."""

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides, in the order the pack names them."""
        ...

    @property
    def orders(self) -> ModelUnion[OrderT]:
        """How an order is read from JSON."""
        ...

    @property
    def events(self) -> Shape[EventT]:
        """How an event is read from JSON."""
        ...

    @property
    def questions(self) -> tuple[str, ...]:
        """Everything that a side can be asked, by name, in the order of play."""
        ...

    def start(self) -> StateT:
        """The position before anything has happened."""
        ...

    def prompts(self, state: StateT) -> tuple[OpenQuestion, ...]:
        """Return the open questions; none while work remains that asks no question."""
        ...

    def options(self, state: StateT, prompt: Asked) -> Iterator[OrderT]:
        """Answers to a prompt worth trying: all of them where they can be counted, otherwise samples."""
        ...

    def lawful(self, state: StateT, prompt: Asked) -> Iterator[OrderT]:
        """Yield the options of a prompt without objections, in their order, as `machine.sift` does."""
        ...

    def objections(self, state: StateT, order: OrderT) -> Iterator[Objection]:
        """Everything the rules hold against an order; silence is consent."""
        ...

    @property
    def facts(self) -> Mapping[str, Statable]:
        """The facts that these rules may state, by code."""
        ...

    def spell_purpose(self, purpose: Purpose) -> str:
        """Return the English sentence for a purpose that journals of formats 1 and 2 record."""
        ...

    def stage(self, state: StateT, order: OrderT) -> Stage:
        """Return the segment in which an order is given; `Stage()` where play has no segments."""
        ...

    def outcome(self, state: StateT, order: OrderT, dice: Dice) -> Outcome[StateT, EventT]:
        """What comes of an order that nothing speaks against."""
        ...

    def advance(self, state: StateT, dice: Dice) -> Outcome[StateT, EventT]:
        """The next piece of work the rules do unasked; no event once the match is over."""
        ...

    def evolve(self, state: StateT, event: EventT) -> StateT:
        """The position after an event: a pure function, without legality and dice."""
        ...

    def clause_number(self, meaning: str) -> str:
        """Return the number of the clause with this meaning in the rulebook."""
        ...


State = NewType("State", object)
"""The position of a match outside its system: it is carried, compared and handed back, never looked into."""

Rules = RuleSystem[State, Order, Event]
"""The rules of whichever family a match is played with."""
