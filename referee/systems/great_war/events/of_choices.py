"""The transit box, and rules chosen for a match, as events."""

from collections.abc import Mapping
from functools import reduce

from msgspec.structs import replace

from referee.engine.events import everyone
from referee.engine.tongue import message
from referee.systems.great_war.events.event_kinds import Kinds, event_kind, finish_task
from referee.systems.great_war.events.of_combat import spend
from referee.systems.great_war.facts import aircraft
from referee.systems.great_war.state.combat_tasks import Dogfight, Scrambling
from referee.systems.great_war.state.narrator import Narrator
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import LoseInTransit, OpenTurn, PayHits, RideOff, RollTransit
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war import choice_events as happened
from schemas.great_war.clauses import Clause
from schemas.reports.document import Block


def _settle(_: GreatWarGame, position: Position, event: happened.InitiativeSettled) -> Position:
    """The first player turn, which is on the agenda already, is that of a side."""
    side = event.side
    agenda = tuple(OpenTurn(side) if isinstance(task, OpenTurn) else task for task in position.agenda)
    return replace(position, initiative=side, agenda=agenda)


FIRST: Mapping[bool, str] = {
    False: message("The {side} side is First Player this season."),
    True: message("The bids are level: the {side} side is First Player again."),
}
"""Reports of the First Player: by a higher bid, or as before."""


def _tell_initiative(narrator: Narrator, _: Position, event: happened.InitiativeSettled) -> tuple[Block, ...]:
    return narrator.told(FIRST[event.tied], side=narrator.side_adjective(event.side))


def _bring_forward(_: GreatWarGame, position: Position, event: happened.BattleBroughtForward) -> Position:
    """The battle comes after those that are fought, and the one that is fought now."""
    now, area = position.playing, event.area
    past = {*now.fought, position.fight.area if position.fight is not None else ""}
    begun = tuple(battle for battle in now.battles if battle in past)
    rest = (battle for battle in now.battles if battle not in past and battle != area)
    after = position.turning(replace(now, battles=(*begun, area, *rest)))
    return after if after.fight is None else replace(after, fight=replace(after.fight, named_next=True))


def _withstand(_: GreatWarGame, position: Position, event: happened.HitWithstood) -> Position:
    task = position.owing
    return position.then(replace(task, hits=task.hits - 1, withstood=(*task.withstood, event.piece)))


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


def _spare(_: GreatWarGame, position: Position, event: happened.SpareHitsLapsed) -> Position:
    count = event.count
    task = position.owing
    return position.then(replace(task, hits=task.hits - count))


def _fortify(_: GreatWarGame, position: Position, event: happened.PieceFortified) -> Position:
    return position.put(replace(position.map.pieces[event.piece], fortified=True))


def _bid(_: GreatWarGame, position: Position, event: happened.CardsBid) -> Position:
    return reduce(lambda after, card: spend(after, event.side, card), event.cards, position)


CHOICES: Kinds = (
    event_kind(
        happened.TransitRolled, RollTransit,
        apply=lambda _, position, event: position.then(LoseInTransit(event.side, event.losses)),
        visible_to=everyone, clause=Clause.TRANSIT_LOSSES,
    ),
    event_kind(
        happened.PieceFortified, apply=_fortify, visible_to=everyone, clause=Clause.FORTIFY,
        narrate="{piece} is fortified.",
    ),
    event_kind(
        happened.HitWithstood, PayHits, apply=_withstand, visible_to=everyone,
        narrate="{piece} is fortified and withstands a hit in {area}.",
    ),
    event_kind(
        happened.BiplaneScrambled, Scrambling,
        apply=_scramble, visible_to=everyone, clause=Clause.SCRAMBLE,
        narrate="{piece} scrambles from {origin} to {goal}.",
    ),
    event_kind(
        happened.ScrambleClosed, Scrambling, apply=finish_task, visible_to=everyone, narrate=""
    ),
    event_kind(
        happened.BattleBroughtForward, apply=_bring_forward, visible_to=everyone,
        narrate="The next battle is that {of_area}.",
    ),
    event_kind(
        happened.SpareHitsLapsed, PayHits, apply=_spare, visible_to=everyone,
        narrate=(
            "{count} hit more than there is to lose.", "{count} hits more than there is to lose."
        ),
    ),
    event_kind(happened.CardsBid, apply=_bid, visible_to=everyone),
    event_kind(
        happened.InitiativeSettled, apply=_settle, visible_to=everyone, clause=Clause.INITIATIVE,
        narrate=_tell_initiative,
    ),
)  # fmt: skip
"""The transit box, and rules chosen for a match."""
