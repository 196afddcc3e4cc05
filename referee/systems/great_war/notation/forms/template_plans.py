"""The safe plan: everything placed at home, the least lost, the hand filled up and then infantry."""

from collections.abc import Iterator
from itertools import chain

from referee.systems.great_war.events.course import EventRecorder
from referee.systems.great_war.facts import budgets, pool
from referee.systems.great_war.flow import judgement
from referee.systems.great_war.season import arrivals, attrition, plans, production
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import MakePlans
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.orders import Anew, Buy, Done, GreatWarOrder, SealedOrder, Swap
from schemas.great_war.pack import Kind
from schemas.record import Side


def default(
    theatre: GreatWarGame, position: Position, task: MakePlans, side: Side
) -> Iterator[GreatWarOrder]:
    """Sealed orders that make a whole plan, each chosen in the position that the ones before it leave.

    A plan that crowds an area cannot be closed, and is torn up first.
    """
    if any(plans.overstacked(theatre, position, side)):
        yield (torn := Anew(side=side))
        position = _after(theatre, position, torn)
    while (order := _next(theatre, position, task, side)) is not None:
        yield order
        position = _after(theatre, position, order)
    if task.phase != "attrition":
        yield Done(side=side)


def _after(theatre: GreatWarGame, position: Position, order: SealedOrder) -> Position:
    course = EventRecorder(theatre, position)
    judgement.outcome(course, order)
    return course.position


def _next(theatre: GreatWarGame, position: Position, task: MakePlans, side: Side) -> SealedOrder | None:
    """The next of the safe orders, or nothing when the plan is whole."""
    match task.phase:
        case "initiative":
            return None
        case "reinforcements":
            tried = _placements(theatre, position, side)
        case "attrition":
            tried = attrition.options(theatre, position, side)
        case "production":
            tried = chain(_cards(theatre, position, side), _infantry(theatre, position, side))
    stands = (order for order in tried if not any(judgement.object_in_chapter(theatre, position, order)))
    return next(stands, None)


def _placements(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[SealedOrder]:
    """Placements as they are offered; of the pieces to be swapped out, one of a mobile army first."""
    mobile: list[SealedOrder] = []
    others: list[SealedOrder] = []
    there = plans.draft(theatre, position, side)
    for order in arrivals.options(theatre, position, side):
        if not isinstance(order, Swap):
            others.append(order)
            break
        piece = there.map.pieces[order.piece]
        army = there.map.pieces.get(piece.army or "")
        (mobile if army is not None and not army.entrenched else others).append(order)
    return iter((*mobile, *others))


def _cards(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[SealedOrder]:
    held = position.hand(side).size + budgets.cards_bought(position, side)
    room = production.card_limit(theatre, position, side) - held
    if (count := min(room, budgets.cards_left(theatre, position, side))) > 0:
        yield Buy(side=side, cards=count)


def _infantry(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[SealedOrder]:
    cheapest = min(theatre.units[kind].cost for kind in theatre.infantry)
    if production.leave(theatre, position, side) < cheapest:
        return
    for order in chain.from_iterable(production.build_option_groups(theatre, position, side)):
        if order.into is not None:
            piece = pool.counter(theatre, order.piece)
            if piece is not None and _plain(theatre, piece.kind, cheapest):
                yield order


def _plain(theatre: GreatWarGame, kind: Kind, cost: int) -> bool:
    return kind in theatre.infantry and theatre.units[kind].cost == cost
