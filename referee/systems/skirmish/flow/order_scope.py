"""The scope of an order, by which the orders of one letter are judged; and the distance between two orders.

Orders are only written down until their side closes them. An order depends on another if both are for the
same figure, or if it relies on the effect of the other: a leader moves near, a friend makes room.
"""

from collections.abc import Iterator

from referee.systems.faces import UNREAD
from referee.systems.skirmish.events import sealed_orders
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.facts.targets import is_urged, leaders
from referee.systems.skirmish.state.position import Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.skirmish import orders
from schemas.skirmish.names import Spot

ANOTHER_MAN = 100_000
"""Distance between two orders for each figure that only one of them names; it exceeds any table."""

ANOTHER_WAY = 50
"""Distance between two moves to the same place in different modes."""


def list_stakes(table: Table, position: Position, order: orders.SkirmishOrder) -> frozenset[str]:
    """Return the figures and batteries of an order, and of the orders that it depends on."""
    actors = sealed_orders.actors_of(order)
    others = frozenset(_count_on(table, position, order, actors)) if isinstance(order, orders.Plot) else ()
    return frozenset((*actors, *others, UNREAD)) if others else frozenset(actors)


def _count_on(
    table: Table, position: Position, order: orders.SkirmishOrder, figures: tuple[str, ...]
) -> Iterator[str]:
    """Yield the other figures whose orders decide if this one is legal."""
    ordered_figures = [position.figures[id] for id in figures if id in position.figures]
    mine = [one for one in ordered_figures if one.side == order.side and one.active]
    ends = dict(_list_ends(position, order, mine))
    base = table.parameters.measuring.base_diameter
    for one in mine:
        if isinstance(order, orders.Move) and not is_urged(table, position, one):
            yield from (leader.id for leader, _ in leaders(table, position, one) if leader.id != one.id)
        if (end := ends.get(one.id)) is not None:
            near = (friend for friend in position.active(order.side) if geometry.closer(friend.at, end, base))
            yield from (friend.id for friend in near if friend.id not in figures)


def _list_ends(
    position: Position, order: orders.SkirmishOrder, mine: list[Figure]
) -> Iterator[tuple[str, Spot]]:
    """Yield the farthest places that figures can reach by an order."""
    for one in mine:
        match order:
            case orders.Move():
                yield one.id, sealed_orders.path_of(position, order, one)[-1]
            case orders.Deploy(at=at):
                yield one.id, at
            case _:
                return


def measure_gap(position: Position, wanted: orders.SkirmishOrder, answer: orders.SkirmishOrder) -> int:
    """Return the distance between an order and the wanted order: first by figures, then by place."""
    strangers = len({*sealed_orders.actors_of(wanted)} ^ {*sealed_orders.actors_of(answer)})
    goal, end = _find_spot(position, wanted), _find_spot(position, answer)
    apart = geometry.apart(goal, end) if goal is not None and end is not None else ANOTHER_MAN - 1
    way = isinstance(wanted, orders.Move) and isinstance(answer, orders.Move) and wanted.mode != answer.mode
    return strangers * ANOTHER_MAN + apart + ANOTHER_WAY * way


def _find_spot(position: Position, order: orders.SkirmishOrder) -> Spot | None:
    """Return the goal of an order, the last known place of its target, or None."""
    match order:
        case orders.Move(path=path) | orders.BreakOff(path=path):
            return path[-1]
        case (
            orders.Deploy(at=at)
            | orders.Barrage(aim=at)
            | orders.Throw(burst=at)
            | orders.Flame(to=at)
            | orders.BeatenZone(centre=at)
        ):
            return at
        case orders.Fire(point=tuple() as at) | orders.Look(at=tuple() as at):
            return at
        case orders.Fire(target=alias) | orders.Look(target=alias):
            contact = position.contacts(order.side).get(alias or "")
            return contact.at if contact is not None else None
        case _:
            return None
