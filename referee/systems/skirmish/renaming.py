"""A pack in another language: the same pack, its things called by other names."""

from typing import TypeVar

from schemas.record import Record
from schemas.rulebook import SideEntry
from schemas.skirmish.names import Names
from schemas.skirmish.pack import Clauses, Force, Pack, Scenario, Weapon

Thing = TypeVar("Thing", bound=Record)


def renamed(pack: Pack, names: Names) -> Pack:
    """A pack as one language has it: to be told of, not played. What has no name there keeps its own."""
    weapons, classes = pack.weapons, pack.troops
    return _with(
        pack,
        game=_with(pack.game, sides=tuple(_side(side, names) for side in pack.game.sides)),
        weapons=_with(weapons, weapons=tuple(_weapon(weapon, names) for weapon in weapons.weapons)),
        troops=_with(
            classes,
            troops=tuple(_with(one, name=names.troops.get(one.id, one.name)) for one in classes.troops),
        ),
        clauses=_clauses(pack.clauses, names),
        scenarios=tuple(_scenario(scenario, names) for scenario in pack.scenarios),
    )


def _side(side: SideEntry, names: Names) -> SideEntry:
    called = names.sides.get(side.id)
    return side if called is None else _with(side, name=called.name, adjective=called.adjective)


def _weapon(weapon: Weapon, names: Names) -> Weapon:
    called = names.weapons.get(weapon.id)
    return weapon if called is None else _with(weapon, name=called.name)


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
    words = names.words
    return _with(
        scenario,
        name=words.get(scenario.name, scenario.name),
        terrain=tuple(
            _with(feature, name=words.get(feature.name, feature.name)) for feature in scenario.terrain
        ),
        forces={side: _force(force, names) for side, force in scenario.forces.items()},
        victory={
            side: tuple(_with(reward, title=words.get(reward.title, reward.title)) for reward in rewards)
            for side, rewards in scenario.victory.items()
        },
    )


def _force(force: Force, names: Names) -> Force:
    units = (_with(unit, name=names.words.get(unit.name, unit.name)) for unit in force.units)
    return _with(force, units=tuple(units))


def _with(thing: Thing, **fields: object) -> Thing:
    return thing.model_copy(update=fields)
