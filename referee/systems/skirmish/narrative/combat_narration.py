"""Shots, pins, hand-to-hand fighting and morale as prose."""

from collections.abc import Mapping

from referee.engine.events import narration
from referee.i18n.translator import message
from referee.systems.skirmish.facts.geometry import write_place
from referee.systems.skirmish.language.language import SkirmishLanguage
from referee.systems.skirmish.narrative import phrases
from referee.systems.skirmish.narrative.phrases import Blocks, Narrations
from referee.systems.skirmish.state.position import Position
from schemas.reports import Strong
from schemas.skirmish import close_events
from schemas.skirmish.events import Mark, Shot
from schemas.skirmish.names import Effect

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
        # `at` is the place of the firer here: the journal does not record the place of the attacker.
        return message("{figure}, {fire} from {place}, at an attacker: {effect}.")
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
    text = _word_mark(narrator, mark)
    if mark.needed is None:
        return text
    if not mark.total:
        return narrator.say("{told} ({needed} or more pins)", told=text, needed=mark.needed)
    return narrator.say(
        "{told} ({total:+}: {needed} or more pins)", told=text, total=mark.total, needed=mark.needed
    )


def _word_mark(narrator: SkirmishLanguage, mark: Mark) -> str:
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


CAUSES: Mapping[str, str] = {
    "dead": message("its dead"),
    "leader": message("a dead leader"),
    "tank": message("a tank"),
    "flames": message("flames"),
}
"""Causes of morale tests."""


RALLIES: Mapping[bool, str] = {
    True: message("{Unit} rallies: {markers} left."),
    False: message("{Unit} does not rally: {markers} left."),
}
"""Sentences for an attempt to rally, by its success."""

SURRENDERS: Mapping[str, str] = {
    "cut-off": message("{surrendered}, cut-off."),
    "surrounded": message("{surrendered}, surrounded."),
}
"""Sentences for a surrender, by its cause."""

FATES: Mapping[Effect, str] = {
    "kill": message("{figure} is killed"),
    "pin": message("{figure} is pinned"),
    "miss": message("{figure} holds"),
}
"""Effects of a round on a figure."""


def _pin(narrator: SkirmishLanguage, _: Position, event: close_events.Pinned) -> Blocks:
    fate = Strong(text=narrator.say("{figure} is pinned", figure=event.figure))
    return narrator.told(
        "{pinned}: {count} marker.", "{pinned}: {count} markers.", pinned=fate, count=event.pins
    )


def _unpin(narrator: SkirmishLanguage, _: Position, event: close_events.Unpinned) -> Blocks:
    lost = phrases.pins(narrator, event.removed) if event.removed else narrator.say("no pin")
    blocks = narrator.told("{figure} loses {pins}.", figure=event.figure, pins=lost)
    return (*blocks, *phrases.show_rolls(event.rolls))


def _kill(narrator: SkirmishLanguage, _: Position, event: close_events.Killed) -> Blocks:
    fate = Strong(text=narrator.say("{figure} is killed", figure=event.figure))
    return narrator.told("{killed}.", killed=fate)


def _rally(narrator: SkirmishLanguage, position: Position, event: close_events.UnitRallied) -> Blocks:
    template = RALLIES[event.markers < position.units[event.unit].markers]
    unit, markers = phrases.unit(narrator, event.unit), phrases.markers(narrator, event.markers)
    return (*narrator.told(template, unit=unit, markers=markers), *phrases.show_rolls(event.rolls))


def _disperse(narrator: SkirmishLanguage, _: Position, event: close_events.UnitDispersed) -> Blocks:
    runs = Strong(text=narrator.say("{Unit} runs", unit=phrases.unit(narrator, event.unit)))
    return narrator.told("{runs} and is dispersed.", runs=runs)


def _surrender(narrator: SkirmishLanguage, _: Position, event: close_events.Surrendered) -> Blocks:
    fate = Strong(text=narrator.say("{figure} surrenders", figure=event.figure))
    return narrator.told(SURRENDERS[event.cause], surrendered=fate)


def _fight(narrator: SkirmishLanguage, _: Position, event: close_events.MeleeFought) -> Blocks:
    """Return a round with the fate of each figure."""
    names = [id or alias for id, alias in zip(event.attackers, event.attacker_aliases, strict=True)]
    names.append(event.defender or event.defender_alias)
    names = [
        name + (f" ({modifier:+})" if modifier else "")
        for name, modifier in zip(names, event.modifiers, strict=True)
    ]
    fates = [
        narrator.say(FATES[effect], figure=name) for name, effect in zip(names, event.effects, strict=True)
    ]
    return (
        *narrator.told("Hand to hand: {fates}.", fates=narrator.listed(fates)),
        *phrases.show_rolls(event.rolls),
    )


NARRATIONS: Narrations = (
    narration(close_events.Pinned, _pin),
    narration(close_events.Unpinned, _unpin),
    narration(close_events.Killed, _kill),
    narration(close_events.MeleeFought, _fight),
    narration(close_events.UnitRallied, _rally),
    narration(close_events.UnitDispersed, _disperse),
    narration(close_events.Surrendered, _surrender),
)
