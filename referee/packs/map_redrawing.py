"""Outlines of areas drawn from their points."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import shapely as typeless

from referee.faults import CannotWrite, Complaint, Misuse, declare
from referee.packs import geography_drawing, loading
from referee.packs.families import GEOGRAPHY, MOST_BYTES
from referee.packs.faults import PackFault
from referee.packs.geography_drawing import Shape, list_corners, measure_area
from referee.systems.great_war.state.outlines import EDGE, find_shared_edges, pair, read_cells
from referee.texts import strict_yaml
from referee.texts.validation import validate
from schemas.answers.packs import RedrawnMap
from schemas.great_war.pack import Art, Cell, Corner, Map

shapely: Any = typeless

SHORE = 60
"""Radius of a new area around its point where nothing was drawn before."""


def redraw_outlines(map: Map, art: Art) -> Art:
    """Return the drawing of a map: Voronoi cells of the areas' points, cut to the land drawn before.

    The drawing lists the borders that its cells do not match (`linked`, `closed`).
    """
    areas = [area for area in map.areas if not area.box]
    boxes = {area.id for area in map.areas if area.box}
    points = [area.at for area in areas]
    before = tuple(cell for cell in art.cells if cell.area not in boxes)
    shapes = _divide(_land(before, points), points)
    cells = tuple(
        Cell(area=area.id, corners=list_corners(shape)) for area, shape in zip(areas, shapes, strict=True)
    )
    beside = tuple(cell for cell in art.cells if cell.area in boxes)
    edges = find_shared_edges(cells).keys()
    area_ids = {area.id for area in areas}
    borders = {
        pair(area.id, near) for area in areas for near in area.borders if near in area_ids and near != area.id
    }
    links, closed = tuple(sorted(borders - edges)), tuple(sorted(edges - borders))
    return art.replace(cells=(*cells, *beside), linked=links, closed=closed)


def _land(cells: Iterable[Cell], points: Iterable[Corner]) -> Shape:
    """Return the land drawn before, with a disc around each point outside it."""
    land = shapely.union_all([shapely.Polygon(cell.corners).buffer(0) for cell in cells])
    fresh = [shapely.Point(at).buffer(SHORE) for at in points if not land.covers(shapely.Point(at))]
    square = shapely.box(0, 0, EDGE, EDGE)
    return shapely.intersection(shapely.union_all([land, *fresh]), square)


def _divide(land: Shape, points: Sequence[Corner]) -> list[Shape]:
    """Return the land divided among the points, in order; a separate rest goes to the area it touches."""
    seeds = shapely.MultiPoint(points)
    nearest: list[Shape] = list(
        shapely.get_parts(shapely.voronoi_polygons(seeds, extend_to=shapely.box(0, 0, EDGE, EDGE)))
    )
    shapes: list[Shape] = []
    rests: list[Shape] = []
    for at in points:
        whole = next(cell for cell in nearest if cell.covers(shapely.Point(at)))
        parts: list[Shape] = sorted(shapely.get_parts(whole.intersection(land)), key=measure_area)
        home = next((part for part in parts if part.covers(shapely.Point(at))), parts[-1])
        shapes.append(home)
        rests += [part for part in parts if part is not home]
    for rest in rests:
        common_lengths: list[float] = [shape.intersection(rest).length for shape in shapes]
        if (most := max(common_lengths)) > 0:
            union = shapely.union_all([shapes[common_lengths.index(most)], rest])
            if union.geom_type == "Polygon":
                shapes[common_lengths.index(most)] = union
    return shapes


ART, MAP = "art.yaml", "map.yaml"

_SCHEMA = re.compile(r"\A# yaml-language-server:.*\n")

_WIDTH = 108
"""Highest number of characters in a line of outlines."""

_NOTE = """\
note: >-
  Voronoi cells of the areas' points, cut to the land that was drawn before. Two areas border on each other
  exactly where two outlines share an edge, unless they are linked or closed.
"""


def redraw(folder: Path, geography: Path | None = None) -> RedrawnMap:
    """Write `art.yaml` of a pack's folder from the points and borders of its map, or `geography.yaml`.

    The pack may have other faults: a new area has no outline yet. Raises `DataFault` if the two files cannot
    be read, and `Misuse` for a pack without a map.
    """
    files = loading.files(folder.as_posix() if folder.is_absolute() else f"./{folder.as_posix()}")
    for name in (MAP, ART):
        if name not in files:
            raise Misuse(Complaint.of(PackFault.NOTHING_TO_DRAW, folder=folder, name=name))
    if geography is not None:
        return _redraw_geography(folder, files, geography)
    homes = {name: (folder / name).as_posix() for name in (MAP, ART)}
    map = validate(strict_yaml.read(files[MAP], homes[MAP], MOST_BYTES), Map)
    art = validate(strict_yaml.read(files[ART], homes[ART], MOST_BYTES), Art)
    outlines = redraw_outlines(map, art)
    _write(folder / ART, _header(files) + "".join(_lines(outlines)))
    return RedrawnMap(
        pack=folder.resolve().name,
        file=(folder / ART).as_posix(),
        areas=sum(not area.box for area in map.areas),
        linked=outlines.linked,
        closed=outlines.closed,
    )


def _redraw_geography(folder: Path, files: Mapping[str, bytes], source: Path) -> RedrawnMap:
    """Write `geography.yaml`: the land under the map, and the areas where they lie."""
    map = validate(strict_yaml.read(files[MAP], (folder / MAP).as_posix(), MOST_BYTES), Map)
    drawing = geography_drawing.draw(map, source)
    borders = {pair(area.id, near) for area in map.areas for near in area.borders if near != area.id}
    areas = {area.id for area in map.areas if not area.box}
    edges = find_shared_edges(read_cells(drawing)).keys()
    _write(folder / GEOGRAPHY, geography_drawing.write(drawing))
    return RedrawnMap(
        pack=folder.resolve().name,
        file=(folder / GEOGRAPHY).as_posix(),
        areas=len(areas),
        linked=tuple(sorted(ends for ends in borders - edges if areas.issuperset(ends))),
        closed=tuple(sorted(edges - borders)),
    )


def _header(files: Mapping[str, bytes]) -> str:
    """Return the line of the old file that names the schema to an editor, or an empty text."""
    match = _SCHEMA.search(files[ART].decode())
    return f"{match[0]}\n" if match is not None else ""


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
