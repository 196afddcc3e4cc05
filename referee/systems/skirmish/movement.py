"""Movement: what a side may order its figures to do."""

from collections.abc import Iterator

from referee.systems.skirmish import contact, geometry, plotting, spotting, visibility, walking
from referee.systems.skirmish.marching import held
from referee.systems.skirmish.motivation import missing, motivated
from referee.systems.skirmish.position import Figure, Position
from referee.systems.skirmish.table import Table, refusal
from schemas.record import Objection
from schemas.skirmish.clauses import Clause
from schemas.skirmish.orders import Adopt, BreakOff, Look, Move, Wear
from schemas.skirmish.words import Mode, Spot


def objections(table: Table, position: Position, order: Move) -> Iterator[Objection]:
    """What speaks against a move when it is written."""
    yield from _ordered_twice(position, order)
    if any(True for _ in plotting.strangers(position, order.side, order.figures)):
        return
    units = {position.figures[id].unit for id in order.figures}
    if len(units) > 1:
        yield refusal(Clause.ACTIVATED_ONCE, "these figures are of several units", "write a line for each")
    yield from contact.objections(table, position, order)
    for id in order.figures:
        figure = position.figures[id]
        if position.in_melee(id):
            fact = f"{id} was contacted, and who was contacted cannot move"
            yield refusal(Clause.CONTACT_FREEZES, fact, "break off the melee once a round was fought")
        if not _led(table, position, order, figure):
            yield refusal(Clause.NEEDED_TO_MOVE, missing(table, position, figure))
        path = (figure.at, *plotting.path_of(position, order, figure))
        yield from _way(table, order.mode, path, figure)
        end = _furthest(order, path)
        yield from held(table, position, figure, order.mode, end, closing=order.contact is not None)
        if order.contact is None:
            yield from _standing_room(table, position, order, figure, end)


def _led(table: Table, position: Position, order: Move, figure: Figure) -> bool:
    """Whether a figure is motivated where all stand, or may be where written orders take them."""
    return motivated(table, position, figure) or motivated(
        table, position, figure, plotting.expected(position, order.side, order)
    )


def _ordered_twice(position: Position, order: Move | BreakOff) -> Iterator[Objection]:
    for id in plotting.figures_of(order):
        if plotting.ordered(position, order.side, id) is not None:
            fact = f"{id} has its move for this turn"
            yield refusal(Clause.MODE_ONCE, fact, "write `anew` to begin again")


def _furthest(order: Move, path: tuple[Spot, ...]) -> Spot:
    return geometry.along(path, order.stop) if order.stop is not None else path[-1]


def _way(table: Table, mode: Mode, path: tuple[Spot, ...], figure: Figure) -> Iterator[Objection]:
    """What the ground holds against a path."""
    for spot in path[1:]:
        if not table.on_table(spot):
            fact = f"{geometry.written(spot)} is not on the table"
            yield refusal(Clause.TABLE_EDGE, f"the path of {figure.id} leaves the table: {fact}")
            return
    if mode not in table.parameters.movement.wire_modes and walking.crosses(table, path, "wire"):
        modes = " or ".join(table.parameters.movement.wire_modes)
        yield refusal(Clause.WIRE, f"the path of {figure.id} crosses wire", f"cross it by {modes}")
    if walking.crosses(table, path, "impassable"):
        yield refusal(Clause.WIRE, f"the path of {figure.id} crosses ground that nobody can pass")


def _standing_room(
    table: Table, position: Position, order: Move, figure: Figure, end: Spot
) -> Iterator[Objection]:
    """Whether a move would end in touch with an enemy that is seen, or on a friend who stays."""
    base = table.parameters.measuring.base_diameter
    if any(geometry.within(spot, end, base) for spot in position.seen_spots(figure.side)):
        fact = f"{figure.id} would end in touch with an enemy"
        yield refusal(Clause.CONTACT_MODE, fact, "name him: `assault ... contact c01`")
    leaving = {
        id for plot in (*plotting.moves(position, order.side), order) for id in plotting.figures_of(plot)
    }
    for friend in position.active(figure.side):
        if friend.id not in leaving and friend.id != figure.id and geometry.closer(friend.at, end, base):
            gap = geometry.inches(geometry.apart(friend.at, end))
            yield refusal(Clause.OWN_SPACE, f"{figure.id} would end {gap} inches from {friend.id}")


def break_off_objections(table: Table, position: Position, order: BreakOff) -> Iterator[Objection]:
    """What speaks against breaking off a melee."""
    yield from _ordered_twice(position, order)
    if any(True for _ in plotting.strangers(position, order.side, (order.figure,))):
        return
    figure = position.figures[order.figure]
    yield from leaving(table, position, figure)
    path = (figure.at, *order.path)
    yield from _way(table, table.parameters.hand_to_hand.break_off_mode, path, figure)
    base = table.parameters.measuring.base_diameter
    touched = any(geometry.within(spot, path[-1], base) for spot in position.seen_spots(figure.side))
    if touched and table.parameters.hand_to_hand.break_off_clear:
        yield refusal(Clause.CONTACT_MODE, f"{figure.id} would end in touch with an enemy")


def leaving(table: Table, position: Position, figure: Figure) -> Iterator[Objection]:
    """What speaks against leaving a melee now."""
    if not position.in_melee(figure.id):
        yield refusal(Clause.BREAK_OFF, f"{figure.id} is in no melee")
    elif not figure.was_fighting:
        yield refusal(Clause.CONTACT_ONE_ROUND, f"{figure.id} has not fought a round yet")
    if figure.pins:
        yield refusal(Clause.BREAK_OFF, f"{figure.id} is pinned, and only unpinned figures break off")
    if not motivated(table, position, figure):
        yield refusal(Clause.NEEDED_TO_MOVE, missing(table, position, figure))


def posture_objections(table: Table, position: Position, order: Adopt) -> Iterator[Objection]:
    """What speaks against a posture: one hides only in a trench or building."""
    if any(True for _ in plotting.strangers(position, order.side, order.figures)):
        return
    if order.posture == "open":
        return
    for id in order.figures:
        spots = (position.figures[id].at, *plotting.expected_at(position, order.side, id))
        if not any(visibility.sheltered(table, spot) for spot in spots):
            fact = f"{id} is in no trench and in no building"
            yield refusal(Clause.HIDING_PLACE, fact)


def mask_objections(position: Position, order: Wear) -> Iterator[Objection]:
    """What speaks against putting a mask on: that there is none."""
    if any(True for _ in plotting.strangers(position, order.side, order.figures)):
        return
    for id in order.figures:
        if "gas-mask" not in position.figures[id].items:
            yield refusal(Clause.ITEM, f"{id} has no gas mask")


def look_objections(table: Table, position: Position, order: Look) -> Iterator[Objection]:
    """What speaks against a look when it is written."""
    if any(True for _ in plotting.strangers(position, order.side, order.figures)):
        return
    looks = [plot for plot in position.plan(order.side).plots if isinstance(plot, Look)]
    for id in order.figures:
        mode = plotting.mode_of(table, position, order.side, id)
        yield from spotting.objections(table, position, order, mode, position.figures[id])
        if any(id in plot.figures for plot in looks):
            yield refusal(Clause.ONE_LOOK, f"{id} looks at one place a turn")
    if order.at is not None and not table.on_table(order.at):
        yield refusal(Clause.TABLE_EDGE, f"{geometry.written(order.at)} is not on the table")
