"""The command line: every command, and what becomes of whatever goes wrong."""

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, cast

from referee.cli import exits
from referee.cli.lines import plain
from referee.cli.session import Session, carry_out
from referee.platform import streams

if TYPE_CHECKING:
    from referee.engine.faults import Complaint

FIRST_FREE = 3
"""The first number of an open file behind the standard input, output and error."""

BACKPORTS = "typing_extensions"
"""Where older Pythons have the newer names of `typing`."""

MISSING = cast(ModuleType, None)
"""What the import system takes for a module that cannot be had."""

COMPLETION = "_REFEREE_COMPLETE"
"""The environment variable by which a shell asks what a word may become."""

TRACE = "REFEREE_TRACE"
"""The environment variable that asks for the way to a mistake of ours; no trace shows values."""


def run(argv: Sequence[str]) -> int:
    """Run one command; gives the code the process is to leave with."""
    session = Session(json="--json" in takewhile(lambda word: word != "--", argv))
    _harden()
    return perform(session, lambda: run_line(session, argv))


def perform(session: Session, work: Callable[[], int]) -> int:
    """Do some work for a client, and say what goes wrong; gives the exit code."""
    try:
        code = work()
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
    return code


def run_line(session: Session, argv: Sequence[str]) -> int:
    """Run a plain line at once, and have any other parsed."""
    asked = None if COMPLETION in os.environ else plain.read(argv)
    if asked is not None:
        _import_shapes()
        return carry_out(asked.command, asked.given)
    from referee.cli.lines import parser

    return parser.run(session, argv)


def _import_shapes() -> None:
    """Import the library of our shapes without `typing_extensions`, which brings much with it.

    The library takes names from there that `typing` has in every Python we run on.
    """
    known = sys.modules.setdefault(BACKPORTS, MISSING)
    import_module("msgspec")
    if known is MISSING:
        del sys.modules[BACKPORTS]


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
        case _:
            return _explain(session, error)


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
