"""The command line: every command, and what becomes of whatever goes wrong."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee import __version__
from referee.cli import exits, topics
from referee.cli.commands import analysis, evidence, mail, matches, orders, packs, reports
from referee.cli.printable import printable
from referee.cli.session import Session
from referee.platform import streams

if TYPE_CHECKING:
    from referee.engine.faults import Complaint

app = typer.Typer(
    name="referee",
    help="The referee for wargames by e-mail: orders judged, dice proved, a journal that convinces.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for part in (matches, orders, reports, analysis, mail, evidence, packs, topics):
    app.add_typer(part.app)

FIRST_FREE = 3
"""The first number of an open file behind the standard input, output and error."""

TRACE = "REFEREE_TRACE"
"""The environment variable that asks for the way to a mistake of ours; no trace shows values."""


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"referee {__version__}")
        raise typer.Exit()


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_version, help="Tell the version.")
    ] = False,
) -> None:
    """Open the door; the commands do the rest."""


def run(argv: Sequence[str]) -> int:
    """Run one command; gives the code the process is to leave with."""
    session = Session(json="--json" in takewhile(lambda word: word != "--", argv))
    _harden()
    try:
        code = app(list(argv), prog_name="referee", standalone_mode=False)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return exits.INTERRUPTED
    except SystemExit:
        # A shell was told its completions, or nobody reads any more what the parser prints.
        return exits.DONE
    except Exception as error:
        with suppress(OSError):
            return _report_failure(session, error)
        # Neither stream takes a word more.
        return exits.IO
    return int(code or exits.DONE)


def _harden() -> None:
    """Let neither a stream that a daemon closed nor a sign that a terminal lacks stop an answer."""
    # The next file that is opened would take the place of a closed stream: a journal, to be printed into.
    while (gap := os.open(os.devnull, os.O_RDWR)) < FIRST_FREE:
        pass
    os.close(gap)
    sys.stdout = sys.stdout or os.fdopen(1, "w", encoding="utf-8")
    sys.stderr = sys.stderr or os.fdopen(2, "w", encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        streams.prepare(stream)


def _report_failure(session: Session, error: Exception) -> int:
    """Say what went wrong, and whose mistake it was."""
    match error:
        case BrokenPipeError():
            # Nobody reads any more; the interpreter must not try again when it leaves.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return exits.DONE
        case typer.TyperException():
            return _report_misuse(session, error)
        case _:
            return _explain(session, error)


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
        typer.echo(printable(told))
    else:
        more = f"{context.get_usage()}\nMore: {context.command_path} --help\n" if context else ""
        typer.echo(printable(f"{more}referee: {told}"), err=True)
    return exits.USAGE


def _explain(session: Session, error: Exception) -> int:
    from referee.cli.faults import CommandFault
    from referee.engine.faults import Complaint, Fault

    match error:
        case Fault():
            return session.complain(error.complaints, error.exit_code)
        case OSError():
            where = f"{error.filename}: " if error.filename else ""
            refused = Complaint.of(CommandFault.MACHINE_REFUSED, where=where, why=error.strerror)
            return session.complain([refused], exits.IO)
        case _:
            return session.complain([_ours(error)], exits.OURS)


def _ours(error: Exception) -> "Complaint":
    """A mistake of ours: its kind and place, and no value, for a value may be a secret."""
    import traceback

    from referee.cli.faults import CommandFault
    from referee.engine.faults import Complaint

    if os.environ.get(TRACE):
        traceback.print_tb(error.__traceback__)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    kind, file = type(error).__name__, Path(frame.filename).name
    fact = CommandFault.OUR_MISTAKE
    return Complaint.of(fact, kind=kind, file=file, line=frame.lineno, variable=TRACE)
