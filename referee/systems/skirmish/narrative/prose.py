"""Events as prose. Each is told from what it says itself, so that nobody is told more than he saw."""

from collections.abc import Iterator, Mapping
from typing import assert_never

from referee.engine.tongue import message
from referee.systems.skirmish.facts.geometry import inches, write_place
from referee.systems.skirmish.narrative import of_close, of_fire, phrases, reasons
from referee.systems.skirmish.narrative.phrases import Blocks
from referee.systems.skirmish.state import words
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.reports.document import Heading, Strong
from schemas.skirmish import close_events as close
from schemas.skirmish import events as happened
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
    table: Table, position: Position, event: happened.SkirmishEvent
) -> Blocks:
    """An event as a report tells it; a silent event gives nothing."""
    match event:
        case happened.PhaseStarted(turn=turn, phase=phase):
            return _phase(table, turn, phase)
        case happened.TurnOpened():
            return _turn(table, event)
        case happened.PlotsTorn():
            return table.told("All sealed orders so far are torn up.")
        case happened.PlotsClosed(side=side):
            return table.told("The {side} side has closed its orders.", side=table.side_adjective(side))
        case happened.FigurePlaced(figure=figure, at=spot, posture=posture):
            how = table.say(words.POSTURES[posture])
            return table.told(
                "{figure} begins at {place}, {how}.", figure=figure, place=write_place(spot), how=how
            )
        case happened.LeaderNamed(figure=figure, role=role):
            return table.told(
                "{figure} takes over as {role}.", figure=figure, role=table.say(words.ROLES[role])
            )
        case happened.ActivationEnded(side=side, passed=passed):
            told = message("The {side} side activates no more units this turn.")
            told = told if passed else message("The {side} side has moved a unit.")
            return table.told(told, side=table.side_adjective(side))
        case happened.UnitActivated():
            return _activate(table, event)
        case happened.OrderDropped():
            return _drop(table, event)
        case happened.FigureMoved():
            return _move(table, event)
        case happened.PostureTaken(figure=figure, posture=posture):
            return table.told(POSTURES[posture], figure=figure)
        case happened.MaskChanged(figure=figure, worn=worn):
            told = message("{figure} puts its gas mask on.")
            return table.told(told if worn else message("{figure} takes its gas mask off."), figure=figure)
        case happened.Looked(figure=figure, at=spot, rolls=rolls):
            looks = table.told("{figure} looks around {place}.", figure=figure, place=write_place(spot))
            return (*looks, *phrases.show_rolls(rolls))
        case happened.Sighted():
            return _sight(table, event)
        case happened.Shot():
            return of_fire.shot(table, event)
        case happened.FlameUsed(at=spot, to=end):
            told = message("A flamethrower is used from {place} to {end}.")
            return table.told(told, place=write_place(spot), end=write_place(end))
        case happened.BarrageCalled(mission=mission, aim=aim, falls=falls):
            told = message("{battery} is to fire at {place}, in turn {turn}.")
            return table.told(told, battery=mission, place=write_place(aim), turn=falls)
        case happened.MissionSpent(mission=mission):
            return table.told("{battery} fires.", battery=mission)
        case happened.ShellFell(kind=kind, at=spot, rolls=rolls):
            return (*table.told(SHELLS[kind], place=write_place(spot)), *phrases.show_rolls(rolls))
        case happened.ShellBurst(marks=marks, rolls=rolls):
            effect = of_fire.suffer(table, marks)
            return (*table.told("In its burst {effect}.", effect=effect), *phrases.show_rolls(rolls))
        case happened.SmokeLaid(at=spot, until=until):
            told = message("Smoke lies around {place} to the end of turn {turn}.")
            return table.told(told, place=write_place(spot), turn=until)
        case happened.SmokeCleared():
            return table.told("A cloud of smoke blows away.")
        case happened.TokenMoved(id=id, at=spot, shooting=shooting):
            told = message("{token} is at {place} and shoots.")
            told = told if shooting else message("{token} is at {place}.")
            return table.told(told, token=id, place=write_place(spot))
        case happened.Scored():
            return _score(table, event)
        case happened.GameEnded():
            return _end(table, event)
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
            return of_close.narrate(table, position, event)
        case _:
            assert_never(event)


def _phase(table: Table, turn: int, phase: Phase) -> Blocks:
    if phase not in words.PHASES:
        return ()
    name = table.say(words.PHASES[phase])
    return (Heading(text=table.say("Turn {turn}: {phase}", turn=turn, phase=name), level=3),)


def _turn(table: Table, event: happened.TurnOpened) -> Blocks:
    return (
        Heading(
            text=table.say("Turn {turn} of {turns}", turn=event.turn, turns=table.scenario.turns), level=3
        ),
        table.paragraph(
            "It is {light}. The {side} side moves first.",
            light=phrases.light(table, event.light, event.rain),
            side=table.side_adjective(event.first),
        ),
        *phrases.show_rolls(event.rolls),
    )


def _activate(table: Table, event: happened.UnitActivated) -> Blocks:
    gains = [
        table.say("{mode} up to {reach} inches", mode=table.say(words.MODES[mode]), reach=inches(reach))
        for mode, reach in zip(event.modes, event.allowances, strict=False)
    ]
    told = message("{Unit} is activated: {gains}.") if gains else message("{Unit} is activated.")
    unit = phrases.unit(table, event.unit)
    return (*table.told(told, unit=unit, gains=table.listed(gains)), *phrases.show_rolls(event.rolls))


def _drop(table: Table, event: happened.OrderDropped) -> Blocks:
    lost = message("{figure}: the order is dropped.")
    lost = message("{figure}: part of the order is dropped.") if event.part else lost
    return table.told(
        "{dropped} {number}: {fact}.",
        dropped=Strong(text=table.say(lost, figure=event.figure)),
        number=table.cite(event.clause).number,
        fact=reasons.word(table, event.fact, event.parameters, event.text),
    )


def _move(table: Table, event: happened.FigureMoved) -> Blocks:
    told = message("{figure} ({mode}) comes to {place}.")
    return table.told(
        message("{figure} ({mode}) comes to {place}, stopped by {cut}.") if event.cut else told,
        figure=event.figure,
        mode=table.say(words.MODES[event.mode]),
        place=write_place(event.path[-1]),
        cut=reasons.word(table, event.fact, {}, event.cut),
    )


def _sight(table: Table, event: happened.Sighted) -> Blocks:
    """What a side sees of an enemy, or that it sees him no longer."""
    alias, place = event.alias, write_place(event.at)
    if event.status != "active":
        return table.told(GONE[event.status], alias=alias)
    if event.how == "lost":
        return table.told("Enemy {alias} is out of sight, last seen at {place}.", alias=alias, place=place)
    known = ", ".join(_know(table, event))
    return table.told(
        message("{sighting} of {units}: {known}.") if known else message("{sighting} of {units}."),
        sighting=Strong(text=table.say(SIGHTINGS[event.how], alias=alias, place=place)),
        units=table.listed([table.unit_name(unit) for unit in event.units]),
        known=known,
    )


def _know(table: Table, event: happened.Sighted) -> Iterator[str]:
    """What is known of an enemy besides his place."""
    if event.posture != "open":
        yield table.say(words.POSTURES[event.posture])
    if event.pins:
        yield phrases.pins(table, event.pins)
    if event.weapon:
        yield table.weapon_name(event.weapon)
    if event.quality:
        yield table.quality_name(event.quality)


def _score(table: Table, event: happened.Scored) -> Blocks:
    return table.told(
        "{count} point for the {side} side: {title}.", "{count} points for the {side} side: {title}.",
        count=event.points,
        side=table.side_adjective(event.side),
        title=table.scenario.victory[event.side][event.rule].title,
    )  # fmt: skip


def _end(table: Table, event: happened.GameEnded) -> Blocks:
    points = dict(zip(table.sides, event.points, strict=True))
    return (
        Heading(text=table.say("The game is over"), level=3),
        table.paragraph(
            ENDINGS[event.reason],
            result=Strong(text=phrases.result(table, event.winner)),
            totals=phrases.totals(table, points),
        ),
    )
