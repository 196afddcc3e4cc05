"""Pins, hand-to-hand fighting and morale as prose."""

from collections.abc import Mapping
from typing import assert_never

from referee.engine.tongue import message, upper
from referee.systems.skirmish.facts.geometry import write_place
from referee.systems.skirmish.narrative import phrases
from referee.systems.skirmish.narrative.phrases import Blocks
from referee.systems.skirmish.state.narrator import Narrator
from referee.systems.skirmish.state.position import Position
from schemas.reports.document import Strong
from schemas.skirmish.close_events import (
    AttackHalted,
    BrokeOff,
    ContactMade,
    FellBack,
    Killed,
    MarkerAdded,
    MeleeEnded,
    MeleeFought,
    MoraleTested,
    Pinned,
    Surrendered,
    UnitDispersed,
    UnitRallied,
    Unpinned,
)
from schemas.skirmish.words import Effect

CloseEvent = (
    Pinned | Unpinned | FellBack | Killed | AttackHalted | ContactMade | MeleeEnded | MeleeFought | BrokeOff
    | MoraleTested | MarkerAdded | UnitRallied | UnitDispersed | Surrendered
)  # fmt: skip

CAUSES: Mapping[str, str] = {
    "dead": message("its dead"),
    "leader": message("a dead leader"),
    "tank": message("a tank"),
    "flames": message("flames"),
}
"""What a unit is tested for."""

TESTS: Mapping[bool, str] = {
    True: message("{Unit} passes a morale test for {cause}."),
    False: message("{Unit} fails a morale test for {cause}."),
}
"""Whether a test was passed."""

RALLIES: Mapping[bool, str] = {
    True: message("{Unit} rallies: {markers} left."),
    False: message("{Unit} does not rally: {markers} left."),
}
"""Whether a unit came to itself."""

SURRENDERS: Mapping[str, str] = {
    "cut-off": message("{surrendered}, cut-off."),
    "surrounded": message("{surrendered}, surrounded."),
}
"""Why figures give up."""

FATES: Mapping[Effect, str] = {
    "kill": message("{figure} is killed"),
    "pin": message("{figure} is pinned"),
    "miss": message("{figure} holds"),
}
"""What a round does to a man."""


def narrate(narrator: Narrator, position: Position, event: CloseEvent) -> Blocks:  # noqa: C901, PLR0911, PLR0912 - one arm per event
    """An event as a report tells it."""
    match event:
        case Pinned(figure=figure, pins=pins):
            pinned = Strong(text=narrator.say("{figure} is pinned", figure=figure))
            return narrator.told(
                "{pinned}: {count} marker.", "{pinned}: {count} markers.", pinned=pinned, count=pins
            )
        case Unpinned(figure=figure, removed=removed, rolls=rolls):
            lost = phrases.pins(narrator, removed) if removed else narrator.say("no pin")
            return (
                *narrator.told("{figure} loses {pins}.", figure=figure, pins=lost),
                *phrases.show_rolls(rolls),
            )
        case FellBack(figure=figure, at=spot):
            return narrator.told("{figure} falls back to {place}.", figure=figure, place=write_place(spot))
        case Killed(figure=figure):
            killed = Strong(text=narrator.say("{figure} is killed", figure=figure))
            return narrator.told("{killed}.", killed=killed)
        case AttackHalted(figure=figure, at=spot):
            return narrator.told("{figure} is halted at {place}.", figure=figure, place=write_place(spot))
        case ContactMade():
            attacker, defender = _pair(narrator, event)
            told = message("{attacker} comes to grips with {defender}.")
            return narrator.told(told, attacker=attacker, defender=defender)
        case MeleeEnded():
            attacker, defender = _pair(narrator, event)
            told = message("{attacker} and {defender} are in contact no more.")
            return narrator.told(told, attacker=attacker, defender=defender)
        case MeleeFought():
            return _round(narrator, event)
        case BrokeOff(figure=figure):
            return narrator.told("{figure} breaks off.", figure=figure)
        case MoraleTested(unit=unit, cause=cause, passed=passed, rolls=rolls):
            named = phrases.unit(narrator, unit)
            tested = narrator.told(TESTS[passed], unit=named, cause=narrator.say(CAUSES[cause]))
            return (*tested, *phrases.show_rolls(rolls))
        case MarkerAdded(unit=unit, markers=markers):
            named = phrases.unit(narrator, unit)
            return narrator.told(
                "{Unit} has {markers}.", unit=named, markers=phrases.markers(narrator, markers)
            )
        case UnitRallied(unit=unit, markers=markers, rolls=rolls):
            rallied = RALLIES[markers < position.units[unit].markers]
            left, named = phrases.markers(narrator, markers), phrases.unit(narrator, unit)
            return (*narrator.told(rallied, unit=named, markers=left), *phrases.show_rolls(rolls))
        case UnitDispersed(unit=unit):
            runs = Strong(text=narrator.say("{Unit} runs", unit=phrases.unit(narrator, unit)))
            return narrator.told("{runs} and is dispersed.", runs=runs)
        case Surrendered(figure=figure, cause=cause):
            surrendered = Strong(text=narrator.say("{figure} surrenders", figure=figure))
            return narrator.told(SURRENDERS[cause], surrendered=surrendered)
        case _:
            assert_never(event)


def _pair(narrator: Narrator, event: ContactMade | MeleeEnded) -> tuple[str, str]:
    """The two men of a contact as they are named in this copy, the first at the head of a sentence."""
    attacker = event.attacker or upper(narrator.say("enemy {alias}", alias=event.attacker_alias))
    return attacker, event.defender or narrator.say("enemy {alias}", alias=event.defender_alias)


def _round(narrator: Narrator, event: MeleeFought) -> Blocks:
    """A round, with what became of each."""
    names = [id or alias for id, alias in zip(event.attackers, event.attacker_aliases, strict=True)]
    names.append(event.defender or event.defender_alias)
    names = [
        name + (f" ({given:+})" if given else "") for name, given in zip(names, event.modifiers, strict=True)
    ]
    fates = [
        narrator.say(FATES[effect], figure=name) for name, effect in zip(names, event.effects, strict=True)
    ]
    return (
        *narrator.told("Hand to hand: {fates}.", fates=narrator.listed(fates)),
        *phrases.show_rolls(event.rolls),
    )
