"""Published files: readable by others unless they are secret. Only files of this program are replaced."""

import os
import re
from contextlib import suppress
from pathlib import Path

from referee.faults import CannotCreate, Complaint
from referee.matches import shelf
from referee.matches.journal.line import JournalFault
from referee.matches.journal.writing import demand_free, write_new
from referee.platform.ports import ports

OPEN, SECRET = 0o666, 0o600
"""Modes of a new file, before the umask."""

BEGINNING, END = 2048, 8192
"""Number of bytes at both ends of a file that identify its writer."""

BEGINNINGS = re.compile(
    rb'<!DOCTYPE html>(?s:.*)<meta name="generator" content="referee">'
    rb'|<svg [^>]*data-generator="referee"'
    rb"|\x89PNG(?s:.*)tEXtSoftware\x00referee"
    rb'|\{\n  "title": '
    rb"|BEGIN:VCALENDAR\r\n(?s:.*)PRODID:[^\r]*referee"
)
"""Beginnings of pages, pictures, JSON reports and calendars that this program wrote."""

REPORT_END = re.compile(
    rb"\b[0-9]+:[0-9a-f]{64}\W*(?:\[/c\])?\s*\Z"
    rb"|\breferee club log, leaf [0-9]+, head [0-9]+:[0-9a-f]{64}\s(?s:.*)\Z"
)
"""End of a text report: the head of the journal, or its proof in the log of the club."""


def demand_room(path: Path, *, force: bool = False) -> None:
    """Raise CannotCreate if a file can be neither created nor replaced.

    Links, folders and the files of a match are never replaced.
    """
    is_protected = path.is_symlink() or not path.is_file() or path.name in (shelf.JOURNAL, shelf.SECRETS)
    if is_protected or not os.path.lexists(path):
        demand_free(path)
    elif not force and not is_ours(path):
        raise CannotCreate(Complaint.of(JournalFault.ANOTHERS_FILE, path=path))


def is_ours(path: Path) -> bool:
    """Return True if the beginning or the end of a file shows that this program wrote it."""
    try:
        with path.open("rb") as file:
            beginning = file.read(BEGINNING)
            file.seek(max(0, path.stat().st_size - END))
            return bool(BEGINNINGS.match(beginning) or REPORT_END.search(file.read()))
    except OSError:
        return False


def write(path: Path, text: bytes, *, secret: bool, force: bool = False) -> None:
    """Write a file, or replace a file of this program. Raises CannotCreate."""
    demand_room(path, force=force)
    mode = SECRET if secret else OPEN
    if not path.exists():
        write_new(path, text, mode)
        return
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    write_new(beside, text, mode)
    try:
        ports.disk.replace(beside, path)
    except OSError as error:
        with suppress(OSError):
            ports.disk.unlink(beside)
        raise CannotCreate(Complaint.of(JournalFault.NOT_REPLACED, path=path, why=error.strerror)) from error
