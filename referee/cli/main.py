"""The command line: the Typer application, and the exit code of a command line."""

import os
import sys
from collections.abc import Sequence
from functools import cache
from itertools import pairwise, takewhile
from typing import Annotated

import typer
from typer.core import TyperCommand, TyperGroup

from referee import __version__
from referee.cli import exits
from referee.cli.command_table import COMMANDS
from referee.cli.error_handling import perform
from referee.cli.groups import HELP_OPTIONS, CommandTree, list_session_options
from referee.cli.session import Colour, Session
from referee.cli.terminal_output import echo, printable
from referee.platform import streams

FIRST_FREE = 3
"""Lowest file descriptor after standard input, output and error."""

app = typer.Typer(
    name="referee",
    cls=CommandTree,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": [*HELP_OPTIONS]},
)


def _print_version(is_requested: bool) -> None:
    if is_requested:
        echo(f"referee {__version__}")
        raise typer.Exit()


@app.callback()
def referee(
    version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version and exit."),
    ] = False,
) -> None:
    """Moderate wargames by e-mail: judge orders, prove dice, keep a journal that anyone can verify."""


def run(argv: Sequence[str]) -> int:
    """Run one command line and return the exit code of the process."""
    words = [*takewhile(lambda word: word != "--", argv)]
    session = Session(json="--json" in words, colour=_find_colour(words))
    _prepare_streams()
    return perform(session, lambda: run_line(session, argv))


def run_line(session: Session, argv: Sequence[str]) -> int:
    """Run a command line in a session and return its exit code."""
    try:
        return build_tree()(list(argv), prog_name="referee", standalone_mode=False, obj=session) or exits.DONE
    except typer.TyperException as error:
        return _report_misuse(session, error)


@cache
def build_tree() -> TyperGroup:
    """Return the group of all commands, each a placeholder until it is named."""
    tree = typer.main.get_command(app)
    assert isinstance(tree, TyperGroup)
    for entry in COMMANDS.values():
        tree.add_command(TyperCommand(entry.name, help=entry.summary))
    return tree


def _find_colour(words: Sequence[str]) -> Colour:
    """Return the value of `--color`. Errors of the command line itself are coloured by it too."""
    parts = [part for word in words for part in word.split("=", 1)]
    values = {value for name, value in pairwise(parts) if name == "--color"}
    return next((colour for colour in Colour if colour in values), Colour.AUTO)


def _report_misuse(session: Session, error: typer.TyperException) -> int:
    """Report a line that Typer rejects. A line without a command prints the help page."""
    message = error.format_message()
    context: typer.Context | None = getattr(error, "ctx", None)
    option = _find_early_option(error)
    if session.json or option:
        from msgspec import to_builtins

        from referee.cli.faults import CommandFault
        from referee.faults import Complaint

        complaint = (
            Complaint.of(CommandFault.OPTION_BEFORE_COMMAND, option=option)
            if option
            else Complaint.of(CommandFault.USAGE, said=message)
        )
        if not session.json:
            return session.complain([complaint], exits.USAGE)
        record = to_builtins(complaint.record)
        session.tell_json({"ok": False, "exit": exits.USAGE, "complaints": [record]})
    elif message.startswith("Usage:"):
        echo(printable(message))
    else:
        usage = f"{context.get_usage()}\nMore: {context.command_path} --help\n" if context else ""
        echo(printable(f"{usage}referee: {message}"), err=True)
    return exits.USAGE


def _find_early_option(error: typer.TyperException) -> str:
    """Return the option of all commands that stands before the command, or ""."""
    context: typer.Context | None = getattr(error, "ctx", None)
    option: str = getattr(error, "option_name", "")
    is_early = context is not None and context.parent is None
    return option if is_early and option in list_session_options() else ""


def _prepare_streams() -> None:
    """Make answers printable when a daemon closed a stream or a terminal lacks a character."""
    # The next opened file would get the descriptor of a closed stream, and output would go into a journal.
    while (gap := os.open(os.devnull, os.O_RDWR)) < FIRST_FREE:
        pass
    os.close(gap)
    sys.stdout = sys.stdout or os.fdopen(1, "w", encoding="utf-8")
    sys.stderr = sys.stderr or os.fdopen(2, "w", encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        streams.prepare(stream)
