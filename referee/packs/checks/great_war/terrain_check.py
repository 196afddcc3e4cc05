"""Checks of the terrain chart: features, rivers and effects that name areas, borders and kinds."""

from collections.abc import Iterator

from referee.faults import PackProblem
from referee.packs.checks.great_war.pack_index import RollCall, strangers, unknown
from schemas.great_war.charts import Modifier, Terrain
from schemas.great_war.pack import Pack

FILE = "tables.yaml"


def check_terrain(pack: Pack, call: RollCall) -> Iterator[PackProblem]:
    """Yield everything in the chart that does not fit the map and the forces, and effects of nothing."""
    chart = pack.tables.terrain
    if chart is None:
        return
    rulings = [ruling.id for ruling in pack.rulings.rulings]
    yield from unknown(FILE, ("terrain", "ruling"), chart.ruling, rulings, "ruling")
    for feature, areas in chart.features.items():
        yield from strangers(FILE, ("terrain", "features", feature), areas, call.areas, "area")
    yield from _rivers(pack, chart)
    for at, modifier in enumerate(chart.fire):
        path = ("terrain", "fire", at)
        yield from unknown(FILE, (*path, "feature"), modifier.feature, chart.features, "feature of areas")
        yield from _kinds(modifier, path, call)
        if not modifier.change and not modifier.silent:
            yield PackProblem(FILE, path, "it changes no fire", "add `change`, or `silent: true`")
    for at, halt in enumerate(chart.halts):
        path = ("terrain", "halts", at)
        features = {**dict.fromkeys(chart.features), **dict.fromkeys(chart.rivers)}
        yield from unknown(FILE, (*path, "feature"), halt.feature, features, "feature or river")
        yield from _kinds(halt, path, call)


def _rivers(pack: Pack, chart: Terrain) -> Iterator[PackProblem]:
    """Yield the borders of rivers that the map does not have."""
    borders = {frozenset((area.id, near)) for area in pack.map.areas for near in area.borders}
    for river, entry in chart.rivers.items():
        for at, (here, there) in enumerate(entry.borders):
            if frozenset((here, there)) not in borders:
                fact = f"`{here}` does not border on `{there}`"
                yield PackProblem(FILE, ("terrain", "rivers", river, "borders", at), fact, "take it out")


def _kinds(modifier: Modifier, path: tuple[str | int, ...], call: RollCall) -> Iterator[PackProblem]:
    yield from strangers(FILE, (*path, "kinds"), modifier.kinds, call.kinds, "unit type")
    yield from strangers(FILE, (*path, "spares"), modifier.spares, call.kinds, "unit type")
