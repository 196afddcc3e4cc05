"""The protocol of a game system, the options of its rules, and the verdicts."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Generic, NewType, Protocol, TypeVar

from referee.engine.dice import Dice
from referee.engine.facts import Asked, Objection, Objections, OpenQuestion, Statable
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
        """Return the outcome of known events, from the position before them."""
        happened: list[EventT] = []
        for event in events:
            state = evolve(state, event)
            happened.append(event)
        return cls(tuple(happened), state)


class Accepted(Value, Generic[EventT]):
    """An accepted order and its events."""

    events: tuple[EventT, ...]


class Refused(Value):
    """A refused order and all objections to it."""

    objections: tuple[Objection, ...]


def irrevocable(events: Iterable[Event]) -> bool:
    """Return True if a die was rolled, or something hidden was drawn or revealed."""
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
    """The part of a turn in which an order is given.

    `segment` is `movement`, `combat`, or another word of the system; `count` distinguishes it from earlier
    and later segments of the same kind. `fight` is the battle of the order, or "". If `announces` is set,
    the order only declares that battle or its form.
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
        """The model that reads an order from JSON."""
        ...

    @property
    def events(self) -> Shape[EventT]:
        """The shape that reads an event from JSON."""
        ...

    @property
    def questions(self) -> tuple[str, ...]:
        """The names of all questions, in the order of play."""
        ...

    def start(self) -> StateT:
        """Return the position before the first event."""
        ...

    def prompts(self, state: StateT) -> tuple[OpenQuestion, ...]:
        """Return the open questions; none while work remains that asks no question."""
        ...

    def options(self, state: StateT, prompt: Asked) -> Iterator[OrderT]:
        """Yield answers to a prompt: all of them if they can be counted, otherwise samples."""
        ...

    def lawful(self, state: StateT, prompt: Asked) -> Iterator[OrderT]:
        """Yield the options of a prompt without objections, in their order, as `machine.sift` does."""
        ...

    def objections(self, state: StateT, order: OrderT) -> Objections:
        """Yield every objection to an order. Yields nothing if the order is legal."""
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
        """Return the outcome of a legal order."""
        ...

    def advance(self, state: StateT, dice: Dice) -> Outcome[StateT, EventT]:
        """Return the outcome of the next step that asks no question; no events once the match is over."""
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


class RuleOption(Value):
    """An option that a pack may offer, with the choices that the rule knows.

    The first choice applies if a pack does not offer the option. `earlier` are choices of matches that were
    opened before the option existed; no pack may offer them.
    """

    id: str
    choices: tuple[str, ...]
    earlier: tuple[str, ...] = ()
