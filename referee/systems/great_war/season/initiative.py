"""Bidding for the first player turn of a season, by agreement (2.0-II, 2.0-III, B-13)."""

from collections.abc import Iterator, Mapping
from itertools import combinations

from referee.engine.facts import Objection, refuse
from referee.systems.great_war.events.course import EventRecorder
from referee.systems.great_war.facts import hands, sequence
from referee.systems.great_war.season import plans
from referee.systems.great_war.season.refusals import Refusal
from referee.systems.great_war.state.position import Plan, Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.choice_events import CardsBid, InitiativeSettled
from schemas.great_war.clauses import Clause
from schemas.great_war.orders import Bid
from schemas.record import Side


def most(theatre: GreatWarGame) -> int:
    """How many cards a side may bid."""
    bidding = theatre.pack.sequence.bidding
    return bidding.most if bidding is not None else 0


def asks(theatre: GreatWarGame, position: Position, side: Side) -> bool:
    """Whether a side has anything to bid; how many cards it holds is public."""
    return position.hand(side).size > 0 and most(theatre) > 0


def make(plan: Plan) -> CardsBid | None:
    """The bid that is in a plan."""
    return next((event for event in plan.planned if isinstance(event, CardsBid)), None)


def objections(theatre: GreatWarGame, position: Position, order: Bid) -> Iterator[Objection]:
    """Everything held against a bid."""
    yield from hands.absent(theatre, position, order.side, order.cards)
    yield from hands.repeat(Clause.CARD_IN_HAND, order.cards)
    if len(order.cards) > most(theatre):
        yield refuse(Clause.INITIATIVE, Refusal.BID_TOO_HIGH, named=len(order.cards), most=most(theatre))
    if make(position.plan(order.side)) is not None:
        yield refuse(Clause.INITIATIVE, Refusal.BID_MADE)


def outcome(course: EventRecorder, order: Bid) -> None:
    """The bid lies under seal."""
    plans.intend(course, order.side, CardsBid(side=order.side, cards=order.cards))


def options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Bid]:
    """Every bid there is, the small ones first."""
    if make(position.plan(side)) is None:
        for count in range(most(theatre) + 1):
            for lot in combinations(position.hand(side).cards, count):
                yield Bid(side=side, cards=lot)


def settle(theatre: GreatWarGame, course: EventRecorder, made: Mapping[Side, Plan]) -> None:
    """Both bids are discarded; the higher wins, and level ones leave everything as it was."""
    bids = {side: make(made.get(side, Plan())) or CardsBid(side=side, cards=()) for side in theatre.sides}
    course.add(*bids.values())
    kept = sequence.first_player(theatre, course.position)
    one, other = (len(bids[side].cards) for side in theatre.sides)
    first = kept if one == other else theatre.sides[other > one]
    course.add(InitiativeSettled(side=first, tied=one == other))
