"""What the transit box, and rules that are chosen for a match, make of a position."""

from functools import reduce
from typing import assert_never

from msgspec.structs import replace

from referee.systems.great_war.events.of_combat import spend
from referee.systems.great_war.facts import aircraft
from referee.systems.great_war.state.combat_tasks import Dogfight
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import LoseInTransit, OpenTurn, RideOff
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war import choice_events as happened
from schemas.great_war.choice_events import ChoiceEvent
from schemas.record import Side


def evolve(  # noqa: PLR0911 - one arm per event
    theatre: GreatWarGame, position: Position, event: ChoiceEvent
) -> Position:
    """The position after an event."""
    match event:
        case happened.TransitRolled(side=side, losses=losses):
            return position.then(LoseInTransit(side, losses))
        case happened.PieceFortified(piece=id):
            return position.put(replace(position.map.pieces[id], fortified=True))
        case happened.HitWithstood(piece=id):
            return _withstand(position, id)
        case happened.BiplaneScrambled():
            return _scramble(theatre, position, event)
        case happened.ScrambleClosed():
            return position.then()
        case happened.BattleBroughtForward(area=area):
            return _bring_forward(position, area)
        case happened.SpareHitsLapsed(count=count):
            return _spare(position, count)
        case happened.CardsBid(side=side, cards=cards):
            return reduce(lambda after, card: spend(after, side, card), cards, position)
        case happened.InitiativeSettled(side=side):
            return _first(position, side)
        case _:
            assert_never(event)


def _first(position: Position, side: Side) -> Position:
    """The first player turn, which is on the agenda already, is that of a side."""
    agenda = tuple(OpenTurn(side) if isinstance(task, OpenTurn) else task for task in position.agenda)
    return replace(position, initiative=side, agenda=agenda)


def _bring_forward(position: Position, area: str) -> Position:
    """The battle comes after those that are fought, and the one that is fought now."""
    now = position.playing
    past = {*now.fought, position.fight.area if position.fight is not None else ""}
    begun = tuple(battle for battle in now.battles if battle in past)
    rest = (battle for battle in now.battles if battle not in past and battle != area)
    after = position.turning(replace(now, battles=(*begun, area, *rest)))
    return after if after.fight is None else replace(after, fight=replace(after.fight, named_next=True))


def _withstand(position: Position, piece: str) -> Position:
    task = position.owing
    return position.then(replace(task, hits=task.hits - 1, withstood=(*task.withstood, piece)))


def _scramble(theatre: GreatWarGame, position: Position, event: happened.BiplaneScrambled) -> Position:
    """The biplane is there, to answer the attacker's fire; or to meet his biplanes, if he has any."""
    piece, fight = position.map.pieces[event.piece], position.fighting
    after = position.put(replace(piece, area=event.to, army=event.into))
    after = replace(after, fight=replace(fight, reacting=fight.reacting | {piece.id}))
    meeting = Dogfight(event.to)
    if meeting in after.agenda or not aircraft.is_opposed(theatre, after, event.to):
        return after
    last = max(place for place, task in enumerate(after.agenda) if isinstance(task, RideOff)) + 1
    return replace(after, agenda=(*after.agenda[:last], meeting, *after.agenda[last:]))


def _spare(position: Position, count: int) -> Position:
    task = position.owing
    return position.then(replace(task, hits=task.hits - count))
