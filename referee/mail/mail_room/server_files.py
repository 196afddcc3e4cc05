"""Configuration files of a club: Postfix, Dovecot, the name server, systemd, cron and the post office."""

import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from referee.faults import CannotCreate, Complaint, Misuse
from referee.mail.office import FOLDER
from referee.mail.state import MailFault
from referee.matches.journal.line import JournalFault
from referee.matches.journal.writing import demand_folder, write_new
from schemas.mail import SetupFile, SetupFiles

PLAIN_ADDRESS = re.compile(r"[a-z0-9_][a-z0-9._-]*@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?")
"""An account of Unix and a name of the DNS."""

SECONDS = 5
"""Seconds between two rounds of the service."""

TEMPLATES = Path(__file__).parent / "templates"
"""Folder of the files, with names in braces for the parts that differ.

Players are accounts of the machine, so that Postfix refuses mail to unknown names before it takes it. A
virtual domain whose mail goes to LMTP would take all of it and send bounces to forged senders.
"""

CRON = "*/{minutes} * * * * {command} mail watch --rounds 1 --quiet --shelf {shelf}\n"
"""Template of a crontab line."""


def list_files(shelf: Path, domain: str, user: str) -> SetupFiles:
    """Return the files. `user` is the account whose mailbox is the inbox and that runs the service.

    Raises Misuse if the two do not form an address: they are written into a shell script.
    """
    address = f"{user}@{domain}"
    if not PLAIN_ADDRESS.fullmatch(address):
        raise Misuse(Complaint.of(MailFault.NOT_AN_ADDRESS, address=address))
    return SetupFiles(files=tuple(_list_files(shelf, domain, user)))


def _list_files(shelf: Path, domain: str, user: str) -> Iterator[SetupFile]:
    places = {
        "postfix.sh": "run it as root; it changes /etc/postfix",
        "dovecot.conf": "/etc/dovecot/conf.d/99-referee.conf",
        "referee.service": "/etc/systemd/system/referee.service",
        "config.toml": (shelf.resolve() / FOLDER / "config.toml").as_posix(),
        "dns.txt": f"the zone of {domain} at your provider",
    }
    for name, place in places.items():
        is_unit = name == "referee.service"
        text = write_unit(shelf, SECONDS, account=user) if is_unit else _fill(name, domain=domain, user=user)
        yield SetupFile(name=name, text=text, place=place)


def _fill(name: str, **parts: str) -> str:
    """Return the text of a template. Other braces, such as those of a section, stay."""
    text = (TEMPLATES / name).read_text(encoding="utf-8")
    return re.sub(r"\{(\w+)\}", lambda match: parts[match[1]], text)


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
    return _fill(
        "referee.service",
        shelf=_quote(shelf),
        command=_find_command(),
        seconds=str(seconds),
        account=f"User={account}\n" if account else "",
        target="multi-user.target" if account else "default.target",
    )


def write_cron(shelf: Path, seconds: int) -> str:
    """Return a crontab line that runs the post office, in whole minutes."""
    minutes = min(59, max(1, seconds // 60))
    return CRON.format(shelf=_quote(shelf), command=_find_command(), minutes=minutes)


def _quote(shelf: Path) -> str:
    return shlex.quote(shelf.resolve().as_posix())


def _find_command() -> str:
    """Return a command that starts this program from any folder."""
    return f"{shlex.quote(sys.executable)} -m referee"
