"""A pack in another language: the same pack with translated names."""

from collections.abc import Callable, Collection, Iterator, Mapping

from referee.i18n.pack_names import clauses, numbers, sides, update
from schemas.skirmish.names import Names
from schemas.skirmish.pack import Force, Pack, Scenario, Weapon


def rename(pack: Pack, names: Names) -> Pack:
    """Return a pack with the names of one language, for texts only. Things without a name keep their own."""
    weapons, classes = pack.weapons, pack.troops
    return update(
        pack,
        game=update(pack.game, sides=sides(pack.game.sides, names.sides)),
        weapons=update(weapons, weapons=tuple(_weapon(weapon, names) for weapon in weapons.weapons)),
        troops=update(
            classes,
            troops=tuple(update(one, name=names.troops.get(one.id, one.name)) for one in classes.troops),
        ),
        clauses=clauses(pack.clauses, names),
        scenarios=tuple(_scenario(scenario, names) for scenario in pack.scenarios),
    )


def nameable(pack: Pack) -> Mapping[str, Callable[[], Collection[str]]]:
    """Return functions that list the things that can have names, by the tables of a language file."""
    return {
        "sides": lambda: {side.id for side in pack.game.sides},
        "weapons": lambda: {weapon.id for weapon in pack.weapons.weapons},
        "words": lambda: set(_words(pack)),
        "clauses": lambda: numbers(pack.clauses),
        "options": lambda: {option.id for option in pack.game.options},
    }


def _words(pack: Pack) -> Iterator[str]:
    """Yield the names in the scenarios of a pack."""
    for scenario in pack.scenarios:
        yield scenario.name
        yield from (feature.name for feature in scenario.terrain)
        yield from (unit.name for force in scenario.forces.values() for unit in force.units)
        yield from (reward.title for rewards in scenario.victory.values() for reward in rewards)


def _weapon(weapon: Weapon, names: Names) -> Weapon:
    translation = names.weapons.get(weapon.id)
    return weapon if translation is None else update(weapon, name=translation.name)


def _scenario(scenario: Scenario, names: Names) -> Scenario:
    words = names.words
    return update(
        scenario,
        name=words.get(scenario.name, scenario.name),
        terrain=tuple(
            update(feature, name=words.get(feature.name, feature.name)) for feature in scenario.terrain
        ),
        forces={side: _force(force, names) for side, force in scenario.forces.items()},
        victory={
            side: tuple(update(reward, title=words.get(reward.title, reward.title)) for reward in rewards)
            for side, rewards in scenario.victory.items()
        },
    )


def _force(force: Force, names: Names) -> Force:
    units = (update(unit, name=names.words.get(unit.name, unit.name)) for unit in force.units)
    return update(force, units=tuple(units))
