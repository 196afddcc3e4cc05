"""War in the air: dogfights, and biplanes that answer the fire of infantry (8.3.4)."""

from collections.abc import Iterator

from referee.engine.dice import Dice
from referee.engine.facts import Objection, refuse
from referee.engine.purposes import state_purpose
from referee.engine.rule_options import RuleOption
from referee.systems.great_war.combat import losses
from referee.systems.great_war.combat.purposes import Throw
from referee.systems.great_war.combat.refusals import Refusal
from referee.systems.great_war.events.course import EventRecorder
from referee.systems.great_war.facts import aircraft, unknown
from referee.systems.great_war.state.combat_tasks import AnswerFire
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.card_events import DogfightFought, HitRerolled, ReactionDeclared, RerollsClosed
from schemas.great_war.clauses import Clause
from schemas.great_war.orders import React, Reroll
from schemas.record import Roll, Side

REROLLS_NAMED_BY = RuleOption("rerolls-named-by", ("defender", "attacker"))
"""Side that names the hits to roll again for a reacting biplane (A-46)."""


def dogfight(theatre: GreatWarGame, course: EventRecorder, area: str, dice: Dice) -> None:
    """Both sides fire at once, then both pay (A-45)."""
    now = course.position.now
    rolls: list[Roll] = []
    hits: dict[Side, int] = {}
    for side in theatre.sides:
        planes = tuple(aircraft.flying(theatre, course.position, area, side))
        unit = theatre.units[planes[0].kind]
        needed = unit.attack if now is not None and side == now.side else unit.defence
        arms = unit.kind, len(planes)
        purpose = state_purpose(Throw.DOGFIGHT, area=area, side=side, arms=arms, needed=needed)
        rolls.append(dice.throw(purpose, len(planes), needed=needed))
        hits[side] = rolls[-1].hits
    course.add(DogfightFought(area=area, rolls=tuple(rolls), hits=hits))
    losses.settle(theatre, course)


def react_objections(theatre: GreatWarGame, position: Position, order: React) -> Iterator[Objection]:
    """Everything the rules hold against a biplane answering the attacker's fire."""
    piece = position.map.pieces.get(order.piece)
    if piece is None or piece.side != order.side:
        yield unknown.no_piece(order.piece)
    elif not theatre.units[piece.kind].flies:
        yield refuse(Clause.REACTION, Refusal.DOES_NOT_FLY, piece=piece.id)
    elif position.fight is not None and position.fight.surprise:
        yield refuse(Clause.REACTION, Refusal.SURPRISE_HAS_FIRED)
    elif piece not in aircraft.uncommitted(theatre, position):
        yield refuse(Clause.REACTION, Refusal.CANNOT_ANSWER_FIRE, piece=piece.id)


def react(course: EventRecorder, order: React) -> None:
    """The biplane waits for the attacker's fire."""
    course.add(ReactionDeclared(piece=order.piece, area=course.position.map.pieces[order.piece].area))


def react_options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[React]:
    """The biplanes that might answer the attacker's fire; those of one army are never two."""
    if position.fight is None or not position.fight.surprise:
        for piece in aircraft.uncommitted(theatre, position):
            yield React(side=side, piece=piece.id)


def chooser(theatre: GreatWarGame, task: AnswerFire) -> Side:
    """Who says which hits are thrown again: the side of the biplanes, or by agreement the attacker (A-46)."""
    return theatre.other(task.side) if theatre.chosen(REROLLS_NAMED_BY, "attacker") else task.side


def done_objections(theatre: GreatWarGame, position: Position, _: Side) -> Iterator[Objection]:
    """The attacker who names the hits names as many as there are biplanes to answer them."""
    task = position.doing(AnswerFire)
    if chooser(theatre, task) != task.side:
        yield refuse(Clause.REROLL, Refusal.ANSWER_DUE)


def reroll_objections(theatre: GreatWarGame, position: Position, order: Reroll) -> Iterator[Objection]:
    """Everything the rules hold against having this hit thrown again."""
    if order.kind not in aircraft.answerable(theatre, position):
        able = tuple(aircraft.answerable(theatre, position))
        yield refuse(Clause.REROLL, Refusal.NO_HIT_OF_KIND, kind=order.kind, kinds=able)


def reroll(course: EventRecorder, order: Reroll) -> None:
    """One hit is thrown again at the same firepower, and the new throw counts."""
    theatre, task, dice = course.theatre, course.position.doing(AnswerFire), course.dice
    piece = aircraft.answering(theatre, course.position)[0]
    unit = theatre.units[order.kind]
    side, arms, needed = theatre.other(task.side), (unit.kind, 1), unit.attack
    purpose = state_purpose(Throw.FIRE_AGAIN, area=task.area, side=side, arms=arms, needed=needed)
    roll = dice.throw(purpose, 1, needed=needed)
    course.add(
        HitRerolled(
            area=task.area,
            side=task.side,
            piece=piece.id,
            kind=order.kind,
            missed=not roll.hits,
            rolls=(roll,),
        )
    )


def pending(theatre: GreatWarGame, position: Position) -> bool:
    """Whether a biplane is left, and a hit that it could have thrown again."""
    return bool(aircraft.answering(theatre, position) and aircraft.answerable(theatre, position))


def close(course: EventRecorder, side: Side) -> None:
    """The hits that stand are paid."""
    course.add(RerollsClosed(side=side, area=course.position.doing(AnswerFire).area))
    losses.settle(course.theatre, course)


def reroll_options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Reroll]:
    """The kinds of infantry a hit of which might be thrown again."""
    return (Reroll(side=side, kind=kind) for kind in aircraft.answerable(theatre, position))
