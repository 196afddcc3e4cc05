"""Functions that open or create a match, on a shelf or in memory."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeAlias

from referee.faults import CannotWrite, Complaint, declare
from referee.matches import clock, command_files, opening
from referee.matches import shelf as shelf_room
from referee.matches.journal.line import JournalFault
from referee.matches.opening import Wanted
from referee.packs import catalogue, rulesets
from referee.reports import logs
from schemas.answers.matches import Listed
from schemas.answers.packs import ListedPack
from schemas.journal import DiceMode

from . import arguments
from .match import Match
from .storage import CopyKeeper, MemoryKeeper, ShelfKeeper

Folder: TypeAlias = str | os.PathLike[str] | None
"""Shelf: folder of the matches. `None` means $REFEREE_SHELF, or ./matches if that is not set."""

OPENED_AT = "2000-01-01T00:00:00Z"
"""Opening time of a match in memory, fixed so that the same seed and letters give the same journal."""


def open(match: str | os.PathLike[str], shelf: Folder = None) -> Match:
    """Open a match on a shelf by its name, or the copy of a journal in a file by its path.

    Raises `NotFound` if there is none, and `DataFault` for an invalid journal.
    """
    arguments.refuse(
        arguments.find_path("match", match), arguments.find_path("shelf", shelf, is_optional=True)
    )
    if isinstance(match, os.PathLike):
        return Match(CopyKeeper(Path(match)))
    if command_files.is_copy(match):
        return Match(CopyKeeper(Path(match)))
    result = Match(ShelfKeeper(_find_root(shelf), match))
    _ = result.header
    return result


def create(
    match: str,
    pack: str,
    scenario: str | None = None,
    *,
    shelf: Folder = None,
    options: Mapping[str, str] | None = None,
    dice: DiceMode = "sealed",
    phrases: Literal["required", "allowed", "none", "committed"] = "allowed",
    at: str | None = None,
) -> Match:
    """Create a match on a shelf with new secrets. The default scenario is the first of the pack.

    `options` maps options to choices; the other options are as the pack recommends. Raises `CannotCreate` if
    the name is taken, and `Misuse` or `NotFound` for names that the pack does not have.
    """
    arguments.refuse(
        arguments.find_text("match", match),
        *_find_faults(pack, scenario, options, at),
        arguments.find_path("shelf", shelf, is_optional=True),
        arguments.find_text("dice", dice),
        arguments.find_text("phrases", phrases),
    )
    root = _find_root(shelf)
    choices = tuple(f"{option}={choice}" for option, choice in (options or {}).items())
    request = Wanted(match, pack, scenario, choices, dice, phrases=phrases)
    opening.open_new(root, request, at=clock.now(at))
    return Match(ShelfKeeper(root, match))


def open_in_memory(
    pack: str,
    scenario: str | None = None,
    *,
    seed: int,
    options: Mapping[str, str] | None = None,
    at: str = OPENED_AT,
) -> Match:
    """Create a match in memory with a journal and sealed dice. It ends with the program.

    Its secrets are derived from the seed, which is not secret: the same seed, letters and times give the same
    journal. Raises `Misuse` or `NotFound` for names that the pack does not have.
    """
    arguments.refuse(*_find_faults(pack, scenario, options, at), arguments.find_number("seed", seed, 0))
    bound = rulesets.bind(pack, scenario, options or {})
    match, writer, secrets = opening.open_in_memory(bound, seed, at=clock.now(at))
    return Match(MemoryKeeper(match, writer, secrets, clock.now(at)))


def list_matches(shelf: Folder = None, *, at: str | None = None) -> tuple[Listed, ...]:
    """List every match on a shelf, matches with due answers first. An unreadable match has the reason.

    `at` is the time for comparing deadlines (default: now). A shelf that does not exist is empty. Raises
    `CannotWrite` for a shelf that cannot be read.
    """
    arguments.refuse(
        arguments.find_path("shelf", shelf, is_optional=True), arguments.find_text("at", at, is_optional=True)
    )
    root, now = _find_root(shelf), clock.now(at)
    try:
        return logs.list_shelf(root, now).matches
    except OSError as error:
        raise CannotWrite(
            declare(JournalFault.PATH_UNREADABLE, path=str(root), why=error.strerror)
        ) from error


def list_packs() -> tuple[ListedPack, ...]:
    """List the installed packs."""
    return catalogue.shelve().packs


def _find_faults(pack: object, scenario: object, options: object, at: object) -> Iterator[Complaint | None]:
    """Yield the complaints about the arguments with which every match is created."""
    yield arguments.find_text("pack", pack)
    yield arguments.find_text("scenario", scenario, is_optional=True)
    yield arguments.find_mapping("options", options)
    yield arguments.find_text("at", at, is_optional=True)


def _find_root(folder: Folder) -> Path:
    return shelf_room.root(None if folder is None else os.fspath(folder))
