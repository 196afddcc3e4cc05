"""Which chapter judges which order, and which question each order answers."""

from collections.abc import Iterator
from typing import assert_never

from referee.engine.facts import Objection, refuse
from referee.systems.skirmish.combat import artillery, shooting
from referee.systems.skirmish.events import plotting
from referee.systems.skirmish.events.course import EventRecorder
from referee.systems.skirmish.flow import alternation, sequence
from referee.systems.skirmish.flow.refusals import Refusal
from referee.systems.skirmish.movement import deployment, movement
from referee.systems.skirmish.season import victory
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.skirmish.clauses import Clause
from schemas.skirmish.orders import (
    Adopt,
    Anew,
    Barrage,
    BeatenZone,
    BreakOff,
    Closing,
    Concede,
    Deploy,
    Done,
    Fire,
    Flame,
    Look,
    Move,
    Reaction,
    SkirmishOrder,
    Throw,
    Wear,
)


def ask_in(order: SkirmishOrder) -> frozenset[str]:
    """The phases in which an order may be written; nothing means in all of them."""
    match order:
        case Deploy():
            return frozenset({"deployment"})
        case Move() | BreakOff() | Adopt() | Wear() | Look() | Barrage():
            return frozenset({"plotting"})
        case Fire() | Throw() | Flame() | BeatenZone():
            return frozenset({"laying"})
        case Reaction() | Closing() | Anew() | Done() | Concede():
            return frozenset()
        case _:
            assert_never(order)


def objections(table: Table, position: Position, order: SkirmishOrder) -> Iterator[Objection]:
    """Everything the rules hold against an order: which question is open, and its own chapter."""
    asked = sequence.list_asked(table, position)
    if not asked:
        yield refuse(Clause.OVER, Refusal.GAME_OVER)
        return
    if not isinstance(order, Concede) and order.side not in asked:
        by_turns = position.phase == "plotting" and alternation.live(table)
        yield refuse(Clause.FIVE_PHASES, Refusal.OTHER_SIDE_MOVES if by_turns else Refusal.ORDERS_CLOSED)
        return
    phases = ask_in(order)
    if phases and position.phase not in phases:
        yield refuse(
            Clause.FIVE_PHASES, Refusal.OTHER_ORDERS_ASKED, then=tuple(sorted(phases)), now=position.phase
        )
        return
    if isinstance(order, Move | BreakOff | Adopt | Wear | Look | Barrage):
        yield from alternation.objections(table, position, order)
    yield from _chapter(table, position, order)


def _chapter(  # noqa: C901 - one arm per order
    table: Table, position: Position, order: SkirmishOrder
) -> Iterator[Objection]:
    match order:
        case Deploy():
            yield from deployment.objections(table, position, order)
        case Move():
            yield from plotting.strangers(position, order.side, order.figures)
            yield from movement.objections(table, position, order)
        case BreakOff():
            yield from plotting.strangers(position, order.side, (order.figure,))
            yield from movement.break_off_objections(table, position, order)
        case Adopt():
            yield from plotting.strangers(position, order.side, order.figures)
            yield from movement.posture_objections(table, position, order)
        case Wear():
            yield from plotting.strangers(position, order.side, order.figures)
            yield from movement.mask_objections(position, order)
        case Look():
            yield from plotting.strangers(position, order.side, order.figures)
            yield from movement.look_objections(table, position, order)
        case Barrage():
            yield from artillery.objections(table, position, order)
        case Fire() | Throw() | Flame() | BeatenZone():
            yield from shooting.objections(table, position, order)
        case Reaction() | Closing():
            yield from plotting.standing_objections(position, order, _ignores(table, order.unit))
        case Anew() | Done() | Concede():
            pass
        case _:
            assert_never(order)


def _ignores(table: Table, unit: str) -> bool:
    known = table.units.get(unit)
    return known is not None and table.troops[known.quality].ignores_pin_attacking


def outcome(course: EventRecorder, order: SkirmishOrder) -> None:
    """What comes of an order: nearly all are only written down."""
    match order:
        case Reaction() | Closing():
            plotting.stand(course, order)
        case Anew():
            plotting.tear(course, order)
        case Done():
            plotting.close(course, order.side)
        case Concede():
            victory.end(course, "concession", order.side)
        case (
            Deploy() | Move() | BreakOff() | Adopt() | Wear() | Look() | Barrage()
            | Fire() | Throw() | Flame() | BeatenZone()
        ):  # fmt: skip
            plotting.write(course, order)
        case _:
            assert_never(order)
