"""Which lines of a letter can be judged behind one that was refused."""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.engine.facts import Objection
from referee.systems.great_war.combat.refusals import Refusal as Combat
from referee.systems.great_war.facts.refusals import Refusal
from referee.systems.great_war.flow import judgement
from referee.systems.great_war.state.combat_tasks import PayCrisis
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import LoseInTransit, PayHits
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.orders import (
    Battle,
    Build,
    Buy,
    Entrench,
    Forfeit,
    Fortify,
    GreatWarOrder,
    Join,
    Leave,
    Lose,
    Move,
    Place,
    Rebuild,
    Retreat,
    Spend,
    Swap,
    Transfer,
    Upgrade,
)

BESIDE = Move | Retreat | Join | Leave | Battle | Place | Build | Rebuild | Entrench | Fortify | Transfer
"""The orders that may stand beside each other in one letter.

An order that uses up what all share, such as points of production, leaves less to those after it: one that is
refused without it would be refused with it as well.
"""

YIELDING = Upgrade | Swap | Forfeit
"""Orders that may give back what others need: they are judged, but nothing is judged behind a refused one."""

CARDS = "cards"
"""What an order to buy cards is about."""

NAMING = ("piece", "army", "into", "area", "to")
"""The fields of orders that name one piece or place."""

LASTING = frozenset(
    {
        Refusal.NO_SUCH_CARD,
        Refusal.NOT_IN_HAND,
        Combat.NOT_IN_BATTLE,
        Combat.DOGFIGHT_HITS_BIPLANES,
        Combat.NAME_LOSS_OF_ARMY,
    }
)
"""What stands against an order whatever is paid or played before it."""


def list_stakes(position: Position, order: GreatWarOrder) -> frozenset[str]:
    """What an order is about; of other orders nothing, as what follows may depend on them."""
    if isinstance(order, Buy):
        return frozenset({CARDS})
    return frozenset(_list_named(position, order)) if isinstance(order, BESIDE | YIELDING) else frozenset()


def _list_named(position: Position, order: GreatWarOrder) -> Iterator[str]:
    named = [id for field in NAMING if (id := getattr(order, field, None))]
    if isinstance(order, Move):
        named += [*order.path, *order.absorb]
    for id in named:
        yield id
        if (piece := position.map.pieces.get(id)) is not None:
            yield piece.area
            yield piece.army or piece.id


def find_lasting(theatre: GreatWarGame, position: Position, order: GreatWarOrder) -> tuple[Objection, ...]:
    """What is held against an order whatever stands before it in the same letter."""
    found = judgement.objections(theatre, position, order)
    return tuple(one for one in found if one.fact in LASTING or _is_no_loss(one, order))


def _is_no_loss(objection: Objection, order: GreatWarOrder) -> bool:
    """Whether a piece that should be lost is not there at all."""
    return isinstance(order, Lose) and objection.fact is Refusal.NO_SUCH_PIECE


def pass_over(theatre: GreatWarGame, position: Position, order: GreatWarOrder) -> Position | None:
    """The position for the lines behind an order that is not carried out; none if they may depend on it."""
    if isinstance(order, BESIDE | Buy):
        return position
    task, paid = position.task, _count_paid(theatre, order)
    if paid and isinstance(task, PayHits) and task.hits > paid:
        return replace(position, agenda=(replace(task, hits=task.hits - paid), *position.agenda[1:]))
    if paid and isinstance(task, PayCrisis | LoseInTransit) and task.count > paid:
        return replace(position, agenda=(replace(task, count=task.count - paid), *position.agenda[1:]))
    return None


def _count_paid(theatre: GreatWarGame, order: GreatWarOrder) -> int:
    """How much an order would pay of what a side owes; nothing if it is no payment."""
    match order:
        case Lose():
            return 1
        case Spend(card=number):
            card = theatre.card(number)
            return max(card.ersatz if card is not None else 1, 1)
        case _:
            return 0
