"""The rules and the faces of a game by its tables."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import Generic, cast

from msgspec import to_builtins
from msgspec.structs import replace
from pydantic import ValidationError

from referee.engine import machine
from referee.engine.copy_check import ORDER, CopiedDice, CopiedMove, Finding, Judgement, ViewFact, compare
from referee.engine.dice import Dice, DiceNeeded
from referee.engine.facts import (
    Asked,
    Fact,
    Objection,
    Objections,
    OpenQuestion,
    Parameter,
    Statable,
    kinds,
    list_by_code,
    state,
)
from referee.engine.system import Outcome, Refused, Stage
from referee.i18n import fact_text
from referee.i18n.fact_text import narrate_event
from referee.i18n.translator import ENGLISH, Translator
from referee.systems.faces import Narrator, Pictures, Secrecy, System
from referee.systems.language import Language
from referee.systems.tabular.notation import NOTHING, TabularNotation, TabularReading
from referee.systems.tabular.tables import GameTables, StateT
from schemas.model import ModelUnion, Order
from schemas.record import REFEREE, Event, JsonValue, Purpose, Record, Rolled, Shape, Shuffled, Side
from schemas.reports import Block, Bullets, Counter, Heading, MapPicture, PictureSide, Score, Text
from schemas.rulebook import AnyPack, Citation, PackNames


class TabularRefusal(Fact):
    """A reason against an order that every game of tables has."""

    NOT_ASKED = "this order answers no question that you have now"


CanHold = Callable[[object], bool]
"""Function that returns True if a journal can hold a value of JSON."""


PLAIN_NUMBER = 2**31
"""A number below the limit of any journal."""


class TabularRules(Generic[StateT]):
    """Rules that follow from tables and a pack. They refuse orders with values that `can_hold` denies."""

    def __init__(self, tables: GameTables[StateT], pack: AnyPack, can_hold: CanHold = lambda _: True) -> None:
        self.tables, self._pack, self._can_hold = tables, pack, can_hold
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
        return Outcome[StateT, Event].of(self.evolve, state, self.tables.work(state, dice))

    def evolve(self, state: StateT, event: Event) -> StateT:
        return self.tables.find_event(type(event)).apply(state, event)

    def clause_number(self, meaning: str) -> str:
        return self._pack.clauses.meanings.get(meaning, meaning)


def _is_plain(value: object) -> bool:
    """Return True for values that every journal holds and returns: they need not be written for a check."""
    if type(value) is str:
        return value.isascii()
    return value is None or (isinstance(value, int) and -PLAIN_NUMBER < value < PLAIN_NUMBER)


Redact = Callable[[Event, Side], Event | None]


def judge(
    rules: TabularRules[StateT], position: StateT, seen: CopiedMove[Order, Event], redact: Redact
) -> Judgement:
    """Judge a move in the position that the reader of the copy knows.

    A move is judged if its order is known and the position hides nothing. Other moves are not judged.
    """
    if seen.order is None and seen.author != REFEREE:
        return _leave(seen, ViewFact.ORDER_UNSEEN)
    if not rules.tables.knows(position):
        return _leave(seen, ViewFact.FACTS_HIDDEN)
    try:
        if seen.order is None:
            _, events = machine.run_on(rules, position, CopiedDice(seen.events))
        else:
            _, verdict = machine.play(rules, position, seen.order, CopiedDice(seen.events))
            if isinstance(verdict, Refused):
                clauses = tuple(dict.fromkeys(rules.clause_number(one.clause) for one in verdict.objections))
                return Judgement(wrong=(Finding(ORDER, state(ViewFact.ORDER_UNLAWFUL, clauses=clauses)),))
            events = verdict.events
    except DiceNeeded:
        return Judgement(wrong=(Finding(ORDER, state(ViewFact.DICE_TOO_FEW)),))
    visible = [event for one in events if (event := redact(one, seen.viewer)) is not None]
    proofs = [_drop_proofs(event) for event in seen.events]
    return Judgement(wrong=tuple(compare(proofs, [_drop_proofs(event) for event in visible])))


def _drop_proofs(event: Event) -> Event:
    """Return an event without the draws and keys of its rolls, which the journal adds."""
    if not isinstance(event, Rolled):
        return event
    rolls = tuple(replace(roll, draw=0, key="", owner="") for roll in event.rolls)
    return replace(event, rolls=rolls)


def _leave(seen: CopiedMove[Order, Event], fact: Statable) -> Judgement:
    """Return the judgement of a move that cannot be judged."""
    numbers = (ORDER, *(number for number, _ in enumerate(seen.events, 1)))
    return Judgement(unjudged=tuple(Finding(number, state(fact)) for number in numbers))


class TableView(Record):
    """A position as one viewer may know it, field by field."""

    viewer: Side
    state: Mapping[str, JsonValue]


class TabularLanguage(Language, Generic[StateT]):
    """The words of a game of tables: those of its tables and its pack."""

    def __init__(
        self,
        tables: GameTables[StateT],
        pack: AnyPack,
        tongue: Translator = ENGLISH,
        names: PackNames | None = None,
    ) -> None:
        super().__init__(tongue, names, pack.game.sides)
        self.tables, self.pack = tables, pack
        self.purposes = list_by_code(*tables.purposes)
        self._words = tables.words.get(tongue.language, {})

    def name(self, kind: str, of: Parameter) -> object:
        """Return the adjective of a side; other parameters stay as they are."""
        return self.side_adjective(of) if kind == "side" and isinstance(of, str) else of

    def cite(self, meaning: str) -> Citation:
        number = self.pack.clauses.meanings.get(meaning, meaning)
        return next(one for one in self.pack.clauses.citations if one.number == number)

    def translate(self, sentence: str) -> str:
        """Return a sentence of the game in the language, or in English if it has no translation."""
        return self._words.get(sentence, sentence)


class TabularSecrecy(Secrecy[StateT, Order, Event]):
    """The knowledge of viewers by the `show` function and the secret fields of the tables."""

    judges_copies = True

    def __init__(self, rules: TabularRules[StateT]) -> None:
        self._rules, self._tables = rules, rules.tables

    def judge_seen(self, state: StateT, move: CopiedMove[Order, Event]) -> Judgement:
        return judge(self._rules, state, move, self.redact_event)

    def view(self, state: StateT, viewer: Side) -> TableView:
        view = state if viewer == REFEREE else self._tables.show(state, viewer)
        return TableView(viewer=viewer, state=to_builtins(view))

    def redact_event(self, event: Event, viewer: Side) -> Event:
        """Return an event without the fields that only its own side may see."""
        if viewer in {REFEREE, getattr(event, "side", None)}:
            return event
        if isinstance(event, Shuffled):
            return replace(event, order=())
        secret = self._tables.find_event(type(event)).secret
        return replace(event, **dict.fromkeys(secret, None)) if secret else event

    def redact_order(self, order: Order, viewer: Side) -> Order | None:
        entry = self._tables.find_order(type(order))
        sealed = entry is not None and entry.sealed and viewer not in {order.side, REFEREE}
        return None if sealed else order


class TabularNarrator(Narrator[StateT, Event]):
    """Prose by the sentences of the tables, with the dice of each event."""

    def __init__(self, language: TabularLanguage[StateT]) -> None:
        self._language, self._tables = language, language.tables

    def narrate(self, state: StateT, event: Event) -> tuple[Block, ...]:  # noqa: ARG002 - sentences name fields of events
        entry = self._tables.find_event(type(event))
        hides = any(getattr(event, name) is None for name in entry.secret)
        sentence = self._language.translate(entry.hidden if hides else entry.sentence)
        kind_of = kinds(sentence)
        # A kind chooses the name of a field; the translator would take it for the format of a number.
        bare = re.sub(r"\{(\w+):\w+\}", r"{\1}", sentence)
        return narrate_event(
            self._language, bare, event, lambda name: self._name(kind_of[name], getattr(event, name))
        )

    def _name(self, kind: str, value: object) -> object:
        """Return a field of an event as text; a list without its brackets, and no value as a hyphen."""
        if value in (None, (), ""):
            return NOTHING
        if kind == "side" and isinstance(value, str):
            return Counter(text=self._language.side_adjective(value), side=value)
        if isinstance(value, tuple):
            return self._language.listed([str(item) for item in cast("tuple[object, ...]", value)])
        return str(value)

    def situation(self, state: StateT, viewer: Side) -> tuple[Block, ...]:
        """Return the lines of a position as one viewer may know it."""
        view = state if viewer == REFEREE else self._tables.show(state, viewer)
        items = tuple((Text(text=self._language.translate(line)),) for line in self._tables.lines(view))
        return (Heading(text=self._language.pack.game.name), Bullets(items=items)) if items else ()

    def moment(self, state: StateT) -> str:
        return self._tables.moment(state)


class TabularPictures(Pictures[StateT, Event]):
    """The map and the score of the tables, if there are any."""

    def __init__(self, language: TabularLanguage[StateT]) -> None:
        self._language, self._tables = language, language.tables

    def picture(self, state: StateT, viewer: Side) -> MapPicture | None:
        if self._tables.areas is None:
            return None
        view = state if viewer == REFEREE else self._tables.show(state, viewer)
        game = self._language.pack.game
        sides = tuple(PictureSide(side=one.id, name=one.name, colour=one.colour) for one in game.sides)
        return MapPicture(title=game.name, sides=sides, cells=tuple(self._tables.areas(view)))

    def score(self, state: StateT, viewer: Side) -> Score | None:
        if self._tables.score is None:
            return None
        return self._tables.score(state if viewer == REFEREE else self._tables.show(state, viewer))


class TabularSystem(System[StateT, Order, Event]):
    """A game of tables as a system with all its faces; the advisor is the default."""

    rules: TabularRules[StateT]
    language: TabularLanguage[StateT]

    def __init__(self, rules: TabularRules[StateT], language: TabularLanguage[StateT]) -> None:
        super().__init__(rules, language)
        self.family = language.pack.game.system

    def speaking(self, tongue: Translator, names: PackNames | None) -> "TabularSystem[StateT]":
        language = TabularLanguage(self.rules.tables, self.language.pack, tongue, names)
        return TabularSystem(self.rules, language)

    @cached_property
    def notation(self) -> TabularNotation[StateT]:
        return TabularNotation(self.rules, self.rules.tables, self.rules.find_unstored)

    @cached_property
    def secrecy(self) -> TabularSecrecy[StateT]:
        return TabularSecrecy(self.rules)

    @cached_property
    def narrator(self) -> TabularNarrator[StateT]:
        return TabularNarrator(self.language)

    @cached_property
    def pictures(self) -> TabularPictures[StateT]:
        return TabularPictures(self.language)
