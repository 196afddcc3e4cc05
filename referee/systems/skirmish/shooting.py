"""Who may fire at what: what the rules hold against a fire order, when it is written and when it is due."""

from collections.abc import Iterator

from referee.systems.skirmish import geometry, visibility
from referee.systems.skirmish.motivation import missing, motivated
from referee.systems.skirmish.plotting import figures_of, strangers
from referee.systems.skirmish.position import Contact, Figure, Position
from referee.systems.skirmish.table import Table, refusal
from schemas.record import Objection
from schemas.skirmish.clauses import Clause
from schemas.skirmish.orders import BeatenZone, Fire, FirePlot, Flame, Throw
from schemas.skirmish.pack import Weapon
from schemas.skirmish.words import Spot


def objections(table: Table, position: Position, order: FirePlot) -> Iterator[Objection]:
    """What speaks against a fire order when it is written."""
    figures = figures_of(order)
    if against := tuple(strangers(position, order.side, figures)):
        yield from against
        return
    plotted = {id for plot in position.plan(order.side).plots for id in figures_of(plot)}
    for id in figures:
        if id in plotted:
            yield refusal(Clause.ONE_SHOT, f"{id} has its shot for this turn", "write `anew` to begin again")
        yield from held(table, position, order, position.figures[id])


def held(table: Table, position: Position, order: FirePlot, figure: Figure) -> Iterator[Objection]:
    """What speaks against one figure of a fire order now."""
    yield from barred(table, position, figure)
    weapon = weapon_of(table, order, figure)
    if weapon is None:
        yield _no_weapon(table, order, figure)
        return
    if figure.supply.get(weapon.id, 1) <= 0:
        yield refusal(Clause.AMMUNITION, f"{figure.id} has no {weapon.name} left")
    match order:
        case Fire():
            yield from _fire(table, position, order, figure, weapon)
        case Throw(burst=spot):
            yield from _reach(table, figure, weapon, spot)
            yield from _sight(table, position, figure, spot)
            yield from _assaulting(table, figure, spot)
        case Flame(to=spot):
            yield from _reach(table, figure, weapon, spot)
            yield from _assaulting(table, figure, spot)
        case BeatenZone(centre=spot):
            yield from _reach(table, figure, weapon, spot)
            yield from _sight(table, position, figure, spot)
            yield from _heavy(table, position, figure, weapon)
            if figure.moved:
                yield refusal(Clause.BEATEN_ZONE, f"{figure.id} moved, and lays no beaten zone")


def weapon_of(table: Table, order: FirePlot, figure: Figure) -> Weapon | None:
    """The weapon that a figure would use, if it has such a one."""
    carried = [table.weapons[weapon] for weapon in figure.weapons]
    match order:
        case Fire(weapon=None):
            return next((weapon for weapon in carried if not weapon.area), None)
        case Fire(weapon=wanted):
            return next((weapon for weapon in carried if weapon.id == wanted and not weapon.area), None)
        case Throw(grenade=wanted):
            return next((one for one in carried if one.id == wanted and one.blast is not None), None)
        case Flame():
            return next((weapon for weapon in carried if weapon.lane is not None), None)
        case BeatenZone():
            return next((weapon for weapon in carried if weapon.zone), None)


def _no_weapon(table: Table, order: FirePlot, figure: Figure) -> Objection:
    carried = " and ".join(table.weapon_name(weapon) for weapon in figure.weapons) or "nothing"
    match order:
        case Throw():
            return refusal(Clause.WEAPON, f"{figure.id} has no such grenade: it carries {carried}")
        case Flame():
            return refusal(Clause.WEAPON, f"{figure.id} has no flamethrower: it carries {carried}")
        case BeatenZone():
            return refusal(Clause.WEAPON, f"{figure.id} cannot lay a beaten zone: it carries {carried}")
        case Fire():
            return refusal(Clause.WEAPON, f"{figure.id} has no such weapon to fire: it carries {carried}")


def barred(table: Table, position: Position, figure: Figure) -> Iterator[Objection]:
    """What speaks against the firer, whatever the target."""
    if position.units[figure.unit].markers >= 2:
        yield refusal(Clause.MORALE_NO_FIRE, f"{table.unit_name(figure.unit)} failed twice and cannot fire")
    if position.in_melee(figure.id):
        yield refusal(Clause.CONTACT_NO_FIRE, f"{figure.id} is in contact with an enemy")
    elif figure.was_fighting:
        yield refusal(Clause.CONTACT_NO_SHOOTING_OUT, f"{figure.id} was in a melee last turn")
    if figure.pins:
        yield refusal(Clause.PINNED_NO_FIRE, f"{figure.id} is pinned")
    if figure.posture == "hidden":
        yield refusal(Clause.HIDDEN_ACTS_NOT, f"{figure.id} keeps its head down", "let it observe first")
    if not motivated(table, position, figure):
        yield refusal(Clause.NEEDED_TO_FIRE, missing(table, position, figure))
    if figure.fired is not None and table.parameters.shooting.reaction_uses_shot:
        yield refusal(Clause.ONE_SHOT, f"{figure.id} fired already, at an attacker")
    if figure.mode == "stealthy":
        yield refusal(Clause.STEALTHY_NO_FIRE, f"{figure.id} moved stealthily")
    elif figure.mode == "rush":
        yield refusal(Clause.RUSH_NO_FIRE, f"{figure.id} rushed")


def _fire(
    table: Table, position: Position, order: Fire, figure: Figure, weapon: Weapon
) -> Iterator[Objection]:
    aimed = order.kind == "aimed"
    if aimed and figure.mode == "manoeuvre":
        fact = f"{figure.id} manoeuvred, and may fire unaimed only"
        yield refusal(Clause.MANOEUVRE_UNAIMED, fact, "fire unaimed")
    if aimed and figure.mode == "assault" and table.parameters.movement.assault_fire == "unaimed":
        yield refusal(Clause.ASSAULT_CLOSE, f"{figure.id} assaulted, and may fire unaimed only")
    yield from _heavy(table, position, figure, weapon)
    if order.rapid and not (weapon.rifle and "british-1914" in figure.traits):
        yield refusal(Clause.RAPID, f"{figure.id} is not trained to rapid fire")
    if order.point is not None:
        yield from _at_a_point(table, position, order, figure, weapon)
    elif order.target is None:
        yield refusal(Clause.SPOTTED, "nobody is named to fire at", "name an enemy or a point")
    else:
        yield from _at_a_figure(table, position, order, figure, weapon)


def _heavy(table: Table, position: Position, figure: Figure, weapon: Weapon) -> Iterator[Objection]:
    """A heavy weapon does not fire after a move, nor without its crew."""
    if not weapon.heavy:
        return
    rules = table.parameters.shooting
    if figure.moved and not rules.heavy_moves_and_fires:
        yield refusal(Clause.HEAVY_MOVED, f"{figure.id} moved, and its {weapon.name} does not fire")
    if not served(table, position, figure):
        reach = geometry.inches(rules.served_within)
        yield refusal(
            Clause.HEAVY_MOVED, f"{figure.id} has no unpinned man of its crew within {reach} inches"
        )


def served(table: Table, position: Position, figure: Figure) -> bool:
    """Whether an unpinned man of the crew is at hand."""
    reach = table.parameters.shooting.served_within
    return any(
        one.id != figure.id
        and not one.pins
        and one.role == "loader"
        and geometry.within(one.at, figure.at, reach)
        for one in position.members(figure.unit)
    )


def dice_of(table: Table, position: Position, figure: Figure, weapon: Weapon) -> int:
    """How many dice a weapon throws."""
    if weapon.served is not None and figure.mode == "halt" and served(table, position, figure):
        return weapon.served
    return weapon.dice


def _at_a_point(
    table: Table, position: Position, order: Fire, figure: Figure, weapon: Weapon
) -> Iterator[Objection]:
    point = order.point or figure.at
    if order.kind == "aimed" or not table.parameters.unaimed.at_a_point:
        yield refusal(Clause.AT_A_POINT, "only unaimed fire may be laid on a point")
    yield from _reach(table, figure, weapon, point)
    yield from _sight(table, position, figure, point)
    yield from _assaulting(table, figure, point)


def _at_a_figure(
    table: Table, position: Position, order: Fire, figure: Figure, weapon: Weapon
) -> Iterator[Objection]:
    contact = spotted(position, figure, order.target or "")
    if contact is None:
        # Whether such an enemy is there at all, and where, must not be told.
        yield refusal(Clause.SPOTTED, f"{table.unit_name(figure.unit)} sees no enemy {order.target}")
        return
    target = position.figures[contact.figure]
    if target.was_fighting:
        yield refusal(Clause.CONTACT_NO_SHOOTING_IN, f"{order.target} was in a melee last turn")
    if position.in_melee(target.id) and not table.parameters.shooting.into_new_contact:
        yield refusal(Clause.CONTACT_NO_SHOOTING_IN, f"{order.target} is in a melee")
    yield from _reach(table, figure, weapon, contact.at)
    yield from _assaulting(table, figure, contact.at)
    yield from _sight(table, position, figure, contact.at)
    yield from _split(table, position, order, figure, weapon)


def spotted(position: Position, figure: Figure, alias: str) -> Contact | None:
    """An enemy whom the unit of a figure sees."""
    contact = position.contacts(figure.side).get(alias)
    if contact is None or contact.status != "active" or figure.unit not in contact.units:
        return None
    return contact


def _reach(table: Table, figure: Figure, weapon: Weapon, spot: Spot) -> Iterator[Objection]:
    if not table.on_table(spot):
        yield refusal(Clause.TABLE_EDGE, f"{geometry.written(spot)} is not on the table")
    elif not geometry.within(figure.at, spot, weapon.reach):
        gap = geometry.inches(geometry.apart(figure.at, spot))
        fact = f"{gap} inches from {figure.id}, and its {weapon.name} reaches {geometry.inches(weapon.reach)}"
        yield refusal(Clause.RANGE, fact)


def _sight(table: Table, position: Position, figure: Figure, spot: Spot) -> Iterator[Objection]:
    line = visibility.sight(table, position, figure.at, spot)
    if not line.clear:
        yield refusal(Clause.SIGHT, f"{figure.id} has no line of sight there: {line.blocked} in the way")
    elif table.parameters.shooting.figures_block and _figure_between(table, position, figure, spot):
        yield refusal(Clause.SIGHT, f"{figure.id} would fire through another figure")


def _figure_between(table: Table, position: Position, figure: Figure, spot: Spot) -> bool:
    """Whether a friend, or an enemy whom his side sees, stands on the line; of others nothing may be told."""
    base = table.parameters.measuring.base_diameter
    friends = (one.at for one in position.active(figure.side) if one.id != figure.id)
    return any(
        geometry.near_line(one, figure.at, spot, base // 2) and not geometry.within(one, spot, base // 2)
        for one in (*friends, *position.seen_spots(figure.side))
    )


def _assaulting(table: Table, figure: Figure, spot: Spot) -> Iterator[Objection]:
    reach = table.parameters.movement.assault_reach
    if figure.mode == "assault" and not geometry.within(figure.at, spot, reach):
        fact = f"{figure.id} assaulted, and fires at {geometry.inches(reach)} inches at most"
        yield refusal(Clause.ASSAULT_CLOSE, fact)


def _split(
    table: Table, position: Position, order: Fire, figure: Figure, weapon: Weapon
) -> Iterator[Objection]:
    """What speaks against the way dice are shared out by hand."""
    if not order.dice:
        return
    count = dice_of(table, position, figure, weapon)
    if sum(order.dice.values()) != count or not order.dice.get(order.target or ""):
        fact = f"the {weapon.name} of {figure.id} throws {count} dice, at least one of them at {order.target}"
        yield refusal(Clause.DICE_SPLIT, fact)
    centre = position.contacts(figure.side)[order.target or ""].at
    for alias in order.dice:
        contact = spotted(position, figure, alias)
        if contact is None:
            yield refusal(Clause.SPOTTED, f"{table.unit_name(figure.unit)} sees no enemy {alias}")
        elif not geometry.within(contact.at, centre, weapon.radius):
            gap = geometry.inches(geometry.apart(contact.at, centre))
            fact = f"{alias} is {gap} inches from {order.target}"
            yield refusal(Clause.RADIUS, f"{fact}, and the radius is {geometry.inches(weapon.radius)}")
