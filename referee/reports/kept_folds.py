"""What is kept of the past of the matches on a shelf: shown, checked, cleared."""

from pathlib import Path

from referee.engine.faults import Fault
from referee.matches import matches, shelf
from referee.matches.folds import checking, store
from schemas.answers.matches import Folds, KeptFold


def list_folds(root: Path, name: str | None, *, check: bool) -> Folds:
    """The folds of a match, or of all; `check` reads the whole journals, and compares."""
    kept: tuple[KeptFold, ...]
    if name is not None:
        kept = (_look(root, name, check=check),)
    else:
        kept = tuple(_look_past_faults(root, one, check=check) for one in shelf.look_through(root))
    return Folds(folder=str(store.root()), folds=kept, checked=check)


def clear(root: Path, name: str | None) -> Folds:
    """Remove the fold of a match, or all folds there are, of whatever journals."""
    if name is not None:
        folders = [store.folder_of(matches.journal_of(root, name))]
    else:
        folders = list(store.list_folders())
    removed = sum(store.remove(folder) for folder in folders)
    return Folds(folder=str(store.root()), folds=(), cleared=removed)


def _look_past_faults(root: Path, name: str, *, check: bool) -> KeptFold:
    """The fold of a match; that of a journal which cannot be believed is not used."""
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
