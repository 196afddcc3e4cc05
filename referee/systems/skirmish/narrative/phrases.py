"""The small words of reports: units, light, counts and scores as a sentence names them."""

from collections.abc import Mapping

from referee.systems.skirmish.state import words
from referee.systems.skirmish.state.table import Table
from schemas.record import Roll, Side
from schemas.reports.document import Block, DiceThrown
from schemas.skirmish.words import Light

Blocks = tuple[Block, ...]


def show_rolls(rolls: tuple[Roll, ...]) -> Blocks:
    """The dice of an event, if there were any."""
    return (DiceThrown(rolls=rolls),) if rolls else ()


def unit(table: Table, id: str) -> str:
    """A unit in a sentence: `Section 1 (br-s1)`."""
    return f"{table.unit_name(id)} ({id})"


def light(table: Table, light: Light, rain: bool) -> str:
    """How well one sees: `night, rain`."""
    said = table.say(words.LIGHTS[light])
    return table.say("{light}, rain", light=said) if rain else said


def when(table: Table, turn: int, light: str) -> str:
    """A turn and its light: `turn 2 of 8, night`."""
    return table.say("turn {turn} of {turns}, {light}", turn=turn, turns=table.scenario.turns, light=light)


def pins(table: Table, count: int) -> str:
    """So many pins: `1 pin`."""
    return table.say("{count} pin", "{count} pins", count=count)


def markers(table: Table, count: int) -> str:
    """So many marks of failed morale."""
    return table.say("{count} morale marker", "{count} morale markers", count=count)


def result(table: Table, winner: Side | None) -> str:
    """Who won, at the head of a sentence."""
    if winner is None:
        return table.say("A draw")
    return table.say("The {side} side wins", side=table.side_adjective(winner))


def totals(table: Table, points: Mapping[Side, int]) -> str:
    """The points of some sides: `British 4 and German 2`."""
    return table.listed([f"{table.side_name(side)} {count}" for side, count in points.items()])
