"""What the parameters of a fact are called in the reader's language."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from referee.engine.facts import Objection
from referee.i18n.fact_text import Namer, word
from referee.i18n.purpose_text import Named
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.state import terms
from referee.systems.skirmish.state.narrator import Narrator
from referee.systems.skirmish.state.table import Table


def namer(narrator: Narrator) -> Namer:
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


def _carry(narrator: Narrator, weapons: tuple[str, ...]) -> str:
    return narrator.listed([narrator.weapon_name(weapon) for weapon in weapons]) or narrator.say(
        terms.NOTHING
    )


@lru_cache(maxsize=8)
def gather_filed_names(game: Table) -> Named:
    """What the names in purposes stand for that journals of formats 1 and 2 hold as sentences."""
    name, stated = namer(Narrator(game)), {"mode": terms.MODES, "side": game.sides}
    return {kind: {str(name(kind, of)): of for of in known} for kind, known in stated.items()}


def worded(narrator: Narrator, objection: Objection) -> str:
    """A fact in the words of the pack, as events of format 2 hold it."""
    return word(narrator.tongue, objection, namer(narrator)).text
