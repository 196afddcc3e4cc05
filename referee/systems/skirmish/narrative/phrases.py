"""The small words of reports: units, light, counts and scores as a sentence names them."""

from collections.abc import Mapping, Sequence
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
    """The dice of an event, if there were any."""
    return (DiceThrown(rolls=rolls),) if rolls else ()


def unit(narrator: SkirmishLanguage, id: str) -> str:
    """A unit in a sentence: `Section 1 (br-s1)`."""
    return f"{narrator.unit_name(id)} ({id})"


def light(narrator: SkirmishLanguage, light: Light, rain: bool) -> str:
    """How well one sees: `night, rain`."""
    said = narrator.say(terms.LIGHTS[light])
    return narrator.say("{light}, rain", light=said) if rain else said


def when(narrator: SkirmishLanguage, turn: int, light: str) -> str:
    """A turn and its light: `turn 2 of 8, night`."""
    return narrator.say(
        "turn {turn} of {turns}, {light}", turn=turn, turns=narrator.scenario.turns, light=light
    )


def pins(narrator: SkirmishLanguage, count: int) -> str:
    """So many pins: `1 pin`."""
    return narrator.say("{count} pin", "{count} pins", count=count)


def markers(narrator: SkirmishLanguage, count: int) -> str:
    """So many marks of failed morale."""
    return narrator.say("{count} morale marker", "{count} morale markers", count=count)


def result(narrator: SkirmishLanguage, winner: Side | None) -> str:
    """Who won, at the head of a sentence."""
    if winner is None:
        return narrator.say("A draw")
    return narrator.say("The {side} side wins", side=narrator.side_adjective(winner))


def short(length: int) -> str:
    """A length in inches with no digit too many: `17.5`."""
    return geometry.inches(length).rstrip("0").rstrip(".")


def place(spot: Spot) -> str:
    """A place with no digit too many: `24,18.5`."""
    return f"{short(spot[0])},{short(spot[1])}"


def extent(corners: Sequence[Spot]) -> str:
    """Between which inches an outline lies: `6-42,35-39`."""
    ends = ((min(part), max(part)) for part in zip(*corners, strict=True))
    return ",".join(f"{short(first)}-{short(last)}" for first, last in ends)


def reach(length: int) -> str:
    """A range to a tenth of an inch, rounded up: `22.0`."""
    tenths = -(-length // 10)
    return f"{tenths // 10}.{tenths % 10}"


def span(faces: tuple[int, int] | None) -> str:
    """What a die needs at the least, and at the most where that is not known: `15+` or `13-19+`."""
    if faces is None:
        return "-"
    least, most = faces
    return f"{least}+" if least == most else f"{least}-{most}+"


def totals(narrator: SkirmishLanguage, points: Mapping[Side, int]) -> str:
    """The points of some sides: `British 4 and German 2`."""
    return narrator.listed([f"{narrator.side_name(side)} {count}" for side, count in points.items()])
