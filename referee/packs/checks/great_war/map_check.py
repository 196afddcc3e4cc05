"""Checks of a map and its terrain chart: borders, sea lanes, forts, names, outlines, features, effects."""

from collections import Counter
from collections.abc import Collection, Iterator

from referee.faults import PackProblem
from referee.packs.checks.great_war.pack_index import RollCall, share_names
from referee.packs.checks.problems import Path, strangers, twice, unknown
from referee.systems.great_war.state.outlines import EDGE, Pair, find_shared_edges, pair, read_cells
from schemas.great_war.charts import Modifier, Terrain
from schemas.great_war.pack import Area, Pack

OUTLINES, GEOGRAPHY = "art.yaml", "geography.yaml"


def check_outlines(pack: Pack, call: RollCall) -> Iterator[PackProblem]:
    """Yield everything in the drawing that does not fit the map."""
    cells = pack.art.cells
    outlined_areas = [cell.area for cell in cells]
    yield from twice(OUTLINES, ("cells",), outlined_areas, "cell of", "area")
    for at, cell in enumerate(cells):
        yield from unknown(OUTLINES, ("cells", at, "area"), cell.area, call.areas, "area")
        for n, corner in enumerate(cell.corners):
            yield from outside(OUTLINES, ("cells", at, "corners", n), corner)
    for area in pack.map.areas:
        if not area.box and area.id not in outlined_areas:
            yield PackProblem(
                OUTLINES, ("cells",), f"`{area.id}` has no outline", "add a cell, or redraw the map"
            )
    yield from _borders_as_drawn(pack, call)


def check_geography(pack: Pack, call: RollCall) -> Iterator[PackProblem]:
    """Yield everything in the geography that does not fit the map."""
    if pack.geography is None:
        return
    areas = pack.geography.areas
    yield from twice(GEOGRAPHY, ("areas",), [entry.area for entry in areas], "area of", "area")
    for at, entry in enumerate(areas):
        yield from unknown(GEOGRAPHY, ("areas", at, "area"), entry.area, call.areas, "area")
    with_outline = {entry.area for entry in areas if entry.outline is not None}
    if lacking := [area.id for area in pack.map.areas if not area.box and area.id not in with_outline]:
        fact = f"{', '.join(f'`{id}`' for id in lacking)}: no outline"
        yield PackProblem(GEOGRAPHY, ("areas",), fact, _REDRAW)
    edges = find_shared_edges(read_cells(pack.geography)).keys()
    boxes = {area.id for area in pack.map.areas if area.box}
    borders = {pair(area.id, near) for area in pack.map.areas for near in area.borders if near != area.id}
    for here, there in sorted(borders - edges):
        if not boxes & {here, there} and with_outline >= {here, there}:
            fact = f"`{here}` borders on `{there}`, and their outlines share no edge"
            yield PackProblem(GEOGRAPHY, ("areas",), fact, _REDRAW)
    for here, there in sorted(edges - borders):
        fact = f"the outlines of `{here}` and `{there}` share an edge, and the areas have no border"
        yield PackProblem(GEOGRAPHY, ("areas",), fact, _REDRAW)


_REDRAW = "run `referee packs redraw --geography` again, or delete geography.yaml"


def outside(file: str, path: Path, point: tuple[int, int]) -> Iterator[PackProblem]:
    """Yield the complaint that a point lies off the square of the map."""
    if not all(0 <= number <= EDGE for number in point):
        fact = f"{point[0]}, {point[1]} lies off the map"
        yield PackProblem(file, path, fact, f"both numbers go from 0 to {EDGE}")


def _borders_as_drawn(pack: Pack, call: RollCall) -> Iterator[PackProblem]:
    """Yield borders without a shared edge and shared edges without a border, except named exceptions."""
    edges = find_shared_edges(pack.art.cells)
    borders = {pair(area.id, near) for area in pack.map.areas for near in area.borders if near != area.id}
    links = {pair(*ends) for ends in pack.art.linked}
    closed = {pair(*ends) for ends in pack.art.closed}
    yield from _name(pack.art.linked, "linked", call, needed=borders, forbidden_pairs=edges.keys())
    yield from _name(pack.art.closed, "closed", call, needed=edges.keys(), forbidden_pairs=borders)
    cell_index = {cell.area: at for at, cell in enumerate(pack.art.cells)}
    place = {area.id: at for at, area in enumerate(pack.map.areas)}
    for here, there in sorted(borders - edges.keys() - links):
        if here in cell_index and there in cell_index and here in place:
            fact = f"`{here}` borders on `{there}`, and their outlines share no edge"
            remedy = (
                f"take the border out, or add [{here}, {there}] to `linked` in {OUTLINES}, or redraw the map"
            )
            yield PackProblem("map.yaml", ("areas", place[here], "borders"), fact, remedy)
    for here, there in sorted(edges.keys() - borders - closed):
        if here in place and there in place:
            fact = f"the outlines of `{here}` and `{there}` share an edge, and the areas have no border"
            remedy = f"add the border in map.yaml, or add [{here}, {there}] to `closed`, or redraw the map"
            yield PackProblem(OUTLINES, ("cells", cell_index[here]), fact, remedy)


def _name(
    pairs: tuple[Pair, ...],
    key: str,
    call: RollCall,
    *,
    needed: Collection[Pair],
    forbidden_pairs: Collection[Pair],
) -> Iterator[PackProblem]:
    """Yield complaints about needless exceptions in the drawing."""
    for at, (here, there) in enumerate(pairs):
        path = (key, at)
        yield from strangers(OUTLINES, path, (here, there), call.areas, "area")
        if here not in call.areas or there not in call.areas:
            continue
        if pair(here, there) in forbidden_pairs or pair(here, there) not in needed:
            yield PackProblem(
                OUTLINES, path, f"`{here}` and `{there}` are not such an exception", _WANTED[key]
            )


_WANTED = {
    "linked": "name two areas that border on each other and share no edge, or take this out",
    "closed": "name two areas that share an edge and have no border, or take this out",
}
"""Remedy against a needless exception."""


FILE = "map.yaml"


def complaints(pack: Pack, call: RollCall) -> Iterator[PackProblem]:
    """Yield everything on the map that does not fit the rest."""
    yield from twice(FILE, ("areas",), [area.id for area in pack.map.areas], "area")
    place = {area.id: at for at, area in enumerate(pack.map.areas)}
    for at, area in enumerate(pack.map.areas):
        yield from _area(area, at, call)
        yield from _borders(area, at, call, place)
        yield from _lanes(area, at, call, pack.tables.limits.ports)
    yield from share_names(FILE, ("areas",), (*pack.map.areas, *pack.map.out_of_play))
    yield from _railways(pack, call)
    yield from _islands(pack, call)
    yield from _forts(pack, call)


def _area(area: Area, at: int, call: RollCall) -> Iterator[PackProblem]:
    path = ("areas", at)
    yield from unknown(FILE, (*path, "country"), area.country, call.countries, "country")
    if area.supply is not None:
        yield from unknown(FILE, (*path, "supply"), area.supply, call.sides, "side")
    elif area.supply_for or area.supply_while_apart is not None:
        yield PackProblem(FILE, path, f"`{area.id}` is a supply source without a side", "add `supply`")
    yield from strangers(FILE, (*path, "supply_for"), area.supply_for, call.nations, "nation")
    if area.supply_while_apart is not None:
        yield from unknown(
            FILE, (*path, "supply_while_apart"), area.supply_while_apart, call.countries, "country"
        )
    yield from strangers(FILE, (*path, "bars"), area.bars, call.kinds, "unit type")
    yield from outside(FILE, (*path, "at"), area.at)
    yield from _transit(area, path, call)
    if area.box and area.borders:
        yield PackProblem(
            FILE, (*path, "borders"), f"`{area.id}` is a box and has borders", "reach it by `sea` only"
        )
    if not area.box and not area.borders:
        yield PackProblem(FILE, path, f"`{area.id}` borders on nothing", "add `borders`, or make it a `box`")


def _transit(area: Area, path: tuple[str, int], call: RollCall) -> Iterator[PackProblem]:
    """Check that the only transit box lies off the map and belongs to one side, with a chart for it."""
    if area.transit is None:
        return
    yield from unknown(FILE, (*path, "transit"), area.transit, call.sides, "side")
    if not area.box or area.sea:
        yield PackProblem(FILE, (*path, "transit"), f"`{area.id}` is in transit and no `box` without ships")
    first = next(other.id for other in call.areas.values() if other.transit is not None)
    if first != area.id:
        fact = f"`{area.id}` is in transit, and so is `{first}`"
        yield PackProblem(FILE, (*path, "transit"), fact, "leave one of them")


def _borders(area: Area, at: int, call: RollCall, place: dict[str, int]) -> Iterator[PackProblem]:
    """Report one-way borders at both ends, because either end may be wrong."""
    path = ("areas", at, "borders")
    yield from strangers(FILE, path, area.borders, call.areas, "area")
    for n, near in enumerate(area.borders):
        if near == area.id:
            yield PackProblem(FILE, (*path, n), f"`{area.id}` borders on itself", "take this one out")
        elif near in area.borders[:n]:
            yield PackProblem(FILE, (*path, n), f"`{area.id}` borders on `{near}` twice", "take this one out")
        elif near in call.areas and area.id not in call.areas[near].borders:
            fact = f"`{area.id}` borders on `{near}`, but `{near}` does not border on `{area.id}`"
            yield PackProblem(
                FILE, (*path, n), fact, f"take it out, or add `{area.id}` to the borders of `{near}`"
            )
            remedy = f"add it, or take `{near}` out of the borders of `{area.id}`"
            yield PackProblem(
                FILE, ("areas", place[near], "borders"), f"`{area.id}` is missing here: {fact}", remedy
            )


def _lanes(area: Area, at: int, call: RollCall, ports: str) -> Iterator[PackProblem]:
    path = ("areas", at, "sea")
    yield from strangers(FILE, path, area.sea, call.areas, "area")
    for n, far in enumerate(area.sea):
        ends = [end for end in (area, call.areas.get(far)) if end is not None and not end.box]
        if len(ends) != 1 and far in call.areas:
            fact = f"the sea lane from `{area.id}` to `{far}` does not join a box and an area of the map"
            yield PackProblem(FILE, (*path, n), fact)
        for end in ends:
            if not end.coastal and ports == "coastal":
                fact = f"the sea lane from `{area.id}` to `{far}` ends inland"
                yield PackProblem(FILE, (*path, n), fact, f"make `{end.id}` coastal, or take the lane out")


def _railways(pack: Pack, call: RollCall) -> Iterator[PackProblem]:
    """Yield railways between areas that are not adjacent."""
    for at, (here, there) in enumerate(pack.map.railways or ()):
        yield from strangers(FILE, ("railways", at), (here, there), call.areas, "area")
        if here in call.areas and there in call.areas and there not in call.areas[here].borders:
            fact = f"`{here}` and `{there}` do not border on each other"
            yield PackProblem(FILE, ("railways", at), fact, "join neighbours, one after the other")


def _islands(pack: Pack, call: RollCall) -> Iterator[PackProblem]:
    """Yield unreachable parts of the map, each by its first area, and boxes that no ship leaves."""
    mainland: set[str] = set()
    lanes = {end for area in pack.map.areas if area.sea for end in (area.id, *area.sea)}
    for at, area in enumerate(pack.map.areas):
        if area.box:
            if area.id not in lanes and area.transit is None:
                yield PackProblem(
                    FILE, ("areas", at), f"no sea lane leads to the box `{area.id}`", "add `sea`"
                )
        elif area.id not in mainland:
            if mainland and area.borders:
                yield PackProblem(
                    FILE, ("areas", at), f"no way leads from the areas above to `{area.id}`", "add a border"
                )
            mainland |= _reach(area, call)


def _reach(area: Area, call: RollCall) -> set[str]:
    connected_areas, open_ends = {area.id}, [area]
    while open_ends:
        for near in open_ends.pop().borders:
            if near in call.areas and near not in connected_areas:
                connected_areas.add(near)
                open_ends.append(call.areas[near])
    return connected_areas


def _forts(pack: Pack, call: RollCall) -> Iterator[PackProblem]:
    """Yield forts that no nation could build, because of its home or its counters."""
    built: Counter[str] = Counter()
    for at, area in enumerate(pack.map.areas):
        if area.fort is None:
            continue
        path, nation = ("areas", at, "fort"), call.home_of(area.country)
        if nation is None:
            fact = f"the fort of `{area.id}` has no owner: `{area.country}` is the home of no nation"
            yield PackProblem(FILE, path, fact, "add the country to a `home` in forces.yaml")
            continue
        built[nation.id] += 1
        if built[nation.id] > (most := nation.counters.get("fort", 0)):
            fact = f"this is fort number {built[nation.id]} of `{nation.id}`, which has {most} in all"
            yield PackProblem(FILE, path, fact, "raise `fort` in forces.yaml, or take the fort out")


TERRAIN_FILE = "tables.yaml"


def check_terrain(pack: Pack, call: RollCall) -> Iterator[PackProblem]:
    """Yield everything in the chart that does not fit the map and the forces, and effects of nothing."""
    chart = pack.tables.terrain
    if chart is None:
        return
    rulings = [ruling.id for ruling in pack.rulings.rulings]
    yield from unknown(TERRAIN_FILE, ("terrain", "ruling"), chart.ruling, rulings, "ruling")
    for feature, areas in chart.features.items():
        yield from strangers(TERRAIN_FILE, ("terrain", "features", feature), areas, call.areas, "area")
    yield from _rivers(pack, chart)
    for at, modifier in enumerate(chart.fire):
        path = ("terrain", "fire", at)
        yield from unknown(
            TERRAIN_FILE, (*path, "feature"), modifier.feature, chart.features, "feature of areas"
        )
        yield from _kinds(modifier, path, call)
        if not modifier.change and not modifier.silent:
            yield PackProblem(TERRAIN_FILE, path, "it changes no fire", "add `change`, or `silent: true`")
    for at, halt in enumerate(chart.halts):
        path = ("terrain", "halts", at)
        features = {**dict.fromkeys(chart.features), **dict.fromkeys(chart.rivers)}
        yield from unknown(TERRAIN_FILE, (*path, "feature"), halt.feature, features, "feature or river")
        yield from _kinds(halt, path, call)


def _rivers(pack: Pack, chart: Terrain) -> Iterator[PackProblem]:
    """Yield the borders of rivers that the map does not have."""
    borders = {frozenset((area.id, near)) for area in pack.map.areas for near in area.borders}
    for river, entry in chart.rivers.items():
        for at, (here, there) in enumerate(entry.borders):
            if frozenset((here, there)) not in borders:
                fact = f"`{here}` does not border on `{there}`"
                yield PackProblem(
                    TERRAIN_FILE, ("terrain", "rivers", river, "borders", at), fact, "take it out"
                )


def _kinds(modifier: Modifier, path: tuple[str | int, ...], call: RollCall) -> Iterator[PackProblem]:
    yield from strangers(TERRAIN_FILE, (*path, "kinds"), modifier.kinds, call.kinds, "unit type")
    yield from strangers(TERRAIN_FILE, (*path, "spares"), modifier.spares, call.kinds, "unit type")
