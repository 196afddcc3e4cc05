"""What the parameters of a fact are called in the reader's language."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.i18n.fact_text import Namer
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.language import terms
from referee.systems.skirmish.language.naming import Naming


def namer(narrator: Naming) -> Namer:
    """The names of what facts are stated of: units, weapons, ground, lengths, places, phases."""
    names: Mapping[str, Callable[[Any], object]] = {
        "unit": narrator.unit_name,
        "weapon": narrator.weapon_name,
        "carried": lambda weapons: _carry(narrator, weapons),
        "ground": narrator.ground_name,
        "gap": geometry.inches,
        "reach": geometry.inches,
        "place": geometry.write_place,
        "status": lambda status: narrator.say(terms.STATUSES[status]),
        "mode": lambda mode: narrator.say(terms.MODES[mode]),
        "modes": narrator.choice,
        "side": narrator.side_adjective,
        "then": lambda phases: narrator.choice([narrator.say(terms.ASKED[phase]) for phase in phases]),
        "now": lambda phase: narrator.say(terms.ASKED[phase]),
    }

    def name(kind: str, of: Any) -> object:
        return names[kind](of) if kind in names else of

    return name


def _carry(narrator: Naming, weapons: tuple[str, ...]) -> str:
    return narrator.listed([narrator.weapon_name(weapon) for weapon in weapons]) or narrator.say(
        terms.NOTHING
    )
