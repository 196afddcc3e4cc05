"""The drawing of an owner's map, made again from the points of its areas."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from referee.engine.facts import declare
from referee.engine.faults import CannotWrite, Complaint, Misuse
from referee.packs import loading
from referee.packs.families import MOST_BYTES
from referee.packs.faults import PackFault
from referee.texts import strict_yaml
from referee.texts.validation import validate
from schemas.answers.catalogue import RedrawnMap
from schemas.great_war.pack import Art, Cell, Map

ART, MAP = "art.yaml", "map.yaml"

_SCHEMA = re.compile(r"\A# yaml-language-server:.*\n")

_WIDTH = 108
"""The most characters of a line of outlines."""

_NOTE = """\
note: >-
  Voronoi cells of the areas' points, cut to the land that was drawn before. Two areas border on each other
  exactly where two outlines share an edge, but for those that are linked or closed.
"""


def redraw(folder: Path) -> RedrawnMap:
    """Write `art.yaml` of a pack's folder from the points and borders of its map.

    The pack need not be sound otherwise: a new area has no outline yet. Raises `DataFault` where the two
    files cannot be read, `Misuse` for a pack without a map or where the library of outlines is missing.
    """
    files = loading.files(folder.as_posix() if folder.is_absolute() else f"./{folder.as_posix()}")
    for name in (MAP, ART):
        if name not in files:
            raise Misuse(Complaint.of(PackFault.NOTHING_TO_DRAW, folder=folder, name=name))
    homes = {name: (folder / name).as_posix() for name in (MAP, ART)}
    map = validate(strict_yaml.read(files[MAP], homes[MAP], MOST_BYTES), Map)
    art = validate(strict_yaml.read(files[ART], homes[ART], MOST_BYTES), Art)
    try:
        from referee.packs.redrawing import redraw  # noqa: PLC0415 - an extra, which few need
    except ImportError:
        raise Misuse(PackFault.NO_OUTLINER) from None
    drawn = redraw(map, art)
    _write(folder / ART, _header(files) + "".join(_lines(drawn)))
    return RedrawnMap(
        pack=folder.resolve().name,
        file=(folder / ART).as_posix(),
        areas=sum(not area.box for area in map.areas),
        linked=drawn.linked,
        closed=drawn.closed,
    )


def _header(files: Mapping[str, bytes]) -> str:
    """The line that names the schema to an editor, where the old file has one."""
    found = _SCHEMA.search(files[ART].decode())
    return f"{found[0]}\n" if found is not None else ""


def _lines(art: Art) -> Iterator[str]:
    yield f"source: {art.source}\n{_NOTE}\n"
    for name, pairs in (("linked", art.linked), ("closed", art.closed)):
        if pairs:
            yield f"{name}:\n" + "".join(f"  - [{here}, {there}]\n" for here, there in pairs) + "\n"
    yield "cells:\n"
    for cell in art.cells:
        yield from _cell(cell)


def _cell(cell: Cell) -> Iterator[str]:
    line = f"  - {{ area: {cell.area}, corners: ["
    for at, (x, y) in enumerate(cell.corners):
        corner = f"[{x}, {y}]" + ("," if at < len(cell.corners) - 1 else "] }")
        if len(line) + len(corner) > _WIDTH:
            yield f"{line.rstrip()}\n"
            line = " " * 8
        line += f"{corner} "
    yield f"{line.rstrip()}\n"


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise CannotWrite(declare(PackFault.ART_UNWRITTEN, path=file, why=error.strerror)) from error
