"""Events as prose. Each is worded from what it says itself, so that no reader learns more than he saw."""

from collections.abc import Iterator, Mapping
from typing import assert_never

from referee.engine.tongue import message
from referee.systems.skirmish.facts.geometry import inches, write_place
from referee.systems.skirmish.narrative import of_close, of_fire, phrases, reasons
from referee.systems.skirmish.narrative.phrases import Blocks
from referee.systems.skirmish.state import words
from referee.systems.skirmish.state.narrator import Narrator
from referee.systems.skirmish.state.position import Position
from schemas.reports.document import Heading, Strong
from schemas.skirmish import close_events as close
from schemas.skirmish import events as happened
from schemas.skirmish.amendments import FigureRepositioned, FiguresExchanged
from schemas.skirmish.words import Phase, Posture

ENDINGS: Mapping[str, str] = {
    "last-turn": message("{result}, after the last turn: {totals}."),
    "concession": message("{result}, by concession: {totals}."),
    "nobody-left": message("{result}, with nobody left: {totals}."),
}
"""How a game ends."""

POSTURES: Mapping[Posture, str] = {
    "hidden": message("{figure} keeps its head down."),
    "observe": message("{figure} looks out."),
    "open": message("{figure} stands in the open."),
    "prone": message("{figure} lies down."),
}
"""How a figure holds itself."""

SIGHTINGS: Mapping[str, str] = {
    "seen": message("Enemy {alias} is in sight at {place}"),
    "fired": message("Enemy {alias} gives himself away at {place}"),
    "rolled": message("Enemy {alias} is spotted at {place}"),
    "contact": message("Enemy {alias} is in touch at {place}"),
}
"""How an enemy came to be seen."""

GONE: Mapping[str, str] = {
    "killed": message("Enemy {alias} is killed."),
    "surrendered": message("Enemy {alias} is surrendered."),
    "dispersed": message("Enemy {alias} is dispersed."),
}
"""What became of an enemy who is seen no more."""

SHELLS: Mapping[str, str] = {
    "he": message("A shell comes down at {place}."),
    "smoke": message("A smoke shell comes down at {place}."),
}
"""What comes down."""


def narrate(  # noqa: C901, PLR0911, PLR0912 - one arm per event: the match is the table of contents
    narrator: Narrator, position: Position, event: happened.SkirmishEvent
) -> Blocks:
    """An event as a report tells it; a silent event gives nothing."""
    match event:
        case happened.PhaseStarted(turn=turn, phase=phase):
            return _phase(narrator, turn, phase)
        case happened.TurnOpened():
            return _turn(narrator, event)
        case happened.PlotsTorn():
            return narrator.told("All sealed orders so far are torn up.")
        case happened.PlotsClosed(side=side):
            return narrator.told("The {side} side has closed its orders.", side=narrator.side_adjective(side))
        case happened.FigurePlaced(figure=figure, at=spot, posture=posture):
            how = narrator.say(words.POSTURES[posture])
            return narrator.told(
                "{figure} begins at {place}, {how}.", figure=figure, place=write_place(spot), how=how
            )
        case FigureRepositioned(figure=figure, at=spot):
            return narrator.told("{figure} is put at {place}.", figure=figure, place=write_place(spot))
        case FiguresExchanged(figure=figure, other=other):
            return narrator.told("{figure} and {other} change places.", figure=figure, other=other)
        case happened.LeaderNamed(figure=figure, role=role):
            return narrator.told(
                "{figure} takes over as {role}.", figure=figure, role=narrator.say(words.ROLES[role])
            )
        case happened.ActivationEnded(side=side, passed=passed):
            told = message("The {side} side activates no more units this turn.")
            told = told if passed else message("The {side} side has moved a unit.")
            return narrator.told(told, side=narrator.side_adjective(side))
        case happened.UnitActivated():
            return _activate(narrator, event)
        case happened.OrderDropped():
            return _drop(narrator, event)
        case happened.FigureMoved():
            return _move(narrator, event)
        case happened.PostureTaken(figure=figure, posture=posture):
            return narrator.told(POSTURES[posture], figure=figure)
        case happened.MaskChanged(figure=figure, worn=worn):
            told = message("{figure} puts its gas mask on.")
            return narrator.told(told if worn else message("{figure} takes its gas mask off."), figure=figure)
        case happened.Looked(figure=figure, at=spot, rolls=rolls):
            looks = narrator.told("{figure} looks around {place}.", figure=figure, place=write_place(spot))
            return (*looks, *phrases.show_rolls(rolls))
        case happened.Sighted():
            return _sight(narrator, event)
        case happened.Shot():
            return of_fire.shot(narrator, event)
        case happened.FlameUsed(at=spot, to=end):
            told = message("A flamethrower is used from {place} to {end}.")
            return narrator.told(told, place=write_place(spot), end=write_place(end))
        case happened.BarrageCalled(mission=mission, aim=aim, falls=falls):
            told = message("{battery} is to fire at {place}, in turn {turn}.")
            return narrator.told(told, battery=mission, place=write_place(aim), turn=falls)
        case happened.MissionSpent(mission=mission):
            return narrator.told("{battery} fires.", battery=mission)
        case happened.ShellFell(kind=kind, at=spot, rolls=rolls):
            return (*narrator.told(SHELLS[kind], place=write_place(spot)), *phrases.show_rolls(rolls))
        case happened.ShellBurst(marks=marks, rolls=rolls):
            effect = of_fire.suffer(narrator, marks)
            return (*narrator.told("In its burst {effect}.", effect=effect), *phrases.show_rolls(rolls))
        case happened.SmokeLaid(at=spot, until=until):
            told = message("Smoke lies around {place} to the end of turn {turn}.")
            return narrator.told(told, place=write_place(spot), turn=until)
        case happened.SmokeCleared():
            return narrator.told("A cloud of smoke blows away.")
        case happened.TokenMoved(id=id, at=spot, shooting=shooting):
            told = message("{token} is at {place} and shoots.")
            told = told if shooting else message("{token} is at {place}.")
            return narrator.told(told, token=id, place=write_place(spot))
        case happened.Scored():
            return _score(narrator, event)
        case happened.GameEnded():
            return _end(narrator, event)
        case (
            happened.OrderPlotted() | happened.StandingOrderGiven() | happened.PlotsOpened()
            | happened.TierFired() | happened.TurnEnded()
        ):  # fmt: skip
            return ()
        case (
            close.Pinned() | close.Unpinned() | close.FellBack() | close.Killed() | close.AttackHalted()
            | close.ContactMade() | close.MeleeEnded() | close.MeleeFought() | close.BrokeOff()
            | close.MoraleTested() | close.MarkerAdded() | close.UnitRallied() | close.UnitDispersed()
            | close.Surrendered()
        ):  # fmt: skip
            return of_close.narrate(narrator, position, event)
        case _:
            assert_never(event)


def _phase(narrator: Narrator, turn: int, phase: Phase) -> Blocks:
    if phase not in words.PHASES:
        return ()
    name = narrator.say(words.PHASES[phase])
    return (Heading(text=narrator.say("Turn {turn}: {phase}", turn=turn, phase=name), level=3),)


def _turn(narrator: Narrator, event: happened.TurnOpened) -> Blocks:
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


def _activate(narrator: Narrator, event: happened.UnitActivated) -> Blocks:
    gains = [
        narrator.say("{mode} up to {reach} inches", mode=narrator.say(words.MODES[mode]), reach=inches(reach))
        for mode, reach in zip(event.modes, event.allowances, strict=False)
    ]
    told = message("{Unit} is activated: {gains}.") if gains else message("{Unit} is activated.")
    unit = phrases.unit(narrator, event.unit)
    return (*narrator.told(told, unit=unit, gains=narrator.listed(gains)), *phrases.show_rolls(event.rolls))


def _drop(narrator: Narrator, event: happened.OrderDropped) -> Blocks:
    lost = message("{figure}: the order is dropped.")
    lost = message("{figure}: part of the order is dropped.") if event.part else lost
    return narrator.told(
        "{dropped} {number}: {fact}.",
        dropped=Strong(text=narrator.say(lost, figure=event.figure)),
        number=narrator.cite(event.clause).number,
        fact=reasons.word(narrator, event.fact, event.parameters, event.text),
    )


def _move(narrator: Narrator, event: happened.FigureMoved) -> Blocks:
    told = message("{figure} ({mode}) comes to {place}.")
    return narrator.told(
        message("{figure} ({mode}) comes to {place}, stopped by {cut}.") if event.cut else told,
        figure=event.figure,
        mode=narrator.say(words.MODES[event.mode]),
        place=write_place(event.path[-1]),
        cut=reasons.word(narrator, event.fact, {}, event.cut),
    )


def _sight(narrator: Narrator, event: happened.Sighted) -> Blocks:
    """What a side sees of an enemy, or that it sees him no longer."""
    alias, place = event.alias, write_place(event.at)
    if event.status != "active":
        return narrator.told(GONE[event.status], alias=alias)
    if event.how == "lost":
        return narrator.told("Enemy {alias} is out of sight, last seen at {place}.", alias=alias, place=place)
    known = ", ".join(_know(narrator, event))
    return narrator.told(
        message("{sighting} of {units}: {known}.") if known else message("{sighting} of {units}."),
        sighting=Strong(text=narrator.say(SIGHTINGS[event.how], alias=alias, place=place)),
        units=narrator.listed([narrator.unit_name(unit) for unit in event.units]),
        known=known,
    )


def _know(narrator: Narrator, event: happened.Sighted) -> Iterator[str]:
    """What is known of an enemy beside his place."""
    if event.posture != "open":
        yield narrator.say(words.POSTURES[event.posture])
    if event.pins:
        yield phrases.pins(narrator, event.pins)
    if event.weapon:
        yield narrator.weapon_name(event.weapon)
    if event.quality:
        yield narrator.quality_name(event.quality)


def _score(narrator: Narrator, event: happened.Scored) -> Blocks:
    return narrator.told(
        "{count} point for the {side} side: {title}.", "{count} points for the {side} side: {title}.",
        count=event.points,
        side=narrator.side_adjective(event.side),
        title=narrator.scenario.victory[event.side][event.rule].title,
    )  # fmt: skip


def _end(narrator: Narrator, event: happened.GameEnded) -> Blocks:
    points = dict(zip(narrator.game.sides, event.points, strict=True))
    return (
        Heading(text=narrator.say("The game is over"), level=3),
        narrator.paragraph(
            ENDINGS[event.reason],
            result=Strong(text=phrases.result(narrator, event.winner)),
            totals=phrases.totals(narrator, points),
        ),
    )
