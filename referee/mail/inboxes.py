"""Mail that waits in a Maildir, taken in one after the other."""

from collections.abc import Iterator
from pathlib import Path

from referee.engine.faults import Complaint, DataFault, Misconfigured, NotFound
from referee.mail import receiving
from referee.mail.faults import MailFault
from referee.mail.office import FOLDER, Office
from schemas.mail import Received

DONE = ".referee-done"
"""The folder of a Maildir for mails that were taken in."""


def fetch(desk: Office, at: str) -> Iterator[Received]:
    """Take in every mail of the inbox; each goes to another folder once it is known."""
    path = Path(desk.settings.inbox)
    if not desk.settings.inbox:
        raise Misconfigured(Complaint.of(MailFault.NO_INBOX, path=desk.shelf / FOLDER / "config.toml"))
    if not (path / "new").is_dir():
        raise NotFound(Complaint.of(MailFault.INBOX_MISSING, path=path))
    for name in ("", "new", "cur", "tmp"):
        (path / DONE / name).mkdir(mode=0o700, exist_ok=True)
    found = [file for name in ("new", "cur") for file in (path / name).iterdir() if file.is_file()]
    for file in sorted(found, key=lambda file: (file.stat().st_mtime_ns, file.name)):
        try:
            yield receiving.receive(desk, file.read_bytes(), at)
        except DataFault as fault:
            yield Received(digest="", verdict="unreadable", code=fault.complaints[0].code)
        file.replace(path / DONE / "cur" / file.name)
