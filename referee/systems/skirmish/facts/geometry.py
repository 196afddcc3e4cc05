"""Distances and outlines, in whole hundredths of an inch.

Decisions use whole numbers wherever they can. Only lengths of lines inside outlines are left to shapely: it
gets whole numbers and returns lengths, and no decision rests on points that it has computed.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from math import hypot, isqrt, sqrt
from typing import Any

from referee.faults import Complaint, Misconfigured
from schemas.skirmish.names import Compass

Spot = tuple[int, int]
Corners = tuple[Spot, ...]
Run = tuple[float, float]
"""Start and end of the part of a line inside an outline, as distances from the start of the line."""

ONE = 10**40
"""The unit of exact sines; a hundredth of an inch is whole, a sine is a fraction of this."""

PI = 31415926535897932384626433832795028841972
"""Half a turn in that unit."""

WINDS: Mapping[tuple[str, str], Compass] = {
    ("", ""): "", ("N", ""): "N", ("N", "E"): "NE", ("", "E"): "E", ("S", "E"): "SE", ("S", ""): "S",
    ("S", "W"): "SW", ("", "W"): "W", ("N", "W"): "NW",
}  # fmt: skip
"""The compass points, by their north or south part and their east or west part."""

TOLERANCE = 1e-6
"""Longest run, in hundredths of an inch, that counts as a touch."""


def square(a: Spot, b: Spot) -> int:
    """Return the square of a distance."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def within(a: Spot, b: Spot, reach: int) -> bool:
    """Return True if two places are at most `reach` apart."""
    return square(a, b) <= reach * reach


def closer(a: Spot, b: Spot, reach: int) -> bool:
    """Return True if two places are less than `reach` apart."""
    return square(a, b) < reach * reach


def apart(a: Spot, b: Spot) -> int:
    """Return a distance, rounded up: a place at 18.001 inches is not within 18."""
    root = isqrt(square(a, b))
    return root + (root * root < square(a, b))


def inches(length: int) -> str:
    """Return a length in inches: `17.25`."""
    sign = "-" if length < 0 else ""
    return f"{sign}{abs(length) // 100}.{abs(length) % 100:02d}"


def short(length: int) -> str:
    """Return a length in inches without trailing zeros: `17.5`."""
    return inches(length).rstrip("0").rstrip(".")


def extent(corners: Corners) -> str:
    """Return the bounds of an outline in inches: `6-42,35-39`."""
    ends = ((min(part), max(part)) for part in zip(*corners, strict=True))
    return ",".join(f"{short(first)}-{short(last)}" for first, last in ends)


def write_place(spot: Spot) -> str:
    """Return a place in inches: `24.00,18.50`."""
    return f"{inches(spot[0])},{inches(spot[1])}"


def bearing(a: Spot, b: Spot) -> Compass:
    """Return the compass point of the way from one place to another, or "" if they are the same."""
    east, north = b[0] - a[0], b[1] - a[1]
    wide, high = abs(east), abs(north)
    # A way is due north above 67.5 degrees; the square of the tangent is 3 + 2 * sqrt(2).
    level = wide > 0 and wide * wide - 2 * wide * high - high * high > 0
    steep = high > 0 and high * high - 2 * wide * high - wide * wide > 0
    across = "" if steep or not east else "E" if east > 0 else "W"
    up = "" if level or not north else "N" if north > 0 else "S"
    return WINDS[up, across]


def near_line(spot: Spot, a: Spot, b: Spot, reach: int) -> bool:
    """Return True if a place is at most `reach` away from the line between two others, ends included."""
    ax, ay = b[0] - a[0], b[1] - a[1]
    px, py = spot[0] - a[0], spot[1] - a[1]
    length, along = ax * ax + ay * ay, px * ax + py * ay
    if along <= 0 or length == 0:
        return within(spot, a, reach)
    if along >= length:
        return within(spot, b, reach)
    cross = ax * py - ay * px
    return cross * cross <= reach * reach * length


def length(a: Spot, b: Spot) -> float:
    """Return the length of a leg of a way."""
    return hypot(b[0] - a[0], b[1] - a[1])


def towards(a: Spot, b: Spot, distance: float) -> Spot:
    """Return the place at a distance on the way from one place to another, rounded towards the start."""
    whole = length(a, b)
    if whole == 0 or distance <= 0:
        return a
    if distance >= whole:
        return b
    return (a[0] + int((b[0] - a[0]) * distance / whole), a[1] + int((b[1] - a[1]) * distance / whole))


def along(path: Corners, distance: float) -> Spot:
    """Return the place at a distance along a path, which includes its start."""
    for a, b in pairwise(path):
        leg = length(a, b)
        if distance < leg:
            return towards(a, b, distance)
        distance -= leg
    return path[-1]


def around(centre: Spot, radius: int, parts: int = 8) -> Iterator[Spot]:
    """Yield places on a circle, rounded towards its centre."""
    for part in range(parts):
        yield by_clock(centre, radius, part, parts)


def by_clock(centre: Spot, distance: int, part: int, parts: int) -> Spot:
    """Return the place at a distance from the centre, rounded towards it.

    The direction is `part` of `parts` of a full turn, clockwise from the north. All arithmetic is in whole
    numbers, so that every machine gets the same result.
    """
    east, north = _sine(part, parts), _sine(4 * part + parts, 4 * parts)
    return centre[0] + _share(distance, east), centre[1] + _share(distance, north)


def _share(distance: int, sine: int) -> int:
    """Return a distance times a sine, rounded towards zero after rounding to half the digits."""
    digits = 10**20
    share = (2 * distance * abs(sine) // (ONE // digits) + 1) // 2 // digits
    return share if sine > 0 else -share


@lru_cache(maxsize=512)
def _sine(part: int, parts: int) -> int:
    """Return the sine of `part` of `parts` of a turn, in units of 1 / `ONE`, by the Taylor series."""
    angle = 2 * PI * (part % parts) // parts
    term, total, step = angle, 0, 1
    while term:
        total += term
        term = -(term * angle // ONE * angle // ONE) // ((step + 1) * (step + 2))
        step += 2
    return total


def chord(centre: Spot, radius: int, a: Spot, b: Spot) -> float:
    """Return the length of a line inside a circle."""
    meets = entry(a, b, centre, radius)
    if meets is None:
        return 0.0
    first, last = meets
    return max(0.0, min(last, length(a, b)) - max(first, 0.0))


def entry(a: Spot, b: Spot, centre: Spot, radius: int) -> Run | None:
    """Return the distances from the first place at which a line enters and leaves a circle, or None."""
    leg = length(a, b)
    if leg == 0:
        return None
    ux, uy = (b[0] - a[0]) / leg, (b[1] - a[1]) / leg
    px, py = centre[0] - a[0], centre[1] - a[1]
    forward, aside = px * ux + py * uy, px * uy - py * ux
    if abs(aside) >= radius:
        return None
    half = sqrt(radius * radius - aside * aside)
    return forward - half, forward + half


def beside(corners: Corners, a: Spot, b: Spot) -> bool:
    """Return True if a line lies entirely on one side of the box around an outline."""
    west, south, east, north = _box(corners)
    (ax, ay), (bx, by) = a, b
    return (
        (ax <= west and bx <= west)
        or (ax >= east and bx >= east)
        or (ay <= south and by <= south)
        or (ay >= north and by >= north)
    )


@lru_cache(maxsize=512)
def _box(corners: Corners) -> tuple[int, int, int, int]:
    """Return the western, southern, eastern and northern bounds of an outline."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def covers(corners: Corners, spot: Spot) -> bool:
    """Return True if a place lies inside an outline or on it; in whole numbers."""
    west, south, east, north = _box(corners)
    if not (west <= spot[0] <= east and south <= spot[1] <= north):
        return False
    inside = False
    for (ax, ay), (bx, by) in pairwise((*corners, corners[0])):
        cross = (bx - ax) * (spot[1] - ay) - (by - ay) * (spot[0] - ax)
        between = min(ax, bx) <= spot[0] <= max(ax, bx) and min(ay, by) <= spot[1] <= max(ay, by)
        if cross == 0 and between:
            return True
        if (ay > spot[1]) != (by > spot[1]) and (cross > 0) == (by > ay):
            inside = not inside
    return inside


def runs(corners: Corners, a: Spot, b: Spot, *, edge: bool = False) -> tuple[Run, ...]:
    """Return the parts of a line inside an outline; parts along the outline only with `edge`."""
    if a == b or (beside(corners, a, b) and not edge):
        return ()
    bends = [(b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) for x, y in corners]
    if (min(bends) >= 0 or max(bends) <= 0) and not edge:
        # The whole outline lies on one side of the line.
        return ()
    outline = _outline(corners)
    inner = find_shapely().LineString((a, b)).intersection(outline)
    if not edge and any(one == 0 == other for one, other in pairwise((*bends, bends[0]))):
        inner = inner.difference(outline.boundary)
    parts = sorted(_runs(inner, a))
    return tuple(run for run in parts if run[1] - run[0] > TOLERANCE)


def _runs(inner: Any, a: Spot) -> Iterator[Run]:
    for part in getattr(inner, "geoms", (inner,)):
        ends = [hypot(x - a[0], y - a[1]) for x, y in part.coords]
        if len(ends) > 1:
            yield min(ends), max(ends)


def inside(corners: Corners, a: Spot, b: Spot, *, edge: bool = False) -> float:
    """Return the length of a line inside an outline, or also along it with `edge`."""
    return sum(last - first for first, last in runs(corners, a, b, edge=edge))


def in_ellipse(spot: Spot, centre: Spot, origin: Spot, depth: int, radius: int) -> bool:
    """Return True if a place is in an ellipse with half-axes along and across the line from an origin."""
    ax, ay = centre[0] - origin[0], centre[1] - origin[1]
    px, py = spot[0] - centre[0], spot[1] - centre[1]
    along, across = px * ax + py * ay, ax * py - ay * px
    whole = (depth * radius) ** 2 * (ax * ax + ay * ay)
    return (along * radius) ** 2 + (across * depth) ** 2 <= whole


def gap(corners: Corners, spot: Spot) -> float:
    """Return the distance of a place from an outline; 0 inside it."""
    shapely = find_shapely()
    return float(_outline(corners).distance(shapely.Point(spot)))


@lru_cache(maxsize=512)
def _outline(corners: Corners) -> Any:
    return find_shapely().Polygon(corners)


@lru_cache(maxsize=1)
def find_shapely() -> Any:
    """Return the module shapely, which is installed with the extra `skirmish`. Raises Misconfigured."""
    try:
        import shapely  # noqa: PLC0415 - it costs a tenth of a second, and only this family pays it
    except ImportError:
        text = "lines of sight through terrain need the library shapely, which is not installed"
        remedy = "run: pip install 'pbem-referee[skirmish]'"
        raise Misconfigured(Complaint(text=text, remedy=remedy)) from None
    return shapely


def crossing(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    """Return True if two lines share a place; in whole numbers."""

    def turn(p: Spot, q: Spot, r: Spot) -> int:
        value = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return (value > 0) - (value < 0)

    def on(p: Spot, q: Spot, r: Spot) -> bool:
        return (
            turn(p, q, r) == 0
            and min(p[0], q[0]) <= r[0] <= max(p[0], q[0])
            and min(p[1], q[1]) <= r[1] <= max(p[1], q[1])
        )

    apart_there = turn(a, b, c) != turn(a, b, d) and turn(c, d, a) != turn(c, d, b)
    return apart_there or on(a, b, c) or on(a, b, d) or on(c, d, a) or on(c, d, b)


def simple(corners: Corners) -> bool:
    """Return True if an outline never crosses or touches itself."""
    sides = list(pairwise((*corners, corners[0])))
    for first, (a, b) in enumerate(sides):
        if a == b:
            return False
        for second in range(first + 1, len(sides)):
            c, d = sides[second]
            if second in {first + 1} or (first == 0 and second == len(sides) - 1):
                continue
            if crossing(a, b, c, d):
                return False
    return True
