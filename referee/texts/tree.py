"""Data as a tree with places, and the faults of its text."""

from collections.abc import Mapping
from typing import TypeAlias

from referee.engine.facts import Fact
from referee.i18n.translator import Saying, saying
from schemas.record import Place, Value


class LayoutFault(Fact):
    """Faults of the layout of a text."""

    TEXT_TOO_LONG = "this is longer than {limit} bytes"
    NOT_UTF8 = "this is not UTF-8", "save the text as UTF-8"
    STRANGE_CHARACTER = "the character {sign} is not allowed in a text", "remove it"
    NOT_YAML = "not YAML: {problem}"
    SECOND_DOCUMENT = "a second document begins here", "keep one document in a text"
    KEY_NAMELESS = "a key is missing", "write a name before the colon"
    KEY_TWICE = "the key {key} occurs twice", "it is already in line {line}"
    KEY_NO_WORD = "there is a list or mapping in place of a key", "a key is a plain word"
    TOO_DEEP = "this is nested more than {most} levels deep", "use fewer levels"
    ANCHOR_UNREAD = "the anchor {anchor} is not supported", "write the value wherever it is needed"
    ALIAS_UNREAD = (
        "the alias {alias} is not supported",
        "write the value itself, and put a text that begins with * in quotation marks",
    )
    TAG_UNREAD = "the tag {tag} is not supported", "remove the tag"
    REST_UNREAD = "the rest was not read"


class ShapeFault(Fact):
    """Faults of the values in a text."""

    NOT_WHOLE = "{name} is {found}, which is not a whole number", "write digits only: 8, 1914, -2"
    NUMBER_TOO_LONG = "{name} is {found}, which has too many digits"
    NOT_TRUE_OR_FALSE = "{name} is {found}, not true or false", "write true or false"
    NOT_TEXT = "{name} is {found}, which is not a text", "write a text, '' for an empty one"
    NOT_KEYS = "{name} is {found}, but must be keys with values", "write `key: value` lines"
    NOT_LIST = "{name} is {found}, but must be a list", "write [one, two], or one `- item` per line"
    MISSING = "{name} is missing", "add it here"
    EMPTY = "{name} is empty", "write a value"
    TOO_FEW = "{name} has {actual_length} items and needs {min_length} or more"
    TOO_MANY = "{name} has more than {max_length} items"
    TOO_LONG = "{name} has more than {max_length} characters"
    TOO_LOW = "{name} is {found} and must be {ge} or more"
    TOO_HIGH = "{name} is {found} and must be {le} or less"
    KEY_UNKNOWN = "the key {key} is not known here"
    NOT_A_CHOICE = "{name} is {found}, which is not one of the choices"
    WRONG_FORM = "{name} is {found}, which has the wrong form", "it must match {pattern}"
    MISSHAPEN = "{name}: {said}"


Trail: TypeAlias = tuple[str | int, ...]
"""Path to a value: keys of mappings, and list indices counted from zero."""

Spot: TypeAlias = tuple[int, int]
"""Line and column, counted from one."""

Node: TypeAlias = "str | int | float | bool | list[Node] | dict[str, Node] | None"
"""A parsed value. YAML yields only texts; JSON also yields numbers and truth values."""


class Tree(Value):
    """A parsed text.

    `values` and `keys` are the places of values and keys. A value without a place has that of the nearest
    value around it, or `start`.
    """

    name: str
    value: Node
    values: Mapping[Trail, Spot] = {}
    keys: Mapping[Trail, Spot] = {}
    start: Spot = (1, 1)

    def at(self, trail: Trail) -> Place:
        """Return the place of a value, or of the nearest value around it."""
        while trail and trail not in self.values:
            trail = trail[:-1]
        line, column = self.values.get(trail, self.start)
        return Place(file=self.name, line=line, column=column)

    def at_key(self, trail: Trail) -> Place:
        """Return the place of a value's key, or of the nearest value around it."""
        if trail not in self.keys:
            return self.at(trail)
        line, column = self.keys[trail]
        return Place(file=self.name, line=line, column=column)

    def get(self, trail: Trail) -> Node:
        """Return the value at the end of a trail, or None."""
        node = self.value
        for step in trail:
            node = inside(node, step)
        return node


def inside(node: Node, step: str | int) -> Node:
    """Return the value of a key or index, or None."""
    match node, step:
        case dict(), str():
            return node.get(step)
        case list(), int() if step < len(node):
            return node[step]
        case _:
            return None


def quote(node: Node) -> Saying | str:
    """Return a value as messages quote it: short, on one line, without terminal control characters."""
    match node:
        case None:
            return saying("nothing")
        case dict():
            return saying("a mapping")
        case list():
            return saying("a list")
        case bool():
            return f"`{str(node).lower()}`"
        case _:
            text = str(node)
            short = text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"
            return f"`{short if short.isprintable() else ascii(short)[1:-1]}`"


LONGEST_SHOWN = 40
"""Maximum length of a quoted text, in characters."""
