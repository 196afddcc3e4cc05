"""Fire orders: objections when written and when carried out, and the shots to offer."""

from collections.abc import Iterator, Mapping
from itertools import chain

from referee.engine.facts import Fact, Objection, Objections, refuse
from referee.systems.skirmish.combat.refusals import Refusal
from referee.systems.skirmish.combat.spotting import head_down
from referee.systems.skirmish.events import sealed_orders
from referee.systems.skirmish.events.sealed_orders import figures_of
from referee.systems.skirmish.facts import geometry, targets
from referee.systems.skirmish.facts.targets import is_motivated, missing
from referee.systems.skirmish.state.position import Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish.clauses import Clause
from schemas.skirmish.orders import BeatenZone, Fire, FirePlot, Flame, SkirmishOrder, Throw
from schemas.skirmish.pack import Weapon


def objections(table: Table, position: Position, order: FirePlot) -> Objections:
    """Yield the objections to a fire order when it is written."""
    figures = figures_of(order)
    firers = {id for plot in position.plan(order.side).plots for id in figures_of(plot)}
    for id in figures:
        if id in firers:
            yield refuse(Clause.ONE_SHOT, Refusal.HAS_ITS_SHOT, figure=id)
        yield from object_to_figure(table, position, order, position.figures[id])
        yield from _split(table, position, order, position.figures[id])


def object_to_figure(table: Table, position: Position, order: FirePlot, figure: Figure) -> Objections:
    """Yield the objections to one figure of a fire order now, without its shares of dice."""
    yield from object_to_firer(table, position, figure)
    weapon = weapon_of(table, order, figure)
    if weapon is None:
        yield _no_weapon(order, figure)
        return
    if figure.supply.get(weapon.id, 1) <= 0:
        yield refuse(Clause.AMMUNITION, Refusal.NONE_LEFT, figure=figure.id, weapon=weapon.id)
    match order:
        case Fire():
            yield from _fire(table, position, order, figure, weapon)
        case Throw(burst=spot):
            yield from targets.out_of_reach(table, figure, weapon, spot)
            yield from targets.out_of_sight(table, position, figure, spot)
            yield from targets.out_of_assault(table, figure, spot)
        case Flame(to=spot):
            yield from targets.out_of_reach(table, figure, weapon, spot)
            yield from targets.out_of_assault(table, figure, spot)
        case BeatenZone(centre=spot):
            yield from targets.out_of_reach(table, figure, weapon, spot)
            yield from targets.out_of_sight(table, position, figure, spot)
            yield from object_to_heavy_weapon(table, position, figure, weapon)
            if figure.has_moved:
                yield refuse(Clause.BEATEN_ZONE, Refusal.MOVED_BEFORE_BEATEN_ZONE, figure=figure.id)


def weapon_of(table: Table, order: FirePlot, figure: Figure) -> Weapon | None:
    """Return the weapon that a figure would use, or None if it carries none of that kind."""
    weapons = [table.weapons[weapon] for weapon in figure.weapons]
    match order:
        case Fire(weapon=None):
            return next((weapon for weapon in weapons if not weapon.area), None)
        case Fire(weapon=wanted):
            return next((weapon for weapon in weapons if weapon.id == wanted and not weapon.area), None)
        case Throw(grenade=wanted):
            return next((one for one in weapons if one.id == wanted and one.blast is not None), None)
        case Flame():
            return next((weapon for weapon in weapons if weapon.lane is not None), None)
        case BeatenZone():
            return next((weapon for weapon in weapons if weapon.zone), None)


def _no_weapon(order: FirePlot, figure: Figure) -> Objection:
    return refuse(Clause.WEAPON, _WANTING[order.type], figure=figure.id, carried=figure.weapons)


_WANTING: Mapping[str, Fact] = {
    "throw": Refusal.NO_GRENADE,
    "flame": Refusal.NO_FLAMETHROWER,
    "beaten-zone": Refusal.NO_BEATEN_ZONE,
    "fire": Refusal.NO_WEAPON,
}
"""Refusals for a missing weapon, by the kind of order that needs it."""


def object_to_firer(table: Table, position: Position, figure: Figure) -> Objections:
    """Yield the objections to the firer, regardless of the target."""
    if position.units[figure.unit].markers >= 2:
        yield refuse(Clause.MORALE_NO_FIRE, Refusal.FAILED_TWICE, unit=figure.unit)
    yield from _in_contact(table, position, figure)
    if figure.pins:
        yield refuse(Clause.PINNED_NO_FIRE, Refusal.PINNED, figure=figure.id)
    if figure.posture == "hidden":
        yield head_down(figure)
    if not is_motivated(table, position, figure):
        yield missing(table, position, figure, Clause.NEEDED_TO_FIRE)
    if figure.fired is not None and table.parameters.shooting.reaction_uses_shot:
        yield refuse(Clause.ONE_SHOT, Refusal.FIRED_AT_ATTACKER, figure=figure.id)
    if figure.mode == "stealthy":
        yield refuse(Clause.STEALTHY_NO_FIRE, Refusal.MOVED_STEALTHILY, figure=figure.id)
    elif figure.mode == "rush":
        yield refuse(Clause.RUSH_NO_FIRE, Refusal.RUSHED, figure=figure.id)


def _in_contact(table: Table, position: Position, figure: Figure) -> Objections:
    """Yield the objections to fire by a figure in contact, or after a melee in the last turn."""
    fights = tuple(position.fights(figure.id))
    if any(one.attacker == figure.id for one in fights):
        yield refuse(Clause.CONTACT_NO_FIRE, Refusal.IN_CONTACT, figure=figure.id)
    elif figure.was_fighting:
        yield refuse(Clause.CONTACT_NO_SHOOTING_OUT, Refusal.FOUGHT_LAST_TURN, figure=figure.id)
    elif fights and not table.parameters.shooting.contacted_fires:
        yield refuse(Clause.CONTACT_FREEZES, Refusal.IN_CONTACT, figure=figure.id)


def _fire(table: Table, position: Position, order: Fire, figure: Figure, weapon: Weapon) -> Objections:
    is_aimed = order.kind == "aimed"
    if is_aimed and figure.mode == "manoeuvre":
        yield refuse(Clause.MANOEUVRE_UNAIMED, Refusal.MANOEUVRED_AND_AIMS, figure=figure.id)
    if is_aimed and figure.mode == "assault" and table.parameters.movement.assault_fire == "unaimed":
        yield refuse(Clause.ASSAULT_CLOSE, Refusal.ASSAULTED_AND_AIMS, figure=figure.id)
    yield from object_to_heavy_weapon(table, position, figure, weapon)
    if order.rapid and not (weapon.rifle and "british-1914" in figure.traits):
        yield refuse(Clause.RAPID, Refusal.NOT_TRAINED_TO_RAPID_FIRE, figure=figure.id)
    if order.point is not None:
        yield from _at_a_point(table, position, order, figure, weapon)
    elif order.target is None:
        yield refuse(Clause.SPOTTED, Refusal.NO_TARGET)
    else:
        yield from _at_a_figure(table, position, order, figure, weapon)


def object_to_heavy_weapon(table: Table, position: Position, figure: Figure, weapon: Weapon) -> Objections:
    """Yield the objections to a heavy weapon that moved or has no crew."""
    if not weapon.heavy:
        return
    rules = table.parameters.shooting
    if figure.has_moved and not rules.heavy_moves_and_fires:
        yield refuse(Clause.HEAVY_MOVED, Refusal.MOVED_WITH_HEAVY_WEAPON, figure=figure.id, weapon=weapon.id)
    if not is_served(table, position, figure):
        yield refuse(Clause.HEAVY_MOVED, Refusal.NO_CREW, figure=figure.id, reach=rules.served_within)


def is_served(table: Table, position: Position, figure: Figure) -> bool:
    """Return True if an unpinned crew member is close enough."""
    reach = table.parameters.shooting.served_within
    return any(
        one.id != figure.id
        and not one.pins
        and one.role == "loader"
        and geometry.within(one.at, figure.at, reach)
        for one in position.members(figure.unit)
    )


def dice_of(table: Table, position: Position, figure: Figure, weapon: Weapon) -> int:
    """Return the number of dice that a weapon rolls."""
    if weapon.served is not None and figure.mode == "halt" and is_served(table, position, figure):
        return weapon.served
    return weapon.dice


def _at_a_point(table: Table, position: Position, order: Fire, figure: Figure, weapon: Weapon) -> Objections:
    point = order.point or figure.at
    if order.kind == "aimed" or not table.parameters.unaimed.at_a_point:
        yield refuse(Clause.AT_A_POINT, Refusal.AIMED_AT_A_POINT)
    yield from targets.out_of_reach(table, figure, weapon, point)
    yield from targets.out_of_sight(table, position, figure, point)
    yield from targets.out_of_assault(table, figure, point)


def _at_a_figure(table: Table, position: Position, order: Fire, figure: Figure, weapon: Weapon) -> Objections:
    contact = targets.find_visible(position, figure, order.target or "")
    if contact is None:
        # The answer must not show that such an enemy exists, or its place.
        yield _unseen(figure, order.target or "")
        return
    enemy = targets.find_enemy(table, position, figure.side, contact)
    yield from targets.objections(table, position, figure, weapon, enemy)


def _unseen(figure: Figure, alias: str) -> Objection:
    return refuse(Clause.SPOTTED, Refusal.UNIT_SEES_NO_SUCH_ENEMY, unit=figure.unit, enemy=alias)


def _split(table: Table, position: Position, order: FirePlot, figure: Figure) -> Objections:
    """Yield the objections to the shares of dice in an order when it is written."""
    weapon = weapon_of(table, order, figure)
    if weapon is None or not isinstance(order, Fire) or not order.dice:
        return
    count = dice_of(table, position, figure, weapon)
    if sum(order.dice.values()) != count or not order.dice.get(order.target or ""):
        yield refuse(
            Clause.DICE_SPLIT, Refusal.DICE_SHARED_WRONGLY,
            weapon=weapon.id, figure=figure.id, count=count, enemy=order.target or "",
        )  # fmt: skip
    for alias in order.dice:
        yield from at_one(table, position, order, figure, weapon, alias)


def at_one(
    table: Table, position: Position, order: Fire, figure: Figure, weapon: Weapon, alias: str
) -> Objections:
    """Yield the objections to the dice that an order gives to one enemy."""
    contact = targets.find_visible(position, figure, alias)
    if contact is None:
        yield _unseen(figure, alias)
        return
    aim = position.contacts(figure.side).get(order.target or "", contact).at
    if not geometry.within(contact.at, aim, weapon.radius):
        gap, target = geometry.apart(contact.at, aim), order.target or ""
        yield refuse(
            Clause.RADIUS, Refusal.OUTSIDE_RADIUS, enemy=alias, gap=gap, target=target, reach=weapon.radius
        )
    enemy = targets.find_enemy(table, position, figure.side, contact)
    yield from targets.objections(table, position, figure, weapon, enemy)


def shot_options(table: Table, position: Position, side: Side) -> Iterator[SkirmishOrder]:
    """Yield shots at the enemies that each unit sees, and uses of each weapon at its place."""
    units = [unit.id for unit in position.units.values() if unit.side == side]
    free = sealed_orders.list_unordered(position, side)
    for contact in position.list_seen(side):
        for unit in units:
            ids = tuple(one.id for one in position.members(unit) if one.id in free)
            if ids and unit in contact.units:
                yield Fire(side=side, figures=ids, kind="aimed", target=contact.alias)
    for figure in (position.figures[id] for id in sorted(free)):
        if any(True for _ in object_to_firer(table, position, figure)):
            continue
        yield from chain(_fires(position, side, figure), _bursts(table, position, side, figure))


def _fires(position: Position, side: Side, figure: Figure) -> Iterator[SkirmishOrder]:
    ids = (figure.id,)
    for contact in position.list_seen(side):
        if figure.unit in contact.units:
            yield Fire(side=side, figures=ids, kind="aimed", target=contact.alias)
            yield Fire(side=side, figures=ids, kind="unaimed", target=contact.alias)
    for spot in geometry.around(figure.at, 1200):
        yield Fire(side=side, figures=ids, kind="unaimed", point=spot)


def _bursts(table: Table, position: Position, side: Side, figure: Figure) -> Iterator[SkirmishOrder]:
    weapons = [table.weapons[weapon] for weapon in figure.weapons]
    near = [contact.at for contact in position.list_seen(side)]
    for weapon in weapons:
        for spot in (*near, *geometry.around(figure.at, 550)):
            if not geometry.within(spot, figure.at, weapon.reach):
                continue
            if weapon.blast is not None:
                yield Throw(side=side, figure=figure.id, grenade=weapon.id, burst=spot)
            elif weapon.lane is not None:
                yield Flame(side=side, figure=figure.id, to=spot)
            elif weapon.zone and spot in near:
                yield BeatenZone(side=side, figure=figure.id, centre=spot)
