"""Snapshots of the matches on a shelf: list, check, clear."""

from pathlib import Path

from referee.engine.faults import Fault
from referee.matches import matches, shelf
from referee.matches.folds import checking, store
from schemas.answers.matches import Folds, KeptFold


def list_folds(root: Path, name: str | None, *, check: bool) -> Folds:
    """List the snapshots of a match or of all matches. `check` compares them with the whole journals."""
    kept: tuple[KeptFold, ...]
    if name is not None:
        kept = (_look(root, name, check=check),)
    else:
        kept = tuple(_look_past_faults(root, one, check=check) for one in shelf.look_through(root))
    return Folds(folder=str(store.root()), folds=kept, checked=check)


def clear(root: Path, name: str | None) -> Folds:
    """Remove the snapshot of a match, or all snapshots of any journals."""
    if name is not None:
        folders = [store.folder_of(matches.journal_of(root, name))]
    else:
        folders = list(store.list_folders())
    removed = sum(store.remove(folder) for folder in folders)
    return Folds(folder=str(store.root()), folds=(), cleared=removed)


def _look_past_faults(root: Path, name: str, *, check: bool) -> KeptFold:
    """Return the snapshot of a match, or an unused one if its journal is not valid."""
    try:
        return _look(root, name, check=check)
    except (Fault, OSError):
        return KeptFold(match=name, state="unfit")


def _look(root: Path, name: str, *, check: bool) -> KeptFold:
    path = matches.journal_of(root, name)
    bound = matches.find_bound(root, name)
    found = checking.look(path, bound.loaded.digest)
    if found.fold is None:
        return KeptFold(match=name, state=found.fitness)
    return KeptFold(
        match=name,
        state=found.fitness,
        entries=found.fold.totals.count,
        checkpoints=len(found.checkpoints),
        size=found.size,
        wrong=tuple(checking.list_wrong(path, found, bound.rules)) if check else (),
    )
