"""What in the drawing of a map does not fit its borders: areas border where their outlines share an edge."""

from collections.abc import Collection, Iterator

from referee.engine.faults import PackProblem
from referee.packs.checks.great_war.roll_call import Path, RollCall, strangers, twice, unknown
from referee.systems.great_war.state.outlines import EDGE, Pair, find_shared_edges, pair
from schemas.great_war.pack import Pack

FILE = "art.yaml"


def complaints(pack: Pack, call: RollCall) -> Iterator[PackProblem]:
    """Everything in the drawing that does not fit the map."""
    cells = pack.art.cells
    drawn = [cell.area for cell in cells]
    yield from twice(FILE, ("cells",), drawn, "cell of", "area")
    for at, cell in enumerate(cells):
        yield from unknown(FILE, ("cells", at, "area"), cell.area, call.areas, "area")
        for n, corner in enumerate(cell.corners):
            yield from outside(FILE, ("cells", at, "corners", n), corner)
    for area in pack.map.areas:
        if not area.box and area.id not in drawn:
            yield PackProblem(FILE, ("cells",), f"`{area.id}` has no outline", "add a cell")
    yield from _borders_as_drawn(pack, call)


def outside(file: str, path: Path, point: tuple[int, int]) -> Iterator[PackProblem]:
    """The complaint that a point lies off the square of the map."""
    if not all(0 <= number <= EDGE for number in point):
        fact = f"{point[0]}, {point[1]} lies off the map"
        yield PackProblem(file, path, fact, f"both numbers go from 0 to {EDGE}")


def _borders_as_drawn(pack: Pack, call: RollCall) -> Iterator[PackProblem]:
    """Borders without a shared edge and shared edges without a border, unless the drawing names them."""
    edges = find_shared_edges(pack.art.cells)
    borders = {pair(area.id, near) for area in pack.map.areas for near in area.borders if near != area.id}
    linked = {pair(*named) for named in pack.art.linked}
    closed = {pair(*named) for named in pack.art.closed}
    yield from _name(pack.art.linked, "linked", call, needed=borders, refused=edges.keys())
    yield from _name(pack.art.closed, "closed", call, needed=edges.keys(), refused=borders)
    outlined = {cell.area: at for at, cell in enumerate(pack.art.cells)}
    place = {area.id: at for at, area in enumerate(pack.map.areas)}
    for here, there in sorted(borders - edges.keys() - linked):
        if here in outlined and there in outlined and here in place:
            fact = f"`{here}` borders on `{there}`, and their outlines share no edge"
            remedy = f"take the border out, or add [{here}, {there}] to `linked` in {FILE}, or redraw the map"
            yield PackProblem("map.yaml", ("areas", place[here], "borders"), fact, remedy)
    for here, there in sorted(edges.keys() - borders - closed):
        if here in place and there in place:
            fact = f"the outlines of `{here}` and `{there}` share an edge, and the areas have no border"
            remedy = f"add the border in map.yaml, or add [{here}, {there}] to `closed`, or redraw the map"
            yield PackProblem(FILE, ("cells", outlined[here]), fact, remedy)


def _name(
    pairs: tuple[Pair, ...], key: str, call: RollCall, *, needed: Collection[Pair], refused: Collection[Pair]
) -> Iterator[PackProblem]:
    """The complaints about exceptions that the drawing names without need."""
    for at, (here, there) in enumerate(pairs):
        path = (key, at)
        yield from strangers(FILE, path, (here, there), call.areas, "area")
        if here not in call.areas or there not in call.areas:
            continue
        if pair(here, there) in refused or pair(here, there) not in needed:
            yield PackProblem(FILE, path, f"`{here}` and `{there}` are no such exception", _WANTED[key])


_WANTED = {
    "linked": "name two areas that border on each other and share no edge, or take this out",
    "closed": "name two areas that share an edge and have no border, or take this out",
}
"""What helps against a needless exception."""
