"""The end by agreement or by resignation, which either side may seek at any time (3.2, 3.3)."""

from collections.abc import Iterator
from typing import assert_never

from referee.engine.facts import Objection, refuse
from referee.systems.great_war.events.course import EventRecorder
from referee.systems.great_war.season import victory
from referee.systems.great_war.season.refusals import Refusal
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.clauses import Clause
from schemas.great_war.events import CampaignEnded
from schemas.great_war.orders import AcceptArmistice, DeclineArmistice, OfferArmistice, ParleyOrder, Resign
from schemas.great_war.plan_events import ArmisticeDeclined, ArmisticeOffered


def objections(theatre: GreatWarGame, position: Position, order: ParleyOrder) -> Iterator[Objection]:
    """Everything the rules hold against a word about the end of the match."""
    offered = position.armistice
    match order:
        case OfferArmistice(side=side):
            if offered == side:
                yield refuse(Clause.ARMISTICE, Refusal.OFFER_STANDS)
            elif offered is not None:
                yield refuse(Clause.ARMISTICE, Refusal.OTHER_SIDE_OFFERS, side=offered)
        case AcceptArmistice(side=side):
            if offered is None or offered == side:
                yield refuse(Clause.ARMISTICE, Refusal.NO_OFFER_TO_ACCEPT)
        case DeclineArmistice():
            if offered is None:
                yield refuse(Clause.ARMISTICE, Refusal.NO_OFFER)
        case Resign(side=side):
            level = victory.level(theatre, victory.points(theatre, position).total)
            if level.side == side:
                place = theatre.levels.index(level)
                yield refuse(Clause.RESIGNATION, Refusal.WINNER_RESIGNS, level=place)
        case _:
            assert_never(order)


def outcome(theatre: GreatWarGame, course: EventRecorder, order: ParleyOrder) -> None:
    """The offer, its answer, or the end of the match."""
    total = victory.points(theatre, course.position).total
    match order:
        case OfferArmistice(side=side):
            course.add(ArmisticeOffered(side=side))
        case DeclineArmistice(side=side):
            course.add(ArmisticeDeclined(side=side))
        case AcceptArmistice():
            level = victory.level(theatre, total)
            course.add(CampaignEnded(level=level.name, points=total, reason="armistice"))
        case Resign(side=side):
            level = victory.worse(theatre, total, side)
            course.add(CampaignEnded(level=level.name, points=total, reason="resignation", side=side))
        case _:
            assert_never(order)
