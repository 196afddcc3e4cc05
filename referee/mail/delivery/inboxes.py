"""Mail from a Maildir, an mbox or an IMAP server, received one by one."""

import mailbox
from collections.abc import Iterator
from pathlib import Path

from referee.faults import Busy, Complaint, DataFault, Misconfigured, NotFound
from referee.mail import office, receiving
from referee.mail.office import FOLDER, Office
from referee.mail.state import MailFault
from schemas.mail import Received

DONE = ".referee-done"
"""Folder of a Maildir for received mails."""


def fetch(desk: Office, at: str) -> Iterator[Received]:
    """Receive every mail of the inbox. Each is marked as done once it is recorded."""
    inbox = desk.settings.inbox
    if inbox is None:
        raise Misconfigured(Complaint.of(MailFault.NO_INBOX, path=desk.shelf / FOLDER / "config.toml"))
    match inbox.kind:
        case "maildir":
            yield from _fetch_files(desk, Path(inbox.path), at)
        case "mbox":
            yield from _fetch_box(desk, Path(inbox.path), at)
        case "imap":
            from referee.mail.delivery import imap  # noqa: PLC0415 - few clubs read a server's folder

            with imap.open_folder(inbox) as folder:
                for number in folder.list_new():
                    yield receive(desk, folder.read(number, receiving.LARGEST + 1), at)
                    folder.mark_done(number)


def _fetch_files(desk: Office, path: Path, at: str) -> Iterator[Received]:
    if not (path / "new").is_dir():
        raise NotFound(Complaint.of(MailFault.INBOX_MISSING, path=path))
    for name in ("", "new", "cur", "tmp"):
        (path / DONE / name).mkdir(mode=0o700, exist_ok=True)
    mail_files = [file for name in ("new", "cur") for file in (path / name).iterdir() if file.is_file()]
    for file in sorted(mail_files, key=lambda file: (file.stat().st_mtime_ns, file.name)):
        yield receive(desk, file.read_bytes(), at)
        file.replace(path / DONE / "cur" / file.name)


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
        for key in list(box.iterkeys()):
            # The "From " line above a mail names its envelope sender.
            yield receive(desk, box.get_bytes(key, from_=True), at)
            box.remove(key)
    finally:
        # Write the box and unlock it: received mails are gone, the others stay.
        box.close()


def receive(desk: Office, raw: bytes, at: str) -> Received:
    """Receive a mail of an inbox. An unreadable or waiting mail does not delay the others."""
    try:
        return receiving.receive(desk, raw, at)
    except DataFault as fault:
        return Received(digest="", verdict="unreadable", code=fault.complaints[0].code)
    except Busy as fault:
        if not receiving.waits(fault):
            raise
        return Received(digest=office.digest(raw), verdict="waiting", code=fault.complaints[0].code)
