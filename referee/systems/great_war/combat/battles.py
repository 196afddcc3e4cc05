"""Declaration of battles, their order, and the position after each (2.0-II-3, 5.1, 5.4.4)."""

from collections.abc import Iterator

from referee.engine.facts import Objections, refuse
from referee.engine.system import RuleOption
from referee.engine.values import cached
from referee.systems.great_war.combat import removals, retreats
from referee.systems.great_war.combat.refusals import Refusal
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.facts import control, stacking, unknown_ids
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import CombatCards, DeclareBattles, MovePieces
from schemas.great_war import events
from schemas.great_war.card_events import CombatCardsClosed
from schemas.great_war.clauses import Clause
from schemas.great_war.orders import Battle
from schemas.great_war.plan_events import BattleBroughtForward
from schemas.record import Side

WEAK_FORTS = RuleOption("weak-forts", ("may-be-attacked", "left-alone"))
"""Attacks on a fort of strength 1 (A-37)."""


@cached
def possible(theatre: GreatWarGame, position: Position, side: Side) -> tuple[str, ...]:
    """The areas where a side may fight: disputed ones, and those with only a weak enemy fort (A-37)."""
    weak = not theatre.chosen(WEAK_FORTS, "left-alone")
    other = theatre.other(side)
    return tuple(
        area
        for area in position.map.owner
        if control.present(position.map, area, side)
        and (
            control.present(position.map, area, other)
            or (weak and control.enemy_forts(position.map, area, side))
        )
    )


def compulsory(position: Position) -> tuple[str, ...]:
    """The areas that became disputed this turn and still are, in the order they did (5.1.1)."""
    now = position.now
    if now is None:
        return ()
    return tuple(
        area
        for area in dict.fromkeys(now.disputed)
        if control.status(position.map, area, now.side) == "disputed"
    )


def list_announced(position: Position) -> tuple[str, ...]:
    """The areas where battles are declared, or will be without a word."""
    areas = position.now.battles if position.now is not None else ()
    return tuple(dict.fromkeys((*areas, *compulsory(position))))


def declaring(position: Position) -> bool:
    """Return True while battles, and cards on them, are being declared."""
    return isinstance(position.task, MovePieces | DeclareBattles | CombatCards)


def objections(theatre: GreatWarGame, position: Position, order: Battle) -> Objections:
    """Everything the rules hold against declaring this battle."""
    now = position.now
    if order.area not in theatre.areas:
        yield unknown_ids.no_area(Clause.DECLARE_DISPUTED, order.area)
        return
    if order.area not in possible(theatre, position, order.side):
        yield refuse(Clause.DECLARE_DISPUTED, Refusal.NOT_DISPUTED, area=order.area)
    # Forts never attack (8.4).
    attackers = [piece for piece in position.map.standing(order.area, order.side) if piece.kind != "fort"]
    yield from stacking.forbidden(theatre, position, attackers, "attack", order.area)
    if now is None:
        return
    if order.area in now.battles:
        yield refuse(Clause.DECLARE_ONCE, Refusal.DECLARED_ALREADY, area=order.area)
    others = [area for area in (*compulsory(position), *now.battles) if area != order.area]
    if now.kind == "limited" and others:
        yield refuse(Clause.LIMITED_OFFENSIVE, Refusal.LIMITED_TO_ONE_BATTLE, area=others[0])


def waiting(position: Position) -> tuple[str, ...]:
    """The declared battles that are neither fought nor being fought."""
    now, fight = position.now, position.fight
    here = fight.area if fight is not None else ""
    return tuple(area for area in now.battles if area not in {*now.fought, here}) if now is not None else ()


def next_objections(_: GreatWarGame, position: Position, order: Battle) -> Objections:
    """Everything held against naming the next battle, which the attacker does between battles (A-41)."""
    remaining = waiting(position)
    if position.fight is None or order.side != position.fight.attacker:
        yield refuse(Clause.QUESTION_OPEN, Refusal.ATTACKER_ORDERS_BATTLES)
    elif position.fight.named_next:
        yield refuse(Clause.DECLARE_ONCE, Refusal.NEXT_NAMED_ONCE)
    elif order.area not in remaining[1:]:
        fact = Refusal.NEXT_ALREADY if order.area in remaining else Refusal.NO_BATTLE_WAITS
        yield refuse(Clause.DECLARE_ONCE, fact, area=order.area)


def bring_forward(course: EventRecorder, order: Battle) -> None:
    """The battle is fought next."""
    course.add(BattleBroughtForward(area=order.area))


def next_options(_: GreatWarGame, position: Position, side: Side) -> Iterator[Battle]:
    """The battles that may be fought before the one declared next."""
    return (Battle(side=side, area=area) for area in waiting(position)[1:])


def outcome(course: EventRecorder, order: Battle) -> None:
    """The battle will be fought."""
    area = order.area
    course.add(events.BattleDeclared(area=area, compulsory=area in compulsory(course.position)))


def close_declaration(course: EventRecorder, side: Side) -> None:
    """Close the declaration.

    Newly disputed areas are battles even if no order named them (5.1.2). If there is no battle, the defender
    is not asked for cards on battles (A-07).
    """
    position = course.position
    areas = position.now.battles if position.now is not None else ()
    for area in compulsory(position):
        if area not in areas:
            course.add(events.BattleDeclared(area=area, compulsory=True))
    course.add(events.DeclarationClosed(side=side))
    task = course.position.task
    if isinstance(task, CombatCards) and not list_announced(course.position):
        course.add(CombatCardsClosed(side=task.side))


def choice(theatre: GreatWarGame, position: Position, side: Side) -> bool:
    """Return True if there is a battle to declare."""
    return bool(possible(theatre, position, side))


def options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Battle]:
    """Battles that may be declared."""
    for area in possible(theatre, position, side):
        yield Battle(side=side, area=area)


def fight(course: EventRecorder, side: Side) -> None:
    """Open the next declared battle, or end the player turn when all are fought (A-41)."""
    now = course.position.now
    remaining = [area for area in now.battles if area not in now.fought] if now is not None else []
    if remaining:
        course.add(events.BattleOpened(area=remaining[0]))
        if retreats.nobody_to_fight(course.position, remaining[0]):
            course.add(events.BattleLapsed(area=remaining[0]))
        return
    removals.remove_unaccompanied(course)
    removals.send_off_empty(course, side)
    disputes = course.position.map.contested
    course.add(events.TurnClosed(side=side))
    for area in disputes:
        course.settle(area)


def close(course: EventRecorder, area: str) -> None:
    """Settle what a battle leaves behind: the unaccompanied, the left alone, the empty, the owner."""
    removals.remove_unaccompanied(course, area)
    removals.eliminate_stranded(course, area)
    _leave_alone(course, area)
    course.settle(area)
    course.add(events.BattleClosed(area=area))
    removals.order_off(course, area, *course.position.map.sides)


def _leave_alone(course: EventRecorder, area: str) -> None:
    """Retreated pieces without unretreated company fall if the enemy contests the area (5.4.4, A-66)."""
    position = course.position
    for side in position.map.sides:
        mine = tuple(position.map.standing(area, side))
        forsaken = all(piece.retreated for piece in mine if piece.kind != "army")
        if forsaken and control.present(position.map, area, course.theatre.other(side)):
            for piece in sorted(mine, key=lambda gone: gone.kind == "army"):
                course.add(events.PieceLost(piece=piece.id, area=area, fate="left-alone"))
