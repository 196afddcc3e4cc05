"""Matches: found on the shelf, and held for writing."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.core.faults import Complaint, Misuse, NotFound, NotYours
from referee.core.remedy import meant
from referee.desk import binding, history, journal, secrets_file, shelf
from referee.desk.binding import Bound
from referee.desk.chance import Secrets
from referee.desk.history import Rules
from referee.desk.journal import Journal, Writer
from schemas.journal import Entry, Head, Header
from schemas.record import REFEREE, Side, listed


@dataclass(frozen=True, slots=True)
class Match:
    """A match on the shelf: its journal, and what it is played with."""

    name: str
    folder: Path
    journal: Journal
    bound: Bound

    @property
    def header(self) -> Header:
        """What was agreed before the first order."""
        return self.journal.header

    @property
    def rules(self) -> Rules:
        """The rules, bound to pack and scenario."""
        return self.bound.rules

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything that was filed."""
        return self.journal.entries

    def position(self, at: int | None = None) -> Any:
        """The position now, or just after an entry."""
        return history.position(self.rules, self.entries_to(at))

    def entries_to(self, at: int | None) -> tuple[Entry, ...]:
        """The entries up to one of them, or all."""
        if at is not None and not 0 <= at <= len(self.entries):
            raise NotFound(f"{self.name} has no entry {at}; its last is {len(self.entries)}")
        return self.entries[:at]

    def viewer(self, name: str | None) -> Side:
        """Who looks: a side of the match, or the referee if nobody is named."""
        wanted = (name or REFEREE).casefold()
        if wanted not in (*self.header.sides, REFEREE):
            who = listed([*self.header.sides, REFEREE], "or")
            raise NotYours(Complaint(text=f"{name} has no part in {self.name}", remedy=f"name {who}"))
        return wanted

    def side(self, name: str) -> Side:
        """A side that gives orders; the referee has none."""
        side = self.viewer(name)
        if side == REFEREE:
            who = listed(self.header.sides, "or")
            raise NotYours(Complaint(text="the referee gives no orders", remedy=f"name {who}"))
        return side

    def warnings(self) -> tuple[Complaint, ...]:
        """What a reader should know before he believes the rest."""
        found: list[Complaint] = []
        if self.journal.torn:
            text = f"the last line of {self.name} was never finished and does not count"
            found.append(Complaint(text=text, remedy="it is set aside when the next line is filed"))
        if self.bound.loaded.digest != self.header.pack_digest:
            text = f"the pack {self.header.pack} is not the one {self.name} was opened with"
            found.append(Complaint(text=text, remedy="see what differs with `referee verify --rejudge`"))
        return tuple(found)


def path_of(root: Path, name: str) -> Path:
    """The folder of a match, whether or not it is there."""
    if not shelf.is_name(name):
        remedy = "use small letters, digits and hyphens, at most 64 of them"
        raise Misuse(Complaint(text=f"{name!r} cannot be the name of a match", remedy=remedy))
    return root / name


def journal_of(root: Path, name: str) -> Path:
    """The journal of a match that is there."""
    path = path_of(root, name) / shelf.JOURNAL
    if not path.is_file():
        remedy = meant(name, shelf.names(root)) or "see what there is with `referee list`"
        raise NotFound(Complaint(text=f"there is no match {name} in {root}", remedy=remedy))
    return path


def find(root: Path, name: str) -> Match:
    """A match on the shelf, to read from."""
    path = journal_of(root, name)
    return _seated(name, path, journal.read(path))


@contextmanager
def held(root: Path, name: str, expect_head: Head | None = None) -> Generator[tuple[Writer, Match]]:
    """A match held against every other writer."""
    path = journal_of(root, name)
    with journal.writing(path, expect_head=expect_head) as writer:
        yield writer, _seated(name, path, writer.journal)


def secrets_of(match: Match) -> Secrets:
    """The secrets of a running match."""
    return secrets_file.load(match.folder / shelf.SECRETS)


def forget_secrets(match: Match) -> None:
    """Remove the secrets of a match that is over."""
    (match.folder / shelf.SECRETS).unlink(missing_ok=True)


def _seated(name: str, path: Path, read: Journal) -> Match:
    header = read.header
    return Match(name, path.parent, read, binding.bind(header.pack, header.scenario, header.options))
