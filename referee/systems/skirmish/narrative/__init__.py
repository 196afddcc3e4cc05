"""Events as prose. Each is told from what it says itself, so that nobody is told more than he saw."""

from typing import assert_never

from referee.systems.skirmish.narrative import of_close, phrases
from referee.systems.skirmish.narrative.phrases import Blocks, a, at, far, thrown
from referee.systems.skirmish.position import Position
from referee.systems.skirmish.table import Table
from schemas.document import Heading, Strong, words
from schemas.record import listed
from schemas.skirmish import close_events as close
from schemas.skirmish import events as happened

REASONS = {
    "last-turn": "after the last turn",
    "concession": "by concession",
    "nobody-left": "with nobody left",
}
"""Why a game ends."""

POSTURES = {
    "hidden": "keeps its head down",
    "observe": "looks out",
    "open": "stands in the open",
    "prone": "lies down",
}
"""How a figure holds itself."""


def narrate(  # noqa: C901, PLR0911, PLR0912 - one arm per event: the match is the table of contents
    table: Table, position: Position, event: happened.SkirmishEvent
) -> Blocks:
    """An event as a report tells it; a silent event gives nothing."""
    match event:
        case happened.PhaseStarted(turn=turn, phase=phase):
            name = phrases.PHASES.get(phase)
            return (Heading(text=f"Turn {turn}: {name}", level=3),) if name is not None else ()
        case happened.TurnOpened():
            return _turn(table, event)
        case happened.PlotsTorn():
            return (words("All sealed orders so far are torn up."),)
        case happened.PlotsClosed(side=side):
            return (words(f"The {table.side_name(side)} side has closed its orders."),)
        case happened.FigurePlaced(figure=figure, at=spot, posture=posture):
            return (words(f"{figure} begins {at(spot)}, {posture}."),)
        case happened.LeaderNamed(figure=figure, role=role):
            return (words(f"{figure} takes over as {role.replace('-', ' ')}."),)
        case happened.ActivationEnded(side=side, passed=passed):
            told = "activates no more units this turn" if passed else "has moved a unit"
            return (words(f"The {table.side_name(side)} side {told}."),)
        case happened.UnitActivated():
            return _activated(table, event)
        case happened.OrderDropped(figure=figure, clause=clause, text=text):
            number = table.cite(clause).number
            return (words(Strong(text=f"{figure}: the order is dropped."), f" {number}: {text}."),)
        case happened.FigureMoved():
            return _moved(event)
        case happened.PostureTaken(figure=figure, posture=posture):
            return (words(f"{figure} {POSTURES[posture]}."),)
        case happened.MaskChanged(figure=figure, worn=worn):
            return (words(f"{figure} {'puts its gas mask on' if worn else 'takes its gas mask off'}."),)
        case happened.Looked(figure=figure, at=spot, rolls=rolls):
            return (words(f"{figure} looks around {at(spot)[3:]}."), *thrown(*rolls))
        case happened.Sighted():
            return _sighted(table, event)
        case happened.Shot():
            return _shot(table, event)
        case happened.FlameUsed(at=spot, to=end):
            return (words(f"A flamethrower is used from {at(spot)[3:]} to {at(end)[3:]}."),)
        case happened.BarrageCalled(mission=mission, aim=aim, falls=falls):
            return (words(f"{mission} is to fire {at(aim)}, in turn {falls}."),)
        case happened.MissionSpent(mission=mission):
            return (words(f"{mission} fires."),)
        case happened.ShellFell(kind=kind, at=spot, rolls=rolls):
            shell = "A smoke shell" if kind == "smoke" else "A shell"
            return (words(f"{shell} comes down {at(spot)}."), *thrown(*rolls))
        case happened.ShellBurst(marks=marks, rolls=rolls):
            return (words(f"In its burst {phrases.suffered(marks)}."), *thrown(*rolls))
        case happened.SmokeLaid(at=spot, until=until):
            return (words(f"Smoke lies around {at(spot)[3:]} to the end of turn {until}."),)
        case happened.SmokeCleared():
            return (words("A cloud of smoke blows away."),)
        case happened.TokenMoved(id=id, at=spot, shooting=shooting):
            return (words(f"{id} is {at(spot)}{' and shoots' if shooting else ''}."),)
        case happened.Scored(side=side, rule=rule, points=points):
            title = table.scenario.victory[side][rule].title
            name, told = table.side_name(side), phrases.counted(points, "point")
            return (words(f"{told} for the {name} side: {title}."),)
        case happened.GameEnded():
            return _ended(table, event)
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


def _turn(table: Table, event: happened.TurnOpened) -> Blocks:
    light = event.light + (", rain" if event.rain else "")
    first = table.side_name(event.first)
    return (
        Heading(text=f"Turn {event.turn} of {table.scenario.turns}", level=3),
        words(f"It is {light}. The {first} side moves first."),
        *thrown(*event.rolls),
    )


def _activated(table: Table, event: happened.UnitActivated) -> Blocks:
    pairs = zip(event.modes, event.allowances, strict=False)
    gains = listed([f"{mode} up to {far(gain)}" for mode, gain in pairs])
    told = f"{phrases.unit(table, event.unit)} is activated{': ' + gains if gains else ''}."
    return (words(told), *thrown(*event.rolls))


def _moved(event: happened.FigureMoved) -> Blocks:
    cut = f", stopped by {event.cut}" if event.cut else ""
    return (words(f"{event.figure} ({event.mode}) comes to {at(event.path[-1])[3:]}{cut}."),)


def _sighted(table: Table, event: happened.Sighted) -> Blocks:
    """What a side sees of an enemy, or that it sees him no longer."""
    alias, where = event.alias, at(event.at)
    if event.status != "active":
        return (words(f"Enemy {alias} is {event.status}."),)
    if event.how == "lost":
        return (words(f"Enemy {alias} is out of sight, last seen {where}."),)
    facts = [f"{event.posture}" if event.posture != "open" else ""]
    facts += [phrases.counted(event.pins, "pin") if event.pins else ""]
    facts += [table.weapon_name(event.weapon) if event.weapon else "", event.quality]
    known = ", ".join(fact for fact in facts if fact)
    seen = {"fired": "gives himself away", "rolled": "is spotted", "contact": "is in touch"}
    by = listed([table.unit_name(unit) for unit in event.units])
    how = seen.get(event.how, "is in sight")
    return (words(Strong(text=f"Enemy {alias} {how} {where}"), f" of {by}{': ' + known if known else ''}."),)


def _shot(table: Table, event: happened.Shot) -> Blocks:
    """A shot as its firer's side saw it, or as those who came under it."""
    effect = phrases.suffered(event.marks)
    if not event.figure:
        return (words(f"{_under_fire(table, event)}: {effect}."), *thrown(*event.rolls))
    what = _fire(table, event)
    into = f"{event.figure}, {what} {at(event.at)}"
    reaction = ", at an attacker" if event.reaction else ""
    return (words(f"{into}{reaction}: {effect or 'no effect that can be seen'}."), *thrown(*event.rolls))


def _fire(table: Table, event: happened.Shot) -> str:
    rapid = "rapid " if event.rapid else ""
    return f"{rapid}{event.kind} fire with {a(table.weapon_name(event.weapon))}"


def _under_fire(table: Table, event: happened.Shot) -> str:
    if not event.alias:
        return "Under fire from somebody unseen"
    into = ", the man he came for," if event.reaction else ""
    return f"Enemy {event.alias}{into} gives {_fire(table, event)}"


def _ended(table: Table, event: happened.GameEnded) -> Blocks:
    totals = [
        f"{table.side_name(side)} {points}" for side, points in zip(table.sides, event.points, strict=True)
    ]
    result = "A draw" if event.winner is None else f"The {table.side_name(event.winner)} side wins"
    return (
        Heading(text="The game is over", level=3),
        words(Strong(text=result), f", {REASONS[event.reason]}: {listed(totals)}."),
    )
