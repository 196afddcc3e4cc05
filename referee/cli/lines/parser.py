"""The parser of command lines: every liberty, help, completion, and what is wrong with a line.

It is built from what the commands declare. Its library takes longer to import than most commands to answer,
so that lines which are plain are read without it.
"""

import inspect
import os
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import lru_cache
from typing import Annotated

import typer

from referee import __version__
from referee.cli import exits, topics
from referee.cli.commands import (
    analysis,
    clock,
    evidence,
    mail,
    matches,
    orders,
    packs,
    programs,
    reports,
    simulation,
)
from referee.cli.lines.declaring import Book, Completion, Declared
from referee.cli.lines.shared import open_session
from referee.cli.printable import echo, printable
from referee.cli.session import Command, Session, carry_out

BOOKS = (matches, orders, reports, analysis, simulation, clock, mail, evidence, packs, programs, topics)

COMPLETED = ("COMP_WORDS", "_TYPER_COMPLETE_ARGS")
"""Where shells put the line that they want completed."""


def run(session: Session, argv: Sequence[str]) -> int:
    """Run one command; gives its exit code."""
    try:
        parse = build(frozenset(argv).union(*(os.environ.get(name, "").split() for name in COMPLETED)))
        return parse(list(argv), prog_name="referee", standalone_mode=False) or exits.DONE
    except typer.TyperException as error:
        return _report_misuse(session, error)


@lru_cache(maxsize=64)
def build(words: Set[str] | None = None) -> Callable[..., int | None]:
    """The parser of a line of these words, or of any line.

    What a command declares takes long to work out: that is done for those that are named, and of the others
    the parser knows names and help.
    """
    app = typer.Typer(
        name="referee",
        help="The referee for wargames by e-mail: orders judged, dice proved, a journal that convinces.",
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_root)
    for part in BOOKS:
        room = typer.Typer()
        _add_book(room, part.book, words)
        app.add_typer(room)
    return typer.main.get_command(app)


def _report_misuse(session: Session, usage: typer.TyperException) -> int:
    """What the command line could not make sense of; no command at all is answered with help.

    Nothing is imported for a person: a slip of the finger is answered at once.
    """
    told = usage.format_message()
    context: typer.Context | None = getattr(usage, "ctx", None)
    if session.json:
        from msgspec import to_builtins

        from referee.cli.faults import CommandFault
        from referee.engine.faults import Complaint

        complaint = to_builtins(Complaint.of(CommandFault.USAGE, said=told).record)
        session.tell_json({"ok": False, "exit": exits.USAGE, "complaints": [complaint]})
    elif told.startswith("Usage:"):
        echo(printable(told))
    else:
        more = f"{context.get_usage()}\nMore: {context.command_path} --help\n" if context else ""
        echo(printable(f"{more}referee: {told}"), err=True)
    return exits.USAGE


def _version(asked: bool) -> None:
    if asked:
        echo(f"referee {__version__}")
        raise typer.Exit()


def _root(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_version, help="Tell the version.")
    ] = False,
) -> None:
    """Open the door; the commands do the rest."""


def _add_book(to: typer.Typer, book: Book, words: Set[str] | None) -> None:
    """Put the commands of a book into the parser, and those of its books behind their words."""
    for name, function in book.commands.items():
        named = words is None or name in words
        to.command(name)(_call_by_name(function, _parameters(function) if named else ()))
    for name, part in book.books.items():
        group = typer.Typer(no_args_is_help=True, help=part.help)
        _add_book(group, part, words)
        to.add_typer(group, name=name)


def _call_by_name(function: Command, parameters: Iterable[inspect.Parameter]) -> Command:
    """A command as the parser calls it: with everything by name, the options that all commands share too."""

    def run(**given: object) -> None:
        raise typer.Exit(carry_out(function, given))

    run.__doc__ = function.__doc__
    run.__dict__["__signature__"] = inspect.Signature([*parameters])
    return run  # type: ignore[return-value]  # it leaves by an exception, as the parser has it


def _parameters(function: Command) -> Iterator[inspect.Parameter]:
    """The parameters of a command, and behind them those that all commands share."""
    own = list(inspect.signature(function).parameters.values())[1:]
    for parameter in (*own, *inspect.signature(open_session).parameters.values()):
        yield parameter.replace(annotation=_annotate(parameter.annotation))


def _annotate(annotation: Declared) -> object:
    """A type with what the parser has to know of the parameter."""
    declared = annotation.__metadata__[0]
    make = typer.Option if declared.is_option else typer.Argument
    info: object = make(
        *declared.names,
        help=declared.help,
        metavar=declared.metavar,
        min=declared.min,
        max=declared.max,
        autocompletion=_complete(declared.autocompletion),
        callback=declared.callback,
    )
    return Annotated[annotation.__origin__, info]


def _complete(completion: Completion | None) -> Callable[..., list[str]] | None:
    """A completion as the parser calls it, which goes by the types of its parameters."""
    if completion is None:
        return None
    called: Callable[..., list[str]] = completion

    def complete(ctx: typer.Context, incomplete: str) -> list[str]:
        return called(ctx, incomplete)

    return called if len(inspect.signature(called).parameters) == 1 else complete
