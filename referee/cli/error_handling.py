"""Runs the work of a command, and turns exceptions into messages and exit codes."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from referee.cli import exits
from referee.cli.session import Session

if TYPE_CHECKING:
    from referee.faults import Complaint

TRACE = "REFEREE_TRACE"
"""Environment variable that enables tracebacks of internal errors. A traceback never contains values."""


def perform(session: Session, work: Callable[[], int]) -> int:
    """Run some work, report its errors, and return the exit code."""
    try:
        code = work()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return exits.INTERRUPTED
    except SystemExit:
        # The shell has its completions, or the reader of the parser's output has exited.
        return exits.DONE
    except Exception as error:
        with suppress(OSError):
            return _report_failure(session, error)
        # Neither stream can be written any more.
        return exits.IO
    return code


def _report_failure(session: Session, error: Exception) -> int:
    """Report an error and return its exit code."""
    match error:
        case BrokenPipeError():
            # The reader has exited; the interpreter must not write again at its own exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return exits.DONE
        case _:
            return _explain(session, error)


def _explain(session: Session, error: Exception) -> int:
    from referee.cli.faults import CommandFault
    from referee.faults import Complaint, Fault

    match error:
        case Fault():
            return session.complain(error.complaints, error.exit_code)
        case OSError():
            where = f"{error.filename}: " if error.filename else ""
            complaint = Complaint.of(CommandFault.MACHINE_REFUSED, where=where, why=error.strerror)
            return session.complain([complaint], exits.IO)
        case _:
            return session.complain([_ours(error)], exits.OURS)


def _ours(error: Exception) -> "Complaint":
    """Describe an internal error by its type and place, without values, which may be secret."""
    import traceback

    from referee.cli.faults import CommandFault
    from referee.faults import Complaint

    if os.environ.get(TRACE):
        traceback.print_tb(error.__traceback__)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    kind, file = type(error).__name__, Path(frame.filename).name
    fact = CommandFault.OUR_MISTAKE
    return Complaint.of(fact, kind=kind, file=file, line=frame.lineno, variable=TRACE)
