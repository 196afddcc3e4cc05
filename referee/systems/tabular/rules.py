"""The rules of a game by its tables."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Generic

from pydantic import ValidationError

from referee.engine import machine
from referee.engine.dice import Dice
from referee.engine.facts import (
    Asked,
    Fact,
    Objection,
    Objections,
    OpenQuestion,
    Statable,
    list_by_code,
)
from referee.engine.system import Outcome, Stage
from referee.i18n import fact_text
from referee.i18n.translator import ENGLISH
from referee.systems.tabular.notation import TabularReading
from referee.systems.tabular.tables import GameTables, StateT
from schemas.model import ModelUnion, Order
from schemas.record import Event, Purpose, Shape, Side
from schemas.rulebook import AnyPack


class TabularRefusal(Fact):
    """A reason against an order that every game of tables has."""

    NOT_ASKED = (
        "this order answers no question that you have now",
        "answer your open question, and keep this order for later",
    )


CanHold = Callable[[object], bool]
"""Function that returns True if a journal can hold a value of JSON."""


PLAIN_NUMBER = 2**31
"""A number below the limit of any journal."""


MOST_EVENTS = 10_000
"""Highest number of events in one step of `work`."""


class TabularRules(Generic[StateT]):
    """Rules that follow from tables and a pack. They refuse orders with values that `can_hold` denies."""

    def __init__(self, tables: GameTables[StateT], pack: AnyPack, can_hold: CanHold = lambda _: True) -> None:
        self.tables, self.pack, self._can_hold = tables, pack, can_hold
        self.sides: tuple[Side, ...] = tuple(side.id for side in pack.game.sides)
        self.orders: ModelUnion[Order] = ModelUnion(tables.order_union)
        self.events: Shape[Event] = Shape(tables.event_union)
        self.questions = tuple(question.name for question in tables.questions)
        self.facts: Mapping[str, Statable] = list_by_code(TabularRefusal, TabularReading, *tables.facts)

    def start(self) -> StateT:
        return self.tables.start()

    def prompts(self, state: StateT) -> tuple[OpenQuestion, ...]:
        return tuple(
            OpenQuestion(
                question.text,
                tuple(question.fields(state, side).items()),
                side=side,
                question=question.name,
                clause=question.clause,
            )
            for question in self.tables.questions
            for side in question.sides(state)
        )

    def options(self, state: StateT, prompt: Asked) -> Iterator[Order]:
        entries = (entry for entry in self.tables.orders if entry.question == prompt.question)
        return chain.from_iterable(entry.options(state, prompt.side) for entry in entries)

    def lawful(self, state: StateT, prompt: Asked) -> Iterator[Order]:
        return machine.sift(self, state, prompt)

    def objections(self, state: StateT, order: Order) -> Objections:
        """Yield every objection to an order.

        It answers no open question, a journal would not return it, or its entry objects.
        """
        entry = self.tables.find_order(type(order))
        pairs = {(prompt.side, prompt.question) for prompt in self.prompts(state)}
        if entry is None or (order.side, entry.question) not in pairs:
            question = next(one for one in self.tables.questions if entry and one.name == entry.question)
            yield Objection(TabularRefusal.NOT_ASKED, clause=question.clause)
            return
        if field := self.find_unstored(order):
            clause = next(one.clause for one in self.tables.questions if one.name == entry.question)
            yield Objection(TabularReading.NOT_STORED, (("field", field),), clause=clause)
            return
        yield from entry.objections(state, order)

    def find_unstored(self, order: Order) -> str:
        """Return the first field whose value a journal cannot hold or return, or ""."""
        if all(_is_plain(value) for _, value in order):
            return ""
        data = order.model_dump(mode="json")
        if name := next((name for name, value in data.items() if not self._can_hold(value)), ""):
            return name
        try:
            copy = type(order).model_validate(data)
        except ValidationError as error:
            return str(error.errors()[0]["loc"][0])
        return next((name for name, value in order if getattr(copy, name) != value), "")

    def spell_purpose(self, purpose: Purpose) -> str:
        purposes = list_by_code(*self.tables.purposes)
        return fact_text.word_purpose(ENGLISH, purposes, purpose, lambda _, of: of, dict)

    def stage(self, state: StateT, order: Order) -> Stage:  # noqa: ARG002 - play has no segments
        """Return no stage: play has no segments."""
        return Stage()

    def outcome(self, state: StateT, order: Order, dice: Dice) -> Outcome[StateT, Event]:
        entry = self.tables.find_order(type(order))
        assert entry is not None, "a legal order has an entry"
        return Outcome[StateT, Event].of(self.evolve, state, entry.outcome(state, order, dice))

    def advance(self, state: StateT, dice: Dice) -> Outcome[StateT, Event]:
        return Outcome[StateT, Event].of(self.evolve, state, _limit(self.tables.work(state, dice)))

    def evolve(self, state: StateT, event: Event) -> StateT:
        return self.tables.find_event(type(event)).apply(state, event)

    def clause_number(self, meaning: str) -> str:
        return self.pack.clauses.meanings.get(meaning, meaning)


def _limit(events: Iterable[Event]) -> Iterator[Event]:
    """Yield the events of one step. Raises RuntimeError for a step without end, which fills the memory."""
    for number, event in enumerate(events):
        if number == MOST_EVENTS:
            raise RuntimeError(f"`work` yields more than {MOST_EVENTS} events in one step")
        yield event


def _is_plain(value: object) -> bool:
    """Return True for values that every journal holds and returns: they need not be written for a check."""
    if type(value) is str:
        return value.isascii()
    return value is None or (isinstance(value, int) and -PLAIN_NUMBER < value < PLAIN_NUMBER)
