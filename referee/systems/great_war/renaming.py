"""A pack in another language: the same pack, its things called by other names, its pieces in its grammar."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from referee.systems.great_war.position import Piece
from schemas.great_war.cards import Demand
from schemas.great_war.game_events import Withdrawal
from schemas.great_war.names import Names
from schemas.great_war.pack import Clauses, Deck, Forces, Game, Kind, Level, Map, Pack, Scenario, Tables, Turn
from schemas.record import Record

Thing = TypeVar("Thing", bound=Record)
Entry = TypeVar("Entry", Level, Demand, Withdrawal)


def renamed(pack: Pack, names: Names) -> Pack:
    """A pack as one language has it: to be told of, not played. What has no name there keeps its own."""
    return _with(
        pack,
        game=_game(pack.game, names),
        map=_map(pack.map, names),
        forces=_forces(pack.forces, names),
        cards=_deck(pack.cards, names),
        tables=_tables(pack.tables, names),
        clauses=_clauses(pack.clauses, names),
        scenarios=tuple(_scenario(scenario, names) for scenario in pack.scenarios),
    )


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


def _game(game: Game, names: Names) -> Game:
    found = names.sides
    return _with(
        game,
        sides=tuple(
            _with(side, name=found[side.id].name, adjective=found[side.id].adjective)
            if side.id in found
            else side
            for side in game.sides
        ),
    )


def _map(map: Map, names: Names) -> Map:
    return _with(
        map,
        countries={**map.countries, **names.countries},
        areas=tuple(_with(area, name=names.areas.get(area.id, area.name)) for area in map.areas),
        out_of_play=tuple(
            _with(region, name=names.areas.get(region.id, region.name)) for region in map.out_of_play
        ),
    )


def _forces(forces: Forces, names: Names) -> Forces:
    nations, units = names.nations, names.units
    return _with(
        forces,
        nations=tuple(
            _with(nation, name=nations[nation.id].name, adjective=nations[nation.id].masculine)
            if nation.id in nations
            else nation
            for nation in forces.nations
        ),
        units=tuple(
            _with(unit, name=units[unit.kind].name, plural=units[unit.kind].plural)
            if unit.kind in units
            else unit
            for unit in forces.units
        ),
    )


def _deck(deck: Deck, names: Names) -> Deck:
    kinds = (_with(kind, name=names.cards.get(kind.id, kind.name)) for kind in deck.kinds)
    return _with(
        deck,
        kinds=tuple(
            kind
            if kind.crisis is None
            else _with(kind, crisis=_with(kind.crisis, demands=_worded(kind.crisis.demands, names.words)))
            for kind in kinds
        ),
    )


def _tables(tables: Tables, names: Names) -> Tables:
    return _with(
        tables,
        track=_with(tables.track, turns=tuple(_turn(turn, names) for turn in tables.track.turns)),
        victory=_with(tables.victory, levels=_worded(tables.victory.levels, names.words)),
        events=_with(tables.events, withdrawals=_worded(tables.events.withdrawals, names.words)),
    )


def _turn(turn: Turn, names: Names) -> Turn:
    season = names.seasons.get(turn.season, turn.season)
    return _with(turn, title=turn.title.replace(turn.season, season))


def _clauses(clauses: Clauses, names: Names) -> Clauses:
    titles = names.clauses
    return _with(
        clauses,
        sections={**clauses.sections, **{n: titles[n] for n in clauses.sections if n in titles}},
        citations=tuple(
            _with(clause, title=names.clause(clause.number) or clause.title) for clause in clauses.citations
        ),
    )


def _scenario(scenario: Scenario, names: Names) -> Scenario:
    name = names.words.get(scenario.name, scenario.name)
    return _with(scenario, name=name, levels=_worded(scenario.levels, names.words))


def _worded(things: Iterable[Entry], words: Mapping[str, str]) -> tuple[Entry, ...]:
    """The entries of a chart, by the words of the language for their names."""
    return tuple(_with(thing, name=words.get(thing.name, thing.name)) for thing in things)


def _with(thing: Thing, **fields: object) -> Thing:
    return thing.model_copy(update=fields)
