"""Targets: whether a figure may be shot at, by whom, with what, and now.

One predicate rules the named target, the spread of automatic dice, dice that are shared out by hand, fire at
a point, the beaten zone and the shot that meets an attacker. A burst and a jet of flame catch all who are
there.
"""

from collections.abc import Iterator

from referee.engine.facts import Objection, refuse
from referee.systems.skirmish.facts import geometry, visibility
from referee.systems.skirmish.facts.refusals import Refusal
from referee.systems.skirmish.state.position import Contact, Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish.clauses import Clause
from schemas.skirmish.pack import Weapon
from schemas.skirmish.words import Spot


def objections(
    table: Table, position: Position, figure: Figure, weapon: Weapon, target: Figure
) -> Iterator[Objection]:
    """What protects a target from the weapon of a figure now, whether or not the figure's unit sees it."""
    yield from out_of_reach(table, figure, weapon, target.at)
    yield from protection(table, position, figure, target)


def protection(table: Table, position: Position, figure: Figure, target: Figure) -> Iterator[Objection]:
    """What protects a target from a figure, whichever weapon it fires.

    The target is called what the side of the figure calls it.
    """
    called = target.id
    if target.side != figure.side:
        called = position.alias(figure.side, target.id) or target.id
    if target.was_fighting:
        yield refuse(Clause.CONTACT_NO_SHOOTING_IN, Refusal.TARGET_FOUGHT_LAST_TURN, figure=called)
    if position.in_melee(target.id) and not table.parameters.shooting.into_new_contact:
        yield refuse(Clause.CONTACT_NO_SHOOTING_IN, Refusal.TARGET_IN_MELEE, enemy=called)
    yield from out_of_assault(table, figure, target.at)
    yield from out_of_sight(table, position, figure, target.at)


def may_be_hit(
    table: Table, position: Position, figure: Figure, weapon: Weapon, target: Figure, *, aimed: bool
) -> bool:
    """Whether dice of a figure may fall on a target that its order does not name; aimed ones need it seen."""
    if aimed and spotted(position, figure, position.alias(figure.side, target.id)) is None:
        return False
    return not any(objections(table, position, figure, weapon, target))


def spotted(position: Position, figure: Figure, alias: str) -> Contact | None:
    """An enemy whom the unit of a figure sees."""
    contact = position.contacts(figure.side).get(alias)
    if contact is None or contact.status != "active" or figure.unit not in contact.units:
        return None
    return contact


def off_table(table: Table, spot: Spot) -> Iterator[Objection]:
    """What speaks against a place that is not on the table."""
    if not table.on_table(spot):
        yield refuse(Clause.TABLE_EDGE, Refusal.OFF_TABLE, place=spot)


def out_of_reach(table: Table, figure: Figure, weapon: Weapon, spot: Spot) -> Iterator[Objection]:
    """What speaks against a place that the weapon does not reach, or that is not on the table."""
    yield from off_table(table, spot)
    if table.on_table(spot) and not geometry.within(figure.at, spot, weapon.reach):
        yield refuse(
            Clause.RANGE, Refusal.OUT_OF_REACH,
            gap=geometry.apart(figure.at, spot), figure=figure.id, weapon=weapon.id, reach=weapon.reach,
        )  # fmt: skip


def out_of_assault(table: Table, figure: Figure, spot: Spot) -> Iterator[Objection]:
    """What speaks against a place that is too far for a figure that made an assault move."""
    reach = table.parameters.movement.assault_reach
    if figure.mode == "assault" and not geometry.within(figure.at, spot, reach):
        yield refuse(Clause.ASSAULT_CLOSE, Refusal.ASSAULT_TOO_FAR, figure=figure.id, reach=reach)


def out_of_sight(table: Table, position: Position, figure: Figure, spot: Spot) -> Iterator[Objection]:
    """What speaks against a place that a figure has no line of fire to."""
    line = visibility.sight(table, position, figure.at, spot)
    if not line.clear:
        yield refuse(Clause.SIGHT, Refusal.NO_LINE_OF_SIGHT, figure=figure.id, ground=line.blocked)
    elif table.parameters.shooting.figures_block and _figure_between(table, position, figure, spot):
        yield refuse(Clause.SIGHT, Refusal.FIGURE_IN_THE_WAY, figure=figure.id)


def _figure_between(table: Table, position: Position, figure: Figure, spot: Spot) -> bool:
    """Whether a friend, or an enemy whom his side sees, stands on the line; others stay hidden."""
    base = table.parameters.measuring.base_diameter
    friends = (one.at for one in position.active(figure.side) if one.id != figure.id)
    return any(
        geometry.near_line(one, figure.at, spot, base // 2) and not geometry.within(one, spot, base // 2)
        for one in (*friends, *position.seen_spots(figure.side))
    )


def imagine(table: Table, position: Position, side: Side, contact: Contact) -> Figure:
    """An enemy as he is known: he halted if he was not seen to do anything this turn."""
    enemy = position.other(side)
    units = (unit.id for unit in table.force(enemy).units if unit.quality == contact.quality)
    return Figure(
        contact.alias, next(units, table.force(enemy).units[0].id), enemy, "trooper", contact.at,
        (contact.weapon,) if contact.weapon else (), frozenset(), frozenset(), {}, contact.posture,
        contact.at, status=contact.status, pins=contact.pins,
        mode=contact.mode if contact.told == position.turn else "halt",
        was_fighting=0 < contact.fought == position.turn - 1,
    )  # fmt: skip


def find_enemy(table: Table, position: Position, side: Side, contact: Contact) -> Figure:
    """The enemy behind a contact; in a side's own copy, which does not name him, as far as he is known."""
    return position.figures.get(contact.figure) or imagine(table, position, side, contact)
