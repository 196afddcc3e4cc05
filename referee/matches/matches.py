"""Matches on the shelf, opened to read or to write."""

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from msgspec import field
from msgspec.structs import replace

from referee.dice.chain import Secrets
from referee.engine.system import Rules, State
from referee.faults import Complaint, DataFault, Fault, Misuse, NotFound, NotYours, suggest
from referee.i18n.name_matching import key
from referee.i18n.translator import Offered, Translator, saying
from referee.matches import history, journal, secret_store, shelf
from referee.matches.club_log import recording
from referee.matches.faults import MatchFault
from referee.matches.history import Step
from referee.matches.journal import Held, Journal, Unsynced, Writer
from referee.matches.journal.line import BROKEN_LINES
from referee.matches.journal.writing import Identity
from referee.matches.match_index import EntryIndex
from referee.matches.snapshots import reading as folds
from referee.matches.snapshots import snapshot, snapshot_check
from referee.matches.snapshots.reading import FoldedJournal, KeptCheckpoints
from referee.packs import loading, rulesets
from referee.packs.faults import PackFault
from referee.packs.rulesets import Ruleset
from referee.systems.faces import Game
from referee.texts.tree import quote
from schemas.clocks import Deadline
from schemas.journal import Entry, Head, Header
from schemas.letter import AdvanceOrder
from schemas.record import PUBLIC, REFEREE, Place, Side, Value

FIRST_REPAIRED = 3
"""First line of a journal that may be set aside: a match needs its header and its opening."""

MOST_HELD = 64
"""Maximum number of matches, and of rulesets, that a holder keeps in memory: the most recent ones."""


class Match(Value):
    """A match on the shelf: its journal and its rules."""

    name: str
    folder: Path
    journal: Journal
    bound: Ruleset
    past: EntryIndex = field(default_factory=EntryIndex)

    @property
    def header(self) -> Header:
        """Header of the journal."""
        return self.journal.header

    @property
    def system(self) -> Game:
        """Faces of the game, bound to pack and scenario."""
        return self.bound.system

    @property
    def rules(self) -> Rules:
        """Rules, bound to pack and scenario."""
        return self.bound.rules

    @property
    def tongue(self) -> Translator:
        """Language of the reports."""
        return self.bound.tongue

    def speaking(self, language: str) -> "Match":
        """Return the match with its texts in another language. Entries are written through this object."""
        return replace(self, bound=self.bound.speaking(language))

    @property
    def entries(self) -> Sequence[Entry]:
        """All entries."""
        return self.journal.entries

    def position(self, at: int | None = None) -> State:
        """Return the current position, or the position just after an entry."""
        state = self.past.position(self.rules, self.entries_seen(at))
        if at is None:
            self._keep(state)
        return state

    def _keep(self, state: State) -> None:
        """Write a snapshot of the journal if it has none or an old one."""
        if isinstance(self.journal, FoldedJournal) and snapshot_check.is_due(
            self.journal, self.bound.loaded.digest
        ):
            self.keep_fold(state, self.journal.identity)

    def keep_fold(self, state: State, identity: Identity) -> None:
        """Write a snapshot of the journal whose file has this identity; `state` is its position.

        A snapshot that cannot be written does not stop the command.
        """
        with suppress(Exception):
            if isinstance(self.journal, FoldedJournal):
                waiting = history.list_awaited_sides(self.rules, state)
                asking = snapshot_check.Asking(waiting, self.list_due())
                snapshot_check.keep_snapshot(self.journal, identity, self.bound.loaded.digest, state, asking)

    def list_due(self) -> tuple[Deadline, ...]:
        """Return the open answers with their deadlines, if a clock runs."""
        if not any(True for _ in self.past.list_timed(self.entries)):
            return ()
        from referee.matches.clocks import running_deadlines  # noqa: PLC0415 - most matches have no clock

        return running_deadlines.list_due(self)

    def standing(self, at: int | None = None, *, after: int = 0) -> tuple[int, ...]:
        """Return the numbers of the effective entries after one, now or as of another entry."""
        return self.past.standing(self.entries_to(at), after=after)

    def steps(self, at: int | None = None, *, after: int = 0) -> Iterator[Step]:
        """Yield the effective entries, each with the position before and after it."""
        return self.past.steps(self.rules, self.entries_to(at), after=after)

    def steps_back(self, at: int | None = None) -> Iterator[Step]:
        """Yield the effective entries, last one first."""
        return self.past.steps_back(self.rules, self.entries_to(at))

    def advance_orders(self, side: Side) -> tuple[AdvanceOrder, ...]:
        """Return the standing orders of a side, as far as this journal contains them."""
        return history.read_advance_orders(self.past.advance_entry(side, self.entries), side)

    def entries_seen(self, at: int | None) -> Sequence[Entry]:
        """Return the entries up to one of them, or all. Raises `NotFound` for the header."""
        if at == 0:
            raise NotFound(Complaint.of(MatchFault.ENTRY_IS_HEADER, match=self.name))
        return self.entries_to(at)

    def entries_to(self, at: int | None) -> Sequence[Entry]:
        """Return the entries up to one of them, or all."""
        if at is not None and not 0 <= at <= len(self.entries):
            last = len(self.entries)
            raise NotFound(Complaint.of(MatchFault.ENTRY_UNKNOWN, match=self.name, at=at, last=last))
        return self.entries[:at]

    def viewer(self, name: str | None) -> Side:
        """Return a side, the public or the referee by name. The referee is the default."""
        if name is None or key(name) == REFEREE:
            return REFEREE
        if key(name) == PUBLIC:
            return PUBLIC
        return self._called(name, (*self.header.sides, REFEREE, PUBLIC))

    def side(self, name: str) -> Side:
        """Return a side by name. Raises `NotYours` for the referee, who gives no orders."""
        if key(name) == REFEREE:
            who = Offered(self.header.sides)
            raise NotYours(Complaint.of(MatchFault.REFEREE_GIVES_NO_ORDERS, sides=who))
        return self._called(name, self.header.sides)

    def _called(self, name: str, known: Sequence[Side]) -> Side:
        """Return the side with a name in any language of the pack."""
        side = self.bound.side_called(name)
        if side is None or side not in self.header.sides:
            fact, who = MatchFault.NO_SUCH_SIDE, Offered(known)
            raise NotYours(Complaint.of(fact, name=quote(name), match=self.name, sides=who))
        return side

    def warnings(self) -> tuple[Complaint, ...]:
        """Warn of a torn last line and of a pack that has changed since the match began."""
        found: list[Complaint] = []
        if self.journal.torn:
            found.append(Complaint.of(MatchFault.LINE_TORN, match=self.name))
        loaded_pack = self.bound.loaded
        is_kept = loading.is_kept(loaded_pack)
        if is_kept or loaded_pack.digest != self.header.pack_digest:
            fact = PackFault.PACK_KEPT if is_kept else MatchFault.PACK_CHANGED
            found.append(Complaint.of(fact, pack=loaded_pack.name, match=self.name))
        return tuple(found)


def find_exposed_secrets(root: Path, *names: str) -> tuple[Complaint, ...]:
    """Warn of secrets on the shelf that other users of the machine can read."""
    return tuple(Complaint.of(MatchFault.SECRETS_EXPOSED, path=it) for it in shelf.find_exposed(root, *names))


def path_of(root: Path, name: str) -> Path:
    """Return the folder of a match, which need not exist."""
    if not shelf.is_name(name):
        raise Misuse(Complaint.of(MatchFault.MATCH_NAME, name=name, example=shelf.propose_name(name)))
    return root / name


def journal_of(root: Path, name: str) -> Path:
    """Return the path of the journal of an existing match."""
    path = path_of(root, name) / shelf.JOURNAL
    if not path.is_file():
        near = suggest(name, shelf.names(root))
        remedy = near if near.template else saying("list the matches with `referee list`, or use --shelf")
        raise NotFound(Complaint.of(MatchFault.MATCH_UNKNOWN, remedy, name=name, shelf=root))
    return path


def find(root: Path, name: str) -> Match:
    """Open a match to read. The entries in its snapshot are not read again."""
    path = journal_of(root, name)
    with advising(name):
        return _seat_folded(name, path, folds.read(path))


@contextmanager
def advising(name: str) -> Generator[None]:
    """Add advice on the repair to the fault of a broken line of the journal."""
    try:
        yield
    except DataFault as fault:
        last = fault.complaints[-1]
        if last.code not in BROKEN_LINES or last.place is None or last.place.line < FIRST_REPAIRED:
            raise
        # The entry of line 3 is number 2, and the one before it stays.
        advice = Complaint.of(MatchFault.TAIL_BROKEN, match=name, entry=last.place.line - 2)
        raise DataFault(*fault.complaints, advice) from fault


def read_header(root: Path, name: str) -> Header:
    """Return the header of a match; the rest of its journal is not read."""
    path = journal_of(root, name)
    with journal.opened(path) as file:
        return journal.read_header(file, path)[1].header


def find_bound(root: Path, name: str) -> Ruleset:
    """Return the rules of a match; only the header of its journal is read."""
    return rulesets.again(read_header(root, name), root)


def find_whole(root: Path, name: str) -> Match:
    """Open a match and read every entry, as evidence must."""
    path = journal_of(root, name)
    with advising(name):
        found = folds.read_whole(path)
        return replace(_seated(name, path, found), past=EntryIndex(found.totals))


def read(path: Path) -> Match:
    """Return the match of a journal at any path, without a snapshot."""
    found = folds.read_whole(path)
    return replace(_seated(found.header.match, path, found), past=EntryIndex(found.totals))


def read_copy(path: Path) -> Match:
    """Return the match of a journal, read into memory: the file may be removed afterwards."""
    found = journal.read(path)
    return _seated(found.header.match, path, found)


def write_own_copy(match: Match, text: BinaryIO, viewer: Side) -> bytes:
    """Return a viewer's copy of a journal. `text` is the whole journal."""
    return b"".join(journal.copy_lines(text, match.folder / shelf.JOURNAL, viewer))


def read_own_copy(match: Match, text: BinaryIO, viewer: Side) -> Match:
    """Return the match as the copy of a viewer shows it."""
    lines = BytesIO(write_own_copy(match, text, viewer))
    path = match.folder / shelf.JOURNAL
    return replace(match, journal=journal.read_from(lines, path), past=EntryIndex())


def forget_fold(root: Path, name: str) -> None:
    """Remove the snapshot of a match."""
    snapshot.remove(snapshot.folder_of(path_of(root, name) / shelf.JOURNAL))


def owner_of_copy(match: Match) -> Side | None:
    """Return the owner of a copy: the only side whose private parts it contains. None for other journals."""
    owners = {side for entry in match.entries for side in entry.private}
    return next(iter(owners)) if len(owners) == 1 else None


class Holder:
    """Open matches for many writes: each is read once, and again if another process wrote to it.

    Matches with the same rules share them. Snapshots are written now and then, and when the holder is closed.
    """

    def __init__(self) -> None:
        self._held: dict[Path, tuple[Held, Match]] = {}
        self._bound: dict[object, Ruleset] = {}
        self.unsynced = Unsynced()

    def __enter__(self) -> "Holder":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all matches."""
        while self._held:
            self._let_go(next(iter(self._held)))

    @contextmanager
    def hold(self, root: Path, name: str, expect_head: Head | None = None) -> Generator[tuple[Writer, Match]]:
        """Lock a match against other writers."""
        path = journal_of(root, name)
        held, match = self._held.pop(path, (None, None))
        read, later = partial(_read_held, name), self.unsynced.join(has_log=recording.find(root) is not None)
        with journal.writing(path, expect_head=expect_head, held=held, read=read, unsynced=later) as writer:
            if match is None or writer.held is not held:
                match = self._seat(name, path, writer.journal)
                with suppress(OSError):  # shelves of earlier versions keep no packs
                    loading.keep(root, match.bound.loaded, match.header.pack_digest)
            try:
                yield writer, match
            finally:
                self._keep(path, writer.held, replace(match, journal=writer.journal))
            recording.record_head(root, writer.journal.head)

    def find(self, root: Path, name: str) -> Match:
        """Return a match to read, from memory unless its file changed."""
        path = journal_of(root, name)
        held, match = self._held.get(path, (None, None))
        if held is not None and match is not None and _is_fresh(held, path):
            return match
        with advising(name):
            found = self._seat(name, path, read := folds.read(path))
        self._keep(path, Held(read, read.identity), found)
        return found

    def _seat(self, name: str, path: Path, read: Journal) -> Match:
        header = read.header
        rules_key = header.pack, header.pack_digest, header.scenario, frozenset(header.options.items())
        match = _seat_folded(name, path, read, self._bound.pop(rules_key, None))
        if match.bound.loaded.digest == header.pack_digest:
            self._bound[rules_key] = match.bound
            if len(self._bound) > MOST_HELD:
                del self._bound[next(iter(self._bound))]
        return match

    def _keep(self, path: Path, held: Held, match: Match) -> None:
        self._held[path] = held, match
        while len(self._held) > MOST_HELD:
            self._let_go(next(iter(self._held)))
        _keep_fold(held, match, snapshot_check.MOST_UNKEPT)

    def _let_go(self, path: Path) -> None:
        _keep_fold(*self._held.pop(path), 1)


def _is_fresh(held: Held, path: Path) -> bool:
    """Return True if the file of a journal is unchanged since it was read or written."""
    return bool(held.identity) and held.identity == journal.identify_at(path)


def _keep_fold(held: Held, match: Match, unkept: int) -> None:
    """Write a snapshot if at least `unkept` entries are not in one."""
    if isinstance(held.journal, FoldedJournal) and snapshot_check.count_unkept(held.journal) >= unkept:
        # The next reader reports an impossible event.
        with suppress(Fault):
            match.keep_fold(match.past.position(match.rules, match.entries), held.identity)


def _read_held(name: str, file: BinaryIO, path: Path) -> Journal:
    """Return the journal in an open file, which is locked."""
    with advising(name):
        return folds.read_from(file, path)


@contextmanager
def hold(root: Path, name: str, expect_head: Head | None = None) -> Generator[tuple[Writer, Match]]:
    """Lock a match against other writers for one write."""
    with Holder() as holder, holder.hold(root, name, expect_head) as held:
        yield held


def secrets_of(match: Match) -> Secrets:
    """Return the secrets of a running match. Raises `DataFault` for the secrets of another match."""
    path, header = match.folder / shelf.SECRETS, match.header
    secrets = secret_store.load_secrets(path)
    committed = (header.keys, header.hidden, header.anchor)
    if (secrets.keys, secrets.hidden_digest, secrets.anchor()) != committed:
        place = Place(file=path.as_posix())
        raise DataFault(Complaint.of(MatchFault.SECRETS_FOREIGN, place=place, match=match.name))
    return secrets


def _seated(name: str, path: Path, read: Journal, bound: Ruleset | None = None) -> Match:
    if not read.entries:
        place = Place(file=path.as_posix(), line=2)
        raise DataFault(Complaint.of(MatchFault.OPENING_UNFINISHED, place=place))
    return Match(name, path.parent, read, bound or rulesets.again(read.header, path.parent.parent))


def _seat_folded(name: str, path: Path, read: Journal, bound: Ruleset | None = None) -> Match:
    """Return the match of this journal, with the totals and checkpoints of its snapshot."""
    match = _seated(name, path, read, bound)
    if not isinstance(read, FoldedJournal):
        return match
    checkpoints = KeptCheckpoints(path, read, match.bound.loaded.digest)
    return replace(match, past=EntryIndex(read.totals, checkpoints))
