"""A letter in YAML or JSON, read with the place of everything in it."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from referee.core.faults import Complaint, DataFault
from referee.desk import strict_yaml
from referee.desk.letter_lines import Heads
from referee.desk.letter_text import Numbered, Remarks, broken, doubtful, plain
from referee.desk.tree import Node, Spot, Trail, Tree, shown
from referee.desk.validation import validate
from schemas.letter import Envelope, Form, LetterFields, LetterLine

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)

_NO_NUMBER = frozenset({"NaN", "Infinity", "-Infinity"})

_LONGEST_NUMBER = 18

_PARTS = ("match", "side", "answers", "head")


def orders(page: Sequence[Numbered], form: Form, heads: Heads, remarks: Remarks) -> Iterator[LetterLine | LetterFields]:
    """The orders of a letter, its heads being noted on the way; raises `DataFault` with all that is wrong."""
    text = _in_place(page)
    tree = json_tree(text, remarks.name) if form == "json" else strict_yaml.read(_blanks(text), remarks.name)
    _refuse_other_orders(tree, remarks)
    envelope = validate(tree, Envelope)
    for key in _PARTS:
        if (value := tree.get((key,))) is not None:
            heads.say(key, str(value).strip(), tree.at((key,)).line)
    for number, order in enumerate(envelope.orders):
        place = tree.at(("orders", number))
        if isinstance(order, str):
            yield LetterLine(line=place.line, column=place.column, text=_said(order, place.line, remarks), typed=order)
        else:
            fields = {plain(key).text: _plain(value, place.line, remarks) for key, value in order.items()}
            yield LetterFields(line=place.line, column=place.column, fields=fields)


def _in_place(page: Sequence[Numbered]) -> str:
    """The lines as one text in which each has the number that it has in the file."""
    rows = [""] * (page[-1].number if page else 0)
    for number, typed in page:
        rows[number - 1] = typed
    return "\n".join(rows)


def _blanks(text: str) -> str:
    """A text in which every blank is one that YAML indents with; other signs stay for the orders themselves."""
    return "".join(" " if sign != "\n" and plain(sign).text == " " else sign for sign in text)


def _refuse_other_orders(tree: Tree, remarks: Remarks) -> None:
    listed = tree.get(("orders",))
    for number, order in enumerate(listed if isinstance(listed, list) else ()):
        if not isinstance(order, str | dict):
            place = tree.at(("orders", number))
            remedy = "write a line of words, or keys with values: {type: move, ...}"
            remarks.complain(f"{shown(order)} is no order", remedy, place.line, place.column)
    remarks.settle()


def _said(words: str, line: int, remarks: Remarks) -> str:
    for _, fact in doubtful(words):
        remarks.complain(fact, "write it out in plain letters and digits", line)
    return " ".join(plain(words).text.partition("#")[0].split())


def _plain(value: JsonValue, line: int, remarks: Remarks) -> JsonValue:
    match value:
        case str():
            return _said(value, line, remarks)
        case list():
            return [_plain(item, line, remarks) for item in value]
        case dict():
            return {plain(key).text: _plain(item, line, remarks) for key, item in value.items()}
        case _:
            return value


def json_tree(text: str, name: str) -> Tree:
    """A JSON text with the place of everything in it; raises `DataFault` with all that is wrong."""
    scan = _Scan(name, text)
    scan.run()
    try:
        value: Node = json.loads(text, parse_float=str)
    except json.JSONDecodeError as error:
        scan.complain(error.pos, f"not JSON: {error.msg[:1].lower()}{error.msg[1:]}")
        raise DataFault(*scan.complaints[-1:]) from None
    if scan.complaints:
        raise DataFault(*scan.complaints)
    return Tree(name, value, scan.values, scan.keys)
