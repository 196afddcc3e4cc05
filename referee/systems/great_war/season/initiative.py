"""Bidding for the first player turn of a season, by agreement (2.0-II, 2.0-III, B-13)."""

from collections.abc import Iterator, Mapping
from itertools import combinations

from referee.engine.facts import Objection
from referee.systems.great_war.events.course import Course
from referee.systems.great_war.facts import hands, sequence
from referee.systems.great_war.state.position import Plan, Position
from referee.systems.great_war.state.theatre import Theatre
from schemas.great_war.choice_events import CardsBid, InitiativeSettled
from schemas.great_war.clauses import Clause
from schemas.great_war.events import PlanExtended
from schemas.great_war.orders import Bid
from schemas.record import Side


def most(theatre: Theatre) -> int:
    """How many cards a side may bid."""
    bidding = theatre.pack.sequence.bidding
    return bidding.most if bidding is not None else 0


def asks(theatre: Theatre, position: Position, side: Side) -> bool:
    """Whether a side has anything to bid; how many cards it holds is public."""
    return position.hand(side).size > 0 and most(theatre) > 0


def question(theatre: Theatre, position: Position) -> str:
    """What both sides are asked; a bid that is made already changes nothing of it."""
    return theatre.say(
        "Whoever bids more cards has the first player turn of the season; level bids leave it with the "
        "{side} side. Which do you bid, {count} at most? Then: done.",
        side=theatre.side_adjective(sequence.first_player(theatre, position)),
        count=most(theatre),
    )


def made(plan: Plan) -> CardsBid | None:
    """The bid that is in a plan."""
    return next((event for event in plan.planned if isinstance(event, CardsBid)), None)


def objections(theatre: Theatre, position: Position, order: Bid) -> Iterator[Objection]:
    """Everything held against a bid."""
    yield from hands.absent(theatre, position, order.side, order.cards)
    if len(set(order.cards)) < len(order.cards):
        yield theatre.refusal(Clause.CARD_IN_HAND, "a card is named twice")
    if len(order.cards) > most(theatre):
        yield theatre.refusal(
            Clause.INITIATIVE,
            "{named} cards are more than may be bid",
            "bid {most} at most",
            named=len(order.cards),
            most=most(theatre),
        )
    if made(position.plan(order.side)) is not None:
        yield theatre.refusal(Clause.INITIATIVE, "you have made your bid", "write: anew, and bid again")


def outcome(course: Course, order: Bid) -> None:
    """The bid lies under seal."""
    bid = CardsBid(side=order.side, cards=order.cards)
    course.add(PlanExtended(side=order.side, planned=(bid,)))


def options(theatre: Theatre, position: Position, side: Side) -> Iterator[Bid]:
    """Every bid there is, the small ones first."""
    if made(position.plan(side)) is None:
        for count in range(most(theatre) + 1):
            for lot in combinations(position.hand(side).cards, count):
                yield Bid(side=side, cards=lot)


def settle(theatre: Theatre, course: Course, plans: Mapping[Side, Plan]) -> None:
    """Both bids are discarded; the higher wins, and level ones leave everything as it was."""
    bids = {side: made(plans.get(side, Plan())) or CardsBid(side=side, cards=()) for side in theatre.sides}
    course.add(*bids.values())
    kept = sequence.first_player(theatre, course.position)
    one, other = (len(bids[side].cards) for side in theatre.sides)
    first = kept if one == other else theatre.sides[other > one]
    course.add(InitiativeSettled(side=first, tied=one == other))
