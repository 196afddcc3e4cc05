"""What dice were thrown for, in the language of the reader.

The purpose of a throw is part of what its faces follow from, so that the journal has it in the words of the
rules. Here it is taken apart again, and said in those of the reader.
"""

from collections.abc import Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from referee.engine.tongue import message
from referee.systems.skirmish.state import words
from referee.systems.skirmish.state.table import Table
from schemas.record import Roll
from schemas.reports.document import Block, DiceThrown

PURPOSES = (
    message("First to move, {side} die"),
    message("Movement, {mode}"),
    message("Breaking off, {needed} or more"),
    message("Spotting, {needed} or more"),
    message("Aimed fire"),
    message("Unaimed fire"),
    message("Shell burst"),
    message("Shell, on target at {needed} or less"),
    message("Shell, direction by the clock"),
    message("Shell, inches it strays"),
    message("Melee, attacker"),
    message("Melee, second attacker"),
    message("Melee, defender"),
    message("Morale, {needed} or more"),
    message("Rallying, {needed} or more"),
    message("Losing pins, {needed} or more"),
)
"""How purposes are written."""


def render_rolls(table: Table, rolls: Sequence[Roll]) -> tuple[Block, ...]:
    """The dice of an event as a report shows them, if there were any."""
    told = (replace(roll, purpose=purpose(table, roll.purpose)) for roll in rolls)
    return (DiceThrown(rolls=tuple(told)),) if rolls else ()


def purpose(table: Table, written: str) -> str:
    """What dice were thrown for; what no rule writes is left as it is."""
    return table.tongue.retold(PURPOSES, written, partial(_say, table))


def _say(table: Table, name: str, parts: Mapping[str, str]) -> str:
    """A part of a purpose: the same thing by its name in the language that is spoken."""
    text = parts[name]
    match name:
        case "side":
            sides = (side.id for side in table.played.game.sides if side.adjective == text)
            return table.side_adjective(next(sides, text))
        case "mode":
            return next((table.say(said) for mode, said in words.MODES.items() if mode == text), text)
        case _:
            return text
