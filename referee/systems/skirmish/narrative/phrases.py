"""The small words of reports: units, light, counts and scores as a sentence names them."""

from collections.abc import Mapping

from referee.systems.skirmish.state import words
from referee.systems.skirmish.state.narrator import Narrator
from schemas.record import Roll, Side
from schemas.reports.document import Block, DiceThrown
from schemas.skirmish.words import Light

Blocks = tuple[Block, ...]


def show_rolls(rolls: tuple[Roll, ...]) -> Blocks:
    """The dice of an event, if there were any."""
    return (DiceThrown(rolls=rolls),) if rolls else ()


def unit(narrator: Narrator, id: str) -> str:
    """A unit in a sentence: `Section 1 (br-s1)`."""
    return f"{narrator.unit_name(id)} ({id})"


def light(narrator: Narrator, light: Light, rain: bool) -> str:
    """How well one sees: `night, rain`."""
    said = narrator.say(words.LIGHTS[light])
    return narrator.say("{light}, rain", light=said) if rain else said


def when(narrator: Narrator, turn: int, light: str) -> str:
    """A turn and its light: `turn 2 of 8, night`."""
    return narrator.say(
        "turn {turn} of {turns}, {light}", turn=turn, turns=narrator.scenario.turns, light=light
    )


def pins(narrator: Narrator, count: int) -> str:
    """So many pins: `1 pin`."""
    return narrator.say("{count} pin", "{count} pins", count=count)


def markers(narrator: Narrator, count: int) -> str:
    """So many marks of failed morale."""
    return narrator.say("{count} morale marker", "{count} morale markers", count=count)


def result(narrator: Narrator, winner: Side | None) -> str:
    """Who won, at the head of a sentence."""
    if winner is None:
        return narrator.say("A draw")
    return narrator.say("The {side} side wins", side=narrator.side_adjective(winner))


def totals(narrator: Narrator, points: Mapping[Side, int]) -> str:
    """The points of some sides: `British 4 and German 2`."""
    return narrator.listed([f"{narrator.side_name(side)} {count}" for side, count in points.items()])
