"""Plain command lines, read without the parser: known options, each whole and once, and all arguments.

Whatever is not plain is left to the parser, which knows every liberty, and says what is wrong.
"""

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from types import FunctionType
from typing import NamedTuple, cast

from referee.cli.lines.declaring import Declared, Parameter
from referee.cli.lines.shared import open_session
from referee.cli.session import Command

ROOMS: Mapping[str, str] = {
    **dict.fromkeys(("list", "show", "log"), "referee.cli.commands.matches"),
    **dict.fromkeys(("submit", "prompts", "options"), "referee.cli.commands.orders"),
    **dict.fromkeys(("report", "map"), "referee.cli.commands.reports"),
    "verify": "referee.cli.commands.evidence",
    "mail": "referee.cli.commands.mail",
}
"""Where the commands are that are asked for all day long, by their first word."""

READ = (str, str | None, int, int | None, bool)
"""The types that are read here; all others are left to the parser."""


class Plain(NamedTuple):
    """A command, and what it is given."""

    command: Command
    given: Mapping[str, object]


class Slot(NamedTuple):
    """A parameter of a command: its name, what it is read as, what it is declared as, and its default."""

    name: str
    type: object
    declared: Parameter
    default: object


class _NotPlain(Exception):  # noqa: N818 - it never gets out of here
    """A line for the parser."""


def read(argv: Sequence[str]) -> Plain | None:
    """What a plain line asks for; nothing where it is not plain."""
    words = list(argv)
    try:
        command = _find(words)
        slots = [*_slots(cast(FunctionType, command), 1), *_slots(cast(FunctionType, open_session))]
        return Plain(command, _fill(slots, words))
    except (_NotPlain, IndexError):
        return None


def _find(words: list[str]) -> Command:
    """The command that the first words name, which are taken away."""
    first = words.pop(0)
    if first not in ROOMS:
        raise _NotPlain
    book = import_module(ROOMS[first]).book
    while first in book.books:
        book, first = book.books[first], words.pop(0)
    if first not in book.commands:
        raise _NotPlain
    found: Command = book.commands[first]
    return found


REQUIRED = object()
"""The default of what has to be given."""


def _slots(declared: FunctionType, skipped: int = 0) -> Iterator[Slot]:
    """The parameters of a function behind those that are skipped."""
    code = declared.__code__
    names = code.co_varnames[skipped : code.co_argcount + code.co_kwonlyargcount]
    defaults = dict(zip(reversed(names), reversed(declared.__defaults__ or ()), strict=False))
    defaults |= declared.__kwdefaults__ or {}
    for name in names:
        annotation: Declared = declared.__annotations__[name]
        yield Slot(name, annotation.__origin__, annotation.__metadata__[0], defaults.get(name, REQUIRED))


def _fill(slots: Sequence[Slot], words: list[str]) -> dict[str, object]:
    """What the words give for each parameter."""
    options = {name: slot for slot in slots if slot.declared.is_option for name in _names(slot)}
    places = iter([slot for slot in slots if not slot.declared.is_option])
    given: dict[str, object] = {}
    while words:
        word = words.pop(0)
        if word[:1] != "-" or word == "-":
            slot, value = next(places, None), word
        else:
            name, told, value = word.partition("=")
            slot = options.get(name)
            if slot is not None and slot.type is bool:
                value = "" if not told else word
            elif not told:
                value = words.pop(0)
                if value[:1] == "-" and value != "-":
                    raise _NotPlain
        if slot is None or slot.name in given:
            raise _NotPlain
        given[slot.name] = _value(slot, value)
    whole = {slot.name: given.get(slot.name, slot.default) for slot in slots}
    if REQUIRED in whole.values():
        raise _NotPlain
    return whole


def _names(slot: Slot) -> tuple[str, ...]:
    return slot.declared.names or (f"--{slot.name.replace('_', '-')}",)


def _value(slot: Slot, word: str) -> object:
    """A word as its parameter has it."""
    declared = slot.declared
    if slot.type not in READ:
        raise _NotPlain
    if slot.type is bool:
        if word:
            raise _NotPlain
        return True
    if slot.type in (int, int | None):
        if not (word.isascii() and word.isdigit() and len(word) < 10):
            raise _NotPlain
        number = int(word)
        if not (declared.min or 0) <= number <= (number if declared.max is None else declared.max):
            raise _NotPlain
        return number
    return declared.callback(word) if declared.callback else word
