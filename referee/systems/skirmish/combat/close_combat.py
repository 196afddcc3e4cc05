"""Close combat: contact, the shot that meets it, and one melee round a turn."""

from collections.abc import Iterator

from referee.engine.dice import Dice, state_purpose
from referee.engine.facts import Objections, refuse
from referee.systems.skirmish.combat import morale, shooting, spotting
from referee.systems.skirmish.combat.refusals import Refusal, Throw
from referee.systems.skirmish.events import sealed_orders, steps
from referee.systems.skirmish.events.evolution import EventRecorder
from referee.systems.skirmish.facts import geometry, paths, targets, visibility
from referee.systems.skirmish.facts.shots import AimedShot, fire_aimed
from referee.systems.skirmish.state.position import Figure, Melee, Position
from referee.systems.skirmish.state.table import Table
from schemas.skirmish.clauses import Clause
from schemas.skirmish.close_events import AttackHalted, ContactMade, Killed, MeleeFought, Pinned
from schemas.skirmish.events import Shot
from schemas.skirmish.names import Effect, Spot
from schemas.skirmish.orders import Move
from schemas.skirmish.pack import Weapon
from schemas.skirmish.parameters import HandToHand

PARTS = 24
"""Number of places around a base that are tried."""


def contact_objections(table: Table, position: Position, order: Move) -> Objections:
    """Yield the objections to a move into contact when it is written."""
    if order.contact is None:
        return
    if order.mode == "rush":
        yield refuse(Clause.CONTACT_RUSH, Refusal.RUSH_INTO_CONTACT)
    elif order.mode == "stealthy":
        yield refuse(Clause.CONTACT_MODE, Refusal.STEALTH_INTO_CONTACT)
    if len(order.path) > 1:
        yield refuse(Clause.CONTACT_STRAIGHT, Refusal.CROOKED_CONTACT)
    enemy = position.contacts(order.side).get(order.contact)
    if enemy is None or not enemy.units or enemy.status != "active":
        yield refuse(Clause.SPOTTED, Refusal.ENEMY_UNSEEN, enemy=order.contact)
        return
    most, coming = table.parameters.hand_to_hand.most_attackers, len(order.figures)
    there = sum(one.defender_alias == order.contact for one in position.melees if one.side == order.side)
    for plot in sealed_orders.moves(position, order.side):
        if isinstance(plot, Move) and plot.contact == order.contact:
            coming += len(plot.figures)
    if there + coming > most:
        yield refuse(
            Clause.CONTACT_TWO, Refusal.TOO_MANY_ATTACKERS,
            attackers=there + coming, enemy=order.contact, most=most,
        )  # fmt: skip


def close_in(course: EventRecorder, attacker: Figure, order: Move, allowance: float, dice: Dice) -> None:
    """Move a figure into contact with an enemy, which may shoot first.

    If the enemy went out of sight, the figure walks to the place where it was last seen.
    """
    table, position = course.table, course.position
    contact = position.contacts(attacker.side)[order.contact or ""]
    target = position.find_enemy(attacker.side, contact.alias)
    if not contact.units and contact.status == "active":
        spotting.walk(course, attacker, order.mode, (contact.at,), allowance)
        return
    if target is None or not target.active:
        gone = refuse(Clause.SPOTTED, Refusal.ENEMY_GONE, enemy=contact.alias)
        steps.drop(course, attacker, gone)
        return
    if _attackers(position, target) >= table.parameters.hand_to_hand.most_attackers:
        full = refuse(Clause.CONTACT_TWO, Refusal.ENEMY_SURROUNDED, enemy=contact.alias)
        steps.drop(course, attacker, full)
        return
    goal = next(_places(table, position, attacker, target, allowance), None)
    if goal is None:
        spotting.walk(course, attacker, order.mode, (_short(table, attacker, target),), allowance)
        return
    if _is_stopped(course, attacker, target, order, goal, dice):
        return
    walk = paths.Walk((goal,), round(geometry.length(attacker.at, goal)))
    steps.arrive(course, course.figure(attacker.id), order.mode, walk)
    _grip(course, attacker.id, target.id)


def _attackers(position: Position, target: Figure) -> int:
    return sum(one.defender == target.id for one in position.melees)


def _short(table: Table, attacker: Figure, target: Figure) -> Spot:
    """Return the last place before contact."""
    reach = geometry.length(attacker.at, target.at) - table.parameters.measuring.base_diameter - 1
    return geometry.towards(attacker.at, target.at, reach)


def _places(
    table: Table, position: Position, attacker: Figure, target: Figure, allowance: float
) -> Iterator[Spot]:
    """Yield free places in contact with the target that the allowance reaches, the straight way first."""
    base = table.parameters.measuring.base_diameter
    straight = geometry.towards(target.at, attacker.at, base)
    ring = sorted(
        geometry.around(target.at, base, PARTS), key=lambda spot: geometry.square(spot, attacker.at)
    )
    for spot in (straight, *ring[: PARTS // 2]):
        free = not any(True for _ in paths.crowding(table, position, attacker, spot, target.id))
        if free and table.on_table(spot):
            walk = paths.walk(table, position, attacker, (spot,), allowance, target.id)
            if walk.end == spot:
                yield spot


def _is_stopped(
    course: EventRecorder, attacker: Figure, target: Figure, order: Move, goal: Spot, dice: Dice
) -> bool:
    """Return True if the defender's shot keeps the attacker out of contact."""
    weapon = _answering(course.table, course.position, attacker, target, order)
    if weapon is None:
        return False
    alias = spotting.betray(course, target, "aimed")
    count = shooting.dice_of(course.table, course.position, target, weapon)
    shot = AimedShot(attacker, weapon, count, target.at, coming=True, betrayed=bool(alias))
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
    """Return True if a pin stops the attacker; some troops may ignore it."""
    rules, reaction = course.table.parameters.hand_to_hand, course.position.units[attacker.unit].reaction
    wishes = reaction is None or reaction.ignore_pin
    if course.table.troop(attacker).ignores_pin_attacking and wishes:
        if rules.ignored_pin_leaves_marker:
            course.add(Pinned(side=attacker.side, figure=attacker.id, pins=pins))
        return False
    way = geometry.length(attacker.at, target.at) - rules.halt
    if way > 0:
        stop = geometry.towards(attacker.at, goal, way)
        walk = paths.walk(course.table, course.position, attacker, (stop,), way)
        steps.arrive(course, course.figure(attacker.id), order.mode, walk)
    course.add(AttackHalted(side=attacker.side, figure=attacker.id, at=course.figure(attacker.id).at))
    spotting.watch(course)
    morale.pin(course, attacker.id, pins)
    return True


def _answering(
    table: Table, position: Position, attacker: Figure, target: Figure, order: Move
) -> Weapon | None:
    """Return the weapon that the defender fires at an attacker.

    Return None if the defender may not shoot, or if its unit's standing order forbids it.
    """
    unit = position.units[target.unit]
    policy = unit.reaction.shoot if unit.reaction is not None else "always"
    held_back = policy == "never" or (policy == "assault-only" and order.mode != "assault")
    if held_back or target.has_moved or any(shooting.object_to_firer(table, position, target)):
        return None
    if visibility.sees(table, position, target, attacker) is None:
        return None
    weapons = (table.weapons[weapon] for weapon in target.weapons if target.supply.get(weapon, 1) > 0)
    return next((one for one in weapons if _answers(table, position, attacker, target, one)), None)


def _answers(table: Table, position: Position, attacker: Figure, target: Figure, weapon: Weapon) -> bool:
    """Return True if a weapon can fire at an attacker under the rules of reaction fire."""
    if weapon.area or any(targets.protection(table, position, target, attacker)):
        return False
    if table.parameters.shooting.reaction_weapons == "any":
        return True
    against = (
        *shooting.object_to_heavy_weapon(table, position, target, weapon),
        *targets.out_of_reach(table, target, weapon, attacker.at),
    )
    return not against


def _grip(course: EventRecorder, attacker: str, defender: str) -> None:
    """Attacker and defender are in contact, and each side sees the other's man."""
    one, other = course.figure(attacker), course.figure(defender)
    if course.table.parameters.spotting.contact_reveals:
        for seer, enemy in ((one, other), (other, one)):
            spotting.meet(course, seer, enemy, "contact")
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


def fight_melee(course: EventRecorder, dice: Dice) -> None:
    """Fight a round of every melee. A figure that fell in one does not fight in the next."""
    for defender in dict.fromkeys(one.defender for one in course.position.melees):
        round_ = tuple(one for one in course.position.melees if one.defender == defender)
        if round_:
            _round(course, round_, dice)
    spotting.watch(course)


def modifier(table: Table, figure: Figure, *, second: bool = False) -> int:
    """Return the modifier of a figure's die in a melee."""
    rules = table.parameters.hand_to_hand
    return (
        table.troop(figure).melee
        + rules.second_attacker * second
        + rules.armour * ("body-armour" in figure.items)
        + rules.pinned * bool(figure.pins)
    )


def _round(course: EventRecorder, melees: tuple[Melee, ...], dice: Dice) -> None:
    table, rules = course.table, course.table.parameters.hand_to_hand
    attackers = [course.figure(one.attacker) for one in melees]
    defender = course.figure(melees[0].defender)
    modifiers = [modifier(table, one, second=number > 0) for number, one in enumerate(attackers)]
    modifiers.append(modifier(table, defender))
    purposes = [
        Throw.MELEE_SECOND_ATTACKER if number else Throw.MELEE_ATTACKER for number in range(len(attackers))
    ]
    purposes.append(Throw.MELEE_DEFENDER)
    rolls = [dice.throw(state_purpose(one), 1, needed=0, owner=defender.side) for one in purposes]
    scores = [roll.faces[0] + value for roll, value in zip(rolls, modifiers, strict=True)]
    effects = tuple(results(rules, tuple(scores)))
    course.add(
        MeleeFought(
            side=attackers[0].side,
            attackers=tuple(one.id for one in attackers),
            attacker_aliases=tuple(one.attacker_alias for one in melees),
            defender=defender.id,
            defender_alias=melees[0].defender_alias,
            defender_side=defender.side,
            modifiers=tuple(modifiers),
            effects=effects,
            rolls=tuple(rolls),
        )
    )
    for figure, effect in zip((*attackers, defender), effects, strict=True):
        _suffer(course, figure.id, effect)


def results(rules: HandToHand, scores: tuple[int, ...]) -> Iterator[Effect]:
    """Yield the effect of a round on each figure: the attackers in order, then the defender."""
    *attacks, defence = scores
    best = max(attacks)
    for attack in attacks:
        counts = attack == best or rules.two_on_one == "separate"
        yield _lose(rules, defence - attack) if counts else "miss"
    yield _lose(rules, best - defence)


def _lose(rules: HandToHand, behind: int) -> Effect:
    return "kill" if behind >= rules.kill_by else "pin" if behind >= 1 else "miss"


def _suffer(course: EventRecorder, id: str, effect: Effect) -> None:
    figure = course.figure(id)
    if not figure.active:
        return
    if effect == "kill":
        course.add(Killed(side=figure.side, figure=id, at=figure.at))
    elif effect == "pin":
        morale.pin(course, id, 1)
