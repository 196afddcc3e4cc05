"""Targets: whether a figure may be shot at, by whom, with what, and now.

One predicate rules the named target, the spread of automatic dice, dice that are shared out by hand, fire at
a point, the beaten zone and the shot that meets an attacker. A burst and a jet of flame catch all who are
there.
"""

from collections.abc import Iterator

from referee.engine.facts import Objection
from referee.engine.tongue import message
from referee.systems.skirmish.facts import geometry, visibility
from referee.systems.skirmish.state.position import Contact, Figure, Position
from referee.systems.skirmish.state.table import Table
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
    called = target.id if target.side == figure.side else position.alias(figure.side, target.id)
    if target.was_fighting:
        fact = message("{figure} was in a melee last turn")
        yield table.refusal(Clause.CONTACT_NO_SHOOTING_IN, fact, figure=called)
    if position.in_melee(target.id) and not table.parameters.shooting.into_new_contact:
        yield table.refusal(Clause.CONTACT_NO_SHOOTING_IN, "{enemy} is in a melee", enemy=called)
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


def out_of_reach(table: Table, figure: Figure, weapon: Weapon, spot: Spot) -> Iterator[Objection]:
    """What speaks against a place that the weapon does not reach, or that is not on the table."""
    if not table.on_table(spot):
        yield table.refusal(Clause.TABLE_EDGE, "{place} is not on the table", place=geometry.written(spot))
    elif not geometry.within(figure.at, spot, weapon.reach):
        yield table.refusal(
            Clause.RANGE, "{gap} inches from {figure}, and its {weapon} reaches {reach}",
            gap=geometry.inches(geometry.apart(figure.at, spot)), figure=figure.id, weapon=weapon.name,
            reach=geometry.inches(weapon.reach),
        )  # fmt: skip


def out_of_assault(table: Table, figure: Figure, spot: Spot) -> Iterator[Objection]:
    """What speaks against a place that is too far for a figure that made an assault move."""
    reach = table.parameters.movement.assault_reach
    if figure.mode == "assault" and not geometry.within(figure.at, spot, reach):
        fact = message("{figure} assaulted, and fires at {reach} inches at most")
        yield table.refusal(Clause.ASSAULT_CLOSE, fact, figure=figure.id, reach=geometry.inches(reach))


def out_of_sight(table: Table, position: Position, figure: Figure, spot: Spot) -> Iterator[Objection]:
    """What speaks against a place that a figure has no line of fire to."""
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
