"""Incoming mail: stored, recognised if repeated, and handled once.

A mail never blocks the others. A mail that cannot be handled is set aside, and the moderator is notified. A
mail that waits for the disk or for another program stays in the folder `in` for the next command.
"""

from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from referee.faults import Busy, Complaint, DataFault, Fault
from referee.i18n.translator import message
from referee.mail import answers, handling, messages, moderator, office, outbox, senders
from referee.mail.handling import give
from referee.mail.office import Case, Office
from referee.mail.state import MailFault
from referee.matches.journal.line import JournalFault
from referee.matches.journal.unsynced import IN_DOUBT, NotSynced
from referee.matches.letters import headers
from referee.platform import files
from referee.platform.ports import ports
from schemas.mail import Received

LARGEST = 25 * 1024 * 1024
"""Largest size of a mail, in bytes."""

MOST_REPORTED = 8
"""Number of matches whose missing reports one mail may wait for. `finish` writes the others."""

EARLIER = message("an earlier mail to the same match waits")
"""Reason of a mail that waits for another one."""

DONE, FAILED = "done", "failed"
"""Folders of mails that were handled, and of mails that cannot be handled."""

WAITS = frozenset(one.code for one in (MailFault.MAIL_WAITS, MailFault.MAIL_FILED, MailFault.MAIL_IN_DOUBT))
"""Codes of faults after which a mail is stored for the next command."""


def receive(desk: Office, raw: bytes, at: str) -> Received:
    """Receive a mail, after the mails that were stored before.

    Raises `DataFault` for bytes without headers, and `Busy` if the mail has to wait. Its text states if the
    mail is stored.
    """
    _check(raw)
    path = _name_stored(desk, raw)
    with _naming(MailFault.MAIL_NOT_KEPT, path=path):
        is_repeat = _is_known(desk, path.stem)
        if not is_repeat:
            files.date_back(_find_stored(desk))
            files.write_whole(path, raw)
    behind: set[str] = set()
    _handle_kept(desk, at, behind, but={path})
    if is_repeat:
        done = Received(digest=path.stem, verdict="repeat")
    elif _must_wait(desk, path, behind):
        raise Busy(Complaint.of(MailFault.MAIL_WAITS, why=EARLIER))
    else:
        done = _handle(desk, path, at)
    # Write reports last: the answer to the mail may already be the report.
    with _naming(MailFault.REPORTS_WAIT):
        if failed := _write_reports(desk, at, MOST_REPORTED):
            raise failed
    return done


def receive_from_inbox(desk: Office, raw: bytes, at: str) -> Received:
    """Receive a mail of an inbox. An unreadable or waiting mail does not delay the others."""
    try:
        return receive(desk, raw, at)
    except DataFault as fault:
        return _keep_unreadable(desk, raw, at, fault)
    except Busy as fault:
        if not waits(fault):
            raise
        return Received(digest=office.digest(raw), verdict="waiting", code=fault.complaints[0].code)


def receive_together(desk: Office, mails: Sequence[bytes], at: str) -> list[Received]:
    """Receive mails in one transaction, in their order. Raises the faults of `receive`.

    If the machine fails, each mail gets a transaction of its own, so that none delays the others.
    """
    paths = [_name_stored(desk, raw) for raw in mails]
    with _naming(MailFault.MAIL_NOT_KEPT):
        for raw in mails:
            _check(raw)
        files.date_back(_find_stored(desk))
        files.write_all(dict(zip(paths, mails, strict=True)))
    behind: set[str] = set()
    _handle_kept(desk, at, behind, but=set(paths))
    must_wait = any(_must_wait(desk, path, behind) for path in paths)
    results = _handle_together(desk, paths, at) if not must_wait else None
    if results is None:
        results = list(_handle_in_order(desk, dict.fromkeys(paths), at, behind))
    with _naming(MailFault.REPORTS_WAIT):
        if failed := _write_reports(desk, at, MOST_REPORTED * len(mails)):
            raise failed
    return results


def _handle_together(desk: Office, paths: Sequence[Path], at: str) -> list[Received] | None:
    """Receive stored mails in one transaction. Return None if the machine failed: nothing is recorded."""
    try:
        with outbox.transaction(desk):
            results = [_handle_case(_open(desk, path, at), path) for path in paths]
    except Exception as error:
        if not moderator.is_of_machine(error):
            raise
        return None
    with _naming(MailFault.REPORTS_WAIT):
        outbox.release(desk)
        for path, (_, folder) in zip(paths, results, strict=True):
            _leave(desk, path, folder)
    return [done for done, _ in results]


def _handle_in_order(desk: Office, paths: Iterable[Path], at: str, behind: set[str]) -> Iterator[Received]:
    """Receive stored mails one by one. The later mails to a match wait for an earlier one.

    `behind` are the matches with such a mail, or "" if the match is unknown.
    """
    others: set[str] = set()
    for path in paths:
        if _must_wait(desk, path, behind):
            yield Received(digest=path.stem, verdict="waiting", code=MailFault.MAIL_WAITS.code)
        elif _is_ours(desk, path, others):
            done = _try_to_handle(desk, path, at)
            if done.verdict == "waiting":
                behind.add(_find_match_of_stored(desk, path))
            yield done
    behind |= others


def _is_ours(desk: Office, path: Path, others: set[str]) -> bool:
    """Return True if a stored mail waits, and no other worker handles it or an earlier one to its match."""
    try:
        return claim(desk, path.read_bytes(), others) and path.exists()
    except FileNotFoundError:
        return False
    except OSError:
        # The failure is named when the mail is handled.
        return True


def claim(desk: Office, raw: bytes, others: set[str]) -> bool:
    """Claim a mail, its match and its sender for this process. Return False if another worker has one.

    `others` are the matches of such mails, whose later mails must wait. The worker that had a claim may have
    handled the mail: look for its file after this.
    """
    digest = office.digest(raw)
    match, sender = desk.routes.get(digest) or desk.note_route(digest, *_find_route(desk, raw))
    names = (match and f"match {match}", sender and f"from {sender}", digest)
    if match not in others and desk.claims.take(*filter(None, names)):
        return True
    if match:
        others.add(match)
    return False


def _must_wait(desk: Office, path: Path, behind: Collection[str]) -> bool:
    return bool(behind) and ("" in behind or _find_match_of_stored(desk, path) in behind)


def _find_match_of_stored(desk: Office, path: Path) -> str:
    with suppress(OSError):
        return _find_route(desk, path.read_bytes())[0]
    return ""


def _find_route(desk: Office, raw: bytes) -> tuple[str, str]:
    """Return the match and the sender of a mail; either is "" if unknown."""
    match = sender = ""
    with suppress(Exception):
        mail = headers.parse(raw)
        sender = messages.read_address(mail)
        match = senders.find_match(desk, mail)
    return match, sender


def _check(raw: bytes) -> None:
    if len(raw) > LARGEST:
        raise DataFault(Complaint.of(MailFault.MAIL_TOO_LARGE, most=LARGEST))
    if not headers.parse(raw).keys():
        raise DataFault(Complaint.of(MailFault.NO_MAIL))


def _find_stored(desk: Office) -> Iterable[Path]:
    return (desk.folder / "in").glob("*.eml")


def _name_stored(desk: Office, raw: bytes) -> Path:
    return desk.folder / "in" / f"{office.digest(raw)}.eml"


def _is_known(desk: Office, digest: str) -> bool:
    """Return True for a mail that was handled. A failed mail may be received again."""
    known_mail = desk.memory.find_mail(digest)
    return known_mail is not None and known_mail.verdict != "unreadable"


def finish(desk: Office, at: str) -> tuple[Received, ...]:
    """Receive the stored mails, and queue the missing reports."""
    outbox.release(desk)
    done = _handle_kept(desk, at, set())
    _write_reports(desk, at)
    desk.finish_group()
    return done


def _handle_kept(desk: Office, at: str, behind: set[str], but: Collection[Path] = ()) -> tuple[Received, ...]:
    """Receive the stored mails except `but`, oldest first."""
    waiting = files.sort_by_time(_find_stored(desk))
    return tuple(_handle_in_order(desk, [path for path in waiting if path not in but], at, behind))


def _write_reports(desk: Office, at: str, most: int = -1) -> Exception | None:
    """Queue the reports that another process did not write, of at most `most` matches if it is not negative.

    Return the first failure of the machine, or None.
    """
    failed: Exception | None = None
    for name in desk.memory.list_unfinished(most):
        if not desk.claims.take(f"match {name}"):
            continue
        # A match whose reports fail again and again must not keep the others from theirs.
        desk.memory.note_unfinished(name)
        try:
            match = desk.find_synced(name)
            with outbox.transaction(desk):
                answers.report_to_seats(desk, answers.let_bots_answer(desk, match, at))
        except Exception as error:
            # A damaged match must not delay the others. Its seats get their reports once it is repaired.
            if moderator.is_of_machine(error):
                failed = failed or error
            else:
                moderator.tell_failed_match(desk, name, error, at)
    outbox.release(desk)
    return failed


def _try_to_handle(desk: Office, path: Path, at: str) -> Received:
    """Receive a stored mail. A mail that must wait longer does not delay the others."""
    try:
        with _naming(MailFault.MAIL_WAITS):
            # A process that died may have stored the mail without syncing its name.
            files.sync_folder(path.parent)
        return _handle(desk, path, at)
    except Busy as fault:
        if not waits(fault):
            raise
        return Received(digest=path.stem, verdict="waiting", code=fault.complaints[0].code)


def waits(fault: Fault) -> bool:
    """Return True if a fault concerns a stored mail."""
    return fault.complaints[0].code in WAITS


def _handle(desk: Office, path: Path, at: str) -> Received:
    """Handle a stored mail in a transaction, and move it to the folder `done` or `failed`."""
    case = _open(desk, path, at)
    with _naming(MailFault.MAIL_WAITS, case), outbox.transaction(desk):
        done, folder = _handle_case(case, path)
    with _naming(MailFault.REPORTS_WAIT):
        outbox.release(desk)
        _leave(desk, path, folder)
    return done


def _open(desk: Office, path: Path, at: str) -> Case:
    with _naming(MailFault.MAIL_WAITS):
        raw = path.read_bytes()
        return Case(desk, path.stem, raw, headers.parse(raw), at)


def _leave(desk: Office, path: Path, folder: str) -> None:
    """Move a handled mail to its folder. The same mail may be there already."""
    if path.exists():
        ports.disk.replace(path, desk.folder / folder / path.name)


def _handle_case(case: Case, path: Path) -> tuple[Received, str]:
    """Handle a stored mail. Return its result and the folder that it belongs to."""
    try:
        return give(case, "repeat") if _is_known(case.desk, case.digest) else handling.handle(case), DONE
    except Exception as error:
        if moderator.is_of_machine(error):
            raise
        return _set_aside(case, path, error), FAILED


def _set_aside(case: Case, path: Path, failure: Exception) -> Received:
    """Notify the moderator of a mail that cannot be handled, and record it."""
    code = failure.complaints[0].code if isinstance(failure, Fault) else type(failure).__name__
    aside = case.desk.folder / FAILED / path.name
    keys = moderator.tell_failed_mail(case, aside, failure)
    done = give(case, "unreadable", code=code, keys=keys)
    handling.remember(case, done)
    return done


def _keep_unreadable(desk: Office, raw: bytes, at: str, fault: DataFault) -> Received:
    """Keep a mail that cannot be stored among the others, because its inbox gives it up."""
    case = Case(desk, office.digest(raw), raw, headers.parse(raw), at)
    path = desk.folder / FAILED / f"{case.digest}.eml"
    with _naming(MailFault.MAIL_NOT_KEPT):
        files.write_whole(path, raw)
        with outbox.transaction(desk):
            done = _set_aside(case, path, fault)
        outbox.release(desk)
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
        elif case is not None and case.has_entries and not isinstance(error, NotSynced):
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
