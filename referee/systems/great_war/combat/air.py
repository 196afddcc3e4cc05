"""Air combat: dogfights, biplanes against infantry (8.3.4) and scrambled biplanes (13.7)."""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.engine.dice import Dice, state_purpose
from referee.engine.facts import Objections, refuse
from referee.engine.system import RuleOption
from referee.systems.great_war.combat import losses, removals
from referee.systems.great_war.combat.fire import Throw
from referee.systems.great_war.combat.refusals import Refusal
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.facts import aircraft, hidden_templates, stacking, unknown_ids
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Position
from referee.systems.great_war.state.tasks import AnswerFire, Scrambling
from schemas.great_war.card_events import DogfightFought, HitRerolled, ReactionDeclared, RerollsClosed
from schemas.great_war.clauses import Clause
from schemas.great_war.orders import React, Reroll, Scramble
from schemas.great_war.plan_events import BiplaneScrambled, ScrambleClosed
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


def react_objections(theatre: GreatWarGame, position: Position, order: React) -> Objections:
    """Everything the rules hold against a biplane answering the attacker's fire."""
    if (piece := position.map.find_own(order.piece, order.side)) is None:
        yield unknown_ids.no_piece(order.piece)
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
    """Return the side that names the hits to roll again: that of the biplanes, or the attacker (A-46)."""
    return theatre.other(task.side) if theatre.chosen(REROLLS_NAMED_BY, "attacker") else task.side


def done_objections(theatre: GreatWarGame, position: Position, _: Side) -> Objections:
    """The attacker who names the hits names as many as there are biplanes to answer them."""
    task = position.doing(AnswerFire)
    if chooser(theatre, task) != task.side:
        yield refuse(Clause.REROLL, Refusal.ANSWER_DUE)


def reroll_objections(theatre: GreatWarGame, position: Position, order: Reroll) -> Objections:
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
    """Return True if a biplane is left, and a hit that it can have rolled again."""
    return bool(aircraft.answering(theatre, position) and aircraft.answerable(theatre, position))


def close(course: EventRecorder, side: Side) -> None:
    """The hits that stand are paid."""
    course.add(RerollsClosed(side=side, area=course.position.doing(AnswerFire).area))
    losses.settle(course.theatre, course)


def reroll_options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Reroll]:
    """The kinds of infantry a hit of which might be thrown again."""
    return (Reroll(side=side, kind=kind) for kind in aircraft.answerable(theatre, position))


def _quiet(theatre: GreatWarGame, position: Position, task: Scrambling) -> Iterator[str]:
    """The areas next to the battle that have no battle of their own this turn."""
    battles = position.now.battles if position.now is not None else ()
    return (area for area in theatre.areas[task.area].borders if area not in battles)


def ready(theatre: GreatWarGame, position: Position, task: Scrambling) -> tuple[Piece, ...]:
    """The biplanes that could come; the weather keeps all on the ground."""
    if aircraft.is_grounded(position):
        return ()
    return tuple(
        piece
        for area in _quiet(theatre, position, task)
        for piece in position.map.standing(area, task.side)
        if theatre.units[piece.kind].flies and not piece.retreated
    )


def scramble_objections(theatre: GreatWarGame, position: Position, order: Scramble) -> Objections:
    """Everything the rules hold against bringing this biplane."""
    task = position.doing(Scrambling)
    if (piece := position.map.find_own(order.piece, order.side)) is None:
        yield unknown_ids.no_piece(order.piece)
        return
    if piece not in ready(theatre, position, task):
        yield refuse(Clause.SCRAMBLE, Refusal.CANNOT_SCRAMBLE, piece=piece.id, area=task.area)
        return
    if order.into is not None:
        if (army := position.map.find_army(order.into, piece.side, task.area)) is None:
            yield unknown_ids.no_army(order.into, task.area)
            return
        yield from stacking.entry(theatre, position.map, (piece,), army)
    after = position.put(replace(piece, area=task.area, army=order.into))
    yield from stacking.overstacked(theatre, after.map, task.area, piece.side)


def scramble(course: EventRecorder, order: Scramble) -> None:
    """The biplane is there before the first die; the area that it leaves may change hands (4.1, 8.1)."""
    origin = course.position.map.pieces[order.piece].area
    to = course.position.doing(Scrambling).area
    course.add(BiplaneScrambled(piece=order.piece, origin=origin, to=to, into=order.into))
    removals.settle_departure(course, origin)


def close_scramble(course: EventRecorder, side: Side) -> None:
    """No other biplane comes."""
    course.add(ScrambleClosed(side=side, area=course.position.doing(Scrambling).area))


def scramble_options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Scramble]:
    """Yield the biplanes that can be brought; identical biplanes are offered once."""
    task = position.doing(Scrambling)
    alike = {piece.likeness: piece for piece in reversed(ready(theatre, position, task))}
    for piece in alike.values():
        order = Scramble(side=side, piece=piece.id)
        for army in stacking.hosts(position.map, task.area, piece):
            yield order.replace(into=army.id)
        yield order


def scramble_choice(theatre: GreatWarGame, position: Position, task: Scrambling) -> bool:
    """Return True if any biplane could come. Public facts decide if templates are hidden."""
    if hidden_templates.is_played(theatre):
        return not aircraft.is_grounded(position) and any(
            theatre.units[piece.kind].flies and piece.area != task.area
            for piece in position.map.owned(task.side)
        )
    ways = scramble_options(theatre, position, task.side)
    return any(not any(scramble_objections(theatre, position, order)) for order in ways)
