"""What the parameters of a fact are called in the reader's language."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.engine.facts import Namer, Objection, word
from referee.systems.skirmish.state.table import Table


def namer(table: Table) -> Namer:
    """The names of what facts are stated of: units, weapons, sides."""
    names: Mapping[str, Callable[[Any], object]] = {
        "unit": table.unit_name,
        "weapon": table.weapon_name,
        "side": table.side_name,
    }

    def name(kind: str, of: Any) -> object:
        return names[kind](of) if kind in names else of

    return name


def worded(table: Table, objection: Objection) -> str:
    """A fact in the words of the pack, as events of format 2 hold it."""
    return word(table.tongue, objection, namer(table)).text
