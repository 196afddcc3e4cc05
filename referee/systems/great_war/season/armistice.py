"""The end by agreement or by resignation, which either side may seek at any time (3.2, 3.3)."""

from collections.abc import Iterator

from referee.engine.facts import Objection, refuse
from referee.systems.great_war.events.course import EventRecorder
from referee.systems.great_war.season import victory
from referee.systems.great_war.season.refusals import Refusal
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.clauses import Clause
from schemas.great_war.events import CampaignEnded
from schemas.great_war.orders import AcceptArmistice, DeclineArmistice, OfferArmistice, Resign


def offer_objections(_: GreatWarGame, position: Position, order: OfferArmistice) -> Iterator[Objection]:
    """Everything the rules hold against an offer."""
    if position.armistice == order.side:
        yield refuse(Clause.ARMISTICE, Refusal.OFFER_STANDS)
    elif position.armistice is not None:
        yield refuse(Clause.ARMISTICE, Refusal.OTHER_SIDE_OFFERS, side=position.armistice)


def accept_objections(_: GreatWarGame, position: Position, order: AcceptArmistice) -> Iterator[Objection]:
    """Everything the rules hold against accepting an offer."""
    if position.armistice in {None, order.side}:
        yield refuse(Clause.ARMISTICE, Refusal.NO_OFFER_TO_ACCEPT)


def decline_objections(_: GreatWarGame, position: Position, __: DeclineArmistice) -> Iterator[Objection]:
    """Everything the rules hold against declining an offer, or withdrawing one."""
    if position.armistice is None:
        yield refuse(Clause.ARMISTICE, Refusal.NO_OFFER)


def resign_objections(theatre: GreatWarGame, position: Position, order: Resign) -> Iterator[Objection]:
    """Everything the rules hold against a resignation."""
    level = victory.level(theatre, victory.points(theatre, position).total)
    if level.side == order.side:
        yield refuse(Clause.RESIGNATION, Refusal.WINNER_RESIGNS, level=theatre.levels.index(level))


def accept(course: EventRecorder, _: AcceptArmistice) -> None:
    """The match ends at the level of the moment."""
    total = victory.points(course.theatre, course.position).total
    level = victory.level(course.theatre, total)
    course.add(CampaignEnded(level=level.name, points=total, reason="armistice"))


def resign(course: EventRecorder, order: Resign) -> None:
    """The match ends at a level one worse than that of the moment."""
    total = victory.points(course.theatre, course.position).total
    level = victory.worse(course.theatre, total, order.side)
    course.add(CampaignEnded(level=level.name, points=total, reason="resignation", side=order.side))
