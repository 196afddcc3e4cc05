"""The ways to a match: open one, create one, or have one in memory."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from referee.library.keepers import CopyKeeper, MemoryKeeper, ShelfKeeper
from referee.library.matches import Match
from referee.matches import clock, inputs, opening
from referee.matches import shelf as shelf_room
from referee.matches.opening import Wanted
from referee.packs import binding, catalogue
from referee.reports import logs
from schemas.answers.catalogue import ListedPack
from schemas.answers.matches import Listed
from schemas.journal import DiceMode, Phrases

Folder: TypeAlias = str | os.PathLike[str] | None
"""The shelf: the folder that holds the matches; `None` is where `REFEREE_SHELF` says, else `./matches`."""

OPENED_AT = "2000-01-01T00:00:00Z"
"""When a match in memory is opened, so that the same seed and letters give the same journal."""


def open(match: str, shelf: Folder = None) -> Match:
    """A match on a shelf by its name, or the copy of a journal in a file.

    Raises `NotFound` where there is none, and `DataFault` for a journal that cannot be believed.
    """
    if inputs.leads_to_copy(match):
        return Match(CopyKeeper(Path(match)))
    kept = Match(ShelfKeeper(_find_root(shelf), match))
    _ = kept.header
    return kept


def create(
    match: str,
    pack: str,
    scenario: str | None = None,
    *,
    shelf: Folder = None,
    options: Mapping[str, str] | None = None,
    dice: DiceMode = "sealed",
    phrases: Phrases = "allowed",
    at: str | None = None,
) -> Match:
    """A new match on a shelf, its secrets freshly drawn; without a scenario, the first of the pack.

    `options` are choices by option; the others are as the pack recommends. Raises `CannotCreate` if the
    name is taken, and `Misuse` or `NotFound` for what the pack has not.
    """
    root = _find_root(shelf)
    choices = tuple(f"{option}={choice}" for option, choice in (options or {}).items())
    wanted = Wanted(match, pack, scenario, choices, dice, phrases=phrases)
    opening.open_new(root, wanted, at=clock.now(at))
    return Match(ShelfKeeper(root, match))


def open_in_memory(
    pack: str,
    scenario: str | None = None,
    *,
    seed: int,
    options: Mapping[str, str] | None = None,
    at: str = OPENED_AT,
) -> Match:
    """A new match in memory: it has a journal and sealed dice, lies on no disk, and is gone with the program.

    Its secrets follow from the seed, which is no secret: the same seed, letters and times give the same
    journal. Raises `Misuse` or `NotFound` for what the pack has not.
    """
    bound = binding.bind(pack, scenario, options or {})
    match, writer, secrets = opening.open_in_memory(bound, seed, at=clock.now(at))
    return Match(MemoryKeeper(match, writer, secrets, clock.now(at)))


def list_matches(shelf: Folder = None, *, at: str | None = None) -> tuple[Listed, ...]:
    """Every match on a shelf, first those whose answers are due; one that cannot be read says why.

    `at` is the time that deadlines are seen from, now if it is missing.
    """
    return logs.list_shelf(_find_root(shelf), clock.now(at)).matches


def list_packs() -> tuple[ListedPack, ...]:
    """Every pack that can be played by its name."""
    return catalogue.shelve().packs


def _find_root(folder: Folder) -> Path:
    return shelf_room.root(None if folder is None else os.fspath(folder))
