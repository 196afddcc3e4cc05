"""Activation: the sealed orders of one unit after another, and the purposes of its dice."""

from referee.engine.dice import Dice, state_purpose
from referee.engine.facts import Fact, Objections, refuse
from referee.systems.skirmish.combat import close_combat, morale, spotting
from referee.systems.skirmish.events import sealed_orders
from referee.systems.skirmish.events.evolution import EventRecorder
from referee.systems.skirmish.events.steps import arrive, drop
from referee.systems.skirmish.facts import paths, visibility
from referee.systems.skirmish.facts.targets import is_urged, missing
from referee.systems.skirmish.movement.movement import leaving, object_to_way
from referee.systems.skirmish.movement.refusals import Refusal
from referee.systems.skirmish.state.position import Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Roll, Side
from schemas.skirmish.clauses import Clause
from schemas.skirmish.close_events import BrokeOff
from schemas.skirmish.events import MaskChanged, PostureTaken, UnitActivated
from schemas.skirmish.names import Moving, Spot
from schemas.skirmish.orders import Adopt, BreakOff, Look, Move, Plot, Wear


class Throw(Fact):
    """A roll of movement."""

    MOVEMENT = "Movement, {mode}"
    BREAKING_OFF = "Breaking off, {needed} or more"


def waiting(table: Table, position: Position) -> tuple[str, ...]:
    """Return the units with orders that were not activated, the next one first. The sides alternate."""
    first = position.first or table.sides[0]
    mine, theirs = (list_queued(table, position, side) for side in (first, position.other(first)))
    done = {
        side: sum(unit.activated for unit in position.units.values() if unit.side == side)
        for side in table.sides
    }
    ahead = done[first] > done[position.other(first)]
    queues = [theirs, mine] if ahead and theirs else [mine, theirs]
    return (*queues[0], *queues[1]) if queues[0] else tuple(queues[1])


def list_queued(table: Table, position: Position, side: Side) -> list[str]:
    """Return the units of a side with orders, as its letter names them, then the units that fall back."""
    units = [
        position.figures[id].unit
        for plot in position.plan(side).plots
        for id in sealed_orders.figures_of(plot)
        if id in position.figures
    ]
    own = (unit for unit, one in position.units.items() if one.side == side)
    units += [unit for unit in own if morale.waits(table, position, unit)]
    return [unit for unit in dict.fromkeys(units) if not position.units[unit].activated]


def activate(course: EventRecorder, unit: str, dice: Dice) -> None:
    """Carry out the orders of one unit: moves first, then postures, then looks."""
    side = course.position.units[unit].side
    plots = [plot for plot in course.position.plan(side).plots if is_for(course.position, plot, unit)]
    figures = dict(course.position.figures)
    allowances = roll_allowances(course, unit, plots, dice)
    if morale.waits(course.table, course.position, unit):
        for one in list(course.position.members(unit)):
            morale.fall_back(course, one)
    for plot in plots:
        if isinstance(plot, Move | BreakOff):
            together = course.position
            for id in sealed_orders.figures_of(plot):
                way = sealed_orders.path_of(replace(course.position, figures), plot, figures[id])
                _carry_out(course, together, plot, id, way, allowances, dice)
    for plot in plots:
        _settle(course, plot)
    spotting.watch(course)
    for plot in plots:
        if isinstance(plot, Look):
            _look(course, plot, dice)
    _frighten(course, side)


def _look(course: EventRecorder, plot: Look, dice: Dice) -> None:
    for id in plot.figures:
        if course.figure(id).active:
            spotting.look(course, course.figure(id), plot, dice)


def replace(position: Position, figures: dict[str, Figure]) -> Position:
    """Return the position with the figures at their places before the activation, to shift paths by."""
    for figure in figures.values():
        if figure.at != position.figures[figure.id].at:
            position = position.with_figure(figure)
    return position


def is_for(position: Position, plot: Plot, unit: str) -> bool:
    """Return True if an order is for figures of a unit."""
    figures = sealed_orders.figures_of(plot)
    return bool(figures) and position.figures[figures[0]].unit == unit


def _mode(table: Table, plot: Move | BreakOff) -> Moving:
    return plot.mode if isinstance(plot, Move) else table.parameters.hand_to_hand.break_off_mode


def roll_allowances(course: EventRecorder, unit: str, plots: list[Plot], dice: Dice) -> dict[str, int]:
    """Roll and return the allowance of each mode that the unit uses, or of each figure."""
    rules, side = course.table.parameters.movement, course.position.units[unit].side
    modes: dict[str, Moving] = {}
    for plot in plots:
        if isinstance(plot, Move | BreakOff):
            mode = _mode(course.table, plot)
            each = sealed_orders.figures_of(plot) if rules.roll_scope == "figure" else (mode,)
            modes |= dict.fromkeys(each, mode)
    allowances: dict[str, int] = {}
    rolls: list[Roll] = []
    for name, mode in modes.items():
        pace = rules.paces[mode]
        allowances[name] = pace.inches
        if pace.dice:
            roll = dice.throw(state_purpose(Throw.MOVEMENT, mode=mode), pace.dice, needed=0, owner=side)
            rolls.append(roll)
            allowances[name] += 100 * sum(roll.faces)
    course.add(
        UnitActivated(
            side=side,
            unit=unit,
            modes=tuple(modes.values()),
            allowances=tuple(allowances.values()),
            rolls=tuple(rolls),
        )
    )
    return allowances


def _carry_out(
    course: EventRecorder,
    together: Position,
    plot: Move | BreakOff,
    id: str,
    way: tuple[Spot, ...],
    given: dict[str, int],
    dice: Dice,
) -> None:
    """Move one figure, or drop its order with a reason; all figures of an order start `together`."""
    table, figure = course.table, course.figure(id)
    mode = _mode(table, plot)
    allowance = given.get(id, given.get(mode, 0))
    against = next(_prevent(table, course.position, together, plot, figure), None)
    if against is not None:
        drop(course, figure, against)
    elif isinstance(plot, Move) and plot.contact is not None:
        close_combat.close_in(course, figure, plot, allowance, dice)
    elif isinstance(plot, BreakOff):
        _break_off(course, figure, way, allowance, dice)
    else:
        stop = plot.stop if plot.stop is not None else allowance
        spotting.walk(course, figure, mode, way, min(allowance, stop))


def _prevent(
    table: Table, position: Position, together: Position, plot: Move | BreakOff, figure: Figure
) -> Objections:
    """Yield the objections to an order that arose since it was written."""
    if not figure.active:
        yield refuse(Clause.SURRENDERED, Refusal.TAKES_NO_PART, figure=figure.id)
    elif isinstance(plot, BreakOff):
        yield from leaving(table, position, figure)
    else:
        if position.in_melee(figure.id):
            yield refuse(Clause.CONTACT_FREEZES, Refusal.WAS_CONTACTED, figure=figure.id)
        if not is_urged(table, together, figure):
            yield missing(table, together, figure, Clause.NEEDED_TO_MOVE)
        if plot.contact is not None:
            way = (figure.at, position.contacts(figure.side)[plot.contact].at)
            yield from object_to_way(table, plot.mode, way, figure)
        if plot.contact is not None and figure.pins:
            yield refuse(Clause.PINNED_NO_CLOSER, Refusal.PINNED_BEFORE_CONTACT, figure=figure.id)


def _break_off(
    course: EventRecorder, figure: Figure, way: tuple[Spot, ...], allowance: float, dice: Dice
) -> None:
    """Leave a melee if there is a way out that ends clear of the enemy."""
    table = course.table
    needed = table.parameters.hand_to_hand.break_off_need
    if needed:
        roll = dice.throw(state_purpose(Throw.BREAKING_OFF, needed=needed), 1, needed=0, owner=figure.side)
        course.add(UnitActivated(side=figure.side, unit=figure.unit, rolls=(roll,)))
        if roll.faces[0] < needed:
            drop(course, figure, refuse(Clause.BREAK_OFF, Refusal.FAILED_TO_BREAK_OFF, figure=figure.id))
            return
    walk = paths.walk(table, course.position, figure, way, allowance)
    clear = not any(True for _ in paths.crowding(table, course.position, figure, walk.end))
    if walk.end == figure.at or not clear:
        drop(course, figure, refuse(Clause.BREAK_OFF, Refusal.NO_WAY_OUT, figure=figure.id))
        return
    course.add(BrokeOff(side=figure.side, figure=figure.id))
    arrive(course, figure, table.parameters.hand_to_hand.break_off_mode, walk)
    if walk.enemy:
        spotting.meet(course, figure, course.figure(walk.enemy))


def _settle(course: EventRecorder, plot: Plot) -> None:
    """Change postures and masks after the figures have moved."""
    match plot:
        case Adopt(figures=figures, posture=posture):
            for id in figures:
                figure = course.figure(id)
                shelter = visibility.is_sheltered(course.table, figure.at)
                if figure.active and (posture == "open" or shelter) and not course.position.in_melee(id):
                    course.add(PostureTaken(side=figure.side, figure=id, posture=posture))
        case Wear(figures=figures, worn=worn):
            for id in figures:
                if course.figure(id).active:
                    course.add(MaskChanged(side=plot.side, figure=id, worn=worn))
        case _:
            pass


def _frighten(course: EventRecorder, side: Side) -> None:
    """Let pinned enemies of a unit that moved fall back from it."""
    for figure in list(course.position.active(course.position.other(side))):
        morale.frighten(course, figure)
