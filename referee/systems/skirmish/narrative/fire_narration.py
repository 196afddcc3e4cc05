"""Shots as prose: firer, weapon, and the effect of the dice on each figure."""

from collections.abc import Mapping

from referee.i18n.translator import message
from referee.systems.skirmish.facts.geometry import write_place
from referee.systems.skirmish.language.language import SkirmishLanguage
from referee.systems.skirmish.narrative import phrases
from referee.systems.skirmish.narrative.phrases import Blocks
from referee.systems.skirmish.state.position import Position
from schemas.skirmish.events import Mark, Shot

FIRES: Mapping[tuple[str | None, bool], str] = {
    ("aimed", False): message("aimed fire with {weapon}"),
    ("aimed", True): message("rapid aimed fire with {weapon}"),
    ("unaimed", False): message("unaimed fire with {weapon}"),
    ("unaimed", True): message("rapid unaimed fire with {weapon}"),
}
"""Descriptions of fire, by its kind and by `rapid`."""


def shot(narrator: SkirmishLanguage, _: Position, event: Shot) -> Blocks:
    """Return a shot as the firer's side or the side under fire saw it."""
    template = _name_firer(event) if event.figure else _under_fire(event)
    effect = suffer(narrator, event.marks)
    if event.figure:
        effect = effect or narrator.say("no effect that can be seen")
    blocks = narrator.told(
        template, figure=event.figure, alias=event.alias, place=write_place(event.at),
        fire=_fire(narrator, event), effect=effect,
    )  # fmt: skip
    return (*blocks, *phrases.show_rolls(event.rolls))


def _name_firer(event: Shot) -> str:
    if event.reaction:
        return message("{figure}, {fire} at {place}, at an attacker: {effect}.")
    return message("{figure}, {fire} at {place}: {effect}.")


def _under_fire(event: Shot) -> str:
    if not event.alias:
        return message("Under fire from an unseen enemy: {effect}.")
    if event.reaction:
        return message("Enemy {alias}, the target of the attack, gives {fire}: {effect}.")
    return message("Enemy {alias} gives {fire}: {effect}.")


def _fire(narrator: SkirmishLanguage, event: Shot) -> str:
    """Return the kind of fire, or "" if it is not known."""
    if event.kind is None:
        return ""
    return narrator.say(FIRES[event.kind, event.rapid], weapon=narrator.a_weapon(event.weapon))


def suffer(narrator: SkirmishLanguage, marks: tuple[Mark, ...]) -> str:
    """Return the effect of the dice on each figure, with the scores they needed if these are known."""
    return narrator.listed([_need(narrator, mark) for mark in marks])


def _need(narrator: SkirmishLanguage, mark: Mark) -> str:
    text = _mark(narrator, mark)
    if mark.needed is None:
        return text
    if not mark.total:
        return narrator.say("{told} ({needed} or more pins)", told=text, needed=mark.needed)
    return narrator.say(
        "{told} ({total:+}: {needed} or more pins)", told=text, total=mark.total, needed=mark.needed
    )


def _mark(narrator: SkirmishLanguage, mark: Mark) -> str:
    name = mark.figure or mark.alias
    match mark.effect:
        case "kill":
            return narrator.say("{figure} is killed", figure=name)
        case "pin" if mark.pins > 1:
            return narrator.say("{figure} is pinned ({pins} markers)", figure=name, pins=mark.pins)
        case "pin":
            return narrator.say("{figure} is pinned", figure=name)
        case "miss":
            return narrator.say("{figure} is missed", figure=name)
