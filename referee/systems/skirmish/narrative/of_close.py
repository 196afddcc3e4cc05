"""Pins, hand-to-hand fighting and morale as prose."""

from typing import assert_never

from referee.systems.skirmish.narrative import phrases
from referee.systems.skirmish.narrative.phrases import Blocks, at, thrown
from referee.systems.skirmish.position import Position
from referee.systems.skirmish.table import Table
from schemas.document import Strong, words
from schemas.record import listed
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

CloseEvent = (
    Pinned | Unpinned | FellBack | Killed | AttackHalted | ContactMade | MeleeEnded | MeleeFought | BrokeOff
    | MoraleTested | MarkerAdded | UnitRallied | UnitDispersed | Surrendered
)  # fmt: skip

CAUSES = {"dead": "its dead", "leader": "a dead leader", "tank": "a tank", "flames": "flames"}


def narrate(table: Table, position: Position, event: CloseEvent) -> Blocks:  # noqa: C901, PLR0911, PLR0912 - one arm per event
    """An event as a report tells it."""
    match event:
        case Pinned(figure=figure, pins=pins):
            return (words(Strong(text=f"{figure} is pinned"), f": {phrases.counted(pins, 'marker')}."),)
        case Unpinned(figure=figure, removed=removed, rolls=rolls):
            told = phrases.counted(removed, "pin") if removed else "no pin"
            return (words(f"{figure} loses {told}."), *thrown(*rolls))
        case FellBack(figure=figure, at=spot):
            return (words(f"{figure} falls back to {at(spot)[3:]}."),)
        case Killed(figure=figure):
            return (words(Strong(text=f"{figure} is killed"), "."),)
        case AttackHalted(figure=figure, at=spot):
            return (words(f"{figure} is halted {at(spot)}."),)
        case ContactMade():
            return (words(_contact(event)),)
        case MeleeEnded():
            own, enemy = _pair(event)
            return (words(f"{own} and {enemy} are in contact no more."),)
        case MeleeFought():
            return _round(event)
        case BrokeOff(figure=figure):
            return (words(f"{figure} breaks off."),)
        case MoraleTested(unit=unit, cause=cause, passed=passed, rolls=rolls):
            result = "passes" if passed else "fails"
            told = f"{phrases.unit(table, unit)} {result} a morale test for {CAUSES[cause]}."
            return (words(told), *thrown(*rolls))
        case MarkerAdded(unit=unit, markers=markers):
            told = phrases.counted(markers, "morale marker")
            return (words(f"{phrases.unit(table, unit)} has {told}."),)
        case UnitRallied(unit=unit, markers=markers, rolls=rolls):
            rallied = "rallies" if markers < position.units[unit].markers else "does not rally"
            left = phrases.counted(markers, "morale marker")
            return (words(f"{phrases.unit(table, unit)} {rallied}: {left} left."), *thrown(*rolls))
        case UnitDispersed(unit=unit):
            return (words(Strong(text=f"{phrases.unit(table, unit)} runs"), " and is dispersed."),)
        case Surrendered(figure=figure, cause=cause):
            return (words(Strong(text=f"{figure} surrenders"), f", {cause}."),)
        case _:
            assert_never(event)


def _pair(event: ContactMade | MeleeEnded) -> tuple[str, str]:
    """The two men of a contact as they are named in this copy."""
    return (
        event.attacker or f"enemy {event.attacker_alias}",
        event.defender or f"enemy {event.defender_alias}",
    )


def _contact(event: ContactMade) -> str:
    attacker, defender = _pair(event)
    return f"{attacker} comes to grips with {defender}."


def _round(event: MeleeFought) -> Blocks:
    """A round, with what became of each."""
    names = [id or alias for id, alias in zip(event.attackers, event.attacker_aliases, strict=True)]
    names.append(event.defender or event.defender_alias)
    names = [
        name + (f" ({given:+})" if given else "") for name, given in zip(names, event.modifiers, strict=True)
    ]
    became = {"kill": "is killed", "pin": "is pinned", "miss": "holds"}
    told = listed([f"{name} {became[effect]}" for name, effect in zip(names, event.effects, strict=True)])
    return (words(f"Hand to hand: {told}."), *thrown(*event.rolls))
