"""Parts of an order for programs, and lines that can be judged after a refusal."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from referee.engine.facts import Objection
from referee.i18n import order_words
from referee.systems.great_war.combat import battles
from referee.systems.great_war.combat.refusals import Refusal as Combat
from referee.systems.great_war.facts import control
from referee.systems.great_war.facts.refusals import Refusal
from referee.systems.great_war.flow import judgement
from referee.systems.great_war.season import calendar
from referee.systems.great_war.state import tasks
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from schemas.answers.orders import OrderParts
from schemas.great_war import orders as kinds
from schemas.great_war.card_events import CrisisSettled
from schemas.great_war.events import PieceLost, PlanExtended, SeasonOpened, TurnOpened
from schemas.great_war.orders import Battle, Buy, Done, Forfeit, GreatWarOrder, Lose, Move
from schemas.great_war.plan_events import PhaseClosed, PlanClosed, PlansRevealed, SupplyChecked
from schemas.record import Event

PIECES = ("piece", "army")
"""The fields of orders that name who does it."""

PLACES = ("to", "area")
"""The fields of orders that name where it is done."""

PLAN_OPENING = (PhaseClosed, PlansRevealed, SeasonOpened, SupplyChecked)
"""Events behind which sides may be asked for a plan."""

PLAN_CLOSING = (PlanClosed, PlanExtended, TurnOpened)
"""Events behind which a side has answered for its plan, or plans nothing."""


def dissect(position: Position, order: GreatWarOrder) -> OrderParts:
    """An order in its parts."""
    ids = (getattr(order, name) for name in PIECES if hasattr(order, name))
    piece = next((id for id in ids if id), "")
    match = position.map.pieces.get(piece)
    return OrderParts(
        verb=order.type,
        piece=piece,
        start=match.area if match is not None else "",
        to=_find_place(order),
        default=isinstance(order, Done | kinds.Pass),
    )


def _find_place(order: GreatWarOrder) -> str:
    """The area that an order leads to, or is about."""
    if isinstance(order, Move):
        return order.path[-1]
    ids = (getattr(order, name) for name in PLACES if hasattr(order, name))
    return next((area for area in ids if area), "")


ANOTHER_PIECE = 1000
"""An order for another piece is farther away than any area of the map."""

ANOTHER_WAY = 5
"""Distance in areas that a different mode of movement adds, unless it reaches the wanted destination."""


def measure_gap(
    theatre: GreatWarGame, position: Position, wanted: GreatWarOrder, answer: GreatWarOrder
) -> int:
    """Return the distance between an order and the wanted one: first by piece, then by place and mode."""
    mine, other = dissect(position, wanted), dissect(position, answer)
    goal, end = _find_place(wanted), _find_place(answer)
    apart = _count_steps(theatre, goal, end) if goal and end else 0
    if apart and isinstance(wanted, Move) and isinstance(answer, Move) and wanted.mode != answer.mode:
        apart += ANOTHER_WAY
    return apart if mine.piece == other.piece else apart + ANOTHER_PIECE


@lru_cache(maxsize=1 << 13)
def _count_steps(theatre: GreatWarGame, here: str, there: str) -> int:
    """Return the number of borders between two areas; without a way, the number of areas."""
    visits, edge = {here}, {here}
    for steps in range(len(theatre.areas)):
        if there in edge:
            return steps
        areas = (theatre.areas[area] for area in edge if area in theatre.areas)
        edge = {near for area in areas for near in area.borders} - visits
        if not edge:
            break
        visits |= edge
    return len(theatre.areas)


BESIDE = (
    Move
    | kinds.Retreat
    | kinds.Join
    | kinds.Leave
    | Battle
    | kinds.Place
    | kinds.Build
    | kinds.Rebuild
    | kinds.Entrench
    | kinds.Fortify
    | kinds.Transfer
)
"""Orders that may be given beside each other in one letter.

An order that uses up a shared resource, such as points of production, leaves less to those after it: an order
that is refused without it would be refused with it as well.
"""

YIELDING = kinds.Upgrade | kinds.Swap | Forfeit
"""Orders that may give back what others need: they are judged, but nothing is judged behind a refused one."""

CARDS = "cards"
"""Subject of an order to buy cards."""

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
"""Objections to an order that no payment or card before it can lift."""


def list_stakes(position: Position, order: GreatWarOrder) -> frozenset[str]:
    """Return the subjects of an order; none for other orders, as later orders may depend on them."""
    if isinstance(order, Buy):
        return frozenset({CARDS})
    return frozenset(_list_named(position, order)) if isinstance(order, BESIDE | YIELDING) else frozenset()


def _list_named(position: Position, order: GreatWarOrder) -> Iterator[str]:
    ids = [id for field in NAMING if (id := getattr(order, field, None))]
    if isinstance(order, Move):
        ids += [*order.path, *order.absorb]
    for id in ids:
        yield id
        if (piece := position.map.pieces.get(id)) is not None:
            yield piece.area
            yield piece.army or piece.id


LATER: Mapping[str, tuple[str, ...]] = {
    "lose": ("losses",),
    "retreat": ("stand-or-retreat", "retreat-after"),
    "reroll": ("rerolls",),
}
"""Questions of a battle, by the kind of order that answers them."""


def find_later_questions(position: Position, order: str) -> tuple[str, ...]:
    """Return the questions that a kind of order answers in a battle of this player turn."""
    english = next((verb for verb, words in order_words.VERBS.items() if order in words), order)
    return LATER.get(english, ()) if position.now is not None else ()


def is_superfluous(theatre: GreatWarGame, position: Position, order: GreatWarOrder) -> bool:
    """Return True for an order that asks for nothing.

    That is a battle that is declared already, or in an area where no enemy is, or a loss that is due anyway.
    As long as no battle is declared, the line may be meant for another area.
    """
    if isinstance(order, Forfeit):
        return _is_lost_anyway(theatre, position, order)
    if not isinstance(order, Battle) or not battles.declaring(position) or order.area not in theatre.areas:
        return False
    areas = battles.list_announced(position)
    if order.area in areas:
        return any(battles.objections(theatre, position, order))
    return bool(areas) and control.list_contenders(position.map, order.area) <= {order.side}


def _is_lost_anyway(theatre: GreatWarGame, position: Position, order: Forfeit) -> bool:
    """Return True if a piece out of supply is lost without a choice, alone or as one of like contents."""
    piece = position.map.pieces.get(order.piece)
    if piece is None or piece.side != order.side or position.task != tasks.MakePlans("attrition"):
        return False
    unit = position.map.unit_of(piece)
    choices = calendar.choosing(theatre, position, order.side)
    return unit.id in position.map.unsupplied and unit.kind != "fort" and unit not in choices


def is_overtaken(
    before: Position, orders: Sequence[GreatWarOrder], events: Sequence[Event], order: GreatWarOrder
) -> bool:
    """Return True for a piece that was lost without a line for it, or for `done` where a plan was opened.

    The author of a letter does not know each question that it leads to: `done` may come too early.
    """
    if isinstance(order, Done):
        return _has_new_plan(before, events)
    piece = before.map.pieces.get(order.piece) if isinstance(order, Lose | Forfeit) else None
    if piece is None or piece.side != order.side:
        return False
    alike = {other.id for other in before.map.owned(piece.side) if other.likeness == piece.likeness}
    lost = sum(event.piece in alike for event in events if isinstance(event, PieceLost))
    return lost > sum(getattr(one, "piece", "") in alike for one in orders)


def _has_new_plan(before: Position, events: Sequence[Event]) -> bool:
    """Return True if the last question that events opened is about a plan, and nothing is in that plan."""
    is_between_turns = before.now is None and not any(isinstance(event, TurnOpened) for event in events)
    opening = (*PLAN_OPENING, CrisisSettled) if is_between_turns else PLAN_OPENING
    last = next((event for event in reversed(events) if isinstance(event, opening + PLAN_CLOSING)), None)
    return isinstance(last, opening)


def find_lasting(theatre: GreatWarGame, position: Position, order: GreatWarOrder) -> tuple[Objection, ...]:
    """Return the objections to an order that hold regardless of the orders before it in the same letter."""
    objections = judgement.objections(theatre, position, order)
    return tuple(one for one in objections if one.fact in LASTING or _is_no_loss(one, order))


def _is_no_loss(objection: Objection, order: GreatWarOrder) -> bool:
    """Return True if a piece that should be lost does not exist."""
    return isinstance(order, Lose) and objection.fact is Refusal.NO_SUCH_PIECE


def pass_over(theatre: GreatWarGame, position: Position, order: GreatWarOrder) -> Position | None:
    """The position for the lines behind an order that is not carried out; none if they may depend on it."""
    if isinstance(order, BESIDE | Buy):
        return position
    task, paid = position.task, _count_paid(theatre, order)
    if paid and isinstance(task, tasks.PayHits) and task.hits > paid:
        return replace(position, agenda=(replace(task, hits=task.hits - paid), *position.agenda[1:]))
    if paid and isinstance(task, tasks.PayCrisis | tasks.LoseInTransit) and task.count > paid:
        return replace(position, agenda=(replace(task, count=task.count - paid), *position.agenda[1:]))
    return None


def _count_paid(theatre: GreatWarGame, order: GreatWarOrder) -> int:
    """Return the amount of a side's debt that an order pays; 0 if it is not a payment."""
    match order:
        case Lose():
            return 1
        case kinds.Spend(card=number):
            card = theatre.card(number)
            return max(card.ersatz if card is not None else 1, 1)
        case _:
            return 0
