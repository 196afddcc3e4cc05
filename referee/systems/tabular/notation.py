"""Lines of orders by the templates of the tables: `play {cards} to {area}`."""

import re
from collections.abc import Callable, Collection, Mapping
from itertools import islice
from types import NoneType
from typing import cast, get_args, get_origin

from pydantic import ValidationError

from referee.engine.facts import Fact
from referee.engine.system import RuleSystem
from referee.faults import Unreadable
from referee.i18n.name_matching import nearest
from referee.systems.faces import Notation
from referee.systems.tabular.tables import GameTables, OrderEntry, StateT
from schemas.model import Order
from schemas.record import Event, Side

BETWEEN_ITEMS = re.compile(r"\s*,\s*(?:and\s+)?|\s+(?:and\s+)?")
"""Separators of a list in a line: `3, 7 and 9` and `3 7 9` are read alike."""


END_OF_SENTENCE = " .;!"
"""Characters behind the last word that say nothing, if the line can be read without them."""


NOTHING = "-"
"""Value of an optional field that has none, and of a list without items, in lines and sentences.

An empty text is a hyphen in sentences alone: no word of a line is empty."""


PARTING = "#"
"""Line of a template above the answers to a question; short reports begin with the first of them."""

MOST_LEGAL = 5
"""Highest number of legal lines that are offered for a line that cannot be read."""


class TabularReading(Fact):
    """A fault of a line that every game of tables has."""

    NO_ORDER = "{word} is not an order of this game", "orders are {lines:near}"
    NO_VALUE = "{word} does not fit the order `{line}`"
    NOT_STORED = (
        "the journal cannot hold this value of {field}",
        "write another value; if none is accepted, tell the author of the game",
    )


class TabularNotation(Notation[StateT, Order]):
    """Lines of orders by their templates; words are read without regard to case."""

    def __init__(
        self,
        rules: RuleSystem[StateT, Order, Event],
        tables: GameTables[StateT],
        find_unstored: Callable[[Order], str],
    ) -> None:
        self._rules, self._tables, self._find_unstored = rules, tables, find_unstored

    def resembles_order(self, line: str) -> bool:
        """Return True if a line begins with the first word of an order."""
        first = line.split(maxsplit=1)[:1]
        return bool(first) and first[0].casefold() in {
            entry.line.split()[0].casefold() for entry in self._tables.orders
        }

    def read(self, state: StateT, side: Side, line: str) -> tuple[Order, ...]:
        """Return the order of a line. An order that answers an open question comes first."""
        first = "".join(line.split(maxsplit=1)[:1]).casefold()
        near = [one for one in self._tables.orders if one.line.split()[0].casefold() == first]
        if not near:
            verbs = [entry.line.split()[0] for entry in self._tables.orders]
            legal = self._list_legal(state, side, nearest(first, dict.fromkeys(verbs), 1))
            lines = tuple(f"`{entry.line}`" for entry in self._tables.orders)
            raise Unreadable(TabularReading.NO_ORDER, legal, word=repr(line), lines=lines)
        readings = [
            (one.question, order)
            for one in near
            if (order := _read_line(one, side, line) or _read_line(one, side, line.rstrip(END_OF_SENTENCE)))
        ]
        if not readings:
            legal = self._list_legal(state, side, {entry.line.split()[0] for entry in near})
            templates = "` or `".join(entry.line for entry in near)
            raise Unreadable(TabularReading.NO_VALUE, legal, word=repr(line), line=templates)
        questions = {prompt.question for prompt in self._rules.prompts(state) if prompt.side == side}
        order = next((order for question, order in readings if question in questions), readings[0][1])
        # The dice of an order follow from its values, before the rules judge it.
        if field := self._find_unstored(order):
            raise Unreadable(TabularReading.NOT_STORED, field=field)
        return (order,)

    def _list_legal(self, state: StateT, side: Side, verbs: Collection[str]) -> tuple[str, ...]:
        """Return some legal lines of a side that begin with one of some verbs."""
        lines = (
            self.write(order)
            for prompt in self._rules.prompts(state)
            if prompt.side == side
            for order in self._rules.lawful(state, prompt)
        )
        return tuple(islice((line for line in lines if line.split()[0] in verbs), MOST_LEGAL))

    def write(self, order: Order) -> str:
        """Return the line of an order; a list is written without brackets, and no value as a hyphen."""
        entry = self._tables.find_order(type(order))
        assert entry is not None, "an order has an entry"
        return entry.line.format(**{name: _write_value(value) for name, value in order})

    def template(self, state: StateT, side: Side) -> tuple[str, ...]:
        """Return the legal answers to each question of a side, as alternatives to choose from."""
        return tuple(
            line
            for prompt in self._rules.prompts(state)
            if prompt.side == side
            for line in (PARTING, *(f"# {self.write(order)}" for order in self._rules.lawful(state, prompt)))
        )


def _write_value(value: object) -> str:
    if value is None or value == ():
        return NOTHING
    return ", ".join(map(str, cast("tuple[object, ...]", value))) if isinstance(value, tuple) else str(value)


def _read_line(entry: OrderEntry[StateT], side: Side, line: str) -> Order | None:
    """Return a line as an order of one kind, or None if it has other words or values.

    A field is one word, or a list of words if its type is a tuple. The model decides if a word is a number.
    A hyphen is an empty list, or no value if the type of the field allows None.
    """
    fields = entry.model.model_fields
    lists = {name for name, field in fields.items() if get_origin(field.annotation) is tuple}
    optional = {name for name, field in fields.items() if NoneType in get_args(field.annotation)}
    match = _compile(entry.line, lists).fullmatch(line.strip())
    if match is None:
        return None
    words: Mapping[str, str] = {name: word.casefold() for name, word in match.groupdict().items()}
    values: dict[str, object] = {
        name: BETWEEN_ITEMS.split(word) if name in lists else word for name, word in words.items()
    }
    values |= {name: [] for name in lists if words[name] == NOTHING}
    values |= {name: None for name in optional if words[name] == NOTHING}
    try:
        return entry.model.model_validate({"side": side, **values}, strict=False)
    except ValidationError:
        return None


def _compile(template: str, lists: set[str]) -> re.Pattern[str]:
    """Return the pattern of a line; only a list may contain spaces."""
    parts: list[str] = []
    for part in template.split():
        name = part[1:-1] if part.startswith("{") else ""
        value = r"\S.*?" if name in lists else r"\S+"
        parts.append(f"(?P<{name}>{value})" if name else re.escape(part))
    return re.compile(r"\s+".join(parts), re.IGNORECASE)
