"""Auditing archives: every journal of some folders is proved and judged again, each by a worker process."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from referee.engine.facts import declare
from referee.engine.faults import Complaint, DataFault, Fault, Misuse, NotFound
from referee.evidence import rejudging
from referee.evidence.faults import EvidenceFault
from referee.i18n import languages
from referee.matches import inputs, shelf
from referee.matches.journal.faults import JournalFault
from referee.platform import workers
from referee.values.value import Value
from schemas.answers.evidence import Audit, Audited, State

ENDINGS = (".jsonl", inputs.PACKED)
"""How the names of loose journals end."""

_SHARD = re.compile(r"([1-9][0-9]{0,5})/([1-9][0-9]{0,5})")


class Found(Value):
    """A journal of an archive, and its name within the folder it was found in."""

    path: Path
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


class Task(Value):
    """One journal to be judged by a worker, and in which language it speaks of faults."""

    path: Path
    rejudge: bool = True
    language: str | None = None
    scratch: Path | None = None


def find(folders: Iterable[str]) -> tuple[Found, ...]:
    """The journals of match folders and of loose files, in the order of their names, each path once.

    Raises `NotFound` for a folder that is not there, that cannot be read, or that holds no journal: an audit
    of nothing would prove nothing.
    """
    listed: dict[Path, Found] = {}
    for folder in map(Path, folders):
        inside = _look_through(folder)
        if not inside:
            raise NotFound(declare(EvidenceFault.NO_JOURNALS, path=folder))
        listed |= {found.path: found for found in inside}
    return tuple(listed.values())


def _look_through(folder: Path) -> list[Found]:
    try:
        with os.scandir(folder) as entries:
            names = sorted(name for entry in entries for name in _name_journals(entry))
    except NotADirectoryError:
        return [Found(folder, folder.name)]
    except FileNotFoundError:
        raise NotFound(declare(EvidenceFault.ARCHIVE_UNKNOWN, path=folder)) from None
    except OSError as error:
        raise NotFound(declare(JournalFault.PATH_UNREADABLE, path=folder, why=error.strerror)) from error
    return [Found(folder / name, name) for name in names]


def _name_journals(entry: os.DirEntry[str]) -> Iterator[str]:
    """The names of the journals that a folder's entry is or holds; a folder that is locked holds one."""
    if entry.name.startswith("."):
        return
    if not entry.is_dir():
        if entry.name.endswith(ENDINGS):
            yield entry.name
        return
    for name in (shelf.JOURNAL, f"{shelf.JOURNAL}.gz"):
        if shelf.is_file(Path(entry.path, name), closed=name == shelf.JOURNAL):
            yield f"{entry.name}/{name}"


def audit(journals: Sequence[Found], jobs: int, *, rejudge: bool, language: str | None) -> Iterator[Audited]:
    """Each journal as it was judged, in their order; if its worker dies, it is tried once more."""
    # A worker that is killed leaves what it unpacked: it lies where it goes with the audit.
    with TemporaryDirectory(prefix="referee-") as scratch:
        tasks = [Task(found.path, rejudge, language, Path(scratch)) for found in journals]
        for task, (audited, tries) in zip(tasks, workers.map_each(judge, tasks, jobs), strict=True):
            yield _lose(task, tries) if audited is None else replace(audited, tries=tries)


def _lose(task: Task, tries: int) -> Audited:
    lost = Complaint.of(EvidenceFault.WORKER_DIED, tries=tries)
    record = lost.speaking(languages.find_tongue(task.language)).record
    return Audited(journal=str(task.path), state="lost", complaints=(record,), tries=tries)


def judge(task: Task) -> Audited:
    """One journal, proved and judged again; what is wrong with it is an answer, not an exception."""
    journal, tongue = str(task.path), languages.find_tongue(task.language)
    try:
        with inputs.unpack(task.path, task.scratch) as plain:
            verified = rejudging.verify(plain, rejudge=task.rejudge, tongue=tongue)
    except Fault as fault:
        complaints = tuple(complaint.speaking(tongue).record for complaint in fault.complaints)
        state: State = "unbelievable" if isinstance(fault, DataFault) else "unreadable"
        return Audited(journal=journal, state=state, complaints=complaints)
    except OSError as error:
        refused = Complaint.of(JournalFault.PATH_UNREADABLE, path=task.path, why=error.strerror)
        return Audited(journal=journal, state="unreadable", complaints=(refused.speaking(tongue).record,))
    except Exception as error:
        # One journal must not stop the audit of the others.
        ours = Complaint.of(EvidenceFault.JUDGE_FAILED, kind=type(error).__name__)
        return Audited(journal=journal, state="failed", complaints=(ours.speaking(tongue).record,))
    return Audited(journal=journal, state="different" if verified.differs else "proved", verified=verified)


def count(audited: Audited, so_far: Audit) -> Audit:
    """The sum of an audit with one journal more."""
    verified = audited.verified
    return replace(
        so_far,
        journals=so_far.journals + 1,
        judged=so_far.judged + (verified is not None and verified.differences is not None),
        tried_again=so_far.tried_again + (audited.tries > 1),
        **{audited.state: getattr(so_far, audited.state) + 1},
    )
