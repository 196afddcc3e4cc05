"""Geography under a map, drawn from a GeoJSON file: coast, rivers, and cells around true places."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, hypot, radians
from pathlib import Path
from random import Random
from textwrap import fill
from typing import Any, TypeAlias

import shapely as typeless

from referee.faults import Complaint, DataFault, Misuse
from referee.packs.faults import PackFault
from schemas.great_war.geography import DrawnArea, DrawnRegion, Geography
from schemas.great_war.pack import Map

shapely: Any = typeless
"""The library of outlines, which has no type annotations."""

Shape: TypeAlias = Any
"""A geometry of this library."""

Points: TypeAlias = Any
"""An array of points, as the library passes it."""

Spot = tuple[float, float]

WIDTH = 1200
"""Width of the sheet of the drawing."""

_MARGIN = 0.3
"""Sea and land around the areas, as a multiple of their distance from the edge of play."""

_TALL = 1.35
"""Height of a sheet at most, as a multiple of its width; a narrow front gets more sea and land beside it."""

_WINDING = 0.16
"""Bend of a river between two points, as a part of their distance."""

_FINE = 1.0
"""Details of coast and rivers that are smaller than this are left out."""

_BENT, _STRAIGHT = (0.11, 0.08, 0.05, 0.0), 34.0
"""Bends of a border, as parts of its length: the first that makes no border cross another.

Lines of the second length or less stay straight.
"""


class _Source:
    """Features of a GeoJSON file by kind, projected to a plane in degrees of latitude."""

    def __init__(self, path: Path) -> None:
        try:
            data: Any = json.loads(path.read_bytes())
            self._east = cos(radians(float(data["latitude"])))
            self.shore = float(data["shore"])
            self.points = {kind: self._list_points(data, kind) for kind in ("area", "box", "region")}
            self._shapes = {kind: self._join(data, kind) for kind in ("land", "lakes", "rivers", "neutral")}
        except OSError as error:
            raise Misuse(Complaint.of(PackFault.GEOGRAPHY_UNREAD, path=path, why=error.strerror)) from error
        except (KeyError, TypeError, ValueError, typeless.errors.GEOSException) as error:
            raise DataFault(Complaint.of(PackFault.GEOGRAPHY_SHAPE, path=path, why=repr(error))) from error

    def shape(self, kind: str) -> Shape:
        """Return everything of one kind."""
        return self._shapes[kind]

    def _list_points(self, data: Any, kind: str) -> dict[str, Spot]:
        return {
            feature["properties"]["id"]: self._project(*feature["geometry"]["coordinates"])
            for feature in data["features"]
            if feature["properties"]["kind"] == kind
        }

    def _join(self, data: Any, kind: str) -> Shape:
        shapes = [
            shapely.from_geojson(json.dumps(feature["geometry"]))
            for feature in data["features"]
            if feature["properties"]["kind"] == kind
        ]
        plane = [shapely.transform(shape, self._project_all) for shape in shapes]
        if kind == "rivers":
            return shapely.MultiLineString([line for shape in plane for line in shapely.get_parts(shape)])
        # Simplified coasts may cross themselves.
        return shapely.union_all([shape.buffer(0) for shape in plane])

    def _project(self, east: float, north: float) -> Spot:
        return east * self._east, -north

    def _project_all(self, points: Points) -> Points:
        return points * (self._east, -1)


def draw(map: Map, path: Path) -> Geography:
    """Return the geography of a map. Raises `Misuse` if the file lacks the place of an area."""
    source = _Source(path)
    boxes = {area.id for area in map.areas if area.box}
    places = source.points["area"]
    if missing := [area.id for area in map.areas if not area.box and area.id not in places]:
        raise Misuse(Complaint.of(PackFault.GEOGRAPHY_INCOMPLETE, path=path, areas=tuple(missing)))
    ids = tuple(area.id for area in map.areas if not area.box)
    sheet = _Sheet([places[id] for id in ids], source.shore)
    land = sheet.place(source.shape("land")).intersection(sheet.frame)
    in_play = land.difference(sheet.place(source.shape("neutral"))).intersection(sheet.play)
    spots = [sheet.spot(places[id]) for id in ids]
    outlines = _divide(in_play, spots, sheet.frame)
    return Geography(
        source="reconstruction",
        note=NOTE,
        licence="Natural Earth, public domain",
        width=WIDTH,
        height=sheet.height,
        areas=(
            *(
                DrawnArea(
                    area=id, at=_whole(spot), outline=" ".join(f"{x},{y}" for x, y in list_corners(outline))
                )
                for id, spot, outline in zip(ids, spots, outlines, strict=True)
            ),
            *(
                DrawnArea(area=id, at=_whole(sheet.spot(spot)))
                for id, spot in sorted(source.points["box"].items())
                if id in boxes
            ),
        ),
        regions=tuple(
            DrawnRegion(region=region.id, at=_whole(sheet.spot(source.points["region"][region.id])))
            for region in map.out_of_play
            if region.id in source.points["region"]
        ),
        land=_write_path(land),
        lakes=_write_path(sheet.place(source.shape("lakes")).intersection(sheet.frame)),
        rivers=_write_path(_wind(sheet.place(source.shape("rivers"))).intersection(sheet.frame)),
    )


NOTE = """\
Drawn by `referee packs redraw --geography` from a GeoJSON file. Land, lakes and rivers: Natural Earth (public
domain); rivers that it lacks were drawn by hand. Areas: cells around the places of towns, moved a little
until their borders are those of map.yaml; cut to the land in play; their inner borders are bent at random.
"""


class _Sheet:
    """The sheet of the drawing: scale, frame, and the edge of play around the outer points."""

    def __init__(self, points: Sequence[Spot], shore: float) -> None:
        play = shapely.MultiPoint(points).convex_hull.buffer(shore)
        west, north, east, south = play.bounds
        margin = _MARGIN * shore
        down = south - north + 2 * margin
        across = max(east - west + 2 * margin, down / _TALL)
        self._left, self._top = (west + east - across) / 2, north - margin
        self._scale = WIDTH / across
        self.height = round(down * self._scale)
        self.frame = shapely.box(0, 0, WIDTH, self.height)
        self.play = self.place(play)

    def spot(self, point: Spot) -> Spot:
        """Return a point on the sheet."""
        return (point[0] - self._left) * self._scale, (point[1] - self._top) * self._scale

    def place(self, shape: Shape) -> Shape:
        """Return a shape on the sheet."""
        return shapely.transform(shape, self._move)

    def _move(self, points: Points) -> Points:
        return (points - (self._left, self._top)) * self._scale


def _divide(land: Shape, points: Sequence[Spot], frame: Shape) -> list[Shape]:
    """Return the cells of the points, cut to the land, in order."""
    cells: list[Shape] = list(
        shapely.get_parts(shapely.voronoi_polygons(shapely.MultiPoint(points), extend_to=frame))
    )
    homes = [next(cell for cell in cells if cell.covers(shapely.Point(at))) for at in points]
    attempts = ([_bend(home, bent) for home in homes] for bent in _BENT)
    bent_homes = next(attempt for attempt in attempts if all(shape.is_valid for shape in attempt))
    shapes: list[Shape] = []
    for at, home in zip(points, bent_homes, strict=True):
        parts = list(shapely.get_parts(home.intersection(land)))
        near = [part for part in parts if part.covers(shapely.Point(at))]
        shapes.append(near[0] if near else max(parts, key=measure_area))
    return shapes


def _bend(cell: Shape, bent: float) -> Shape:
    """Return a cell with bent borders; the neighbour's side of a border bends in the same way."""
    corners: list[Spot] = list(cell.exterior.coords)
    ring: list[Spot] = []
    for here, there in pairwise(corners):
        line = list(_bend_line(min(here, there), max(here, there), bent))
        ring += line[:-1] if here <= there else line[:0:-1]
    return shapely.Polygon(ring)


def _bend_line(begin: Spot, end: Spot, bent: float) -> Iterator[Spot]:
    """Yield a border from end to end, moved aside in the middle, then in the middle of both halves."""
    generator = Random(f"{begin[0]:.3f} {begin[1]:.3f} {end[0]:.3f} {end[1]:.3f}")
    line = [begin, end]
    while hypot(line[1][0] - line[0][0], line[1][1] - line[0][1]) > _STRAIGHT:
        finer = [line[0]]
        for (ax, ay), (bx, by) in pairwise(line):
            aside = generator.uniform(-bent, bent)
            finer += [((ax + bx) / 2 - (by - ay) * aside, (ay + by) / 2 + (bx - ax) * aside), (bx, by)]
        line = finer
    yield from line


def _wind(rivers: Shape) -> Shape:
    """Return rivers with bends where the source has straight lines."""
    lines: list[list[Spot]] = []
    for river in shapely.get_parts(rivers):
        points: list[Spot] = list(river.coords)
        bent = [list(_bend_line(here, there, _WINDING))[:-1] for here, there in pairwise(points)]
        lines.append([*(point for part in bent for point in part), points[-1]])
    return shapely.MultiLineString(lines)


def measure_area(part: Shape) -> float:
    """Return the area of a shape."""
    return float(part.area)


def _whole(spot: Spot) -> tuple[int, int]:
    return round(spot[0]), round(spot[1])


def write(geography: Geography) -> str:
    """Return the text of `geography.yaml`."""
    head = (
        "# yaml-language-server: $schema=../../schemas/json/great-war.geography.schema.json\n\n"
        f"source: {geography.source}\nlicence: {geography.licence}\nnote: >-\n"
        f"{''.join(f'  {line}' for line in geography.note.splitlines(keepends=True))}\n"
        f"width: {geography.width}\nheight: {geography.height}\n\nareas:\n"
    )
    areas = "".join(
        f"  - {{ area: {entry.area}, at: [{entry.at[0]}, {entry.at[1]}]"
        + (f",\n      outline: {_quote(entry.outline, 8)} }}\n" if entry.outline is not None else " }\n")
        for entry in geography.areas
    )
    regions = "".join(
        f"  - {{ region: {entry.region}, at: [{entry.at[0]}, {entry.at[1]}] }}\n"
        for entry in geography.regions
    )
    paths = "".join(
        f"\n{name}: {_quote(path, 2)}\n"
        for name, path in (
            ("land", geography.land),
            ("lakes", geography.lakes),
            ("rivers", geography.rivers),
        )
    )
    return head + areas + (f"\nregions:\n{regions}" if regions else "") + paths


def _quote(text: str, indent: int) -> str:
    """Return a text in quotes, folded where it has spaces."""
    return f'"{fill(text, 100, subsequent_indent=" " * indent, break_long_words=False)}"'


def list_corners(shape: Shape) -> tuple[tuple[int, int], ...]:
    """Return an outline in whole numbers, from its northernmost corner. Inner rings (lakes) are dropped."""
    corners = _clear([_whole(spot) for spot in shape.exterior.coords[:-1]])
    first = min(range(len(corners)), key=lambda at: (corners[at][1], corners[at][0]))
    return (*corners[first:], *corners[:first])


def _clear(corners: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return corners without repetitions."""
    return [corner for at, corner in enumerate(corners) if corner != corners[at - 1]]


def _write_path(shape: Shape) -> str:
    """Return lines and outlines as an SVG path."""
    return "".join(_paths(shapely.get_parts(shapely.simplify(shape, _FINE))))


def _paths(parts: Iterable[Shape]) -> Iterator[str]:
    for part in parts:
        match part.geom_type:
            case "Polygon":
                for ring in (part.exterior, *part.interiors):
                    points = _clear([_whole(spot) for spot in ring.coords[:-1]])
                    if len(points) > 2:
                        yield _line(points) + "Z"
            case "LineString":
                points = [_whole(spot) for spot in part.coords]
                if len(set(points)) > 1:
                    yield _line(points)
            case _:
                yield from _paths(shapely.get_parts(part)) if part.geom_type != "Point" else ()


def _line(points: Sequence[tuple[int, int]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points)
