"""YAML read strictly: each scalar is the typed text, and each value has a line and a column.

The standard loaders read `no` as a truth value and `3:1` as 181, keep the last of two equal keys, expand
aliases without bound, and crash on deep nesting. This module reads the parser's events instead.
"""

import re
from collections.abc import Iterator
from typing import NoReturn, Protocol

import yaml
from msgspec import Struct

from referee.engine.facts import Fact
from referee.faults import Complaint, DataFault
from referee.i18n import parser_messages
from referee.i18n.translator import message, saying
from referee.texts.tree import LayoutFault, Node, Spot, Trail, Tree, quote
from schemas.record import Place

LETTER_LIMIT = 256 * 1024
"""Maximum size of a letter in bytes."""

DEEPEST = 32
"""Maximum nesting depth of lists and mappings."""

MOST_COMPLAINTS = 100
"""Number of faults after which reading stops."""

_LOADER: type[yaml.CSafeLoader | yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

BYTE_ORDER_MARK = "\ufeff"
"""Byte order mark that some editors write. It is not part of the text."""

_NOTHING = frozenset({"", "~", "null"})
"""Plain scalars without a value."""

_UNPRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"  # characters that YAML forbids
)

_DEEP = "nesting depth"
"""Message of PyYAML since 6.0.4 for a text nested a thousand levels deep."""

_REMEDIES = {
    "mapping values are not allowed": message(
        "put a text with a colon in quotation marks, and check the indentation"
    ),
    "cannot start any token": message(
        "indent with spaces, and put a text that begins with a special character in quotation marks"
    ),
    "found a tab character": message(
        "indent with spaces, and put a text that begins with a special character in quotation marks"
    ),
    "could not find expected ':'": message("a key is followed by a colon and a space"),
    "did not find expected key": message(
        "check the indentation and quotation marks of this line and the one before"
    ),
    "did not find expected '-'": message("check the indentation of this line and the one before"),
    "unexpected end of stream": message("close the quotation marks"),
    "did not find expected ','": message("close the bracket, and put commas between items"),
}
"""Remedies by words in the parser's messages, which are always English."""


def read(text: bytes | str, name: str, limit: int = LETTER_LIMIT) -> Tree:
    """Read the one document of a text. Raises DataFault with every fault."""
    return _Reader(name).tree(_decode(text, name, limit))


def _decode(text: bytes | str, name: str, limit: int) -> str:
    """Decode a text. Raises DataFault for characters that YAML does not allow."""
    raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    if len(raw) > limit:
        raise DataFault(Complaint.of(LayoutFault.TEXT_TOO_LONG, limit=limit, place=Place(file=name)))
    try:
        characters = raw.decode().removeprefix(BYTE_ORDER_MARK)
    except UnicodeDecodeError as error:
        place = _place(name, raw[: error.start].decode().removeprefix(BYTE_ORDER_MARK))
        raise DataFault(Complaint.of(LayoutFault.NOT_UTF8, place=place)) from None
    if strange := _UNPRINTABLE.search(characters):
        place = _place(name, characters[: strange.start()])
        sign = quote(strange[0])
        raise DataFault(Complaint.of(LayoutFault.STRANGE_CHARACTER, place=place, sign=sign))
    return characters


def _events(text: str) -> Iterator[yaml.Event]:
    # Not every edition of the stubs types the parser.
    return yaml.parse(text, Loader=_LOADER)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


def _place(name: str, before: str) -> Place:
    """Return the place after a text."""
    return Place(file=name, line=before.count("\n") + 1, column=len(before) - before.rfind("\n"))


class _Mark(Protocol):
    """A place from the parser, counted from zero."""

    @property
    def line(self) -> int: ...

    @property
    def column(self) -> int: ...


class _Open(Struct):
    """An open list or mapping, and in a mapping the key whose value follows."""

    trail: Trail
    node: list[Node] | dict[str, Node]
    key: str | None = None


class _Reader:
    """Builder of a tree from the parser's events."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._root: Node = None
        self._open: list[_Open] = []
        self._values: dict[Trail, Spot] = {}
        self._keys: dict[Trail, Spot] = {}
        self._documents = 0
        self._complaints: list[Complaint] = []

    def tree(self, text: str) -> Tree:
        """Return the tree of a text."""
        try:
            for event in _events(text):
                self._take(event)
        except yaml.MarkedYAMLError as error:
            problem = error.problem or ""
            if _DEEP in problem and error.problem_mark is not None:
                # The parser looks ahead to a depth of 1,000. Our limit is exceeded before that place.
                _Reader(self._name).tree(text[: error.problem_mark.index])
            remedy = next((remedy_text for words, remedy_text in _REMEDIES.items() if words in problem), "")
            message = parser_messages.reword(problem) if problem else saying("it ends too early")
            self._stop(_mark(error, text), LayoutFault.NOT_YAML, remedy, problem=message)
        if self._complaints:
            raise DataFault(*self._complaints)
        return Tree(self._name, self._root, self._values, self._keys)

    def _take(self, event: yaml.Event) -> None:
        match event:
            case yaml.ScalarEvent():
                self._refuse_marks(event)
                if self._awaits_key():
                    self._take_key(event)
                else:
                    plain = not event.style
                    self._put(event, None if plain and event.value in _NOTHING else event.value)
            case yaml.MappingStartEvent():
                self._enter(event, {})
            case yaml.SequenceStartEvent():
                self._enter(event, [])
            case yaml.CollectionEndEvent():
                self._open.pop()
            case yaml.AliasEvent():
                self._refuse_alias(event)
            case yaml.DocumentStartEvent():
                self._documents += 1
                if self._documents > 1:
                    self._stop(event.start_mark, LayoutFault.SECOND_DOCUMENT)
            case _:
                pass

    def _awaits_key(self) -> bool:
        return bool(self._open) and isinstance(self._open[-1].node, dict) and self._open[-1].key is None

    def _take_key(self, event: yaml.ScalarEvent) -> None:
        top = self._open[-1]
        key, trail = event.value, (*top.trail, event.value)
        if not key:
            self._complain(event.start_mark, LayoutFault.KEY_NAMELESS)
        elif trail in self._keys:
            line, _ = self._keys[trail]
            self._complain(event.start_mark, LayoutFault.KEY_TWICE, key=quote(key), line=line)
        self._keys.setdefault(trail, _spot(event.start_mark))
        top.key = key

    def _put(self, event: yaml.NodeEvent, value: Node) -> Trail:
        """Add a value at the current position and return its trail."""
        trail: Trail = ()
        if not self._open:
            self._root = value
        else:
            top = self._open[-1]
            if isinstance(top.node, list):
                trail = (*top.trail, len(top.node))
                top.node.append(value)
            else:
                key, top.key = top.key or "", None
                trail = (*top.trail, key)
                top.node[key] = value
        self._values[trail] = _spot(event.start_mark)
        return trail

    def _enter(self, event: yaml.CollectionStartEvent, node: list[Node] | dict[str, Node]) -> None:
        self._refuse_marks(event)
        if self._awaits_key():
            self._stop(event.start_mark, LayoutFault.KEY_NO_WORD)
        if len(self._open) >= DEEPEST:
            self._stop(event.start_mark, LayoutFault.TOO_DEEP, most=DEEPEST)
        self._open.append(_Open(self._put(event, node), node))

    def _refuse_marks(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        if event.anchor is not None:
            anchor = quote(f"&{event.anchor}")
            self._complain(event.start_mark, LayoutFault.ANCHOR_UNREAD, anchor=anchor)
        if event.tag is not None:
            self._complain(event.start_mark, LayoutFault.TAG_UNREAD, tag=quote(event.tag))

    def _refuse_alias(self, event: yaml.AliasEvent) -> None:
        alias = quote(f"*{event.anchor}")
        if self._awaits_key():
            self._stop(event.start_mark, LayoutFault.ALIAS_UNREAD, alias=alias)
        self._complain(event.start_mark, LayoutFault.ALIAS_UNREAD, alias=alias)
        self._put(event, None)

    def _complain(self, mark: _Mark | None, fact: Fact, remedy: str = "", /, **parts: object) -> None:
        line, column = _spot(mark)
        place = Place(file=self._name, line=line, column=column)
        self._complaints.append(Complaint.of(fact, remedy, place=place, **parts))
        if len(self._complaints) >= MOST_COMPLAINTS:
            raise DataFault(*self._complaints, Complaint.of(LayoutFault.REST_UNREAD, place=place))

    def _stop(self, mark: _Mark | None, fact: Fact, remedy: str = "", /, **parts: object) -> NoReturn:
        self._complain(mark, fact, remedy, **parts)
        raise DataFault(*self._complaints)


def _mark(error: yaml.MarkedYAMLError, text: str) -> _Mark | None:
    """Return the place of a fault. At the end of a text, return the beginning of the unclosed value."""
    whole = text.rstrip()
    end = (whole.count("\n"), len(whole) - whole.rfind("\n") - 1)
    problem_mark = error.problem_mark
    if problem_mark is None or (problem_mark.line, problem_mark.column) >= end:
        return error.context_mark or problem_mark
    return problem_mark


def _spot(mark: _Mark | None) -> Spot:
    return (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
