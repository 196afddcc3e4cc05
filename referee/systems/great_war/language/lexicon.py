"""The names that letters use, in every language of the pack: areas, nations, kinds, counters, cards."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from referee.i18n import order_words
from referee.i18n.name_matching import Index, key
from referee.systems.great_war.state.game import GreatWarGame, list_numbered, mix, piece_id
from schemas.great_war.names import Kind
from schemas.great_war.pack import Area, Region
from schemas.record import Value

Stem = tuple[str, Kind]
"""A nation and a kind, as the beginning of an id: `uk-i`."""


class Lexicon(Value):
    """Every name of one theatre; the mappings are by `names.key`."""

    areas: Index
    cards: Index
    nations: Index
    kinds: Index
    sides: Index
    plurals: frozenset[str]
    symbols: Mapping[str, Kind]
    stems: Mapping[str, Stem]
    counters: Mapping[str, str]


@lru_cache(maxsize=8)
def lexicon(theatre: GreatWarGame) -> Lexicon:
    """The names of a theatre, gathered once; they are those of the pack."""
    spelt = {spelling: id for id in mix(theatre) for spelling in (key(id).replace(" ", ""), key(id))}
    pack = theatre.pack
    spelt |= {key(name): army for nation in pack.forces.nations for army, name in nation.army_names.items()}
    units, sides = pack.forces.units, pack.game.sides
    return Lexicon(
        areas=Index({place.id: (place.name, *place.names) for place in places(theatre)}),
        cards=Index({kind.id: (kind.name, *kind.names) for kind in pack.cards.kinds}),
        nations=Index(
            {nation.id: (nation.name, nation.adjective, *nation.names) for nation in pack.forces.nations}
        ),
        kinds=Index(
            {
                unit.kind: (unit.name, unit.plural, *unit.names, *order_words.NICKNAMES.get(unit.kind, ()))
                for unit in units
            }
        ),
        sides=Index({side.id: (side.name, side.adjective, *side.names) for side in sides}),
        plurals=frozenset(key(unit.plural) for unit in units if unit.plural != unit.name),
        symbols={key(unit.symbol): unit.kind for unit in reversed(units)},
        stems={key(stem): (nation, kind) for stem, nation, kind in _stems(theatre)},
        counters=spelt,
    )


def places(theatre: GreatWarGame) -> Iterator[Area | Region]:
    """Yield areas and regions out of play, so that a player who goes there reads the reason for a refusal."""
    yield from theatre.pack.map.areas
    yield from theatre.pack.map.out_of_play


def spell(theatre: GreatWarGame, area: str, name: str) -> str:
    """An area as a letter may write it: by a name that is its own, or by its id."""
    return name if lexicon(theatre).areas.find(name) == (area,) else area


def _stems(theatre: GreatWarGame) -> Iterator[tuple[str, str, Kind]]:
    for nation in theatre.nations.values():
        for kind in list_numbered(nation):
            yield piece_id(nation.id, theatre.units[kind], 1).removesuffix("1"), nation.id, kind
