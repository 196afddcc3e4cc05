"""Movement: what a side may order its figures to do."""

from collections.abc import Iterator

from referee.engine.facts import Objection, refuse
from referee.systems.skirmish.combat import contact, spotting
from referee.systems.skirmish.events import plotting
from referee.systems.skirmish.events.marching import object_to_end
from referee.systems.skirmish.facts import geometry, targets, visibility, walking
from referee.systems.skirmish.facts.motivation import is_motivated, is_urged, missing
from referee.systems.skirmish.movement.refusals import Refusal
from referee.systems.skirmish.state.position import Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.skirmish.clauses import Clause
from schemas.skirmish.orders import Adopt, BreakOff, Look, Move, Wear
from schemas.skirmish.words import Mode, Spot


def objections(table: Table, position: Position, order: Move) -> Iterator[Objection]:
    """What speaks against a move when it is written."""
    against = tuple(plotting.strangers(position, order.side, order.figures))
    yield from (*against, *_order_twice(position, order))
    if against:
        return
    units = {position.figures[id].unit for id in order.figures}
    if len(units) > 1:
        yield refuse(Clause.ACTIVATED_ONCE, Refusal.OF_SEVERAL_UNITS)
    yield from contact.objections(table, position, order)
    for id in order.figures:
        figure = position.figures[id]
        if position.in_melee(id):
            yield refuse(Clause.CONTACT_FREEZES, Refusal.FIXED_BY_CONTACT, figure=id)
        if not _is_led(table, position, order, figure):
            yield missing(table, position, figure, Clause.NEEDED_TO_MOVE)
        path = (figure.at, *plotting.path_of(position, order, figure))
        yield from _way(table, order.mode, path, figure)
        end = _furthest(order, path)
        yield from object_to_end(table, position, figure, order.mode, end, closing=order.contact is not None)
        if order.contact is None:
            yield from _standing_room(table, position, order, figure, end)


def _is_led(table: Table, position: Position, order: Move, figure: Figure) -> bool:
    """Whether a figure is motivated where all stand, or may be where written orders take them."""
    return is_urged(table, position, figure) or is_motivated(
        table, position, figure, plotting.predict(position, order.side, order)
    )


def _order_twice(position: Position, order: Move | BreakOff) -> Iterator[Objection]:
    for id in plotting.figures_of(order):
        if plotting.ordered(position, order.side, id) is not None:
            yield refuse(Clause.MODE_ONCE, Refusal.HAS_ITS_MOVE, figure=id)


def _furthest(order: Move, path: tuple[Spot, ...]) -> Spot:
    return geometry.along(path, order.stop) if order.stop is not None else path[-1]


def _way(table: Table, mode: Mode, path: tuple[Spot, ...], figure: Figure) -> Iterator[Objection]:
    """What the ground holds against a path."""
    for spot in path[1:]:
        if not table.on_table(spot):
            yield refuse(Clause.TABLE_EDGE, Refusal.PATH_OFF_TABLE, figure=figure.id, place=spot)
            return
    if mode not in table.parameters.movement.wire_modes and walking.crosses(table, path, "wire"):
        modes = table.parameters.movement.wire_modes
        yield refuse(Clause.WIRE, Refusal.PATH_OVER_WIRE, figure=figure.id, modes=modes)
    if walking.crosses(table, path, "impassable"):
        yield refuse(Clause.WIRE, Refusal.PATH_IMPASSABLE, figure=figure.id)


def _standing_room(
    table: Table, position: Position, order: Move, figure: Figure, end: Spot
) -> Iterator[Objection]:
    """Whether a move would end in touch with an enemy that is seen, or on a friend who stays."""
    base = table.parameters.measuring.base_diameter
    if any(geometry.within(spot, end, base) for spot in position.seen_spots(figure.side)):
        yield refuse(Clause.CONTACT_MODE, Refusal.TOUCHES_UNNAMED_ENEMY, figure=figure.id)
    leaving = {
        id for plot in (*plotting.moves(position, order.side), order) for id in plotting.figures_of(plot)
    }
    for friend in position.active(figure.side):
        if friend.id not in leaving and friend.id != figure.id and geometry.closer(friend.at, end, base):
            gap = geometry.apart(friend.at, end)
            yield refuse(
                Clause.OWN_SPACE, Refusal.ENDS_TOO_CLOSE, figure=figure.id, gap=gap, friend=friend.id
            )


def break_off_objections(table: Table, position: Position, order: BreakOff) -> Iterator[Objection]:
    """What speaks against breaking off a melee."""
    against = tuple(plotting.strangers(position, order.side, (order.figure,)))
    yield from (*against, *_order_twice(position, order))
    if against:
        return
    figure = position.figures[order.figure]
    yield from leaving(table, position, figure)
    path = (figure.at, *order.path)
    yield from _way(table, table.parameters.hand_to_hand.break_off_mode, path, figure)
    base = table.parameters.measuring.base_diameter
    touched = any(geometry.within(spot, path[-1], base) for spot in position.seen_spots(figure.side))
    if touched and table.parameters.hand_to_hand.break_off_clear:
        yield refuse(Clause.CONTACT_MODE, Refusal.STAYS_IN_TOUCH, figure=figure.id)


def leaving(table: Table, position: Position, figure: Figure) -> Iterator[Objection]:
    """What speaks against leaving a melee now."""
    if not position.in_melee(figure.id):
        yield refuse(Clause.BREAK_OFF, Refusal.NOT_IN_MELEE, figure=figure.id)
    elif not figure.was_fighting:
        yield refuse(Clause.CONTACT_ONE_ROUND, Refusal.NO_ROUND_FOUGHT, figure=figure.id)
    if figure.pins:
        yield refuse(Clause.BREAK_OFF, Refusal.PINNED_IN_MELEE, figure=figure.id)
    if not is_motivated(table, position, figure):
        yield missing(table, position, figure, Clause.NEEDED_TO_MOVE)


def posture_objections(table: Table, position: Position, order: Adopt) -> Iterator[Objection]:
    """What speaks against a posture: one hides only in a trench or building."""
    if order.posture == "open":
        return
    for id in order.figures:
        spots = (position.figures[id].at, *plotting.predict_at(position, order.side, id))
        if not any(visibility.is_sheltered(table, spot) for spot in spots):
            yield refuse(Clause.HIDING_PLACE, Refusal.NOT_UNDER_SHELTER, figure=id)


def mask_objections(_: Table, position: Position, order: Wear) -> Iterator[Objection]:
    """What speaks against putting a mask on: that there is none."""
    for id in order.figures:
        if "gas-mask" not in position.figures[id].items:
            yield refuse(Clause.ITEM, Refusal.NO_GAS_MASK, figure=id)


def look_objections(table: Table, position: Position, order: Look) -> Iterator[Objection]:
    """What speaks against a look when it is written."""
    looks = [plot for plot in position.plan(order.side).plots if isinstance(plot, Look)]
    most = table.parameters.spotting.attempts
    for id in order.figures:
        mode = plotting.mode_of(table, position, order.side, id)
        yield from spotting.objections(table, position, order, mode, position.figures[id])
        planned = sum(id in plot.figures for plot in looks)
        if planned and planned + position.figures[id].looks >= most:
            if most > 1:
                yield refuse(Clause.ONE_LOOK, Refusal.MOST_LOOKS, figure=id, most=most)
            else:
                yield refuse(Clause.ONE_LOOK, Refusal.ONE_LOOK, figure=id)
    if order.at is not None:
        yield from targets.off_table(table, order.at)
