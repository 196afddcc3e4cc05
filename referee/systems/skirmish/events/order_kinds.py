"""What the tables of orders are made of: their entries, for the skirmish."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias, TypeVar

from referee.engine import orders
from referee.engine.facts import Objection
from referee.systems.skirmish.events import plotting
from referee.systems.skirmish.events.course import EventRecorder
from referee.systems.skirmish.facts.geometry import write_place
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish.orders import Plot, SkirmishOrder
from schemas.skirmish.words import Phase, Spot

Kind: TypeAlias = orders.OrderKind[Table, Position, EventRecorder, SkirmishOrder]
"""One kind of order; the questions are known by their phases."""

Kinds: TypeAlias = tuple[Kind, ...]
"""The orders of a chapter."""

Plotted = TypeVar("Plotted", bound=Plot)
Judge: TypeAlias = Callable[[Table, Position, Plotted], Iterator[Objection]]

order_kind = orders.order_kind


def plot_kind(
    model: type[Plotted],
    phase: Phase,
    *,
    objections: Judge[Plotted],
    write: Callable[[Plotted], str],
    options: Callable[[Table, Position, Side], Iterator[SkirmishOrder]] | None = None,
) -> Kind:
    """Make the entry of an order that is written down under seal and carried out later."""
    return order_kind(
        model, phase,
        objections=objections, outcome=plotting.write, options=options, secret=orders.always,
        write=lambda _, order: write(order),
    )  # fmt: skip


def judge_own(judge: Judge[Plotted]) -> Judge[Plotted]:
    """The objections to figures that cannot be ordered about; where there are none, those of the order."""

    def objections(table: Table, position: Position, order: Plotted) -> Iterator[Objection]:
        against = tuple(plotting.strangers(position, order.side, plotting.figures_of(order)))
        yield from against or judge(table, position, order)

    return objections


def write_list(names: Iterable[str]) -> str:
    """Names as a line of a letter has them."""
    return ", ".join(names)


def write_way(path: tuple[Spot, ...]) -> str:
    """A way as a line of a letter has it."""
    *between, goal = path
    via = f" via {' then '.join(map(write_place, between))}" if between else ""
    return f"to {write_place(goal)}{via}"
