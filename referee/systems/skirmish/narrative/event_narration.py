"""Events and reasons as prose, each from its own fields.

Journals of the first vocabulary record reasons as text only; reports show that text unchanged.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import cast

from referee.engine.events import narration
from referee.engine.facts import Parameter, Statable, list_by_code
from referee.i18n.fact_text import narrate_event, say_filed
from referee.i18n.translator import message, upper
from referee.systems.skirmish.combat import refusals as combat
from referee.systems.skirmish.events import sealed_orders as events
from referee.systems.skirmish.events.evolution import EVENTS
from referee.systems.skirmish.facts import paths
from referee.systems.skirmish.facts import targets as facts
from referee.systems.skirmish.facts.geometry import inches, write_place
from referee.systems.skirmish.flow import refusals as flow
from referee.systems.skirmish.language import terms
from referee.systems.skirmish.language.language import SkirmishLanguage
from referee.systems.skirmish.movement import refusals as movement
from referee.systems.skirmish.narrative import combat_narration, phrases
from referee.systems.skirmish.narrative.phrases import Blocks, Narrations
from referee.systems.skirmish.state.position import Position
from schemas.record import JsonValue
from schemas.reports import Heading, Strong
from schemas.skirmish import events as happened

CHAPTERS = (
    combat.Refusal, events.Refusal, facts.Refusal, flow.Refusal, movement.Refusal, paths.Cut,
)  # fmt: skip

FACTS: Mapping[str, Statable] = list_by_code(*CHAPTERS)
"""The facts that these rules may state, by code."""


def word_reason(
    narrator: SkirmishLanguage, code: str, parameters: Mapping[str, JsonValue], filed: str
) -> str:
    """Return the text of a fact by its code, or the recorded text if the event has no code."""
    fact = FACTS.get(code)
    values = cast(Mapping[str, Parameter], parameters)
    return say_filed(narrator.tongue, fact, values, narrator.name, filed) if fact else filed


ENDINGS: Mapping[str, str] = {
    "last-turn": message("{result}, after the last turn: {totals}."),
    "concession": message("{result}, by concession: {totals}."),
    "nobody-left": message("{result}, because a side has no figures left: {totals}."),
}
"""Sentences for the end of a game."""


SIGHTINGS: Mapping[str, str] = {
    "seen": message("Enemy {alias} is in sight at {place}"),
    "fired": message("Enemy {alias} fires from {place}"),
    "rolled": message("Enemy {alias} is spotted at {place}"),
    "contact": message("Enemy {alias} is in contact at {place}"),
}
"""Sentences for a sighting, by its cause."""

GONE: Mapping[str, str] = {
    "killed": message("Enemy {alias} is killed."),
    "surrendered": message("Enemy {alias} has surrendered."),
    "dispersed": message("Enemy {alias} is dispersed."),
}
"""Sentences for an enemy out of action."""


def narrate(narrator: SkirmishLanguage, position: Position, event: happened.SkirmishEvent) -> Blocks:
    """Return an event as a report tells it; a silent event gives no block."""
    sentence = EVENTS.of(event).narrate
    if sentence is None:
        return NARRATED[type(event)](narrator, position, event)
    return narrate_event(narrator, sentence, event, partial(_name, narrator, event))


def _name(narrator: SkirmishLanguage, event: happened.SkirmishEvent, part: str) -> object:
    """Return a parameter of a template, which is named like the field of the event that it stands for."""
    of = getattr(event, next(name for name in (part, *FIELDS.get(part, ())) if hasattr(event, name)))
    match part:
        case "attacker" | "defender":
            enemy = narrator.say("enemy {alias}", alias=getattr(event, f"{part}_alias"))
            return of or (upper(enemy) if part == "attacker" else enemy)
        case "markers":
            return phrases.markers(narrator, of)
        case "unit":
            return phrases.unit(narrator, of)
        case _:
            terms_of_part = TERMS.get(part)
            return (
                narrator.name(KINDS.get(part, part), of)
                if terms_of_part is None
                else narrator.say(terms_of_part[of])
            )


TERMS: Mapping[str, Mapping[str, str]] = {
    "cause": combat_narration.CAUSES,
    "how": cast(Mapping[str, str], terms.POSTURES),
    "role": cast(Mapping[str, str], terms.ROLES),
}
"""The terms of the values of some fields."""

KINDS: Mapping[str, str] = {"end": "place"}
"""The kinds of parameters that templates name otherwise."""

FIELDS: Mapping[str, tuple[str, ...]] = {
    "place": ("at", "aim"),
    "end": ("to",),
    "battery": ("mission",),
    "how": ("posture",),
    "token": ("id",),
    "turn": ("falls", "until"),
}
"""The fields of events that have another name in templates."""


def _burst(narrator: SkirmishLanguage, _: Position, event: happened.ShellBurst) -> Blocks:
    effect = combat_narration.suffer(narrator, event.marks)
    return (
        *narrator.told("In its burst {effect}.", effect=effect),
        *phrases.show_rolls(event.rolls),
    )


def _start_phase(narrator: SkirmishLanguage, _: Position, event: happened.PhaseStarted) -> Blocks:
    if event.phase not in terms.PHASES:
        return ()
    name = narrator.say(terms.PHASES[event.phase])
    return (Heading(text=narrator.say("Turn {turn}: {phase}", turn=event.turn, phase=name), level=3),)


def _open_turn(narrator: SkirmishLanguage, _: Position, event: happened.TurnOpened) -> Blocks:
    return (
        Heading(
            text=narrator.say("Turn {turn} of {turns}", turn=event.turn, turns=narrator.scenario.turns),
            level=3,
        ),
        narrator.paragraph(
            "It is {light}. The {side} side moves first.",
            light=phrases.light(narrator, event.light, event.rain),
            side=narrator.side_adjective(event.first),
        ),
        *phrases.show_rolls(event.rolls),
    )


def _activate(narrator: SkirmishLanguage, _: Position, event: happened.UnitActivated) -> Blocks:
    gains = [
        narrator.say("{mode} up to {reach} inches", mode=narrator.say(terms.MODES[mode]), reach=inches(reach))
        for mode, reach in zip(event.modes, event.allowances, strict=False)
    ]
    template = message("{Unit} is activated: {gains}.") if gains else message("{Unit} is activated.")
    unit = phrases.unit(narrator, event.unit)
    return (
        *narrator.told(template, unit=unit, gains=narrator.listed(gains)),
        *phrases.show_rolls(event.rolls),
    )


def _drop(narrator: SkirmishLanguage, _: Position, event: happened.OrderDropped) -> Blocks:
    lost = message("{figure}: the order is dropped.")
    lost = message("{figure}: part of the order is dropped.") if event.part else lost
    return narrator.told(
        "{dropped} {number}: {fact}.",
        dropped=Strong(text=narrator.say(lost, figure=event.figure)),
        number=narrator.cite(event.clause).number,
        fact=word_reason(narrator, event.fact, event.parameters, event.text),
    )


def _move(narrator: SkirmishLanguage, _: Position, event: happened.FigureMoved) -> Blocks:
    template = message("{figure} ({mode}) moves to {place}.")
    return narrator.told(
        message("{figure} ({mode}) moves to {place}, stopped by {cut}.") if event.cut else template,
        figure=event.figure,
        mode=narrator.say(terms.MODES[event.mode]),
        place=write_place(event.path[-1]),
        cut=word_reason(narrator, event.fact, {}, event.cut),
    )


def _sight(narrator: SkirmishLanguage, _: Position, event: happened.Sighted) -> Blocks:
    """Return the sighting of an enemy, or its loss."""
    alias, place = event.alias, write_place(event.at)
    if event.status != "active":
        return narrator.told(GONE[event.status], alias=alias)
    if event.how == "lost":
        return narrator.told("Enemy {alias} is out of sight, last seen at {place}.", alias=alias, place=place)
    details = ", ".join(_know(narrator, event))
    return narrator.told(
        message("{sighting}, seen by {units}: {known}.")
        if details
        else message("{sighting}, seen by {units}."),
        sighting=Strong(text=narrator.say(SIGHTINGS[event.how], alias=alias, place=place)),
        units=narrator.listed([narrator.unit_name(unit) for unit in event.units]),
        known=details,
    )


def _know(narrator: SkirmishLanguage, event: happened.Sighted) -> Iterator[str]:
    """Yield the known facts of an enemy, without its place."""
    if event.posture != "open":
        yield narrator.say(terms.POSTURES[event.posture])
    if event.pins:
        yield phrases.pins(narrator, event.pins)
    if event.weapon:
        yield narrator.weapon_name(event.weapon)
    if event.quality:
        yield narrator.quality_name(event.quality)


def _score(narrator: SkirmishLanguage, _: Position, event: happened.Scored) -> Blocks:
    return narrator.told(
        "{count} point for the {side} side: {title}.", "{count} points for the {side} side: {title}.",
        count=event.points,
        side=narrator.side_adjective(event.side),
        title=narrator.scenario.victory[event.side][event.rule].title,
    )  # fmt: skip


def _end(narrator: SkirmishLanguage, _: Position, event: happened.GameEnded) -> Blocks:
    points = dict(zip(narrator.game.sides, event.points, strict=True))
    return (
        Heading(text=narrator.say("The game is over"), level=3),
        narrator.paragraph(
            ENDINGS[event.reason],
            result=Strong(text=phrases.result(narrator, event.winner)),
            totals=phrases.totals(narrator, points),
        ),
    )


NARRATIONS: Narrations = (
    narration(happened.PhaseStarted, _start_phase),
    narration(happened.TurnOpened, _open_turn),
    narration(happened.UnitActivated, _activate),
    narration(happened.OrderDropped, _drop),
    narration(happened.FigureMoved, _move),
    narration(happened.Sighted, _sight),
    narration(happened.Shot, combat_narration.shot),
    narration(happened.ShellBurst, _burst),
    narration(happened.Scored, _score),
    narration(happened.GameEnded, _end),
)

NARRATED = dict((*NARRATIONS, *combat_narration.NARRATIONS))
"""The functions that narrate events without a template, by model."""
