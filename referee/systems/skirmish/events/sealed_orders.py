"""Sealed orders: their table entries, their predicted paths and common refusals."""

import itertools
from collections.abc import Callable, Iterator, Mapping
from enum import unique
from functools import lru_cache
from typing import TypeAlias, TypeVar

from referee.engine import orders
from referee.engine.facts import Fact, Objections, refuse
from referee.systems.skirmish.events.evolution import EventRecorder
from referee.systems.skirmish.facts import geometry
from referee.systems.skirmish.state.position import Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish import orders as kinds
from schemas.skirmish.clauses import Clause
from schemas.skirmish.events import OrderPlotted
from schemas.skirmish.names import Phase, Spot
from schemas.skirmish.orders import Move, Plot, SkirmishOrder

ACTORS = ("figure", "unit", "mission")
"""The fields of orders that name one figure, unit or battery."""


@unique
class Refusal(Fact):
    """Facts about sealed orders, standing orders, and figures that have lost heart."""

    MAY_ONLY_RUSH = "{unit} failed twice, and may only rush away", "write: rush"
    RUSHES_NOT_AWAY = "{figure} would not get away from the enemy", "end farther from the enemy"
    PINNED_AND_CLOSER = "{figure} is pinned, and would come closer to the enemy", "end farther from the enemy"

    NOT_YOUR_FIGURE = "you have no figure {figure}", "your report lists your figures"
    OUT_OF_PLAY = "{figure} is out of action: {status}", "use another figure"
    NAMED_TWICE = "{figure} is named twice in this order", "write it once"
    NOT_YOUR_UNIT = "you have no unit {id}", "your report lists your units"
    UNIT_HAS_RUN = "{id} has run from the table", "use another unit"
    MAY_NOT_IGNORE_PIN = (
        "the troops of {id} may not ignore a pin while they attack",
        "leave `ignoring pins` out",
    )


def figures_of(order: Plot) -> tuple[str, ...]:
    """Return the figures of an order, the leading one first."""
    return () if isinstance(order, kinds.Barrage) else actors_of(order)


def actors_of(order: SkirmishOrder) -> tuple[str, ...]:
    """Return the figures, the unit or the battery of an order, the leading figure first, or none."""
    figures: tuple[str, ...] = getattr(order, "figures", ())
    return figures or tuple(getattr(order, name) for name in ACTORS if hasattr(order, name))


def strangers(position: Position, side: Side, figures: tuple[str, ...]) -> Objections:
    """Yield the objections to figures that cannot take orders: unknown, of the enemy, or out of play."""
    for number, id in enumerate(figures):
        figure = position.figures.get(id)
        if figure is None or figure.side != side:
            # The answer is the same for an enemy's id and for an unknown id.
            yield refuse(Clause.OWN_FIGURES, Refusal.NOT_YOUR_FIGURE, figure=id)
        elif not figure.active:
            yield refuse(Clause.SURRENDERED, Refusal.OUT_OF_PLAY, figure=id, status=figure.status)
        elif id in figures[:number]:
            yield refuse(Clause.MODE_ONCE, Refusal.NAMED_TWICE, figure=id)


def moves(position: Position, side: Side) -> Iterator[Move | kinds.BreakOff]:
    """Return the moves that a side has written."""
    return (plot for plot in position.plan(side).plots if isinstance(plot, Move | kinds.BreakOff))


def find_move(position: Position, side: Side, figure: str) -> Move | kinds.BreakOff | None:
    """Return the move that a side has written for a figure, or None."""
    return next((plot for plot in moves(position, side) if figure in figures_of(plot)), None)


def mode_of(table: Table, position: Position, side: Side, figure: str) -> str:
    """Return the mode of movement that is written for a figure; `halt` by default."""
    plot = find_move(position, side, figure)
    if plot is None:
        return "halt"
    return plot.mode if isinstance(plot, Move) else table.parameters.hand_to_hand.break_off_mode


def path_of(position: Position, order: Move | kinds.BreakOff, figure: Figure) -> tuple[Spot, ...]:
    """Return the path of one figure of an order: the first figure's path, shifted to this one's place."""
    if isinstance(order, kinds.BreakOff) or order.contact is not None:
        return order.path
    lead = position.figures[order.figures[0]].at
    east, north = figure.at[0] - lead[0], figure.at[1] - lead[1]
    return tuple((x + east, y + north) for x, y in order.path)


def predict(position: Position, side: Side, order: Move | None) -> Mapping[str, tuple[Spot, ...]]:
    """Return the places along their written paths where figures may be when orders are carried out."""
    places: dict[str, tuple[Spot, ...]] = {}
    for plot in (*moves(position, side), *((order,) if order is not None else ())):
        for id in figures_of(plot):
            if (figure := position.figures.get(id)) is not None and figure.side == side:
                places[id] = _along((figure.at, *path_of(position, plot, figure)))
    return places


def predict_at(position: Position, side: Side, figure: str) -> tuple[Spot, ...]:
    """Return the places where one figure may be when its orders are carried out."""
    plot, one = find_move(position, side, figure), position.figures[figure]
    return _along((one.at, *path_of(position, plot, one))) if plot is not None else ()


@lru_cache(maxsize=1024)
def _along(path: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """Return places an inch apart along a path."""
    whole = int(sum(geometry.length(a, b) for a, b in itertools.pairwise(path)))
    return (*(geometry.along(path, distance) for distance in range(100, whole, 100)), path[-1])


def list_unordered(position: Position, side: Side) -> frozenset[str]:
    """Return the figures of a side without a written move or shot."""
    plots = position.plan(side).plots
    busy = {id for plot in plots if not isinstance(plot, kinds.Look | kinds.Adopt) for id in figures_of(plot)}
    return frozenset(one.id for one in position.active(side) if one.id not in busy)


def write_sealed_order(course: EventRecorder, order: Plot) -> None:
    """Add an order to the plan of its side."""
    course.add(OrderPlotted(side=order.side, order=order))


def standing_objections(position: Position, order: kinds.StandingOrder, ignores: bool) -> Objections:
    """Yield the objections to a standing order; `ignores` is True if the unit's class may ignore a pin."""
    unit = position.units.get(order.unit)
    if unit is None or unit.side != order.side:
        yield refuse(Clause.OWN_FIGURES, Refusal.NOT_YOUR_UNIT, id=order.unit)
    elif unit.dispersed:
        yield refuse(Clause.SURRENDERED, Refusal.UNIT_HAS_RUN, id=order.unit)
    elif isinstance(order, kinds.Reaction) and order.ignore_pin and not ignores:
        yield refuse(Clause.CONTACT_IGNORE_PIN, Refusal.MAY_NOT_IGNORE_PIN, id=order.unit)


Kind: TypeAlias = orders.OrderKind[Table, Position, EventRecorder, SkirmishOrder]
"""One kind of order; its questions are named by their phases."""

Kinds: TypeAlias = tuple[Kind, ...]
"""The orders of a chapter."""

Plotted = TypeVar("Plotted", bound=Plot)
Judge: TypeAlias = Callable[[Table, Position, Plotted], Objections]

order_kind = orders.order_kind


def plot_kind(
    model: type[Plotted],
    phase: Phase,
    *,
    objections: Judge[Plotted],
    line: str,
    options: Callable[[Table, Position, Side], Iterator[SkirmishOrder]] | None = None,
) -> Kind:
    """Return the entry of an order that is sealed and carried out later."""
    return order_kind(
        model, phase,
        objections=objections, outcome=write_sealed_order, options=options, secret=orders.always,
        line=line,
    )  # fmt: skip


def judge_own(judge: Judge[Plotted]) -> Judge[Plotted]:
    """Wrap a check: yield the objections to figures that cannot take orders, or else those of the order."""

    def objections(table: Table, position: Position, order: Plotted) -> Objections:
        against = tuple(strangers(position, order.side, figures_of(order)))
        yield from against or judge(table, position, order)

    return objections
