"""Letters in YAML or JSON, read with the place of each value."""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from referee.engine.facts import Fact
from referee.faults import Complaint, DataFault
from referee.i18n import parser_messages
from referee.i18n.name_matching import strip_comment
from referee.matches.faults import LetterFault
from referee.matches.letters.characters import (
    MOST_COMPLAINTS,
    Diagnostics,
    Heads,
    Numbered,
    blanks,
    examine,
    plain,
)
from referee.texts import strict_yaml
from referee.texts.tree import LayoutFault, Node, Spot, Trail, Tree, quote
from referee.texts.validation import validate
from schemas.letter import Envelope, Form, LetterFields, LetterLine
from schemas.record import JsonValue, Place

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)

_CUT_OFF = re.compile(r"\s*-\s+[^\s'\"{\[#][^#]*\s(?P<number>#\d+)\b")
"""An order in YAML whose number would be a comment."""

_NO_NUMBER = frozenset({"NaN", "Infinity", "-Infinity"})

_LONGEST_NUMBER = 15
"""Longest whole number that canonical JSON can store, in digits."""

_PARTS = ("match", "side", "answers", "head", "phrase", "beacon")


def orders(
    page: Sequence[Numbered], form: Form, heads: Heads, remarks: Diagnostics
) -> Iterator[LetterLine | LetterFields]:
    """Yield the orders of a letter and record its header lines. Raises DataFault with every fault."""
    text = _in_place(page)
    if form == "yaml":
        _refuse_cut_orders(page, remarks)
    tree = json_tree(text, remarks.name) if form == "json" else strict_yaml.read(blanks(text), remarks.name)
    _refuse_other_orders(tree, remarks)
    envelope = validate(tree, Envelope)
    for key in _PARTS:
        if (value := tree.get((key,))) is not None:
            heads.say(key, str(value).strip(), tree.at((key,)).line)
    for number, order in enumerate(envelope.orders):
        place = tree.at(("orders", number))
        if isinstance(order, str):
            text = _say(order, place, remarks)
            yield LetterLine(line=place.line, column=place.column, text=text, typed=order)
        else:
            fields = _plain_record(order, place, remarks)
            yield LetterFields(line=place.line, column=place.column, fields=fields)


def _in_place(page: Sequence[Numbered]) -> str:
    """Return the lines as one text in which each keeps its number in the file."""
    rows = [""] * (page[-1].number if page else 0)
    for number, text in page:
        rows[number - 1] = text
    return "\n".join(rows)


def _refuse_cut_orders(page: Sequence[Numbered], remarks: Diagnostics) -> None:
    """Add faults for numbers that YAML reads as comments, because the order would name another card."""
    for number, text in page:
        if cut := _CUT_OFF.match(text):
            remarks.complain(
                LetterFault.YAML_COMMENT,
                number,
                cut.start("number") + 1,
                word=quote(cut["number"]),
            )
    remarks.settle()


def _refuse_other_orders(tree: Tree, remarks: Diagnostics) -> None:
    order_list = tree.get(("orders",))
    for number, order in enumerate(order_list if isinstance(order_list, list) else ()):
        if not isinstance(order, str | dict):
            place = tree.at(("orders", number))
            remarks.complain(LetterFault.NOT_AN_ORDER, place.line, place.column, order=quote(order))
    remarks.settle()


def _say(words: str, place: Place, remarks: Diagnostics) -> str:
    examine(words, remarks, place.line, place.column)
    return " ".join(strip_comment(plain(words).text).split())


def _plain(value: JsonValue, place: Place, remarks: Diagnostics) -> JsonValue:
    match value:
        case str():
            return _say(value, place, remarks)
        case list():
            return [_plain(item, place, remarks) for item in value]
        case dict():
            return _plain_record(value, place, remarks)
        case _:
            return value


def _plain_record(
    fields: Mapping[str, JsonValue], place: Place, remarks: Diagnostics
) -> dict[str, JsonValue]:
    return {_say(key, place, remarks): _plain(value, place, remarks) for key, value in fields.items()}


def json_tree(text: str, name: str) -> Tree:
    """Read JSON with the place of each value. Raises DataFault with every fault.

    Numbers that are not whole, or too long, are returned as typed.
    """
    scan = _Scan(name, text)
    if deep := scan.too_deep():
        raise DataFault(deep)
    try:
        value: Node = json.loads(text, parse_float=str, parse_int=_whole, parse_constant=str)
    except json.JSONDecodeError as error:
        problem = parser_messages.reword(error.msg)
        raise DataFault(scan.complaint(error.pos, LetterFault.NOT_JSON, problem=problem)) from None
    scan.run()
    if scan.complaints:
        raise DataFault(*scan.complaints[:MOST_COMPLAINTS])
    return Tree(name, value, scan.values, scan.keys)


def _whole(digits: str) -> int | str:
    return int(digits) if len(digits) <= _LONGEST_NUMBER else digits


class _Open(Struct):
    """An open list or object, and the step to its next item."""

    trail: Trail
    step: str | int | None


class _Scan:
    """Scanner that finds the place of each value in a JSON text."""

    def __init__(self, name: str, text: str) -> None:
        self._name, self._text = name, text
        self._starts = [0, *(end.end() for end in re.finditer("\n", text))]
        self._open: list[_Open] = []
        self.values: dict[Trail, Spot] = {}
        self.keys: dict[Trail, Spot] = {}
        self.complaints: list[Complaint] = []

    def complaint(self, offset: int, fact: Fact, **parts: object) -> Complaint:
        """Return a fault at an offset."""
        line, column = self._spot(offset)
        return Complaint.of(fact, place=Place(file=self._name, line=line, column=column), **parts)

    def too_deep(self) -> Complaint | None:
        """Return a fault if a text, valid or not, nests too deeply, or None."""
        depth = 0
        for token in _TOKEN.finditer(self._text):
            depth += (token[0] in "{[") - (token[0] in "}]")
            if depth > strict_yaml.DEEPEST:
                return self.complaint(token.start(), LayoutFault.TOO_DEEP, most=strict_yaml.DEEPEST)
        return None

    def run(self) -> None:
        """Record the place of each value in a valid JSON text."""
        for token in _TOKEN.finditer(self._text):
            self._take(token[0], token.start())

    def _take(self, token: str, offset: int) -> None:
        top = self._open[-1] if self._open else _Open((), None)
        match token:
            case "{" | "[":
                self._open.append(_Open(self._put(top, offset), 0 if token == "[" else None))
            case "}" | "]":
                self._open.pop()
            case ",":
                top.step = top.step + 1 if isinstance(top.step, int) else None
            case ":":
                pass
            case _ if self._open and top.step is None:
                self._take_key(top, json.loads(token), offset)
            case _:
                if token in _NO_NUMBER:
                    self.complaints.append(self.complaint(offset, LetterFault.NO_NUMBER, sign=token))
                self._put(top, offset)

    def _take_key(self, top: _Open, key: str, offset: int) -> None:
        trail = (*top.trail, key)
        if trail in self.keys:
            line, _ = self.keys[trail]
            twice = self.complaint(offset, LayoutFault.KEY_TWICE, key=quote(key), line=line)
            self.complaints.append(twice)
        self.keys.setdefault(trail, self._spot(offset))
        top.step = key

    def _put(self, top: _Open, offset: int) -> Trail:
        trail = () if top.step is None else (*top.trail, top.step)
        self.values[trail] = self._spot(offset)
        return trail

    def _spot(self, offset: int) -> Spot:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1
