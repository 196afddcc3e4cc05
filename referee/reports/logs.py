"""The journal in one line per entry, and the list of kept snapshots."""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from referee.dice.entry_parts import is_plain_order, list_telling_parts
from referee.faults import Fault
from referee.matches import history, matches, shelf
from referee.matches.journal.reading import MOVING
from referee.matches.journal.writing import identify_at
from referee.matches.matches import Match
from referee.matches.snapshots import shelf_index, snapshot, snapshot_check
from referee.matches.snapshots.reading import FoldedJournal
from referee.matches.snapshots.shelf_index import Row
from referee.packs import loading
from referee.reports import entry_summaries
from schemas.answers.matches import Folds, KeptFold, Line, Listed, Log, Shelf
from schemas.journal import Entry, Head
from schemas.record import Rolled, Side


def list_folds(root: Path, name: str | None, *, check: bool) -> Folds:
    """List the snapshots of a match or of all matches. `check` compares them with the whole journals."""
    folds: tuple[KeptFold, ...]
    if name is not None:
        folds = (_look_kept_folds(root, name, check=check),)
    else:
        folds = tuple(_look_past_faults(root, one, check=check) for one in shelf.look_through(root))
    return Folds(folder=str(snapshot.root()), folds=folds, checked=check)


def clear_folds(root: Path, name: str | None) -> Folds:
    """Remove the snapshot of a match, or all snapshots of any journals."""
    if name is not None:
        folders = [snapshot.folder_of(matches.journal_of(root, name))]
    else:
        folders = list(snapshot.list_folders())
        shelf_index.clear(root)
    count = sum(snapshot.remove(folder) for folder in folders)
    return Folds(folder=str(snapshot.root()), folds=(), cleared=count)


def _look_past_faults(root: Path, name: str, *, check: bool) -> KeptFold:
    """Return the snapshot of a match, or an unused one if its journal is not valid."""
    try:
        return _look_kept_folds(root, name, check=check)
    except (Fault, OSError):
        return KeptFold(match=name, state="unfit")


def _look_kept_folds(root: Path, name: str, *, check: bool) -> KeptFold:
    path = matches.journal_of(root, name)
    bound = matches.find_bound(root, name)
    inspection = snapshot_check.look(path, bound.loaded.digest)
    if inspection.fold is None:
        return KeptFold(match=name, state=inspection.fitness)
    return KeptFold(
        match=name,
        state=inspection.fitness,
        entries=inspection.fold.totals.count,
        checkpoints=len(inspection.checkpoints),
        size=inspection.size,
        wrong=tuple(snapshot_check.list_wrong(path, inspection, bound.rules)) if check else (),
    )


def log(match: Match, viewer: Side, last: int | None = None) -> Log:
    """Return the log of a match, or its `last` lines."""
    standing = set(match.standing())
    entries = match.entries if last is None else match.entries[-last:]
    return Log(
        match=match.name,
        viewer=viewer,
        entries=tuple(_line(match, viewer, entry, standing) for entry in entries),
        head=str(match.journal.head),
    )


def list_shelf(root: Path, now: str) -> Shelf:
    """List every match on a shelf, matches with due answers first. An unreadable match has the reason."""
    names = shelf.look_through(root)
    index = shelf_index.load(root)
    rows = _read_rows(root, names, index)
    read = [row for row in rows.values() if isinstance(row, Row) and row.identity]
    new = [row for row in read if index.get(row.name) != row]
    shelf_index.save(root, new, index.keys() - rows.keys())
    listing = (row if isinstance(row, Listed) else _list(row, now) for row in rows.values())
    return Shelf(shelf=str(root), matches=tuple(sorted(listing, key=_find_first_due)))


def _find_first_due(row: Listed) -> tuple[bool, str]:
    """Return the sort key of a match. Matches without a deadline stay in the order of their names."""
    due = min((one.due for one in row.deadlines if one.due), default="")
    return not due, due


def _read_rows(root: Path, names: Iterable[str], index: Mapping[str, Row]) -> dict[str, Row | Listed]:
    """Return a row for each match: from the index, from its snapshot, or from its journal."""
    find_digest, copies = cache(_find_digest), loading.list_kept(root)

    def read(name: str) -> Row | Listed:
        path, row = root / name / shelf.JOURNAL, index.get(name)
        if row is None or row.identity != identify_at(path):
            row = _read_snapshot(path, name)
        if row is None or row.digest not in (find_digest(row.pack), *copies):
            return _look(root, name)
        return row

    return {name: read(name) for name in names}


def _read_snapshot(path: Path, name: str) -> Row | None:
    """Return the row of a match from its snapshot, or None if the snapshot is old."""
    fresh = snapshot_check.find_fresh(path)
    if fresh is None:
        return None
    fold, seal = fresh
    return Row(
        name=name,
        identity=fold.identity,
        digest=fold.digest,
        pack=fold.pack,
        scenario=fold.scenario,
        entries=fold.totals.count,
        waiting=fold.waiting,
        deadlines=fold.deadlines,
        head=str(Head(seq=fold.totals.count, seal=seal)),
    )


def _list(row: Row, now: str) -> Listed:
    """Return the line of a match, with the current lateness of each answer."""
    return Listed(
        match=row.name,
        pack=row.pack,
        scenario=row.scenario,
        entries=row.entries,
        waiting=row.waiting,
        deadlines=tuple(replace(one, late=one.find_stage(now)) for one in row.deadlines if one.due),
        head=row.head,
    )


def _find_digest(pack: str) -> str:
    """Return the current digest of the pack of a match, or "" if the pack cannot be loaded."""
    try:
        return loading.load(loading.again(pack)).digest
    except (Fault, OSError):
        return ""


def _look(root: Path, name: str) -> Row | Listed:
    """Return the row of a match from its journal, or the line that tells why it cannot be read."""
    try:
        match = matches.find(root, name)
        waiting = history.list_awaited_sides(match.rules, match.position())
        deadlines = match.list_due()
    except (Fault, OSError) as error:
        return describe_unreadable(name, error)
    header = match.header
    return Row(
        name=name,
        identity=match.journal.identity if isinstance(match.journal, FoldedJournal) else (),
        digest=match.bound.loaded.digest,
        pack=header.pack,
        scenario=header.scenario,
        entries=len(match.entries),
        waiting=waiting,
        deadlines=deadlines,
        head=str(match.journal.head),
    )


def describe_unreadable(name: str, error: Fault | OSError) -> Listed:
    """Return the line of a match that cannot be read, with the reason."""
    if isinstance(error, OSError):
        return Listed(match=name, fault=f"{error.filename}: {error.strerror}")
    first, last = error.complaints[0], error.complaints[-1]
    remedy = f" ({last.remedy})" if last is not first and last.remedy else ""
    return Listed(match=name, fault=f"{first}{remedy}", code=last.code)


def _line(match: Match, viewer: Side, entry: Entry, standing: set[int]) -> Line:
    body = entry.body
    taken_back = body.kind in MOVING and body.seq not in standing
    mine = entry_summaries.author(match, viewer, entry)
    return Line(
        seq=body.seq,
        at=body.at,
        kind=body.kind,
        side=mine,
        text=entry_summaries.summarise_entry(match, viewer, entry),
        thrown=_throw(match, viewer, entry),
        stands=not taken_back,
        seal=entry.seal,
        kept="kept" in body.public,
    )


def _throw(match: Match, viewer: Side, entry: Entry) -> tuple[tuple[int, ...], ...]:
    """Return the faces of an entry's rolls that are visible to a viewer."""
    if entry.body.kind not in MOVING or is_plain_order(entry, list_telling_parts(entry)):
        return ()
    events = history.events_of(match.rules, entry)
    visible_events = (match.system.secrecy.redact_event(event, viewer) for event in events)
    roll_events = (event for event in visible_events if isinstance(event, Rolled))
    return tuple(roll.faces for event in roll_events for roll in event.rolls if roll.faces)
