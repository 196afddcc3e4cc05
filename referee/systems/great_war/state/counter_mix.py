"""The counter mix of a theatre: every id that a piece can have, with its kind."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from referee.systems.great_war.state.game import GreatWarGame, fort_id, piece_id
from schemas.great_war.names import Kind
from schemas.great_war.pack import Nation


@lru_cache(maxsize=8)
def mix(theatre: GreatWarGame) -> Mapping[str, Kind]:
    """Return the kind of every piece of the counter mix, by id."""
    return dict(_counters(theatre))


def _counters(theatre: GreatWarGame) -> Iterator[tuple[str, Kind]]:
    for nation in theatre.nations.values():
        for army in nation.armies:
            yield army, "army"
        for kind in list_numbered(nation):
            for number in range(1, nation.counters[kind] + 1):
                yield piece_id(nation.id, theatre.units[kind], number), kind
    for area in theatre.pack.map.areas:
        if area.fort is not None:
            yield fort_id(area.id), "fort"


def list_numbered(nation: Nation) -> Iterator[Kind]:
    """Return the kinds with numbered counters. Armies have names, and forts have the names of their areas."""
    return (kind for kind in nation.counters if kind not in {"army", "fort"})
