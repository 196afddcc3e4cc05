"""Incoming mail: stored, recognised if repeated, and handled once.

A mail never blocks the others. A mail that cannot be handled is set aside, and the moderator is notified. A
mail that waits for the disk or for another program stays in the folder `in` for the next command.
"""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from referee.faults import Busy, Complaint, DataFault, Fault
from referee.mail import answers, handling, moderator, office
from referee.mail.handling import Case, give
from referee.mail.office import Office
from referee.mail.state import MailFault
from referee.matches.journal.line import JournalFault
from referee.matches.journal.writing import IN_DOUBT
from referee.matches.letters import headers
from schemas.mail import Received

LARGEST = 25 * 1024 * 1024
"""Largest size of a mail, in bytes."""

MOST_REPORTED = 8
"""Number of matches whose missing reports one mail may wait for. `finish` writes the others."""

FAILED = "failed"
"""Folder of mails that could not be handled."""

WAITS = frozenset(one.code for one in (MailFault.MAIL_WAITS, MailFault.MAIL_FILED, MailFault.MAIL_IN_DOUBT))
"""Codes of faults after which a mail is stored for the next command."""


def receive(desk: Office, raw: bytes, at: str) -> Received:
    """Receive a mail, after the mails that were stored before.

    Raises `DataFault` for bytes without headers, and `Busy` if the mail has to wait. Its text states if the
    mail is stored.
    """
    if len(raw) > LARGEST:
        raise DataFault(Complaint.of(MailFault.MAIL_TOO_LARGE, most=LARGEST))
    if not headers.parse(raw).keys():
        raise DataFault(Complaint.of(MailFault.NO_MAIL))
    path = desk.folder / "in" / f"{office.digest(raw)}.eml"
    with _naming(MailFault.MAIL_NOT_KEPT, path=path):
        is_repeat = _is_known(desk, path.stem)
        if not is_repeat:
            office.write_whole(path, raw)
    _handle_kept(desk, at, but=path)
    done = Received(digest=path.stem, verdict="repeat") if is_repeat else _handle(desk, path, at)
    # Write reports last: the answer to the mail may already be the report.
    with _naming(MailFault.REPORTS_WAIT):
        if failed := _write_reports(desk, at, MOST_REPORTED):
            raise failed
    return done


def _is_known(desk: Office, digest: str) -> bool:
    """Return True for a mail that was handled. A failed mail may be received again."""
    known_mail = desk.memory.find_mail(digest)
    return known_mail is not None and known_mail.verdict != "unreadable"


def finish(desk: Office, at: str) -> tuple[Received, ...]:
    """Receive the stored mails, and queue the missing reports."""
    done = _handle_kept(desk, at)
    _write_reports(desk, at)
    return done


def _handle_kept(desk: Office, at: str, but: Path | None = None) -> tuple[Received, ...]:
    """Receive the stored mails except `but`, oldest first."""
    waiting = [path for path in (desk.folder / "in").glob("*.eml") if path != but]
    waiting.sort(key=lambda path: (path.stat().st_mtime_ns, path.name))
    return tuple(_try_to_handle(desk, path, at) for path in waiting)


def _write_reports(desk: Office, at: str, most: int = -1) -> Exception | None:
    """Queue the reports that another process did not write, of at most `most` matches if it is not negative.

    Return the first failure of the machine, or None.
    """
    failed: Exception | None = None
    for name in desk.memory.list_unfinished(most):
        # A match whose reports fail again and again must not keep the others from theirs.
        desk.memory.note_unfinished(name)
        try:
            match = desk.holder.find(desk.shelf, name)
            answers.report_to_seats(desk, answers.let_bots_answer(desk, match, at))
        except Exception as error:
            # A damaged match must not delay the others. Its seats get their reports once it is repaired.
            if moderator.is_of_machine(error):
                failed = failed or error
            else:
                moderator.tell_failed_match(desk, name, error, at)
    return failed


def _try_to_handle(desk: Office, path: Path, at: str) -> Received:
    """Receive a stored mail. A mail that must wait longer does not delay the others."""
    try:
        return _handle(desk, path, at)
    except Busy as fault:
        if not waits(fault):
            raise
        return Received(digest=path.stem, verdict="waiting", code=fault.complaints[0].code)


def waits(fault: Fault) -> bool:
    """Return True if a fault concerns a stored mail."""
    return fault.complaints[0].code in WAITS


def _handle(desk: Office, path: Path, at: str) -> Received:
    """Handle a stored mail, and move it to the folder `done` or `failed`."""
    with _naming(MailFault.MAIL_WAITS):
        raw = path.read_bytes()
        case = Case(desk, path.stem, raw, headers.parse(raw), at)
    with _naming(MailFault.MAIL_WAITS, case):
        try:
            done = give(case, "repeat") if _is_known(desk, case.digest) else handling.handle(case)
            path.replace(desk.folder / "done" / path.name)
        except Exception as error:
            if moderator.is_of_machine(error):
                raise
            return _set_aside(case, path, error)
    return done


def _set_aside(case: Case, path: Path, failure: Exception) -> Received:
    """Move a mail that cannot be handled to `failed`, notify the moderator, and record it."""
    code = failure.complaints[0].code if isinstance(failure, Fault) else type(failure).__name__
    aside = case.desk.folder / FAILED / path.name
    keys = moderator.tell_failed_mail(
        case.desk, case.mail, aside, failure, case.at, has_entries=case.has_entries
    )
    done = give(case, "unreadable", code=code, keys=keys)
    path.replace(aside)
    handling.remember(case, done)
    return done


@contextmanager
def _naming(fact: MailFault, case: Case | None = None, path: Path | None = None) -> Generator[None]:
    """Raise `Busy` for a failure of the machine. The fact states if the mail is stored and its letter filed.

    The mail may be `kept` although the disk failed. The next command then receives it.
    """
    try:
        yield
    except Exception as error:
        if not moderator.is_of_machine(error):
            raise
        if path is not None and path.exists():
            fact = MailFault.MAIL_WAITS
        elif _is_held(error):
            fact = MailFault.MAIL_HELD
        elif case is not None and case.has_entries:
            fact = MailFault.MAIL_FILED
        elif isinstance(error, Fault) and error.complaints[0].remedy == IN_DOUBT:
            fact = MailFault.MAIL_IN_DOUBT
        raise Busy(Complaint.of(fact, why=_say(error))) from error


def _is_held(error: Exception) -> bool:
    """Return True if another program holds the match. It ends soon, so all mail waits in order."""
    return isinstance(error, Busy) and error.complaints[0].code == JournalFault.ANOTHER_WRITER.code


def _say(error: Exception) -> str:
    if isinstance(error, Fault):
        return error.complaints[0].text
    return (error.strerror if isinstance(error, OSError) else None) or type(error).__name__
