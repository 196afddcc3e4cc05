"""What the parameters of a fact are called in the reader's language."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.engine.facts import Namer, Objection, word
from referee.engine.purposes import Named
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.state import words
from referee.systems.skirmish.state.table import Table


def namer(table: Table) -> Namer:
    """The names of what facts are stated of: units, weapons, ground, lengths, places, phases."""
    names: Mapping[str, Callable[[Any], object]] = {
        "unit": table.unit_name,
        "weapon": table.weapon_name,
        "carried": lambda weapons: _carry(table, weapons),
        "ground": table.ground_name,
        "gap": geometry.inches,
        "reach": geometry.inches,
        "place": geometry.write_place,
        "status": lambda status: table.say(words.STATUSES[status]),
        "mode": lambda mode: table.say(words.MODES[mode]),
        "modes": table.choice,
        "side": table.side_adjective,
        "then": lambda phases: table.choice([table.say(words.ASKED[phase]) for phase in phases]),
        "now": lambda phase: table.say(words.ASKED[phase]),
    }

    def name(kind: str, of: Any) -> object:
        return names[kind](of) if kind in names else of

    return name


def _carry(table: Table, weapons: tuple[str, ...]) -> str:
    return table.listed([table.weapon_name(weapon) for weapon in weapons]) or table.say(words.NOTHING)


def gather_filed_names(table: Table) -> Named:
    """What the names in purposes stand for that journals of formats 1 and 2 hold as sentences."""
    name, stated = namer(table), {"mode": words.MODES, "side": table.sides}
    return {kind: {str(name(kind, of)): of for of in known} for kind, known in stated.items()}


def worded(table: Table, objection: Objection) -> str:
    """A fact in the words of the pack, as events of format 2 hold it."""
    return word(table.tongue, objection, namer(table)).text
