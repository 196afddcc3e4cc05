"""Configuration files of a club: Postfix, Dovecot, the name server, systemd, cron and the post office."""

import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from referee.faults import CannotCreate, Complaint, Misuse
from referee.mail.mail_room import dovecot
from referee.mail.mail_room.faults import SetupFault
from referee.mail.office import FOLDER
from referee.matches.journal.line import JournalFault
from referee.matches.journal.writing import demand_folder, write_new
from schemas.mail import DovecotVersion, SetupFile, SetupFiles

ACCOUNT = re.compile(r"(?!root$)[a-z0-9_][a-z0-9._-]*")
"""An account of Unix that has a mailbox: Dovecot refuses that of root."""

DOMAIN = re.compile(
    r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?|localhost"
)
"""Name of a domain in the DNS, with two parts or more, or of this machine alone, for a trial."""

SECONDS = 5
"""Seconds between two rounds of the service."""

TEMPLATES = Path(__file__).parent / "templates"
"""Folder of the files, with names in braces for the parts that differ.

Players are accounts of the machine, so that Postfix refuses mail to unknown names before it takes it. A
virtual domain whose mail goes to LMTP would take all of it and send bounces to forged senders.
"""

PLAIN = re.compile(r"[\w@+=:,./-]+", re.ASCII)
"""A path without characters that have a meaning in a unit."""

CRON = "*/{minutes} * * * * {command} mail watch --rounds 1 --quiet --shelf {shelf}\n"
"""Template of a crontab line."""


def list_files(
    shelf: Path, domain: str, user: str, dovecot_version: DovecotVersion | None = None
) -> SetupFiles:
    """Return the files. `user` is the account whose mailbox is the inbox and that runs the service.

    They are for the installed Dovecot if no version is given, and for the newest one without Dovecot.
    Raises Misuse for a wrong domain or account: they are written into a shell script.
    """
    if not DOMAIN.fullmatch(domain):
        raise Misuse(Complaint.of(SetupFault.NOT_A_DOMAIN, domain=domain))
    if not ACCOUNT.fullmatch(user):
        raise Misuse(Complaint.of(SetupFault.NOT_AN_ACCOUNT, user=user))
    version = dovecot_version or dovecot.find_version() or dovecot.NEWEST
    return SetupFiles(files=tuple(_list_files(shelf, domain, user, f"dovecot-{version}.conf")))


def _list_files(shelf: Path, domain: str, user: str, dovecot_template: str) -> Iterator[SetupFile]:
    places = {
        "postfix.sh": "run it as root; it changes /etc/postfix",
        "dovecot.conf": "/etc/dovecot/conf.d/99-referee.conf",
        "referee.service": "/etc/systemd/system/referee.service",
        "config.toml": (shelf.resolve() / FOLDER / "config.toml").as_posix(),
        "dns.txt": f"the zone of {domain} at your provider",
    }
    for name, place in places.items():
        if name == "referee.service":
            text = write_unit(shelf, SECONDS, account=user)
        else:
            template = dovecot_template if name == "dovecot.conf" else name
            text = _fill(template, domain=domain, user=user)
        yield SetupFile(name=name, text=text, place=place)


def _fill(name: str, **parts: str) -> str:
    """Return the text of a template. Other braces, such as those of a section, stay."""
    text = (TEMPLATES / name).read_text(encoding="utf-8")
    return re.sub(r"(?<!%)\{(\w+)\}", lambda match: parts[match[1]], text)


def write_files(files: SetupFiles, folder: Path) -> SetupFiles:
    """Write the files. Raises CannotCreate before the first one if a file exists with another text."""
    demand_folder(folder)
    outputs = [replace(file, path=(folder / file.name).as_posix()) for file in files.files]
    missing = [file for file in outputs if not _is_written(file)]
    for file in missing:
        write_new(Path(file.path), file.text.encode())
    return SetupFiles(files=tuple(outputs))


def _is_written(file: SetupFile) -> bool:
    path = Path(file.path)
    if not os.path.lexists(path):
        return False
    if path.is_file() and path.read_bytes() == file.text.encode():
        return True
    raise CannotCreate(Complaint.of(JournalFault.ALREADY_THERE, path=path))


def write_unit(shelf: Path, seconds: int, account: str = "") -> str:
    """Return a systemd unit that runs the post office.

    It is a unit of the machine that runs as `account`, or a unit of the user if that is empty.
    """
    path = shelf.resolve().as_posix()
    return _fill(
        "referee.service",
        title=_escape_for_systemd(path),
        # systemd expands variables in the arguments of a command, and not in its program.
        shelf=_quote_for_systemd(path).replace("$", "$$"),
        command=f"{_quote_for_systemd(sys.executable)} -m referee",
        seconds=str(seconds),
        account=f"User={account}\n" if account else "",
        target="multi-user.target" if account else "default.target",
    )


def write_cron(shelf: Path, seconds: int) -> str:
    """Return a crontab line that runs the post office, in whole minutes."""
    path, program = (_quote_for_cron(one) for one in (shelf.resolve().as_posix(), sys.executable))
    return CRON.format(shelf=path, command=f"{program} -m referee", minutes=min(59, max(1, seconds // 60)))


def _quote_for_cron(path: str) -> str:
    """Quote a path for the shell that cron starts. Cron itself reads % as the end of the line."""
    return shlex.quote(path).replace("%", r"\%")


def _quote_for_systemd(path: str) -> str:
    """Quote a path for a command of a unit."""
    return path if PLAIN.fullmatch(path) else f'"{_escape_for_systemd(path)}"'


def _escape_for_systemd(path: str) -> str:
    """Escape the characters of a path that systemd would replace, or that would end the line or the path."""
    path = path.replace("\\", r"\\").replace('"', r"\"").replace("%", "%%")
    return re.sub(r"[\0-\x1f\x7f]", lambda match: f"\\x{ord(match[0]):02x}", path)
