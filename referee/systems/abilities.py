"""What a rule system may offer beside the rules: maps, a war at a glance, its score, other languages."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from referee.engine.facts import Objection
from referee.engine.system import State
from referee.engine.tongue import Translator
from schemas.answers.options import OrderParts
from schemas.model import Order
from schemas.record import Event, Prompt, Side
from schemas.reports.chart import Band, Score
from schemas.reports.document import Block
from schemas.reports.picture import MapPicture, PictureArrow


@runtime_checkable
class Pictured(Protocol):
    """A rule system whose positions can be drawn."""

    def picture(self, state: State, viewer: Side) -> MapPicture:
        """The position as one viewer may see it, before it is drawn."""
        ...


@runtime_checkable
class Measured(Protocol):
    """A rule system that can draw how far something reaches."""

    def drawable(self, state: State, viewer: Side) -> tuple[str, ...]:
        """What the ranges of one viewer may be asked of, by id."""
        ...

    def measured(self, state: State, viewer: Side, about: tuple[str, ...]) -> MapPicture:
        """The position as one viewer may see it, with the ranges of these."""
        ...


@runtime_checkable
class Chronicled(Protocol):
    """A rule system that tells at a glance what a viewer saw happen."""

    def moment(self, state: State) -> str:
        """When it is, in the words of the game."""
        ...

    def digest(self, state: State, events: Sequence[Event], viewer: Side) -> tuple[Block, ...]:
        """What these events amount to for who saw them so; `state` is the position before them."""
        ...

    def movements(self, state: State, events: Sequence[Event], viewer: Side) -> tuple[PictureArrow, ...]:
        """The ways that pieces went in these events, for who saw them so."""
        ...

    def control(self, state: State, viewer: Side) -> tuple[Block, ...]:
        """Who holds what: the part of the situation that a map shows as well."""
        ...


@runtime_checkable
class Briefed(Protocol):
    """A rule system that says in few lines what a reader needs, beside the whole situation."""

    @property
    def recaps_orders(self) -> bool:
        """Whether a recap tells what came of orders, so that a reader who is asked need not read each."""
        ...

    def list_recapped(self, events: Sequence[Event]) -> frozenset[int]:
        """The places of those events that a recap shows in a table: a short report need not repeat them."""
        ...

    def brief(self, state: State, viewer: Side) -> tuple[Block, ...]:
        """How things stand for one viewer, and what he needs to answer if he is asked."""
        ...

    def recap(self, state: State, events: Sequence[Event], viewer: Side) -> tuple[Block, ...]:
        """What a digest tells of these events, in as few lines as a short report has for it."""
        ...

    def is_amid(self, state: State) -> bool:
        """Whether a position lies in the middle of what a digest tells as one."""
        ...

    def opens_chapter(self, event: Event) -> bool:
        """Whether what a digest tells as one begins with an event."""
        ...


@runtime_checkable
class Scored(Protocol):
    """A rule system that keeps a score which can be drawn over time."""

    @property
    def measure(self) -> str:
        """What is counted: `victory points`."""
        ...

    @property
    def holding(self) -> str:
        """What the sides are compared by: `areas held`."""
        ...

    def bands(self) -> tuple[Band, ...]:
        """The levels that the score may stand for."""
        ...

    def score(self, state: State, viewer: Side) -> Score:
        """The score of a position, as one viewer may know it."""
        ...


@runtime_checkable
class Compared(Protocol):
    """A rule system that says in words how two positions differ."""

    def change(self, before: State, after: State, viewer: Side) -> tuple[Block, ...]:
        """What is different, as one viewer may know it."""
        ...


@runtime_checkable
class Grouped(Protocol):
    """A rule system that offers answers in bunches, for a player who does not look at all of them."""

    def option_groups(self, state: State, prompt: Prompt) -> Iterator[Iterator[Order]]:
        """Answers worth trying, each bunch of one kind."""
        ...


@runtime_checkable
class Dissecting(Protocol):
    """A rule system that takes orders apart, for programs that let people choose."""

    def dissect(self, state: State, order: Order) -> OrderParts:
        """An order in its parts."""
        ...


UNREAD = "*"
"""A line that cannot be read may be about anything: a stake of orders that may depend on those of others."""


@runtime_checkable
class Separable(Protocol):
    """A rule system that tells what an order is about, and how near two orders are."""

    def list_stakes(self, state: State, order: Order) -> frozenset[str]:
        """The pieces and places of an order; empty where it is about the whole question.

        Two orders that share none of them do not depend on each other.
        """
        ...

    def find_lasting(self, state: State, order: Order) -> tuple[Objection, ...]:
        """What is held against an order whatever stands before it in the same letter."""
        ...

    def pass_over(self, state: State, order: Order) -> State | None:
        """The position for the lines behind an order that is not carried out; none if they may depend on it.

        Those that share stakes with the order depend on it in any case.
        """
        ...

    def measure_gap(self, state: State, wanted: Order, answer: Order) -> int:
        """How far an order is from the one that was wanted: first by its piece, then on the map."""
        ...


@runtime_checkable
class Collecting(Separable, Protocol):
    """A rule system that collects the orders of a side and carries them out together, once it closes them."""

    def is_collecting(self, state: State) -> bool:
        """Whether the orders that are given now are only written down."""
        ...


@runtime_checkable
class Foreseen(Protocol):
    """A rule system whose questions a side can answer in advance, by role and under conditions."""

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles that a side may be asked in: `attacker`, `defender`."""
        ...

    def role(self, state: State, prompt: Prompt) -> str:
        """In which role a side is asked; empty where it is in none."""
        ...

    def begins_turn(self, event: Event) -> bool:
        """Whether a player turn begins with an event: what was ordered for the one before is over."""
        ...

    def read_condition(self, state: State, side: Side, text: str) -> str:
        """A condition as it is kept; raises `Unreadable` for what is none."""
        ...

    def is_met(self, state: State, prompt: Prompt, events: Sequence[Event], condition: str) -> bool:
        """Whether a condition holds for who is asked; `events` are those of the player turn so far."""
        ...

    def is_plain(self, state: State, prompt: Prompt) -> bool:
        """Whether both sides know all that may be answered to a question."""
        ...


@runtime_checkable
class Translated(Protocol):
    """A rule system that can tell in other languages."""

    def speaking(self, tongue: Translator, names: Any) -> Any:
        """The same rules, telling in a language by the names that the pack has in it."""
        ...


@runtime_checkable
class Labelled(Protocol):
    """A rule system that names in words what an order is about."""

    def label(self, state: State, order: Order) -> str:
        """The piece or card of an order; empty where its line says it all."""
        ...


@runtime_checkable
class Planned(Protocol):
    """A rule system with questions that a form can answer in advance."""

    @property
    def plans(self) -> Mapping[str, tuple[str, ...]]:
        """The questions of such a form in the order of play, each with its usual answers."""
        ...
