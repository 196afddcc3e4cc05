"""Mail from a Maildir, an mbox or an IMAP server, received in groups."""

import mailbox
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from referee.faults import Busy, Complaint, DataFault, Misconfigured, NotFound
from referee.mail import receiving
from referee.mail.office import FOLDER, Office, locate
from referee.mail.state import MailFault
from referee.platform import files
from referee.platform.ports import ports
from schemas.mail import Received

DONE = ".referee-done"
"""Folder of a Maildir for received mails."""

MOST_TOGETHER = 20
"""Highest number of mails that are recorded together."""

LARGEST_TOGETHER = 256 * 1024
"""Size of a mail, in bytes, that ends a group."""


def fetch(desk: Office, at: str) -> Iterator[Received]:
    """Receive every mail of the inbox. Each is marked as done once it is recorded."""
    inbox = desk.settings.inbox
    if inbox is None:
        raise Misconfigured(Complaint.of(MailFault.NO_INBOX, path=desk.shelf / FOLDER / "config.toml"))
    match inbox.kind:
        case "maildir":
            yield from _fetch_files(desk, locate(desk.shelf, inbox.path), at)
        case "mbox":
            yield from _fetch_box(desk, locate(desk.shelf, inbox.path), at)
        case "imap":
            from referee.mail.delivery import imap  # noqa: PLC0415 - few clubs read a server's folder

            with imap.open_folder(inbox) as folder:
                waiting = (
                    Waiting(folder.read(number, receiving.LARGEST + 1), partial(folder.mark_done, number))
                    for number in folder.list_new()
                )
                yield from _receive_groups(desk, waiting, at)


class Waiting(NamedTuple):
    """A mail of an inbox, and the functions that mark it as received and that look for the mark."""

    raw: bytes
    mark: Callable[[], object]
    is_there: Callable[[], bool] = lambda: True


def _receive_groups(desk: Office, mails: Iterable[Waiting], at: str) -> Iterator[Received]:
    """Receive mails in groups, and mark each once its group is recorded."""
    try:
        for group in _list_groups(desk, mails):
            raws = [mail.raw for mail in group]
            for mail, done in zip(group, _receive_group(desk, raws, at), strict=True):
                yield done
                mail.mark()
            desk.finish_group()
    finally:
        desk.claims.release()


def _list_groups(desk: Office, mails: Iterable[Waiting]) -> Iterator[list[Waiting]]:
    """Yield groups of mails that this process claims: only the last mail of a group may be large."""
    group: list[Waiting] = []
    others: set[str] = set()
    for mail in mails:
        if not receiving.claim(desk, mail.raw, others) or not mail.is_there():
            continue
        group.append(mail)
        if len(group) == MOST_TOGETHER or len(mail.raw) > LARGEST_TOGETHER:
            yield group
            group = []
    if group:
        yield group


def _receive_group(desk: Office, raws: Sequence[bytes], at: str) -> Iterable[Received]:
    """Receive mails together, or one by one if one of them cannot be stored."""
    if len(raws) > 1:
        try:
            return receiving.receive_together(desk, raws, at)
        except DataFault:
            pass
        except Busy as fault:
            if not receiving.waits(fault):
                raise
    return (receiving.receive_from_inbox(desk, raw, at) for raw in raws)


def _fetch_files(desk: Office, path: Path, at: str) -> Iterator[Received]:
    if not (path / "new").is_dir():
        raise NotFound(Complaint.of(MailFault.INBOX_MISSING, path=path.absolute()))
    for name in ("", "new", "cur", "tmp"):
        files.make_folder(path / DONE / name, 0o700)
    yield from _receive_groups(desk, _list_files(path), at)


def _list_files(path: Path) -> Iterator[Waiting]:
    """Yield the mails of a Maildir, oldest first. Another worker may take them meanwhile."""
    mail_files = (file for name in ("new", "cur") for file in (path / name).iterdir() if file.is_file())
    for file in files.sort_by_time(mail_files):
        try:
            raw = file.read_bytes()
        except FileNotFoundError:
            continue
        yield Waiting(raw, partial(ports.disk.replace, file, path / DONE / "cur" / file.name), file.exists)


def _fetch_box(desk: Office, path: Path, at: str) -> Iterator[Received]:
    """Receive the mails of an mbox and remove them from it. Raises `Busy` while another process writes to it.

    If the process dies before the removal, the mails are recognised as repeats.
    """
    if not path.is_file():
        raise NotFound(Complaint.of(MailFault.MBOX_MISSING, path=path))
    box = mailbox.mbox(path, create=False)
    try:
        box.lock()
    except (mailbox.ExternalClashError, OSError) as error:
        box.close()
        raise Busy(Complaint.of(MailFault.MBOX_BUSY, path=path, why=error)) from None
    try:
        # The "From " line above a mail names its envelope sender.
        waiting = (
            Waiting(box.get_bytes(key, from_=True), partial(box.remove, key)) for key in list(box.iterkeys())
        )
        yield from _receive_groups(desk, waiting, at)
    finally:
        # Write the box and unlock it: received mails are gone, the others stay.
        box.close()
