"""The tables of all orders, and the judgement of an order: turn, phase and the rules of its chapter."""

from collections.abc import Iterator, Mapping

from referee.engine.facts import Objections, refuse
from referee.engine.order_lines import Spelling
from referee.engine.orders import OrderIndex, always
from referee.systems.skirmish import season
from referee.systems.skirmish.combat import artillery, shooting
from referee.systems.skirmish.events import sealed_orders
from referee.systems.skirmish.events.evolution import EventRecorder
from referee.systems.skirmish.events.sealed_orders import Kinds, judge_own, order_kind, plot_kind
from referee.systems.skirmish.facts.geometry import inches, write_place
from referee.systems.skirmish.flow import sequence
from referee.systems.skirmish.flow.refusals import Refusal
from referee.systems.skirmish.movement import amendments, movement
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish import orders
from schemas.skirmish.clauses import Clause
from schemas.skirmish.events import PlotsClosed, PlotsTorn, StandingOrderGiven
from schemas.skirmish.names import Spot

MOVEMENT: Kinds = (
    plot_kind(
        orders.Deploy, "deployment",
        objections=judge_own(movement.deployment_objections), options=movement.deployments,
        line="deploy {figure} at {at:place} {posture}",
    ),
    # The options of the movement phase are offered unit by unit and figure by figure.
    plot_kind(
        orders.Move, "plotting", objections=movement.objections, options=movement.movements,
        line="{mode} {figures} {path:way}[ contact {contact}][ stop {stop:inches}]",
    ),
    plot_kind(
        orders.BreakOff, "plotting", objections=movement.break_off_objections,
        line="break off {figure} {path:way}",
    ),
    plot_kind(
        orders.Adopt, "plotting", objections=judge_own(movement.posture_objections),
        line="{posture:adopt} {figures}",
    ),
    plot_kind(
        orders.Wear, "plotting", objections=judge_own(movement.mask_objections),
        line="mask {worn:on} {figures}",
    ),
    plot_kind(
        orders.Look, "plotting", objections=judge_own(movement.look_objections),
        line="look {figures} around {at:place} within {radius:inches} | look {figures} at {target}",
    ),
    plot_kind(
        orders.Barrage, "plotting", objections=artillery.objections,
        line="barrage {mission} at {aim:place}",
    ),
)  # fmt: skip
"""Orders of deployment and of the movement phase."""

AMENDMENTS: Kinds = (
    order_kind(
        orders.Exchange,
        objections=amendments.exchange_objections, outcome=amendments.exchange, secret=always,
        line="exchange {figure} with {other}",
    ),
    order_kind(
        orders.Reposition,
        objections=amendments.reposition_objections, outcome=amendments.reposition, secret=always,
        line="put {figure} at {at:place}",
    ),
)  # fmt: skip
"""Amendments by the moderator, legal at every question. They are never options of a side."""


def _write_way(path: tuple[Spot, ...]) -> str:
    *between, goal = path
    via = f" via {' then '.join(map(write_place, between))}" if between else ""
    return f"to {write_place(goal)}{via}"


def _write_shares(shares: Mapping[str, int]) -> str:
    return ", ".join(f"{alias} {count}" for alias, count in shares.items())


SPELLINGS: Mapping[str, Spelling] = {
    "adopt": {"hidden": "hide", "observe": "observe", "open": "stand"}.__getitem__,
    "ignoring": {True: "ignoring pins", False: ""}.__getitem__,
    "inches": inches,
    "on": {True: "on", False: "off"}.__getitem__,
    "place": write_place,
    "rapid": {True: "rapid", False: ""}.__getitem__,
    "shares": _write_shares,
    "way": _write_way,
    "yes": {True: "yes", False: "no"}.__getitem__,
}
"""Spellings of fields in the lines of orders."""

_WHO, _REST = "{kind} fire {figures}", "[ with {weapon}][ dice {dice:shares}][ else {others}][ {rapid:rapid}]"

FIRE: Kinds = (
    # The options of the firing phase are offered enemy by enemy and figure by figure.
    plot_kind(
        orders.Fire, "laying", objections=judge_own(shooting.objections), options=shooting.shot_options,
        line=f"{_WHO} at {{point:place}}{_REST} | {_WHO} at {{target}}{_REST}",
    ),
    plot_kind(
        orders.Throw, "laying", objections=judge_own(shooting.objections),
        line="throw {figure} at {burst:place} with {grenade}",
    ),
    plot_kind(
        orders.Flame, "laying", objections=judge_own(shooting.objections),
        line="flame {figure} to {to:place}",
    ),
    plot_kind(
        orders.BeatenZone, "laying", objections=judge_own(shooting.objections),
        line="beaten zone {figure} at {centre:place}",
    ),
)  # fmt: skip
"""Orders of the firing phase."""


def _stand(course: EventRecorder, order: orders.StandingOrder) -> None:
    """Record a standing order."""
    course.add(StandingOrderGiven(side=order.side, order=order))


def _object_to_standing(table: Table, position: Position, order: orders.StandingOrder) -> Objections:
    """Yield the objections to a standing order, some of which depend on the class of the unit's troops."""
    unit = table.units.get(order.unit)
    ignores = unit is not None and table.troops[unit.quality].ignores_pin_attacking
    return sealed_orders.standing_objections(position, order, ignores)


DONE: Kinds = (
    order_kind(
        orders.Done,
        outcome=lambda course, order: course.add(PlotsClosed(side=order.side)), line="done",
    ),
)  # fmt: skip

STANDING: Kinds = (
    order_kind(
        orders.Reaction,
        objections=_object_to_standing, outcome=_stand, secret=always,
        line="react {unit} shoot {shoot} fallback {fall_back}[ {ignore_pin:ignoring}]",
    ),
    order_kind(
        orders.Closing,
        objections=_object_to_standing, outcome=_stand, secret=always,
        line="closing {unit} rally {rally:yes} unpin {unpin:yes}",
    ),
    order_kind(
        orders.Anew,
        outcome=lambda course, order: course.add(PlotsTorn(side=order.side)), line="anew",
        secret=always,
    ),
    order_kind(
        orders.Concede,
        outcome=lambda course, order: season.end_game(course, "concession", order.side),
        line="concede",
    ),
)  # fmt: skip
"""Orders that are legal in every phase."""

ORDERS: OrderIndex[Table, Position, EventRecorder, orders.SkirmishOrder] = OrderIndex(
    (*DONE, *MOVEMENT, *FIRE, *STANDING, *AMENDMENTS), SPELLINGS
)
"""All orders of the skirmish."""


def objections(table: Table, position: Position, order: orders.SkirmishOrder) -> Objections:
    """Yield the objections to an order: by the open question, then by its own chapter."""
    sides = sequence.list_asked(table, position)
    if not sides:
        yield refuse(Clause.OVER, Refusal.GAME_OVER)
        return
    if isinstance(order, orders.Amendment):
        yield from ORDERS.of(order).objections(table, position, order)
        return
    if not isinstance(order, orders.Concede) and order.side not in sides:
        by_turns = position.phase == "plotting" and sequence.live(table)
        yield refuse(Clause.FIVE_PHASES, Refusal.OTHER_SIDE_MOVES if by_turns else Refusal.ORDERS_CLOSED)
        return
    kind = ORDERS.find(type(order), position.phase)
    if kind is None:
        phases = tuple(sorted(map(str, ORDERS.questions(order))))
        yield refuse(Clause.FIVE_PHASES, Refusal.OTHER_ORDERS_ASKED, then=phases, now=position.phase)
        return
    if isinstance(order, orders.MovementPlot):
        yield from sequence.alternation_objections(table, position, order)
    yield from kind.objections(table, position, order)


def outcome(course: EventRecorder, order: orders.SkirmishOrder) -> None:
    """Record the outcome of an order. Nearly all orders are only written down."""
    ORDERS.of(order).outcome(course, order)


def options(table: Table, position: Position, side: Side) -> Iterator[orders.SkirmishOrder]:
    """Yield orders of a side that answer its open question."""
    yield orders.Done(side=side)
    for group in ORDERS.option_groups(table, position, side, position.phase):
        yield from group
