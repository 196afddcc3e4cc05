"""Who may fire at what: what the rules hold against a fire order, when it is written and when it is due."""

from collections.abc import Iterator, Mapping

from referee.core.tongue import message
from referee.systems.skirmish import geometry, visibility, words
from referee.systems.skirmish.motivation import missing, motivated
from referee.systems.skirmish.plotting import figures_of, strangers
from referee.systems.skirmish.position import Contact, Figure, Position
from referee.systems.skirmish.spotting import head_down
from referee.systems.skirmish.table import Table
from schemas.record import Objection
from schemas.skirmish.clauses import Clause
from schemas.skirmish.orders import BeatenZone, Fire, FirePlot, Flame, Throw
from schemas.skirmish.pack import Weapon
from schemas.skirmish.words import Spot


def objections(table: Table, position: Position, order: FirePlot) -> Iterator[Objection]:
    """What speaks against a fire order when it is written."""
    figures = figures_of(order)
    if against := tuple(strangers(table, position, order.side, figures)):
        yield from against
        return
    plotted = {id for plot in position.plan(order.side).plots for id in figures_of(plot)}
    for id in figures:
        if id in plotted:
            yield table.refusal(
                Clause.ONE_SHOT, "{figure} has its shot for this turn", "write `anew` to begin again",
                figure=id,
            )  # fmt: skip
        yield from held(table, position, order, position.figures[id])


def held(table: Table, position: Position, order: FirePlot, figure: Figure) -> Iterator[Objection]:
    """What speaks against one figure of a fire order now."""
    yield from barred(table, position, figure)
    weapon = weapon_of(table, order, figure)
    if weapon is None:
        yield _no_weapon(table, order, figure)
        return
    if figure.supply.get(weapon.id, 1) <= 0:
        fact = message("{figure} has no {weapon} left")
        yield table.refusal(Clause.AMMUNITION, fact, figure=figure.id, weapon=weapon.name)
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
                fact = message("{figure} moved, and lays no beaten zone")
                yield table.refusal(Clause.BEATEN_ZONE, fact, figure=figure.id)


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
    carried = table.listed([table.weapon_name(weapon) for weapon in figure.weapons])
    return table.refusal(
        Clause.WEAPON, _WANTING[order.type], figure=figure.id, carried=carried or table.say(words.NOTHING)
    )


_WANTING: Mapping[str, str] = {
    "throw": message("{figure} has no such grenade: it carries {carried}"),
    "flame": message("{figure} has no flamethrower: it carries {carried}"),
    "beaten-zone": message("{figure} cannot lay a beaten zone: it carries {carried}"),
    "fire": message("{figure} has no such weapon to fire: it carries {carried}"),
}
"""What is missing, by the kind of order that needs it."""


def barred(table: Table, position: Position, figure: Figure) -> Iterator[Objection]:
    """What speaks against the firer, whatever the target."""
    if position.units[figure.unit].markers >= 2:
        unit = table.unit_name(figure.unit)
        yield table.refusal(Clause.MORALE_NO_FIRE, "{unit} failed twice and cannot fire", unit=unit)
    if position.in_melee(figure.id):
        fact = message("{figure} is in contact with an enemy")
        yield table.refusal(Clause.CONTACT_NO_FIRE, fact, figure=figure.id)
    elif figure.was_fighting:
        fact = message("{figure} was in a melee last turn")
        yield table.refusal(Clause.CONTACT_NO_SHOOTING_OUT, fact, figure=figure.id)
    if figure.pins:
        yield table.refusal(Clause.PINNED_NO_FIRE, "{figure} is pinned", figure=figure.id)
    if figure.posture == "hidden":
        yield head_down(table, figure)
    if not motivated(table, position, figure):
        yield missing(table, position, figure, Clause.NEEDED_TO_FIRE)
    if figure.fired is not None and table.parameters.shooting.reaction_uses_shot:
        fact = message("{figure} fired already, at an attacker")
        yield table.refusal(Clause.ONE_SHOT, fact, figure=figure.id)
    if figure.mode == "stealthy":
        yield table.refusal(Clause.STEALTHY_NO_FIRE, "{figure} moved stealthily", figure=figure.id)
    elif figure.mode == "rush":
        yield table.refusal(Clause.RUSH_NO_FIRE, "{figure} rushed", figure=figure.id)


def _fire(
    table: Table, position: Position, order: Fire, figure: Figure, weapon: Weapon
) -> Iterator[Objection]:
    aimed = order.kind == "aimed"
    if aimed and figure.mode == "manoeuvre":
        fact = message("{figure} manoeuvred, and may fire unaimed only")
        yield table.refusal(Clause.MANOEUVRE_UNAIMED, fact, "fire unaimed", figure=figure.id)
    if aimed and figure.mode == "assault" and table.parameters.movement.assault_fire == "unaimed":
        fact = message("{figure} assaulted, and may fire unaimed only")
        yield table.refusal(Clause.ASSAULT_CLOSE, fact, figure=figure.id)
    yield from _heavy(table, position, figure, weapon)
    if order.rapid and not (weapon.rifle and "british-1914" in figure.traits):
        yield table.refusal(Clause.RAPID, "{figure} is not trained to rapid fire", figure=figure.id)
    if order.point is not None:
        yield from _at_a_point(table, position, order, figure, weapon)
    elif order.target is None:
        yield table.refusal(Clause.SPOTTED, "nobody is named to fire at", "name an enemy or a point")
    else:
        yield from _at_a_figure(table, position, order, figure, weapon)


def _heavy(table: Table, position: Position, figure: Figure, weapon: Weapon) -> Iterator[Objection]:
    """A heavy weapon does not fire after a move, nor without its crew."""
    if not weapon.heavy:
        return
    rules = table.parameters.shooting
    if figure.moved and not rules.heavy_moves_and_fires:
        fact = message("{figure} moved, and its {weapon} does not fire")
        yield table.refusal(Clause.HEAVY_MOVED, fact, figure=figure.id, weapon=weapon.name)
    if not served(table, position, figure):
        fact = message("{figure} has no unpinned man of its crew within {reach} inches")
        reach = geometry.inches(rules.served_within)
        yield table.refusal(Clause.HEAVY_MOVED, fact, figure=figure.id, reach=reach)


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
        yield table.refusal(Clause.AT_A_POINT, "only unaimed fire may be laid on a point")
    yield from _reach(table, figure, weapon, point)
    yield from _sight(table, position, figure, point)
    yield from _assaulting(table, figure, point)


def _at_a_figure(
    table: Table, position: Position, order: Fire, figure: Figure, weapon: Weapon
) -> Iterator[Objection]:
    contact = spotted(position, figure, order.target or "")
    if contact is None:
        # Whether such an enemy is there at all, and where, must not be told.
        yield _unseen(table, figure, order.target or "")
        return
    target = position.figures[contact.figure]
    if target.was_fighting:
        fact = message("{figure} was in a melee last turn")
        yield table.refusal(Clause.CONTACT_NO_SHOOTING_IN, fact, figure=order.target)
    if position.in_melee(target.id) and not table.parameters.shooting.into_new_contact:
        yield table.refusal(Clause.CONTACT_NO_SHOOTING_IN, "{enemy} is in a melee", enemy=order.target)
    yield from _reach(table, figure, weapon, contact.at)
    yield from _assaulting(table, figure, contact.at)
    yield from _sight(table, position, figure, contact.at)
    yield from _split(table, position, order, figure, weapon)


def _unseen(table: Table, figure: Figure, alias: str) -> Objection:
    unit = table.unit_name(figure.unit)
    return table.refusal(Clause.SPOTTED, "{unit} sees no enemy {enemy}", unit=unit, enemy=alias)


def spotted(position: Position, figure: Figure, alias: str) -> Contact | None:
    """An enemy whom the unit of a figure sees."""
    contact = position.contacts(figure.side).get(alias)
    if contact is None or contact.status != "active" or figure.unit not in contact.units:
        return None
    return contact


def _reach(table: Table, figure: Figure, weapon: Weapon, spot: Spot) -> Iterator[Objection]:
    if not table.on_table(spot):
        yield table.refusal(Clause.TABLE_EDGE, "{place} is not on the table", place=geometry.written(spot))
    elif not geometry.within(figure.at, spot, weapon.reach):
        yield table.refusal(
            Clause.RANGE, "{gap} inches from {figure}, and its {weapon} reaches {reach}",
            gap=geometry.inches(geometry.apart(figure.at, spot)), figure=figure.id, weapon=weapon.name,
            reach=geometry.inches(weapon.reach),
        )  # fmt: skip


def _sight(table: Table, position: Position, figure: Figure, spot: Spot) -> Iterator[Objection]:
    line = visibility.sight(table, position, figure.at, spot)
    if not line.clear:
        fact = message("{figure} has no line of sight there: {ground} in the way")
        yield table.refusal(Clause.SIGHT, fact, figure=figure.id, ground=line.blocked)
    elif table.parameters.shooting.figures_block and _figure_between(table, position, figure, spot):
        fact = message("{figure} would fire through another figure")
        yield table.refusal(Clause.SIGHT, fact, figure=figure.id)


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
        fact = message("{figure} assaulted, and fires at {reach} inches at most")
        yield table.refusal(Clause.ASSAULT_CLOSE, fact, figure=figure.id, reach=geometry.inches(reach))


def _split(
    table: Table, position: Position, order: Fire, figure: Figure, weapon: Weapon
) -> Iterator[Objection]:
    """What speaks against the way dice are shared out by hand."""
    if not order.dice:
        return
    count = dice_of(table, position, figure, weapon)
    if sum(order.dice.values()) != count or not order.dice.get(order.target or ""):
        yield table.refusal(
            Clause.DICE_SPLIT,
            "the {weapon} of {figure} throws {count} dice, at least one of them at {enemy}",
            weapon=weapon.name, figure=figure.id, count=count, enemy=order.target,
        )  # fmt: skip
    centre = position.contacts(figure.side)[order.target or ""].at
    for alias in order.dice:
        contact = spotted(position, figure, alias)
        if contact is None:
            yield _unseen(table, figure, alias)
        elif not geometry.within(contact.at, centre, weapon.radius):
            yield table.refusal(
                Clause.RADIUS, "{enemy} is {gap} inches from {target}, and the radius is {reach}",
                enemy=alias, gap=geometry.inches(geometry.apart(contact.at, centre)), target=order.target,
                reach=geometry.inches(weapon.radius),
            )  # fmt: skip
