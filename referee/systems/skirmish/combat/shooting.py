"""Who may fire at what: what the rules hold against a fire order, when it is written and when it is due."""

from collections.abc import Iterator, Mapping

from referee.engine.facts import Objection
from referee.engine.tongue import message
from referee.systems.skirmish.combat.spotting import head_down
from referee.systems.skirmish.events.plotting import figures_of, strangers
from referee.systems.skirmish.facts import geometry, targets
from referee.systems.skirmish.facts.motivation import missing, motivated
from referee.systems.skirmish.state import words
from referee.systems.skirmish.state.position import Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.skirmish.clauses import Clause
from schemas.skirmish.orders import BeatenZone, Fire, FirePlot, Flame, Throw
from schemas.skirmish.pack import Weapon


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
        yield from _split(table, position, order, position.figures[id])


def held(table: Table, position: Position, order: FirePlot, figure: Figure) -> Iterator[Objection]:
    """What speaks against one figure of a fire order now, however it shares out its dice."""
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
            yield from targets.out_of_reach(table, figure, weapon, spot)
            yield from targets.out_of_sight(table, position, figure, spot)
            yield from targets.out_of_assault(table, figure, spot)
        case Flame(to=spot):
            yield from targets.out_of_reach(table, figure, weapon, spot)
            yield from targets.out_of_assault(table, figure, spot)
        case BeatenZone(centre=spot):
            yield from targets.out_of_reach(table, figure, weapon, spot)
            yield from targets.out_of_sight(table, position, figure, spot)
            yield from unserved(table, position, figure, weapon)
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
    yield from _in_contact(table, position, figure)
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


def _in_contact(table: Table, position: Position, figure: Figure) -> Iterator[Objection]:
    """What speaks against fire by a figure that came to grips, that fought, or that was contacted."""
    fights = tuple(position.fights(figure.id))
    fact = message("{figure} is in contact with an enemy")
    if any(one.attacker == figure.id for one in fights):
        yield table.refusal(Clause.CONTACT_NO_FIRE, fact, figure=figure.id)
    elif figure.was_fighting:
        fact = message("{figure} was in a melee last turn")
        yield table.refusal(Clause.CONTACT_NO_SHOOTING_OUT, fact, figure=figure.id)
    elif fights and not table.parameters.shooting.contacted_fires:
        yield table.refusal(Clause.CONTACT_FREEZES, fact, figure=figure.id)


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
    yield from unserved(table, position, figure, weapon)
    if order.rapid and not (weapon.rifle and "british-1914" in figure.traits):
        yield table.refusal(Clause.RAPID, "{figure} is not trained to rapid fire", figure=figure.id)
    if order.point is not None:
        yield from _at_a_point(table, position, order, figure, weapon)
    elif order.target is None:
        yield table.refusal(Clause.SPOTTED, "nobody is named to fire at", "name an enemy or a point")
    else:
        yield from _at_a_figure(table, position, order, figure, weapon)


def unserved(table: Table, position: Position, figure: Figure, weapon: Weapon) -> Iterator[Objection]:
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
    yield from targets.out_of_reach(table, figure, weapon, point)
    yield from targets.out_of_sight(table, position, figure, point)
    yield from targets.out_of_assault(table, figure, point)


def _at_a_figure(
    table: Table, position: Position, order: Fire, figure: Figure, weapon: Weapon
) -> Iterator[Objection]:
    contact = targets.spotted(position, figure, order.target or "")
    if contact is None:
        # Whether such an enemy is there at all, and where, must not be told.
        yield _unseen(table, figure, order.target or "")
        return
    yield from targets.objections(table, position, figure, weapon, position.figures[contact.figure])


def _unseen(table: Table, figure: Figure, alias: str) -> Objection:
    unit = table.unit_name(figure.unit)
    return table.refusal(Clause.SPOTTED, "{unit} sees no enemy {enemy}", unit=unit, enemy=alias)


def _split(table: Table, position: Position, order: FirePlot, figure: Figure) -> Iterator[Objection]:
    """What speaks against the way dice are shared out by hand, when the order is written."""
    weapon = weapon_of(table, order, figure)
    if weapon is None or not isinstance(order, Fire) or not order.dice:
        return
    count = dice_of(table, position, figure, weapon)
    if sum(order.dice.values()) != count or not order.dice.get(order.target or ""):
        yield table.refusal(
            Clause.DICE_SPLIT,
            "the {weapon} of {figure} throws {count} dice, at least one of them at {enemy}",
            weapon=weapon.name, figure=figure.id, count=count, enemy=order.target or "",
        )  # fmt: skip
    for alias in order.dice:
        yield from at_one(table, position, order, figure, weapon, alias)


def at_one(
    table: Table, position: Position, order: Fire, figure: Figure, weapon: Weapon, alias: str
) -> Iterator[Objection]:
    """What speaks against the dice that an order gives to one enemy."""
    contact = targets.spotted(position, figure, alias)
    if contact is None:
        yield _unseen(table, figure, alias)
        return
    aim = position.contacts(figure.side).get(order.target or "", contact).at
    if not geometry.within(contact.at, aim, weapon.radius):
        yield table.refusal(
            Clause.RADIUS, "{enemy} is {gap} inches from {target}, and the radius is {reach}",
            enemy=alias, gap=geometry.inches(geometry.apart(contact.at, aim)), target=order.target or "",
            reach=geometry.inches(weapon.radius),
        )  # fmt: skip
    yield from targets.objections(table, position, figure, weapon, position.figures[contact.figure])
