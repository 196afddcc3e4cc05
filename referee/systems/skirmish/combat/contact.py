"""Hand-to-hand combat: how an attacker comes to grips, and the shot that meets him."""

from collections.abc import Iterator

from referee.engine.dice import Dice
from referee.engine.facts import Objection, refuse
from referee.systems.skirmish.combat import pinning, shooting, spotting
from referee.systems.skirmish.combat.refusals import Refusal
from referee.systems.skirmish.events import marching, plotting
from referee.systems.skirmish.events.course import EventRecorder
from referee.systems.skirmish.facts import geometry, targets, visibility, walking
from referee.systems.skirmish.facts.aimed import AimedShot, fire_aimed
from referee.systems.skirmish.state.position import Figure, Position
from referee.systems.skirmish.state.table import Table
from schemas.skirmish.clauses import Clause
from schemas.skirmish.close_events import AttackHalted, ContactMade, Killed, Pinned
from schemas.skirmish.events import Shot
from schemas.skirmish.orders import Move
from schemas.skirmish.pack import Weapon
from schemas.skirmish.words import Spot

PARTS = 24
"""How many places around a base are tried."""


def objections(table: Table, position: Position, order: Move) -> Iterator[Objection]:
    """What speaks against a move into contact when it is written."""
    if order.contact is None:
        return
    if order.mode == "rush":
        yield refuse(Clause.CONTACT_RUSH, Refusal.RUSH_INTO_CONTACT)
    elif order.mode == "stealthy":
        yield refuse(Clause.CONTACT_MODE, Refusal.STEALTH_INTO_CONTACT)
    if len(order.path) > 1:
        yield refuse(Clause.CONTACT_STRAIGHT, Refusal.CROOKED_CONTACT)
    known = position.contacts(order.side).get(order.contact)
    if known is None or not known.units or known.status != "active":
        yield refuse(Clause.SPOTTED, Refusal.ENEMY_UNSEEN, enemy=order.contact)
        return
    most, coming = table.parameters.hand_to_hand.most_attackers, len(order.figures)
    there = sum(one.defender_alias == order.contact for one in position.melees if one.side == order.side)
    for plot in plotting.moves(position, order.side):
        if isinstance(plot, Move) and plot.contact == order.contact:
            coming += len(plot.figures)
    if there + coming > most:
        yield refuse(
            Clause.CONTACT_TWO, Refusal.TOO_MANY_ATTACKERS,
            attackers=there + coming, enemy=order.contact, most=most,
        )  # fmt: skip


def close_in(course: EventRecorder, attacker: Figure, order: Move, allowance: float, dice: Dice) -> None:
    """Come to grips with an enemy, who may shoot first."""
    table, position = course.table, course.position
    target = position.called(attacker.side, order.contact or "")
    if target is None or not target.active:
        gone = refuse(Clause.SPOTTED, Refusal.ENEMY_GONE, enemy=order.contact or "")
        marching.drop(course, attacker, gone)
        return
    if _attackers(position, target) >= table.parameters.hand_to_hand.most_attackers:
        full = refuse(Clause.CONTACT_TWO, Refusal.ENEMY_SURROUNDED, enemy=order.contact or "")
        marching.drop(course, attacker, full)
        return
    goal = next(_places(table, position, attacker, target, allowance), None)
    if goal is None:
        marching.step(course, attacker, order.mode, (_short(table, attacker, target),), allowance)
        return
    if _is_stopped(course, attacker, target, order, goal, dice):
        return
    found = walking.Walk((goal,), round(geometry.length(attacker.at, goal)))
    marching.arrive(course, course.figure(attacker.id), order.mode, found)
    _grip(course, attacker.id, target.id)


def _attackers(position: Position, target: Figure) -> int:
    return sum(one.defender == target.id for one in position.melees)


def _short(table: Table, attacker: Figure, target: Figure) -> Spot:
    """The last place before contact."""
    reach = geometry.length(attacker.at, target.at) - table.parameters.measuring.base_diameter - 1
    return geometry.towards(attacker.at, target.at, reach)


def _places(
    table: Table, position: Position, attacker: Figure, target: Figure, allowance: float
) -> Iterator[Spot]:
    """Free places in touch with the target that the allowance reaches, the straight way first."""
    base = table.parameters.measuring.base_diameter
    straight = geometry.towards(target.at, attacker.at, base)
    ring = sorted(
        geometry.around(target.at, base, PARTS), key=lambda spot: geometry.square(spot, attacker.at)
    )
    for spot in (straight, *ring[: PARTS // 2]):
        free = not any(True for _ in walking.crowding(table, position, attacker, spot, target.id))
        if free and table.on_table(spot):
            found = walking.walk(table, position, attacker, (spot,), allowance, target.id)
            if found.end == spot:
                yield spot


def _is_stopped(
    course: EventRecorder, attacker: Figure, target: Figure, order: Move, goal: Spot, dice: Dice
) -> bool:
    """Whether the defender's shot keeps the attacker from coming to grips."""
    weapon = _answering(course.table, course.position, attacker, target, order)
    if weapon is None:
        return False
    alias = spotting.betray(course, target, "aimed")
    thrown = shooting.dice_of(course.table, course.position, target, weapon)
    shot = AimedShot(attacker, weapon, thrown, target.at, coming=True, betrayed=bool(alias))
    roll, mark = fire_aimed(course.table, course.position, target, shot, dice)
    course.add(
        Shot(
            side=target.side, figure=target.id, alias=alias,
            weapon=weapon.id, kind="aimed", at=target.at, reaction=True, marks=(mark,), rolls=(roll,),
        )
    )  # fmt: skip
    spotting.watch(course, frozenset({target.id}))
    if mark.effect == "kill":
        course.add(Killed(side=attacker.side, figure=attacker.id, at=attacker.at))
        return True
    if mark.effect != "pin":
        return False
    return _is_pinned(course, attacker, target, mark.pins, order, goal)


def _is_pinned(
    course: EventRecorder, attacker: Figure, target: Figure, pins: int, order: Move, goal: Spot
) -> bool:
    """Whether a pin stops the attacker; some troops may ignore it."""
    rules, reaction = course.table.parameters.hand_to_hand, course.position.units[attacker.unit].reaction
    wishes = reaction is None or reaction.ignore_pin
    if course.table.troop(attacker).ignores_pin_attacking and wishes:
        if rules.ignored_pin_leaves_marker:
            course.add(Pinned(side=attacker.side, figure=attacker.id, pins=pins))
        return False
    way = geometry.length(attacker.at, target.at) - rules.halt
    if way > 0:
        stop = geometry.towards(attacker.at, goal, way)
        found = walking.walk(course.table, course.position, attacker, (stop,), way)
        marching.arrive(course, course.figure(attacker.id), order.mode, found)
    course.add(AttackHalted(side=attacker.side, figure=attacker.id, at=course.figure(attacker.id).at))
    spotting.watch(course)
    pinning.pin(course, attacker.id, pins)
    return True


def _answering(
    table: Table, position: Position, attacker: Figure, target: Figure, order: Move
) -> Weapon | None:
    """What the defender meets an attacker with, if he may shoot and his unit's standing order lets him."""
    unit = position.units[target.unit]
    policy = unit.reaction.shoot if unit.reaction is not None else "always"
    held_back = policy == "never" or (policy == "assault-only" and order.mode != "assault")
    if held_back or target.moved or any(shooting.object_to_firer(table, position, target)):
        return None
    if visibility.sees(table, position, target, attacker) is None:
        return None
    carried = (table.weapons[weapon] for weapon in target.weapons if target.supply.get(weapon, 1) > 0)
    return next((one for one in carried if _answers(table, position, attacker, target, one)), None)


def _answers(table: Table, position: Position, attacker: Figure, target: Figure, weapon: Weapon) -> bool:
    """Whether a weapon can meet an attacker: it is fired, and nothing that counts for fire is against it."""
    if weapon.area or any(targets.protection(table, position, target, attacker)):
        return False
    if table.parameters.shooting.reaction_weapons == "any":
        return True
    against = (
        *shooting.unserved(table, position, target, weapon),
        *targets.out_of_reach(table, target, weapon, attacker.at),
    )
    return not against


def _grip(course: EventRecorder, attacker: str, defender: str) -> None:
    """Attacker and defender are in contact, and each side sees the other's man."""
    one, other = course.figure(attacker), course.figure(defender)
    if course.table.parameters.spotting.contact_reveals:
        for seer, seen in ((one, other), (other, one)):
            known = course.position.contacts(seer.side).get(course.position.alias(seer.side, seen.id))
            units = tuple(sorted({*(known.units if known is not None else ()), seer.unit}))
            spotting.show(course, seer.side, seen, units, "contact")
    course.add(
        ContactMade(
            side=one.side,
            attacker=one.id,
            attacker_alias=course.position.alias(other.side, one.id),
            defender=other.id,
            defender_alias=course.position.alias(one.side, other.id),
            at=one.at,
        )
    )
