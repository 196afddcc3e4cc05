"""Special offensives: whose they are, from when, and the dice they add (9.1.3 to 9.1.6)."""

from collections.abc import Iterator
from typing import Literal

from referee.engine.facts import Objection, refuse
from referee.engine.rule_options import RuleOption
from referee.systems.great_war.combat import battles
from referee.systems.great_war.combat.refusals import Refusal
from referee.systems.great_war.events.course import EventRecorder
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import Fire
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.card_events import BonusDesignated
from schemas.great_war.cards import Bonus
from schemas.great_war.clauses import Clause
from schemas.great_war.events import PieceLost
from schemas.great_war.orders import Bonus as Promise
from schemas.record import Side

BONUS_DICE = RuleOption("bonus-dice", ("each-battle", "shared"))
"""Extra dice of a special offensive: for each battle, or shared (A-17)."""

Scope = Literal["special", "offensive", "limited"]


def scope(theatre: GreatWarGame, card: int, side: Side, turn: int) -> Scope:
    """What an offensive card sets in force; a special one is ordinary for the wrong side and too early."""
    kind = theatre.card(card)
    if kind is not None and kind.offensive == "limited":
        return "limited"
    return "special" if theatre.special(card, side, turn) is not None else "offensive"


def bonus(theatre: GreatWarGame, position: Position) -> Bonus | None:
    """The extra dice of the special offensive in force."""
    now = position.now
    if now is None or now.kind != "special":
        return None
    card = theatre.card(now.card)
    return card.bonus if card is not None else None


def fights(theatre: GreatWarGame, position: Position, area: str, extra: Bonus) -> bool:
    """Whether an army of the right nation, with something in it, takes part in a battle."""
    side = theatre.nations[extra.nation].side
    return any(
        piece.nation == extra.nation and not piece.retreated
        for piece in position.map.standing(area, side)
        if not all(held.retreated for held in position.map.contents(piece.id))
    )


def dice(theatre: GreatWarGame, position: Position, task: Fire) -> tuple[Bonus, int] | None:
    """The extra dice of one phase, and how many they are (A-16, A-17)."""
    now, extra = position.now, bonus(theatre, position)
    if now is None or extra is None or not extra.dice or task.area not in now.bonus:
        return None
    phases = {"artillery", "offensive"} if theatre.units[extra.kind].barrage else {"offensive"}
    if task.phase not in phases or not fights(theatre, position, task.area, extra):
        return None
    shared = theatre.chosen(BONUS_DICE, "shared")
    return extra, extra.dice // len(now.bonus) if shared else extra.dice


def objections(theatre: GreatWarGame, position: Position, order: Promise) -> Iterator[Objection]:
    """Everything the rules hold against promising the extra dice to a battle."""
    now, extra = position.now, bonus(theatre, position)
    if now is None or extra is None:
        yield refuse(Clause.FIRST_BONUS, Refusal.NO_EXTRA_DICE)
        return
    if order.area in now.bonus:
        yield refuse(extra.clause, Refusal.EXTRA_DICE_THERE, area=order.area)
    elif len(now.bonus) >= extra.battles:
        yield refuse(extra.clause, Refusal.EXTRA_DICE_LIMIT, card=now.card, count=extra.battles)
    if order.area not in battles.list_announced(position):
        yield refuse(extra.clause, Refusal.NO_BATTLE_FOR_EXTRA_DICE, area=order.area)
    if not fights(theatre, position, order.area, extra):
        yield refuse(extra.clause, Refusal.NATION_DOES_NOT_FIGHT, nation=extra.nation, area=order.area)


def outcome(course: EventRecorder, order: Promise) -> None:
    """The battle has the extra dice."""
    course.add(BonusDesignated(side=order.side, area=order.area))


def exhaust(course: EventRecorder) -> None:
    """What a special offensive costs the armies that fought in it, once all its battles are over."""
    position = course.position
    extra, now = bonus(course.theatre, position), position.now
    if extra is None or now is None or not extra.exhausts or battles.waiting(position):
        return
    for id in dict.fromkeys(now.engaged):
        army = position.map.pieces.get(id)
        if army is None or army.nation != extra.nation:
            continue
        weary = [piece for piece in position.map.contents(id) if piece.kind == extra.kind]
        for piece in weary[: extra.exhausts]:
            course.add(PieceLost(piece=piece.id, area=piece.area, fate="exhausted"))
        course.settle(army.area)


def options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Promise]:
    """Battles the extra dice might be promised to."""
    if bonus(theatre, position) is not None:
        yield from (Promise(side=side, area=area) for area in battles.list_announced(position))
