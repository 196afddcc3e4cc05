"""Work for a client, and what becomes of all that goes wrong in it."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from referee.cli import exits
from referee.cli.session import Session

if TYPE_CHECKING:
    from referee.engine.faults import Complaint

TRACE = "REFEREE_TRACE"
"""The environment variable that asks for the way to a mistake of ours; no trace shows values."""


def perform(session: Session, work: Callable[[], int]) -> int:
    """Do some work for a client, and say what goes wrong; gives the exit code."""
    try:
        code = work()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return exits.INTERRUPTED
    except SystemExit:
        # A shell has its completions, or the reader of the parser's words is gone.
        return exits.DONE
    except Exception as error:
        with suppress(OSError):
            return _report_failure(session, error)
        # Neither stream takes another word.
        return exits.IO
    return code


def _report_failure(session: Session, error: Exception) -> int:
    """Say what went wrong, and who made the mistake."""
    match error:
        case BrokenPipeError():
            # The reader is gone; the interpreter must not try again when it leaves.
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
