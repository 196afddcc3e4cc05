"""What commands are declared with: their arguments and options, and the books that hold them.

Nothing heavy is imported here. The parser is built from these when it is needed (`parser`); a command line
that is plain is read without it (`plain`).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from referee.cli.session import Command


class Asked(Protocol):
    """What has been typed so far: the parameters that are known, and the arguments before they are."""

    params: Mapping[str, str | None]
    args: Sequence[str]


class Declared(Protocol):
    """A type with what is declared of a parameter, as `Annotated` has it."""

    __origin__: object
    __metadata__: tuple["Parameter"]


Completion = Callable[[Asked, str], list[str]] | Callable[[str], list[str]]
"""The words that a word may become; one with two parameters is also shown what was typed before."""


class Parameter(NamedTuple):
    """What a command takes, beside the type and the default that stand in its signature."""

    names: tuple[str, ...]
    is_option: bool
    help: str
    metavar: str | None = None
    min: int | None = None
    max: int | None = None
    autocompletion: Completion | None = None
    callback: Callable[[str | None], str | None] | None = None


def Argument(  # noqa: N802 - it reads as what it makes
    *,
    help: str,
    metavar: str | None = None,
    autocompletion: Completion | None = None,
) -> Parameter:
    """An argument, known by its place."""
    return Parameter((), False, help, metavar, autocompletion=autocompletion)


def Option(  # noqa: N802 - it reads as what it makes
    *names: str,
    help: str,
    metavar: str | None = None,
    min: int | None = None,
    max: int | None = None,
    autocompletion: Completion | None = None,
    callback: Callable[[str | None], str | None] | None = None,
) -> Parameter:
    """An option; without names it is called as its parameter."""
    return Parameter(names, True, help, metavar, min, max, autocompletion, callback)


class Book:
    """Commands by name, and books of more commands behind a word of their own."""

    def __init__(self, help: str = "") -> None:
        self.help = help
        self.commands: dict[str, Command] = {}
        self.books: dict[str, Book] = {}

    def add_book(self, book: "Book", name: str) -> None:
        """Put the commands of another book behind a word."""
        self.books[name] = book


def command(book: Book, name: str | None = None) -> "Callable[[Command], Command]":
    """Make a function a command: it gets the session first, and gives the exit code."""

    def add(function: "Command") -> "Command":
        book.commands[name or function.__name__] = function
        return function

    return add
