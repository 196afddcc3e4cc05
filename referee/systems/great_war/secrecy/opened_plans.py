"""Plans that are opened, judged by the orders that make them: a copy never tells the orders themselves."""

from collections.abc import Iterator, Sequence

from referee.engine.dice import NoDice
from referee.engine.system import RuleSystem
from referee.systems.great_war.state.position import NO_PLAN, Position
from schemas.great_war import choice_events as chosen
from schemas.great_war import events as happened
from schemas.great_war import orders
from schemas.great_war import plan_events as planned
from schemas.great_war.events import GreatWarEvent, Intention
from schemas.great_war.orders import GreatWarOrder
from schemas.record import Side

System = RuleSystem[Position, GreatWarOrder, GreatWarEvent]
"""The rules that judge the orders."""


def find_unlawful(rules: System, position: Position, side: Side) -> Intention | None:
    """The first intention in a side's plan that no lawful order gives, if there is one."""
    plan = position.plan(side)
    here, left = position.planning(side, NO_PLAN), plan.planned
    while left:
        made = _make(rules, here, side, left)
        if made is None:
            return left[0]
        here, count = made
        left = left[count:]
    return None


def _make(
    rules: System, position: Position, side: Side, left: Sequence[Intention]
) -> tuple[Position, int] | None:
    """The position after the order that planned what comes first, and how much of it the order planned."""
    for order in _guess(side, left[0]):
        if any(rules.objections(position, order)):
            continue
        outcome = rules.outcome(position, order, NoDice())
        extended = outcome.events[0]
        if isinstance(extended, happened.PlanExtended):
            count = len(extended.planned)
            if count and extended.planned == tuple(left[:count]):
                return outcome.after, count
    return None


def _guess(side: Side, first: Intention) -> Iterator[GreatWarOrder]:  # noqa: C901 - one arm per intention
    """The orders that may have planned something."""
    match first:
        case planned.PieceArrived(piece=piece, area=area, into=into):
            yield orders.Place(side=side, piece=piece, area=area, into=into)
            yield orders.Build(side=side, piece=piece, area=area, into=into)
            yield orders.Rebuild(side=side, army=piece, area=area)
        case planned.PieceReplaced(piece=piece):
            yield orders.Swap(side=side, piece=piece)
            yield orders.Upgrade(side=side, piece=piece)
        case planned.PieceEntrenched(piece=piece):
            yield orders.Entrench(side=side, piece=piece)
        case chosen.PieceFortified(piece=piece):
            yield orders.Fortify(side=side, piece=piece)
        case planned.CardsBought(count=count):
            yield orders.Buy(side=side, cards=count)
        case happened.ArmyJoined(piece=piece, army=army):
            yield orders.Transfer(side=side, piece=piece, army=army)
        case happened.ArmyLeft(piece=piece):
            yield orders.Transfer(side=side, piece=piece)
        case happened.PieceLost(piece=piece):
            yield orders.Forfeit(side=side, piece=piece)
        case chosen.CardsBid(cards=cards):
            yield orders.Bid(side=side, cards=cards)
        case happened.ArmyEntrenched():
            # It comes of a transfer, and never first.
            return
