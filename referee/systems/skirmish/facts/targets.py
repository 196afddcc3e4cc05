"""Legal targets, motivation by leaders, and refusals about ground, leaders and targets.

One predicate decides on the named target, the spread of automatic dice, shares of dice that a player wrote,
fire at a point, the beaten zone and reaction fire. A burst and a jet of flame hit all figures there.
"""

from collections.abc import Iterator, Mapping
from enum import unique

from referee.engine.facts import Fact, Objection, Objections, refuse
from referee.systems.skirmish.facts import geometry, visibility
from referee.systems.skirmish.state.position import Contact, Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish.clauses import Clause
from schemas.skirmish.names import Spot
from schemas.skirmish.pack import Weapon


@unique
class Refusal(Fact):
    """Facts about motivation and about targets."""

    NO_LEADER_LEFT = "{figure} has no leader left", "use another figure"
    FAR_FROM_LEADER = (
        "{figure} is {gap} inches from {leader}, its nearest leader",
        "bring {leader} within {reach} inches",
    )

    OFF_TABLE = "{place} is not on the table", "name a place on the table"
    OUT_OF_REACH = (
        "the target is {gap} inches from {figure}, and its {weapon} reaches {reach}",
        "name a target within {reach} inches",
    )
    ASSAULT_TOO_FAR = (
        "{figure} assaulted, and fires at {reach} inches at most",
        "name a target within {reach} inches",
    )
    NO_LINE_OF_SIGHT = "{figure} has no line of sight there: {ground} in the way", "let another figure fire"
    FIGURE_IN_THE_WAY = "{figure} would fire through another figure", "let another figure fire"
    TARGET_FOUGHT_LAST_TURN = "{figure} was in a melee last turn", "name another target"
    TARGET_IN_MELEE = "{enemy} is in a melee", "name another target"


LEADERS = ("squad-leader", "platoon-commander", "gun-leader")
"""The roles that lead."""

MOVING = ("plotting", "movement")
"""The phases for which the places at the beginning of the turn count."""

NOWHERE: Mapping[str, tuple[Spot, ...]] = {}


def leaders(table: Table, position: Position, figure: Figure) -> Iterator[tuple[Figure, int]]:
    """Yield the living leaders of a figure, itself included, each with its reach."""
    rules = table.parameters.motivation
    for leader in position.figures.values():
        if leader.side != figure.side or leader.role not in LEADERS or not leader.active:
            continue
        if leader.pins and not rules.pinned_leader_counts:
            continue
        squad = leader.role == "squad-leader" and rules.scope == "any-friend"
        if leader.role == "platoon-commander":
            yield leader, rules.platoon_commander
        elif squad or (leader.unit == figure.unit and _leads(table, leader)):
            yield leader, rules.squad_leader


def _leads(table: Table, figure: Figure) -> bool:
    return figure.role == "squad-leader" or (
        figure.role == "gun-leader" and table.parameters.motivation.gun_leader
    )


def is_motivated(
    table: Table, position: Position, figure: Figure, expected: Mapping[str, tuple[Spot, ...]] = NOWHERE
) -> bool:
    """Return True if a leader is near enough; `expected` are the places that leaders may reach in time."""
    began = table.parameters.motivation.measured == "start-of-phase" and position.phase in MOVING
    at = figure.start if began else figure.at
    return any(
        geometry.within(spot, at, reach)
        for leader, reach in leaders(table, position, figure)
        for spot in ((leader.start,) if began else (leader.at, *expected.get(leader.id, ())))
    )


def is_urged(table: Table, position: Position, figure: Figure) -> bool:
    """Return True if a figure is motivated, or runs and the pack lets it run without a leader."""
    runs = position.units[figure.unit].markers >= 2
    free = runs and not table.parameters.motivation.flight_needs_motivation
    return free or is_motivated(table, position, figure)


def missing(table: Table, position: Position, figure: Figure, clause: Clause) -> Objection:
    """Return the objection to a figure that is not motivated, with the reason."""
    near = min(
        (
            (geometry.apart(leader.at, figure.at), leader, reach)
            for leader, reach in leaders(table, position, figure)
        ),
        key=lambda found: found[0],
        default=None,
    )
    if near is None:
        return refuse(clause, Refusal.NO_LEADER_LEFT, figure=figure.id)
    gap, leader, reach = near
    return refuse(clause, Refusal.FAR_FROM_LEADER, figure=figure.id, gap=gap, leader=leader.id, reach=reach)


def objections(
    table: Table, position: Position, figure: Figure, weapon: Weapon, target: Figure
) -> Objections:
    """Yield the objections to a target for a figure's weapon now, without a check of sightings."""
    yield from out_of_reach(table, figure, weapon, target.at)
    yield from protection(table, position, figure, target)


def protection(table: Table, position: Position, figure: Figure, target: Figure) -> Objections:
    """Yield the objections to a target for a figure, regardless of its weapon.

    They name the target by the alias that the figure's side uses.
    """
    alias = target.id
    if target.side != figure.side:
        alias = position.alias(figure.side, target.id) or target.id
    if target.was_fighting:
        yield refuse(Clause.CONTACT_NO_SHOOTING_IN, Refusal.TARGET_FOUGHT_LAST_TURN, figure=alias)
    if position.in_melee(target.id) and not table.parameters.shooting.into_new_contact:
        yield refuse(Clause.CONTACT_NO_SHOOTING_IN, Refusal.TARGET_IN_MELEE, enemy=alias)
    yield from out_of_assault(table, figure, target.at)
    yield from out_of_sight(table, position, figure, target.at)


def may_be_hit(
    table: Table, position: Position, figure: Figure, weapon: Weapon, target: Figure, *, aimed: bool
) -> bool:
    """Return True if a figure may hit a target that its order does not name; aimed fire needs it in sight."""
    if aimed and find_visible(position, figure, position.alias(figure.side, target.id)) is None:
        return False
    return not any(objections(table, position, figure, weapon, target))


def find_visible(position: Position, figure: Figure, alias: str) -> Contact | None:
    """Return the contact of an enemy that the unit of a figure sees, or None."""
    contact = position.contacts(figure.side).get(alias)
    if contact is None or contact.status != "active" or figure.unit not in contact.units:
        return None
    return contact


def off_table(table: Table, spot: Spot) -> Objections:
    """Yield the objection to a place that is not on the table."""
    if not table.on_table(spot):
        yield refuse(Clause.TABLE_EDGE, Refusal.OFF_TABLE, place=spot)


def out_of_reach(table: Table, figure: Figure, weapon: Weapon, spot: Spot) -> Objections:
    """Yield the objections to a place out of the weapon's range or off the table."""
    yield from off_table(table, spot)
    if table.on_table(spot) and not geometry.within(figure.at, spot, weapon.reach):
        yield refuse(
            Clause.RANGE, Refusal.OUT_OF_REACH,
            gap=geometry.apart(figure.at, spot), figure=figure.id, weapon=weapon.id, reach=weapon.reach,
        )  # fmt: skip


def out_of_assault(table: Table, figure: Figure, spot: Spot) -> Objections:
    """Yield the objection to a place that is too far for a figure after an assault move."""
    reach = table.parameters.movement.assault_reach
    if figure.mode == "assault" and not geometry.within(figure.at, spot, reach):
        yield refuse(Clause.ASSAULT_CLOSE, Refusal.ASSAULT_TOO_FAR, figure=figure.id, reach=reach)


def out_of_sight(table: Table, position: Position, figure: Figure, spot: Spot) -> Objections:
    """Yield the objection to a place without a line of fire from the figure."""
    line = visibility.sight(table, position, figure.at, spot)
    if not line.clear:
        yield refuse(Clause.SIGHT, Refusal.NO_LINE_OF_SIGHT, figure=figure.id, ground=line.blocked)
    elif table.parameters.shooting.figures_block and _figure_between(table, position, figure, spot):
        yield refuse(Clause.SIGHT, Refusal.FIGURE_IN_THE_WAY, figure=figure.id)


def _figure_between(table: Table, position: Position, figure: Figure, spot: Spot) -> bool:
    """Return True if a friend or a visible enemy is on the line. Unseen enemies stay hidden."""
    base = table.parameters.measuring.base_diameter
    friends = (one.at for one in position.active(figure.side) if one.id != figure.id)
    return any(
        geometry.near_line(one, figure.at, spot, base // 2) and not geometry.within(one, spot, base // 2)
        for one in (*friends, *position.list_visible_spots(figure.side))
    )


def imagine(table: Table, position: Position, side: Side, contact: Contact) -> Figure:
    """Return a figure with the known facts of an enemy; its mode is `halt` unless it was seen to move."""
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
    """Return the enemy behind a contact, or in a side's own copy a figure with its known facts."""
    return position.figures.get(contact.figure) or imagine(table, position, side, contact)
