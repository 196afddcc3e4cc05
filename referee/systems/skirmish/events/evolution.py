"""The position after an event. It believes: no legality, no dice, no failure.

A side folds its own copy from what it saw, so that a figure that an event does not name changes nothing.
"""

from typing import assert_never

from msgspec.structs import replace

from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.state.position import (
    NO_PLAN,
    NOTHING_PLANNED,
    Contact,
    Dead,
    Figure,
    Flames,
    Melee,
    Mission,
    Plan,
    Position,
    Smoke,
)
from referee.systems.skirmish.state.table import Table
from schemas.skirmish import close_events as close
from schemas.skirmish import events as happened
from schemas.skirmish.amendments import FigureRepositioned, FiguresExchanged
from schemas.skirmish.orders import Reaction
from schemas.skirmish.words import Spot


def evolve(  # noqa: C901, PLR0911, PLR0912 - one arm per event: the match is the table of contents
    table: Table, position: Position, event: happened.SkirmishEvent
) -> Position:
    """The position after an event."""
    match event:
        case happened.PhaseStarted():
            return _phase(position, event)
        case happened.TurnOpened():
            return _turn(position, event)
        case happened.OrderPlotted(side=side, order=order):
            plan = position.plan(side)
            return _plan(position, side, replace(plan, plots=(*plan.plots, order)))
        case happened.PlotsTorn(side=side):
            return _plan(position, side, NO_PLAN)
        case happened.PlotsClosed(side=side):
            return _plan(position, side, replace(position.plan(side), closed=True))
        case happened.StandingOrderGiven():
            return _standing(position, event)
        case happened.LeaderNamed(figure=id, role=role):
            return position.put(replace(position.figures[id], role=role))
        case happened.ActivationEnded(side=side, passed=passed):
            passed_by = position.passed | {side} if passed else position.passed
            return _plan(replace(position, passed=passed_by), side, NO_PLAN)
        case happened.UnitActivated(unit=unit):
            return position.set(replace(position.units[unit], activated=True))
        case happened.FigurePlaced() | happened.FigureMoved() | close.FellBack() | close.AttackHalted():
            return _enter(table, _step(position, event), event.figure)
        case FigureRepositioned(figure=id, at=at):
            return _enter(table, _stand(position, position.figures[id], at), id)
        case FiguresExchanged(figure=id, other=other):
            return _exchange(position, position.figures[id], position.figures[other])
        case happened.PostureTaken(figure=id, posture=posture):
            return position.put(replace(position.figures[id], posture=posture))
        case happened.MaskChanged(figure=id, worn=worn):
            return position.put(replace(position.figures[id], masked=worn))
        case happened.Looked(figure=id):
            figure = position.figures[id]
            return position.put(replace(figure, looks=figure.looks + 1))
        case happened.Sighted():
            return _sight(position, event)
        case happened.Shot():
            return _shot(position, event)
        case happened.TierFired(tier=tier):
            return replace(position, step=tier)
        case happened.FlameUsed(side=side, at=at, to=to):
            return replace(position, flames=(*position.flames, Flames(side, at, to)))
        case close.Pinned() | close.Unpinned():
            return _pins(table, position, event)
        case close.Killed(figure=id, at=at):
            return _kill(position, position.figures[id], at)
        case close.ContactMade():
            made = Melee(
                event.side, event.attacker, event.attacker_alias, event.defender, event.defender_alias
            )
            return replace(position, melees=(*position.melees, made))
        case close.MeleeFought():
            return _fight(position, event)
        case close.MeleeEnded():
            ended = Melee(
                event.side, event.attacker, event.attacker_alias, event.defender, event.defender_alias
            )
            return replace(position, melees=tuple(one for one in position.melees if one != ended))
        case close.MarkerAdded(unit=unit, markers=markers):
            return position.set(replace(position.units[unit], markers=markers, failed=True))
        case close.UnitRallied(unit=unit, markers=markers):
            return position.set(replace(position.units[unit], markers=markers))
        case close.UnitDispersed(unit=unit):
            return _disperse(position, unit)
        case close.Surrendered(figure=id):
            return position.put(replace(position.figures[id], status="surrendered"))
        case happened.BarrageCalled() | happened.MissionSpent():
            return _battery(position, event)
        case happened.SmokeLaid(id=id, at=at, until=until):
            return replace(position, smoke=(*position.smoke, Smoke(id, at, until)))
        case happened.SmokeCleared(id=id):
            return replace(position, smoke=tuple(cloud for cloud in position.smoke if cloud.id != id))
        case happened.TokenMoved(id=id, at=at, shooting=shooting):
            token = replace(position.tokens[id], at=at, shooting=shooting)
            return replace(position, tokens={**position.tokens, id: token})
        case happened.Scored(side=side, rule=rule, points=points):
            score = {**position.score, side: position.score[side] + points}
            return replace(position, score=score, rewarded=position.rewarded | {(side, rule)})
        case happened.GameEnded():
            return _end(position, event)
        case (
            happened.PlotsOpened()
            | happened.OrderDropped()
            | happened.ShellFell()
            | happened.ShellBurst()
            | happened.TurnEnded()
            | close.BrokeOff()
            | close.MoraleTested()
        ):
            return position
        case _:
            assert_never(event)


class Folding:
    """Events folded one after the other, with the position before and after each."""

    def __init__(self, table: Table, position: Position) -> None:
        self._table, self._position = table, position

    def past(self, event: happened.SkirmishEvent) -> tuple[Position, Position]:
        """The positions before and after the next event."""
        before, self._position = self._position, evolve(self._table, self._position, event)
        return before, self._position


def _plan(position: Position, side: str, plan: Plan) -> Position:
    return replace(position, plans={**position.plans, side: plan})


def _phase(position: Position, event: happened.PhaseStarted) -> Position:
    """A phase begins; the orders of the one before have been carried out."""
    done = event.phase in {"opening", "artillery", "melee", "over"}
    begun = replace(position, turn=event.turn, phase=event.phase, step=0)
    return replace(begun, plans=NOTHING_PLANNED) if done else begun


def _turn(position: Position, event: happened.TurnOpened) -> Position:
    figures = {id: _rest(figure) for id, figure in position.figures.items()}
    units = {id: replace(unit, activated=False, failed=False) for id, unit in position.units.items()}
    tokens = {id: replace(token, before=token.at, shooting=False) for id, token in position.tokens.items()}
    return replace(
        position,
        turn=event.turn,
        first=event.first,
        light=event.light,
        rain=event.rain,
        figures=figures,
        units=units,
        tokens=tokens,
        dead=(),
        flames=(),
        passed=frozenset(),
    )


def _rest(figure: Figure) -> Figure:
    """A figure at the beginning of a turn."""
    return replace(
        figure,
        start=figure.at,
        mode="halt",
        advanced=False,
        emerged=False,
        fired=None,
        fired_before=figure.fired is not None,
        fell_back=False,
        looks=0,
        fought=False,
        was_fighting=figure.fought,
    )


def _standing(position: Position, event: happened.StandingOrderGiven) -> Position:
    order, unit = event.order, position.units[event.order.unit]
    if isinstance(order, Reaction):
        return position.set(replace(unit, reaction=order))
    return position.set(replace(unit, closing=order))


def _step(
    position: Position,
    event: happened.FigurePlaced | happened.FigureMoved | close.FellBack | close.AttackHalted,
) -> Position:
    figure = position.figures[event.figure]
    match event:
        case happened.FigurePlaced(at=at, posture=posture):
            return position.put(replace(figure, at=at, start=at, posture=posture))
        case happened.FigureMoved(path=path, mode=mode, advanced=advanced, emerged=emerged, posture=posture):
            moved = replace(figure, mode=mode, advanced=advanced, emerged=emerged, posture=posture)
            return position.put(_go(moved, position.turn, *path))
        case close.FellBack(at=at):
            return position.put(replace(_go(figure, position.turn, at), fell_back=True))
        case close.AttackHalted(at=at):
            return position.put(_go(figure, position.turn, at))


def _stand(position: Position, figure: Figure, at: Spot) -> Position:
    """A figure where the moderator puts it; if it had not moved this turn, it has not now."""
    start = at if figure.start == figure.at else figure.start
    return position.put(replace(figure, at=at, start=start, way=(), went=0))


def _exchange(position: Position, one: Figure, other: Figure) -> Position:
    """Each is where the other was, and has done what the other had; the enemy knows both as before."""
    called = {one.id: other.id, other.id: one.id}
    known = {
        side: {
            alias: replace(contact, figure=called.get(contact.figure, contact.figure))
            for alias, contact in contacts.items()
        }
        for side, contacts in position.known.items()
    }
    return replace(position, known=known).put(replace(other, id=one.id)).put(replace(one, id=other.id))


def _go(figure: Figure, turn: int, *path: Spot) -> Figure:
    """A figure at the end of a way that it went; who stays where he is keeps the way of his last move."""
    if path[-1] == figure.at:
        return figure
    return replace(figure, at=path[-1], way=(figure.at, *path[:-1]), went=turn)


def _enter(table: Table, position: Position, id: str) -> Position:
    """Remember which ground a side has been in, as far as a reward asks for it."""
    figure = position.figures[id]
    asked = {
        reward.terrain
        for rewards in table.scenario.victory.values()
        for reward in rewards
        if reward.test == "never-inside" and reward.side == figure.side
    }
    here = {
        (figure.side, feature.id)
        for feature in table.features
        if feature.id in asked and geometry.covers(feature.corners, figure.at)
    }
    return replace(position, entered=position.entered | here) if here - position.entered else position


def _sight(position: Position, event: happened.Sighted) -> Position:
    known = position.contacts(event.side).get(event.alias)
    contact = Contact(
        event.alias, event.figure, event.at, event.posture, event.mode, event.pins, event.quality,
        event.weapon, event.status, event.units, told=position.turn,
    )  # fmt: skip
    if known is not None:
        way, went = (known.way, known.went) if known.at == event.at else ((known.at,), position.turn)
        contact = replace(contact, way=way, went=went, fought=known.fought)
    return _meet(position, event.side, contact)


def _meet(position: Position, side: str, contact: Contact) -> Position:
    """The position with an enemy as a side knows him now."""
    contacts = {**position.contacts(side), contact.alias: contact}
    return replace(position, known={**position.known, side: contacts})


def _fight(position: Position, event: close.MeleeFought) -> Position:
    """A round of a melee: those who fought it, and the enemies as they are known to each side."""
    for id in (*event.attackers, event.defender):
        if id in position.figures:
            position = position.put(replace(position.figures[id], fought=True))
    met = [(event.side, event.defender_alias)]
    met += [(position.other(event.side), alias) for alias in event.attacker_aliases]
    for side, alias in met:
        if (contact := position.contacts(side).get(alias)) is not None:
            position = _meet(position, side, replace(contact, fought=position.turn))
    return position


def _shot(position: Position, event: happened.Shot) -> Position:
    figure = position.figures.get(event.figure)
    if figure is None:
        return position
    supply = figure.supply
    if event.weapon in supply:
        supply = {**supply, event.weapon: supply[event.weapon] - 1}
    return position.put(replace(figure, fired=event.kind, supply=supply))


def _pins(table: Table, position: Position, event: close.Pinned | close.Unpinned) -> Position:
    figure = position.figures[event.figure]
    if isinstance(event, close.Pinned):
        pins = figure.pins + event.pins if table.parameters.pins.stack else 1
        lies = figure.posture == "open"
        return position.put(replace(figure, pins=pins, posture="prone" if lies else figure.posture))
    pins = figure.pins - event.removed
    rises = not pins and figure.posture == "prone"
    return position.put(replace(figure, pins=pins, posture="open" if rises else figure.posture))


def _kill(position: Position, figure: Figure, at: tuple[int, int]) -> Position:
    dead = Dead(figure.id, figure.unit, figure.side, figure.role, at)
    return replace(position, dead=(*position.dead, dead)).put(replace(figure, status="killed", at=at))


def _disperse(position: Position, unit: str) -> Position:
    for figure in list(position.members(unit)):
        position = position.put(replace(figure, status="dispersed"))
    return position.set(replace(position.units[unit], dispersed=True))


def _battery(position: Position, event: happened.BarrageCalled | happened.MissionSpent) -> Position:
    mission = position.missions[event.mission]
    if isinstance(event, happened.BarrageCalled):
        pending = (*mission.pending, (event.aim, event.falls))
        changed = replace(mission, left=mission.left - 1, pending=pending)
    else:
        changed = replace(mission, pending=mission.pending[1:])
    missions: dict[str, Mission] = {**position.missions, event.mission: changed}
    return replace(position, missions=missions)


def _end(position: Position, event: happened.GameEnded) -> Position:
    result = f"{event.winner} wins" if event.winner is not None else "a draw"
    return replace(
        position,
        result=result,
        winner=event.winner,
        score=dict(zip(position.sides, event.points, strict=True)),
    )
