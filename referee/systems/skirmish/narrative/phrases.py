"""The small words of reports: units, light, counts and scores as a sentence names them."""

from collections.abc import Mapping
from typing import TypeAlias

from referee.engine.events import Narration
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.language import terms
from referee.systems.skirmish.language.language import SkirmishLanguage
from referee.systems.skirmish.state.position import Position
from schemas.record import Roll, Side
from schemas.reports import Block, DiceThrown
from schemas.skirmish.events import SkirmishEvent
from schemas.skirmish.names import Light, Spot

Blocks = tuple[Block, ...]

Narrations: TypeAlias = tuple[Narration[SkirmishLanguage, Position, SkirmishEvent], ...]
"""The events of a chapter that need more than a template."""


def show_rolls(rolls: tuple[Roll, ...]) -> Blocks:
    """Return the dice of an event as a block, or nothing if there were none."""
    return (DiceThrown(rolls=rolls),) if rolls else ()


def unit(narrator: SkirmishLanguage, id: str) -> str:
    """Return a unit for a sentence: `Section 1 (br-s1)`."""
    return f"{narrator.unit_name(id)} ({id})"


def light(narrator: SkirmishLanguage, light: Light, rain: bool) -> str:
    """Return light and weather: `night, rain`."""
    text = narrator.say(terms.LIGHTS[light])
    return narrator.say("{light}, rain", light=text) if rain else text


def when(narrator: SkirmishLanguage, turn: int, light: str) -> str:
    """Return a turn and its light: `turn 2 of 8, night`."""
    return narrator.say(
        "turn {turn} of {turns}, {light}", turn=turn, turns=narrator.scenario.turns, light=light
    )


def pins(narrator: SkirmishLanguage, count: int) -> str:
    """Return a number of pins: `1 pin`."""
    return narrator.say("{count} pin", "{count} pins", count=count)


def markers(narrator: SkirmishLanguage, count: int) -> str:
    """Return a number of morale markers: `2 morale markers`."""
    return narrator.say("{count} morale marker", "{count} morale markers", count=count)


def result(narrator: SkirmishLanguage, winner: Side | None) -> str:
    """Return the result for the start of a sentence."""
    if winner is None:
        return narrator.say("A draw")
    return narrator.say("The {side} side wins", side=narrator.side_adjective(winner))


def place(spot: Spot) -> str:
    """Return a place without trailing zeros: `24,18.5`."""
    return f"{geometry.short(spot[0])},{geometry.short(spot[1])}"


def reach(length: int) -> str:
    """Return a range to a tenth of an inch, rounded up: `22.0`."""
    tenths = -(-length // 10)
    return f"{tenths // 10}.{tenths % 10}"


def span(faces: tuple[int, int] | None) -> str:
    """Return the score that a die needs, as a range if it is not certain: `15+` or `13-19+`."""
    if faces is None:
        return "-"
    least, most = faces
    return f"{least}+" if least == most else f"{least}-{most}+"


def totals(narrator: SkirmishLanguage, points: Mapping[Side, int]) -> str:
    """Return the points of some sides: `British 4 and German 2`."""
    return narrator.listed([f"{narrator.side_name(side)} {count}" for side, count in points.items()])
