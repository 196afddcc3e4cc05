"""The files of one folder of a pack, as bytes."""

import re
from pathlib import Path

from referee.engine.faults import Complaint, DataFault
from referee.packs.families import MOST_BYTES
from referee.packs.faults import PackFault
from schemas.record import Place

_SCENARIOS = re.compile(rb"^scenarios:[ \t]*(?:\[([^\]]*)\]|\n((?:[ \t]*-[^\n]*\n)+))", re.MULTILINE)
"""The list of `game.yaml` that names the scenarios of a pack, on one line or one item a line."""

_EXTENDS = re.compile(rb"^extends:[ \t]*[\"']?([^\s\"'#]+)", re.MULTILINE)
"""The line of `game.yaml` that names another pack; read without a parser, for every command reads it."""


def read(folder: Path) -> dict[str, bytes]:
    """The YAML files of a folder and of the folders right inside it, by name."""
    files: dict[str, bytes] = {}
    complaints: list[Complaint] = []
    for path in sorted([*folder.glob("*.*"), *folder.glob("*/*.*")]):
        if path.suffix not in {".yaml", ".yml"} or not path.is_file():
            continue
        try:
            with path.open("rb") as file:
                # One byte too many is read, so that what is too long is seen to be.
                files[path.relative_to(folder).as_posix()] = file.read(MOST_BYTES + 1)
        except OSError as error:
            fact, place = PackFault.FILE_UNREADABLE, Place(file=path.as_posix())
            complaints.append(Complaint.of(fact, place=place, why=error.strerror))
    if complaints:
        raise DataFault(*complaints)
    return files


def base(game: bytes) -> str | None:
    """The pack that a pack builds on, by what its `game.yaml` says."""
    found = _EXTENDS.search(game)
    return found[1].decode(errors="replace") if found is not None else None


def name_scenarios(game: bytes) -> frozenset[str] | None:
    """The scenarios that `game.yaml` names; `None` where it names none: the pack has all there are."""
    found = _SCENARIOS.search(game)
    if found is None:
        return None
    listed = re.sub(rb"#[^\n]*", b"", found[1] or found[2] or b"").decode(errors="replace")
    return frozenset(re.findall(r"[^\s,\"'-][^\s,\"']*", listed))
