"""Tables of a game: its questions, orders and events, and the data that the faces need of each."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import reduce
from typing import Generic, TypeVar, cast

from referee.engine.dice import Dice
from referee.engine.facts import Fact, Objection, Parameter, Statable, kinds
from schemas.model import Order
from schemas.record import Event, Side, Value
from schemas.reports import PictureCell, Score

StateT = TypeVar("StateT")
OrderG = TypeVar("OrderG", bound=Order)
EventG = TypeVar("EventG", bound=Event)


class QuestionEntry(Value, Generic[StateT]):
    """A question: its name, its text, its clause, and the sides that are asked in a state.

    `fields` returns the fields that the text has in braces, for a state and a side that is asked. All viewers
    read them.
    """

    name: str
    text: Statable
    clause: str
    sides: Callable[[StateT], Iterable[Side]]
    fields: Callable[[StateT, Side], Mapping[str, Parameter]] = lambda _, __: {}


class OrderEntry(Value, Generic[StateT]):
    """A kind of order: the question that it answers, its line in letters, its options and its outcome.

    A `sealed` order can be read by its own side only.
    """

    model: type[Order]
    question: str
    line: str
    options: Callable[[StateT, Side], Iterable[Order]]
    outcome: Callable[[StateT, Order, Dice], Iterable[Event]]
    objections: Callable[[StateT, Order], Iterable[Objection]]
    sealed: bool


class EventEntry(Value, Generic[StateT]):
    """A kind of event: its effect, its sentence, and the fields that only its own side may see.

    A hidden field is None for others, who read the sentence `hidden`.
    """

    model: type[Event]
    apply: Callable[[StateT, Event], StateT]
    sentence: str
    hidden: str
    secret: tuple[str, ...]


def order_entry(
    model: type[OrderG],
    question: str,
    line: str,
    *,
    options: Callable[[StateT, Side], Iterable[OrderG]],
    outcome: Callable[[StateT, OrderG, Dice], Iterable[Event]],
    objections: Callable[[StateT, OrderG], Iterable[Objection]] = lambda _, __: (),
    sealed: bool = False,
) -> OrderEntry[StateT]:
    """Make an entry; `line` is the order in a letter, with its fields in braces: `claim {area}`."""
    # The table gives an entry no other orders than those of its model.
    return OrderEntry(
        model,
        question,
        line,
        cast(Callable[[StateT, Side], Iterable[Order]], options),
        cast(Callable[[StateT, Order, Dice], Iterable[Event]], outcome),
        cast(Callable[[StateT, Order], Iterable[Objection]], objections),
        sealed,
    )


def event_entry(
    model: type[EventG],
    sentence: str,
    *,
    apply: Callable[[StateT, EventG], StateT],
    secret: tuple[str, ...] = (),
    hidden: str = "",
) -> EventEntry[StateT]:
    """Make an entry; `sentence` names fields of the event in braces, and an empty one is left out."""
    return EventEntry(model, cast(Callable[[StateT, Event], StateT], apply), sentence, hidden, secret)


class GameTables(Value, Generic[StateT]):
    """A whole game by its tables.

    `start` is the state before the first event. `work` yields the events of the next step that asks no
    question, and nothing at the end. `show` returns a state without the secrets of other sides; it has no
    default, so that nothing becomes public by mistake. `lines` describes a shown state to a viewer. `knows`
    returns True if a shown state hides nothing that the next move depends on: such moves of a copy are
    judged. `areas`
    are the cells of a map, `score` the score, and `moment` the date of a state, if the game has them.
    `facts` are the enumerations of refusals, and `purposes` those of rolls. `words` translates sentences of
    the game by language code, then by English sentence.
    """

    start: Callable[[], StateT]
    questions: tuple[QuestionEntry[StateT], ...]
    orders: tuple[OrderEntry[StateT], ...]
    events: tuple[EventEntry[StateT], ...]
    work: Callable[[StateT, Dice], Iterable[Event]]
    show: Callable[[StateT, Side], StateT]
    lines: Callable[[StateT], Iterable[str]]
    knows: Callable[[StateT], bool] = lambda _: False
    facts: tuple[type[Fact], ...] = ()
    purposes: tuple[type[Fact], ...] = ()
    areas: Callable[[StateT], Iterable[PictureCell]] | None = None
    score: Callable[[StateT], Score] | None = None
    moment: Callable[[StateT], str] = lambda _: ""
    words: Mapping[str, Mapping[str, str]] = {}

    def find_order(self, model: type[Order]) -> OrderEntry[StateT] | None:
        """Return the entry of a kind of order, or None."""
        return next((entry for entry in self.orders if entry.model is model), None)

    def find_event(self, model: type[Event]) -> EventEntry[StateT]:
        """Return the entry of a kind of event. Raises LookupError for a kind without an entry."""
        for entry in self.events:
            if entry.model is model:
                return entry
        raise LookupError(f"the event {model.__name__} has no entry in the tables")

    def list_faults(self) -> Iterator[str]:
        """Yield the contradictions between the entries: names that the models and the questions lack."""
        for name, entries in (("orders", self.orders), ("events", self.events)):
            if not entries:
                yield f"the tables have no {name}"
        questions = {question.name for question in self.questions}
        for order in self.orders:
            name = f"the order `{order.line}`"
            if order.question not in questions:
                yield f"{name} answers no question of the table: {order.question}"
            if not order.line.split() or order.line.startswith("{"):
                yield f"{name} does not begin with a verb"
            fields = [part for word in order.line.split() if (part := _find_field(word))]
            yield from _list_strange(name, fields, {*order.model.model_fields} - {"type", "side"})
        for event in self.events:
            name = f"the event {event.model.__struct_config__.tag}"
            fields = [*kinds(event.sentence), *kinds(event.hidden), *event.secret]
            yield from _list_strange(name, fields, event.model.__struct_fields__)

    @property
    def order_union(self) -> object:
        """The union of all kinds of orders."""
        return _unite([entry.model for entry in self.orders])

    @property
    def event_union(self) -> object:
        """The union of all kinds of events."""
        return _unite([entry.model for entry in self.events])


def _find_field(word: str) -> str:
    """Return the field that a word of a line is, or ""."""
    return word[1:-1] if word.startswith("{") and word.endswith("}") else ""


def _list_strange(name: str, fields: Iterable[str], known: Collection[str]) -> Iterator[str]:
    for field in dict.fromkeys(fields):
        if field not in known:
            yield f"{name} names the field {field}, which its class lacks"


def _unite(models: Iterable[type]) -> object:
    return reduce(_join, models)


def _join(one: type, other: type) -> type:
    return cast(type, one | other)
