"""The journals of an archive: those of match folders and loose files, here or in a store elsewhere."""

import os
import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from referee.engine.facts import declare
from referee.engine.faults import Complaint, Misuse, NotFound
from referee.evidence.archives import stores
from referee.evidence.faults import EvidenceFault
from referee.matches import inputs, shelf
from referee.matches.journal.faults import JournalFault
from referee.values.value import Value

ENDINGS = (".jsonl", inputs.PACKED)
"""How the names of loose journals end."""

JOURNALS = (shelf.JOURNAL, f"{shelf.JOURNAL}.gz")
"""What the journal of a match folder is called."""

_SHARD = re.compile(r"([1-9][0-9]{0,5})/([1-9][0-9]{0,5})")


class Found(Value):
    """A journal of an archive: its path or address, and its name within the folder it was found in."""

    place: str
    name: str


class Shard(Value):
    """One part of an archive, of several that machines share."""

    part: int = 1
    parts: int = 1

    @classmethod
    def read(cls, text: str) -> "Shard":
        """The shard that `2/8` means: the second of eight. Raises `Misuse`."""
        if (match := _SHARD.fullmatch(text)) and int(match[1]) <= int(match[2]):
            return cls(int(match[1]), int(match[2]))
        raise Misuse(Complaint.of(EvidenceFault.SHARD_MISSPELT, shard=text))

    def holds(self, found: Found) -> bool:
        """Whether a journal belongs to this part.

        Its name alone decides. So machines agree that mount the archive elsewhere, and a journal stays in
        its part when others come.
        """
        digest = sha256(os.fsencode(found.name)).digest()
        return int.from_bytes(digest) % self.parts == self.part - 1


def find(folders: Iterable[str]) -> tuple[Found, ...]:
    """The journals of match folders and of loose files, in the order of their names, each path once.

    Raises `NotFound` for a folder that is not there, that cannot be read, or that holds no journal: an audit
    of nothing would prove nothing.
    """
    listed: dict[str, Found] = {}
    for folder in folders:
        inside = _look_far(folder) if stores.is_address(folder) else _look_through(Path(folder))
        if not inside:
            raise NotFound(declare(EvidenceFault.NO_JOURNALS, path=stores.hide_keys(folder)))
        listed |= {found.place: found for found in inside}
    return tuple(listed.values())


def _look_far(address: str) -> list[Found]:
    if address.endswith(ENDINGS):
        return [Found(address, address.rpartition("/")[2])]
    found = stores.list_files(address)
    return [Found(place, name) for name, place in sorted(found.items()) if _is_journal(name)]


def _is_journal(name: str) -> bool:
    """Whether a name below a folder is that of a loose journal, or of the journal of a match."""
    *folders, last = name.split("/")
    if name.startswith("."):
        return False
    return last in JOURNALS if folders else last.endswith(ENDINGS)


def _look_through(folder: Path) -> list[Found]:
    try:
        with os.scandir(folder) as entries:
            names = sorted(name for entry in entries for name in _name_journals(entry))
    except NotADirectoryError:
        return [Found(str(folder), folder.name)]
    except FileNotFoundError:
        raise NotFound(declare(EvidenceFault.ARCHIVE_UNKNOWN, path=folder)) from None
    except OSError as error:
        raise NotFound(declare(JournalFault.PATH_UNREADABLE, path=folder, why=error.strerror)) from error
    return [Found(str(folder / name), name) for name in names]


def _name_journals(entry: os.DirEntry[str]) -> Iterator[str]:
    """The names of the journals that a folder's entry is or holds; a folder that is locked holds one."""
    if entry.name.startswith("."):
        return
    if not entry.is_dir():
        if entry.name.endswith(ENDINGS):
            yield entry.name
        return
    for name in JOURNALS:
        if shelf.is_file(Path(entry.path, name), closed=name == shelf.JOURNAL):
            yield f"{entry.name}/{name}"
