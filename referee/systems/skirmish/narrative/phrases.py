"""Words that many sentences share."""

from referee.systems.skirmish.geometry import inches, written
from referee.systems.skirmish.table import Table
from schemas.document import Block, DiceThrown
from schemas.record import Roll, listed
from schemas.skirmish.events import Mark
from schemas.skirmish.words import Spot

Blocks = tuple[Block, ...]

PHASES = {
    "plotting": "Movement",
    "movement": "Movement",
    "artillery": "Off-table artillery",
    "firing": "Firing",
    "melee": "Melee",
    "morale": "Morale and rallying",
}
"""The phases of the sheet."""


def at(spot: Spot) -> str:
    """A place in a sentence."""
    return f"at {written(spot)}"


def far(length: int) -> str:
    """A distance in a sentence."""
    return f"{inches(length)} inches"


def counted(number: int, what: str) -> str:
    """A number of things."""
    return f"{number} {what}" + "s" * (number != 1)


def a(name: str) -> str:
    """A name with its article: `an automatic rifle`."""
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def thrown(*rolls: Roll) -> Blocks:
    """The dice of an event, if there were any."""
    return (DiceThrown(rolls=rolls),) if rolls else ()


def unit(table: Table, id: str) -> str:
    """A unit in a sentence: `Section 1 (br-s1)`."""
    return f"{table.unit_name(id)} ({id})"


def suffered(marks: tuple[Mark, ...]) -> str:
    """What dice did to each figure, and what they needed as far as it may be told."""
    return listed([f"{_mark(mark)}{_needed(mark)}" for mark in marks])


def _mark(mark: Mark) -> str:
    name = mark.figure or mark.alias
    match mark.effect:
        case "kill":
            return f"{name} is killed"
        case "pin":
            return f"{name} is pinned" + (f" ({mark.pins} markers)" if mark.pins > 1 else "")
        case "miss":
            return f"{name} is missed"


def _needed(mark: Mark) -> str:
    if mark.needed is None:
        return ""
    modified = f"{mark.total:+}: " if mark.total else ""
    return f" ({modified}{mark.needed} or more pins)"
