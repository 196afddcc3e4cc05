"""A pack in another language: the same pack, its things called by other names, its pieces in its grammar."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TypeVar

from referee.i18n.pack_names import clauses, numbers, sides, update
from referee.systems.great_war.state.position import Piece
from schemas.great_war.charts import Withdrawal
from schemas.great_war.names import Demand, Kind, Names
from schemas.great_war.pack import Deck, Forces, Level, Map, Pack, Scenario, Tables, Turn

Entry = TypeVar("Entry", Level, Demand, Withdrawal)


def rename(pack: Pack, names: Names) -> Pack:
    """Return a pack with the names of one language, for text and not for play.

    Names without a translation stay.
    """
    return update(
        pack,
        game=update(pack.game, sides=sides(pack.game.sides, names.sides)),
        map=_map(pack.map, names),
        forces=_forces(pack.forces, names),
        cards=_deck(pack.cards, names),
        tables=_tables(pack.tables, names),
        clauses=clauses(pack.clauses, names),
        scenarios=tuple(_scenario(scenario, names) for scenario in pack.scenarios),
    )


def nameable(pack: Pack) -> Mapping[str, Callable[[], Collection[str]]]:
    """The things that can have names, by the tables of a language file. Each asks its part of the pack."""

    def places() -> Collection[str]:
        return {area.id for area in pack.map.areas} | {region.id for region in pack.map.out_of_play}

    return {
        "sides": lambda: {side.id for side in pack.game.sides},
        "countries": lambda: set(pack.map.countries),
        "areas": places,
        "of_areas": places,
        "nations": lambda: {nation.id for nation in pack.forces.nations},
        "units": lambda: {unit.kind for unit in pack.forces.units},
        "army_names": lambda: {id for nation in pack.forces.nations for id in nation.army_names},
        "cards": lambda: {kind.id for kind in pack.cards.kinds},
        "words": lambda: set(_words(pack)),
        "clauses": lambda: numbers(pack.clauses),
        "options": lambda: {option.id for option in pack.game.options},
    }


def _words(pack: Pack) -> Iterator[str]:
    """Yield the names in the charts and scenarios of a pack."""
    yield from (level.name for level in pack.tables.victory.levels)
    yield from (due.name for due in pack.tables.events.withdrawals)
    yield from (restraint.because for restraint in pack.tables.events.restraints)
    for kind in pack.cards.kinds:
        yield from (demand.name for demand in kind.crisis.demands) if kind.crisis is not None else ()
    for scenario in pack.scenarios:
        yield scenario.name
        yield from (level.name for level in scenario.levels)


def piece(names: Names, called: Piece) -> str:
    """A piece by nation, kind and id; nothing where the language has no names for them."""
    return _phrase(names, called.kind, called.nation, id=called.id)


def army(names: Names, id: str, nation: str) -> str:
    """An army by its nation and number, or by the name it has; nothing where the language has none for it."""
    given = names.army_names.get(id)
    return given or _phrase(names, "army", nation, number=ordinal(names, id.partition("-")[2]))


def ordinal(names: Names, number: str) -> str:
    """A number as armies carry it."""
    return names.ordinals.get(number) or names.ordinals.get("n", "{number}").format(number=number)


def _phrase(names: Names, kind: Kind, nation: str, **parts: str) -> str:
    unit, people = names.units.get(kind), names.nations.get(nation)
    if unit is None or people is None:
        return ""
    return unit.piece.format(masculine=people.masculine, feminine=people.feminine, **parts)


def _map(map: Map, names: Names) -> Map:
    return update(
        map,
        countries={**map.countries, **names.countries},
        areas=tuple(update(area, name=names.areas.get(area.id, area.name)) for area in map.areas),
        out_of_play=tuple(
            update(region, name=names.areas.get(region.id, region.name)) for region in map.out_of_play
        ),
    )


def _forces(forces: Forces, names: Names) -> Forces:
    nations, units = names.nations, names.units
    return update(
        forces,
        nations=tuple(
            update(nation, name=nations[nation.id].name, adjective=nations[nation.id].masculine)
            if nation.id in nations
            else nation
            for nation in forces.nations
        ),
        units=tuple(
            update(unit, name=units[unit.kind].name, plural=units[unit.kind].plural)
            if unit.kind in units
            else unit
            for unit in forces.units
        ),
    )


def _deck(deck: Deck, names: Names) -> Deck:
    kinds = (update(kind, name=names.cards.get(kind.id, kind.name)) for kind in deck.kinds)
    return update(
        deck,
        kinds=tuple(
            kind
            if kind.crisis is None
            else update(kind, crisis=update(kind.crisis, demands=_word(kind.crisis.demands, names.words)))
            for kind in kinds
        ),
    )


def _tables(tables: Tables, names: Names) -> Tables:
    return update(
        tables,
        track=update(tables.track, turns=tuple(_turn(turn, names) for turn in tables.track.turns)),
        victory=update(tables.victory, levels=_word(tables.victory.levels, names.words)),
        events=update(tables.events, withdrawals=_word(tables.events.withdrawals, names.words)),
    )


def _turn(turn: Turn, names: Names) -> Turn:
    season = names.seasons.get(turn.season, turn.season)
    return update(turn, title=turn.title.replace(turn.season, season))


def _scenario(scenario: Scenario, names: Names) -> Scenario:
    name = names.words.get(scenario.name, scenario.name)
    return update(scenario, name=name, levels=_word(scenario.levels, names.words))


def _word(things: Iterable[Entry], words: Mapping[str, str]) -> tuple[Entry, ...]:
    """The entries of a chart, by the words of the language for their names."""
    return tuple(update(thing, name=words.get(thing.name, thing.name)) for thing in things)
