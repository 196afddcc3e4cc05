"""What dice were thrown for, in the language of the reader.

The purpose of a throw is part of what its faces follow from, so that the journal has it in the words of the
rules. Here it is taken apart again, and said in those of the reader.
"""

from collections.abc import Mapping
from functools import partial

from msgspec.structs import replace

from referee.engine.tongue import message
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.pack import Pack
from schemas.record import Roll
from schemas.reports.document import DiceThrown

PURPOSES = (
    message("{area}: {side} offensive fire, 1 {kind} thrown again at F{needed}"),
    message("{area}: {side} dogfight, {count} {kind} at F{needed}"),
    message("{area}: {side} artillery fire, {count} {kind} of {card} at F{needed}"),
    message("{area}: {side} artillery fire, {count} {kind} at F{needed}"),
    message("{area}: {side} defensive fire, {count} {kind} at F{needed}"),
    message("{area}: {side} pursuit fire, {count} {kind} at F{needed}"),
    message("{area}: {side} offensive fire, {count} {kind} of {card} at F{needed}"),
    message("{area}: {side} offensive fire, {count} {kind} at F{needed}"),
    message("{area}: {side} losses, {count} build points"),
)
"""How purposes are written; the longer comes before the shorter that it resembles."""


def render_rolls(theatre: GreatWarGame, rolls: tuple[Roll, ...]) -> DiceThrown:
    """Dice as a report shows them."""
    if theatre.names is None:
        return DiceThrown(rolls=rolls)
    told = (replace(roll, purpose=purpose(theatre, roll.purpose)) for roll in rolls)
    return DiceThrown(rolls=tuple(told))


def purpose(theatre: GreatWarGame, written: str) -> str:
    """What dice were thrown for; what no rule writes is left as it is."""
    return theatre.tongue.retold(PURPOSES, written, partial(_say, theatre))


def _say(theatre: GreatWarGame, name: str, parts: Mapping[str, str]) -> str:
    """A part of a purpose: the same thing by its name in the language that is spoken."""
    text = parts[name]
    match name:
        case "area":
            id = next((area.id for area in theatre.played.map.areas if area.name == text), text)
            return theatre.area_name(id)
        case "side":
            id = next((side.id for side in theatre.played.game.sides if side.adjective == text), text)
            return theatre.side_adjective(id)
        case "kind":
            return _kind(theatre, theatre.played, text, several=parts.get("count", "1") != "1")
        case _:
            return text


def _kind(theatre: GreatWarGame, played: Pack, text: str, *, several: bool) -> str:
    for unit in played.forces.units:
        if text in {unit.name.lower(), unit.plural.lower()}:
            spoken = theatre.units[unit.kind]
            return spoken.plural if several else spoken.name
    return text
