"""What a family of games must be able to do."""

from collections.abc import Iterator, Mapping
from typing import NewType, Protocol, TypeVar, runtime_checkable

from referee.engine.dice import Dice
from referee.engine.facts import Objection, Statable, Stated, Wording
from referee.engine.names import Index
from referee.engine.verdict import Outcome
from referee.values.value import Value
from schemas.model import ModelUnion, Order
from schemas.record import Citation, Event, Prompt, Purpose, Side
from schemas.shape import Shape

StateT = TypeVar("StateT")
OrderT = TypeVar("OrderT", bound=Order)
EventT = TypeVar("EventT", bound=Event)
StateT_contra = TypeVar("StateT_contra", contravariant=True)
OrderT_co = TypeVar("OrderT_co", bound=Order, covariant=True)
OrderT_contra = TypeVar("OrderT_contra", contravariant=True)


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

    @property
    def subjects(self) -> Index:
        """What a question can be about, by its names."""
        ...

    def spell(self, subject: str) -> str:
        """A subject as a letter may write it, in the language that is spoken."""
        ...

    def start(self) -> StateT:
        """The position before anything has happened."""
        ...

    def prompts(self, state: StateT) -> tuple[Prompt, ...]:
        """The questions that are open now; none while work remains that asks no question."""
        ...

    def options(self, state: StateT, prompt: Prompt) -> Iterator[OrderT]:
        """Answers to a prompt worth trying: all of them where they can be counted, otherwise samples."""
        ...

    def objections(self, state: StateT, order: OrderT) -> Iterator[Objection]:
        """Everything the rules hold against an order; silence is consent."""
        ...

    @property
    def facts(self) -> Mapping[str, Statable]:
        """The facts that these rules may state, by code."""
        ...

    def word(self, stated: Stated) -> Wording:
        """A fact in words: what is held against an order, or said of a line that is none."""
        ...

    def word_purpose(self, purpose: str | Purpose) -> str:
        """What dice are thrown for, in words; journals of formats 1 and 2 hold it as an English sentence."""
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

    def apart(self, line: str) -> tuple[str, ...]:
        """The orders that stand in one line of a letter, each in its columns."""
        ...

    def resembles_order(self, line: str) -> bool:
        """Whether a line is worth reading as an order; looking at its words costs less than reading it."""
        ...

    def could_be_order(self, side: Side, line: str) -> bool:
        """Whether a word of a line belongs to orders; a greeting has none."""
        ...

    def read(self, state: StateT, side: Side, line: str) -> tuple[OrderT, ...]:
        """One line of a letter as orders; raises `Unreadable` with the nearest readings."""
        ...

    def write(self, order: OrderT) -> str:
        """An order as a line of a letter; `read` takes it back."""
        ...

    def cite(self, meaning: str) -> Citation:
        """The clause of the rulebook that has this meaning."""
        ...

    def template(self, state: StateT, side: Side) -> tuple[str, ...]:
        """Lines of a letter that answer the open prompts of one side, as examples to be edited."""
        ...


@runtime_checkable
class Sifting(Protocol[StateT_contra, OrderT_co]):
    """A rule system that has a quicker way to the lawful answers than to judge one option after the other."""

    def lawful(self, state: StateT_contra, prompt: Prompt) -> Iterator[OrderT_co]:
        """The options of a prompt that `objections` lets pass, in their order."""
        ...


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
        """Whether both belong to one segment, if no other lies between them."""
        return bool(self.segment) and (self.segment, self.count) == (other.segment, other.count)


@runtime_checkable
class Staged(Protocol[StateT_contra, OrderT_contra]):
    """A rule system whose play has segments."""

    def stage(self, state: StateT_contra, order: OrderT_contra) -> Stage:
        """Where an order is given."""
        ...


@runtime_checkable
class Amendable(Protocol[StateT_contra, OrderT_co]):
    """A rule system whose positions a moderator may amend, by orders of his own."""

    def read_amendment(self, state: StateT_contra, line: str) -> OrderT_co:
        """A line as an amendment; raises `Unreadable` with what it may say."""
        ...


State = NewType("State", object)
"""The position of a match outside its system: it is carried, compared and handed back, never looked into."""

Rules = RuleSystem[State, Order, Event]
"""The rules of whichever family a match is played with."""
