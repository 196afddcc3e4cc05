"""Movement and deployment: objections and the moves to offer."""

from collections.abc import Iterator

from referee.engine.facts import Objections, refuse
from referee.systems.skirmish.combat import close_combat, spotting
from referee.systems.skirmish.events import sealed_orders
from referee.systems.skirmish.events.evolution import EventRecorder
from referee.systems.skirmish.events.steps import object_to_end
from referee.systems.skirmish.facts import geometry, paths, targets, visibility
from referee.systems.skirmish.facts.targets import is_motivated, is_urged, missing
from referee.systems.skirmish.movement.refusals import Refusal
from referee.systems.skirmish.state.position import Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish.clauses import Clause
from schemas.skirmish.events import FigurePlaced
from schemas.skirmish.names import Mode, Moving, Posture, Spot
from schemas.skirmish.orders import Adopt, Barrage, BreakOff, Deploy, Look, Move, SkirmishOrder, Wear


def deployment_objections(table: Table, position: Position, order: Deploy) -> Objections:
    """Yield the objections to the deployment of a figure."""
    figure, there = position.figures[order.figure], order.at
    yield from targets.off_table(table, there)
    if table.on_table(there) and there != figure.at and not _in_zone(table, order.side, there):
        yield refuse(Clause.DEPLOYMENT, Refusal.OUTSIDE_ZONE, place=there, zone=order.side)
    if order.posture in {"hidden", "observe"} and not visibility.is_sheltered(table, there):
        yield refuse(Clause.HIDING_PLACE, Refusal.NO_HIDING_PLACE, place=there)
    base = table.parameters.measuring.base_diameter
    for id, spot in _others(position, figure):
        if geometry.closer(spot, there, base):
            gap = geometry.apart(spot, there)
            yield refuse(
                Clause.OWN_SPACE, Refusal.DEPLOYED_TOO_CLOSE, place=there, gap=gap, friend=id, least=base
            )


def _in_zone(table: Table, side: Side, spot: Spot) -> bool:
    force = table.force(side)
    zones = [force.zone] if force.zone else []
    zones += [feature.corners for feature in table.features if feature.id in force.zone_terrain]
    return any(geometry.covers(zone, spot) for zone in zones)


def _others(position: Position, figure: Figure) -> Iterator[tuple[str, Spot]]:
    """Yield the side's other figures with their places of deployment."""
    places = {plot.figure: plot.at for plot in position.plan(figure.side).plots if isinstance(plot, Deploy)}
    for one in position.active(figure.side):
        if one.id != figure.id:
            yield one.id, places.get(one.id, one.at)


def place(course: EventRecorder) -> None:
    """Deploy the figures as ordered, except a figure that would be in contact with an enemy."""
    base = course.table.parameters.measuring.base_diameter
    for side in course.table.sides:
        for plot in course.position.plan(side).plots:
            if isinstance(plot, Deploy):
                enemies = course.position.active(course.position.other(side))
                if not any(geometry.within(one.at, plot.at, base) for one in enemies):
                    event = FigurePlaced(side=side, figure=plot.figure, at=plot.at, posture=plot.posture)
                    course.add(event)


def objections(table: Table, position: Position, order: Move) -> Objections:
    """Yield the objections to a move when it is written."""
    against = tuple(sealed_orders.strangers(position, order.side, order.figures))
    yield from (*against, *_order_twice(position, order))
    if against:
        return
    units = {position.figures[id].unit for id in order.figures}
    if len(units) > 1:
        yield refuse(Clause.ACTIVATED_ONCE, Refusal.OF_SEVERAL_UNITS)
    yield from close_combat.contact_objections(table, position, order)
    if order.contact is not None and order.contact not in position.contacts(order.side):
        # The place of an unknown enemy is unknown, too, and so is the path to it.
        return
    for id in order.figures:
        figure = position.figures[id]
        if position.in_melee(id):
            yield refuse(Clause.CONTACT_FREEZES, Refusal.FIXED_BY_CONTACT, figure=id)
        if not _is_led(table, position, order, figure):
            yield missing(table, position, figure, Clause.NEEDED_TO_MOVE)
        path = (figure.at, *sealed_orders.path_of(position, order, figure))
        yield from object_to_way(table, order.mode, path, figure)
        end = _furthest(order, path)
        yield from object_to_end(table, position, figure, order.mode, end, closing=order.contact is not None)
        if order.contact is None:
            yield from _standing_room(table, position, order, figure, end)


def _is_led(table: Table, position: Position, order: Move, figure: Figure) -> bool:
    """Return True if a figure is motivated now, or may be at the places that written orders lead to."""
    return is_urged(table, position, figure) or is_motivated(
        table, position, figure, sealed_orders.predict(position, order.side, order)
    )


def _order_twice(position: Position, order: Move | BreakOff) -> Objections:
    for id in sealed_orders.figures_of(order):
        if sealed_orders.find_move(position, order.side, id) is not None:
            yield refuse(Clause.MODE_ONCE, Refusal.HAS_ITS_MOVE, figure=id)


def _furthest(order: Move, path: tuple[Spot, ...]) -> Spot:
    return geometry.along(path, order.stop) if order.stop is not None else path[-1]


def object_to_way(table: Table, mode: Mode, path: tuple[Spot, ...], figure: Figure) -> Objections:
    """Yield the objections of the ground to a path."""
    if not all(map(table.on_table, path[1:])):
        width, depth = table.scenario.width, table.scenario.depth
        yield refuse(Clause.TABLE_EDGE, Refusal.PATH_OFF_TABLE, figure=figure.id, width=width, depth=depth)
        return
    if mode not in table.parameters.movement.wire_modes and paths.crosses(table, path, "wire"):
        modes = table.parameters.movement.wire_modes
        yield refuse(Clause.WIRE, Refusal.PATH_OVER_WIRE, figure=figure.id, modes=modes)
    if paths.crosses(table, path, "impassable"):
        yield refuse(Clause.WIRE, Refusal.PATH_IMPASSABLE, figure=figure.id)


def _standing_room(table: Table, position: Position, order: Move, figure: Figure, end: Spot) -> Objections:
    """Yield the objections to a move that would end in contact with a visible enemy or on a friend."""
    base = table.parameters.measuring.base_diameter
    enemies = (one for one in position.list_seen(figure.side) if geometry.within(one.at, end, base))
    if enemy := next(enemies, None):
        yield refuse(Clause.CONTACT_MODE, Refusal.TOUCHES_UNNAMED_ENEMY, figure=figure.id, enemy=enemy.alias)
    leaving = {
        id
        for plot in (*sealed_orders.moves(position, order.side), order)
        for id in sealed_orders.figures_of(plot)
    }
    for friend in position.active(figure.side):
        if friend.id not in leaving and friend.id != figure.id and geometry.closer(friend.at, end, base):
            gap = geometry.apart(friend.at, end)
            yield refuse(
                Clause.OWN_SPACE,
                Refusal.ENDS_TOO_CLOSE,
                figure=figure.id,
                gap=gap,
                friend=friend.id,
                least=base,
            )


def break_off_objections(table: Table, position: Position, order: BreakOff) -> Objections:
    """Yield the objections to an order to break off a melee."""
    against = tuple(sealed_orders.strangers(position, order.side, (order.figure,)))
    yield from (*against, *_order_twice(position, order))
    if against:
        return
    figure = position.figures[order.figure]
    yield from leaving(table, position, figure)
    path = (figure.at, *order.path)
    yield from object_to_way(table, table.parameters.hand_to_hand.break_off_mode, path, figure)
    base = table.parameters.measuring.base_diameter
    touches = any(geometry.within(spot, path[-1], base) for spot in position.list_visible_spots(figure.side))
    if touches and table.parameters.hand_to_hand.break_off_clear:
        yield refuse(Clause.CONTACT_MODE, Refusal.STAYS_IN_TOUCH, figure=figure.id)


def leaving(table: Table, position: Position, figure: Figure) -> Objections:
    """Yield the objections to leaving a melee now."""
    if not position.in_melee(figure.id):
        yield refuse(Clause.BREAK_OFF, Refusal.NOT_IN_MELEE, figure=figure.id)
    elif not figure.was_fighting:
        yield refuse(Clause.CONTACT_ONE_ROUND, Refusal.NO_ROUND_FOUGHT, figure=figure.id)
    if figure.pins:
        yield refuse(Clause.BREAK_OFF, Refusal.PINNED_IN_MELEE, figure=figure.id)
    if not is_motivated(table, position, figure):
        yield missing(table, position, figure, Clause.NEEDED_TO_MOVE)


def posture_objections(table: Table, position: Position, order: Adopt) -> Objections:
    """Yield the objections to a posture: only a trench or a building gives shelter."""
    if order.posture == "open":
        return
    for id in order.figures:
        spots = (position.figures[id].at, *sealed_orders.predict_at(position, order.side, id))
        if not any(visibility.is_sheltered(table, spot) for spot in spots):
            yield refuse(Clause.HIDING_PLACE, Refusal.NOT_UNDER_SHELTER, figure=id)


def mask_objections(_: Table, position: Position, order: Wear) -> Objections:
    """Yield the objections to gas masks: a figure may carry none."""
    for id in order.figures:
        if "gas-mask" not in position.figures[id].items:
            yield refuse(Clause.ITEM, Refusal.NO_GAS_MASK, figure=id)


def look_objections(table: Table, position: Position, order: Look) -> Objections:
    """Yield the objections to a look when it is written."""
    looks = [plot for plot in position.plan(order.side).plots if isinstance(plot, Look)]
    most = table.parameters.spotting.attempts
    for id in order.figures:
        mode = sealed_orders.mode_of(table, position, order.side, id)
        yield from spotting.objections(table, position, order, mode, position.figures[id])
        count = sum(id in plot.figures for plot in looks)
        if count and count + position.figures[id].looks >= most:
            if most > 1:
                yield refuse(Clause.ONE_LOOK, Refusal.MOST_LOOKS, figure=id, most=most)
            else:
                yield refuse(Clause.ONE_LOOK, Refusal.ONE_LOOK, figure=id)
    if order.at is not None:
        yield from targets.off_table(table, order.at)


REACH: tuple[tuple[Moving, int], ...] = (("manoeuvre", 900), ("rush", 1500), ("stealthy", 300))
"""Length of the paths that are offered for each mode; the dice may stop a figure earlier."""


def deployments(_: Table, position: Position, side: Side) -> Iterator[Deploy]:
    """Yield other postures at the same place."""
    postures: tuple[Posture, ...] = ("hidden", "observe")
    for figure in position.active(side):
        yield from (Deploy(side=side, figure=figure.id, at=figure.at, posture=one) for one in postures)


def movements(table: Table, position: Position, side: Side) -> Iterator[SkirmishOrder]:
    """Yield moves in all directions and at all visible enemies, looks, postures and calls for artillery."""
    units = [unit.id for unit in position.units.values() if unit.side == side]
    free = {id for id in sealed_orders.list_unordered(position, side) if not position.in_melee(id)}
    for unit in units:
        group = tuple(one for one in position.members(unit) if one.id in free)
        if group:
            yield from _marches(side, group, REACH)
            for one in group:
                yield from _marches(side, (one,), REACH[:1])
    for figure in position.active(side):
        yield from _of_one(position, side, figure, to_move=figure.id in free)
    for mission in position.missions.values():
        if mission.side == side:
            spots = [contact.at for contact in position.list_seen(side)]
            middle = (table.scenario.width // 2, table.scenario.depth // 2)
            for spot in (*spots, middle):
                yield Barrage(side=side, mission=mission.id, aim=spot)


def _marches(
    side: Side, group: tuple[Figure, ...], paces: tuple[tuple[Moving, int], ...]
) -> Iterator[SkirmishOrder]:
    ids = tuple(one.id for one in group)
    for mode, reach in paces:
        for spot in geometry.around(group[0].at, reach):
            yield Move(side=side, figures=ids, mode=mode, path=(spot,))


def _of_one(position: Position, side: Side, figure: Figure, *, to_move: bool) -> Iterator[SkirmishOrder]:
    for contact in position.list_seen(side) if to_move else ():
        if geometry.within(contact.at, figure.at, 1000):
            modes: tuple[Moving, ...] = ("assault", "manoeuvre")
            for mode in modes:
                path = (contact.at,)
                yield Move(side=side, figures=(figure.id,), mode=mode, path=path, contact=contact.alias)
    for contact in position.contacts(side).values():
        yield Look(side=side, figures=(figure.id,), target=contact.alias)
    yield Look(side=side, figures=(figure.id,), at=figure.at, radius=1200)
    if position.in_melee(figure.id):
        for spot in geometry.around(figure.at, 600):
            yield BreakOff(side=side, figure=figure.id, path=(spot,))
    yield Adopt(side=side, figures=(figure.id,), posture="hidden")
    yield Adopt(side=side, figures=(figure.id,), posture="observe")
