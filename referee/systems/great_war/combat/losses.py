"""Taking losses: strongest unit, most numerous type, Ersatz, annihilation (5.3)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from referee.engine.facts import Objections, refuse
from referee.engine.system import RuleOption
from referee.engine.values import cached
from referee.systems.great_war.combat import fire, removals, retreats
from referee.systems.great_war.combat.refusals import Refusal
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.facts import aircraft, turn_sequence, unknown_ids
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Position, strength
from referee.systems.great_war.state.tasks import PayHits
from schemas.great_war.clauses import Clause
from schemas.great_war.events import ErsatzSpent, FortReduced, HitsSettled, PieceLost, SiegeHitsLapsed
from schemas.great_war.orders import Lose, Spend
from schemas.great_war.plan_events import HitWithstood, SpareHitsLapsed
from schemas.record import Side

SIEGE_HITS_TO_SPARE = RuleOption("siege-hits-to-spare", ("lapse", "fall-on-others"))
"""Hits of siege guns beyond the fort (A-47)."""

HITS_TO_SPARE = RuleOption("hits-to-spare", ("lapse-at-the-end", "lapse-at-once"))
"""Moment at which hits beyond all possible losses lapse (A-50)."""


def sufferers(theatre: GreatWarGame, position: Position, task: PayHits) -> tuple[Piece, ...]:
    """The pieces that hits of the phase fall on, armies and their contents alike (A-49, A-54)."""
    if task.phase == "pursuit":
        return fire.leavers(position)
    if task.phase == "dogfight":
        return tuple(aircraft.flying(theatre, position, task.area, task.side))
    return retreats.pieces_of(position, task.area, task.side)


@cached
def candidates(theatre: GreatWarGame, position: Position, task: PayHits) -> tuple[Piece, ...]:
    """The pieces one of which must pay the next hit, if no card does."""
    among = sufferers(theatre, position, task)
    if task.siege:
        return tuple(piece for piece in among if piece.kind == "fort")
    return tuple(
        choice
        for piece in _strongest(theatre, position, among)
        for choice in _most_numerous(theatre, position, piece, among)
    )


def _strongest(theatre: GreatWarGame, position: Position, among: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return the pieces of greatest strength that have anything to lose (5.3.1).

    The strength of an army counts only its contents that take part: a piece that retreated into it adds
    nothing.
    """
    groups, leaving = {piece.id for piece in among}, position.leaving
    inside = {piece.id: piece for piece in among if piece.army in groups and piece.id not in leaving}
    sizes = Counter(piece.army for piece in inside.values())
    losing = {piece.army for piece in inside.values() if theatre.units[piece.kind].removable}
    strengths = {
        piece: sizes[piece.id] if piece.kind == "army" else strength(position.map, piece)
        for piece in among
        if piece.id not in inside
        and (piece.id in losing if piece.kind == "army" else theatre.units[piece.kind].removable)
    }
    greatest = max(strengths.values(), default=0)
    return tuple(piece for piece, power in strengths.items() if power == greatest)


def _most_numerous(
    theatre: GreatWarGame, position: Position, piece: Piece, among: tuple[Piece, ...]
) -> Iterator[Piece]:
    """Yield the possible losses of a unit: an army's most numerous type, or the lone piece (A-48)."""
    if piece.kind != "army":
        yield piece
        return
    contents = [
        inside
        for inside in among
        if inside.army == piece.id
        and inside.id not in position.leaving
        and theatre.units[inside.kind].removable
    ]
    numbers = Counter(theatre.units[inside.kind].symbol for inside in contents)
    most = max(numbers.values(), default=0)
    yield from (inside for inside in contents if numbers[theatre.units[inside.kind].symbol] == most)


def objections(theatre: GreatWarGame, position: Position, order: Lose) -> Objections:
    """Everything the rules hold against paying a hit with this piece."""
    task = position.owing
    if (piece := position.map.find_own(order.piece, order.side)) is None:
        yield unknown_ids.no_piece(order.piece)
        return
    able = candidates(theatre, position, task)
    if piece in able:
        return
    lost, pieces = piece.id, distinct(able)
    if task.phase == "dogfight":
        yield refuse(Clause.DOGFIGHT, Refusal.DOGFIGHT_HITS_BIPLANES, pieces=pieces)
    elif piece not in sufferers(theatre, position, task):
        yield refuse(Clause.IN_THIS_BATTLE, Refusal.NOT_IN_BATTLE, piece=lost, pieces=pieces)
    elif task.siege:
        yield refuse(Clause.SIEGE_HITS, Refusal.SIEGE_HITS_FORT, pieces=pieces)
    elif piece.army is not None and any(other.army == piece.army for other in able):
        fact = Refusal.NOT_MOST_NUMEROUS
        yield refuse(Clause.MOST_NUMEROUS, fact, piece=lost, army=piece.army, pieces=pieces)
    elif piece.kind == "army":
        yield refuse(Clause.MOST_NUMEROUS, Refusal.NAME_LOSS_OF_ARMY, piece=lost, pieces=pieces)
    else:
        yield refuse(Clause.STRONGEST_UNIT, Refusal.NOT_IN_STRONGEST_UNIT, piece=lost, pieces=pieces)


def distinct(able: tuple[Piece, ...]) -> tuple[str, ...]:
    """Return the ids of the pieces, one of each kind per army."""
    ids: dict[tuple[str, str | None], str] = {}
    for piece in able:
        ids.setdefault((piece.kind, piece.army), piece.id)
    return tuple(ids.values())


def pay(course: EventRecorder, id: str) -> None:
    """Take a hit on a piece, and settle the forced results."""
    lose(course, course.position.map.pieces[id], siege=course.position.owing.siege > 0)
    settle(course.theatre, course)


def spend(course: EventRecorder, order: Spend) -> None:
    """Take hits on a card, and settle the forced results."""
    card = course.theatre.card(order.card)
    points = card.ersatz if card is not None else 1
    course.add(ErsatzSpent(side=order.side, card=order.card, points=points))
    settle(course.theatre, course)


def lose(course: EventRecorder, piece: Piece, *, siege: bool) -> None:
    """Take a piece off the map, or a point off a fort; an army that loses its last unit is eliminated."""
    if piece.kind == "fort" and piece.strength > 1:
        course.add(FortReduced(fort=piece.id, area=piece.area, strength=piece.strength - 1, siege=siege))
    elif (works := _find_fortified(course.theatre, course.position, piece)) is not None and not siege:
        course.add(HitWithstood(piece=works.id, area=works.area))
    else:
        course.add(PieceLost(piece=piece.id, area=piece.area, fate="hit", siege=siege))
    if piece.army is not None and not any(course.position.map.contents(piece.army)):
        course.add(PieceLost(piece=piece.army, area=piece.area, fate="last-unit"))
    removals.settle_departure(course, piece.area)


def _find_fortified(theatre: GreatWarGame, position: Position, piece: Piece) -> Piece | None:
    """Return the fortified army or lone piece that spares a piece its first hit of a phase.

    Storm troops have no such benefit.
    """
    task, works = position.task, position.map.pieces.get(piece.army or piece.id)
    if not isinstance(task, PayHits) or task.phase == "dogfight" or works is None or not works.fortified:
        return None
    storms = piece.kind in theatre.infantry and not theatre.units[piece.kind].entrenched
    spent = works.id in task.withstood or works.id in position.leaving
    return None if storms or spent or piece.id in position.leaving else works


def settle(theatre: GreatWarGame, course: EventRecorder) -> None:
    """Do what leaves no choice in a payment, and close it when nothing is left to pay (5.3.4, A-47)."""
    while isinstance(task := course.position.task, PayHits):
        able = candidates(theatre, course.position, task)
        if excess := _excess(theatre, task, able):
            spilled = theatre.chosen(SIEGE_HITS_TO_SPARE, "fall-on-others")
            course.add(SiegeHitsLapsed(side=task.side, area=task.area, count=excess, spilled=spilled))
        elif spare := _spare(theatre, course.position, task):
            course.add(SpareHitsLapsed(side=task.side, area=task.area, count=spare))
        elif not task.hits or not able:
            course.add(HitsSettled(side=task.side, area=task.area, lapsed=task.hits))
        elif _annihilates(theatre, course.position, task):
            lose(course, able[0], siege=False)
        else:
            return


def _excess(theatre: GreatWarGame, task: PayHits, forts: Sequence[Piece]) -> int:
    """Return the hits of siege guns that no fort is left for: all of them at the end, or those beyond it."""
    if not task.siege or (forts and not theatre.chosen(HITS_TO_SPARE, "lapse-at-once")):
        return 0
    return max(0, task.siege - sum(max(fort.strength, 1) for fort in forts))


def _spare(theatre: GreatWarGame, position: Position, task: PayHits) -> int:
    """Return the hits in excess of the possible losses, if they lapse before any is taken (A-50)."""
    if not theatre.chosen(HITS_TO_SPARE, "lapse-at-once"):
        return 0
    return max(0, task.hits - _endurance(theatre, position, task))


def _annihilates(theatre: GreatWarGame, position: Position, task: PayHits) -> bool:
    """Return True if every piece must die and no card can save one: the order is irrelevant (B-17)."""
    helpless = not position.hand(task.side).size and not task.siege
    return helpless and task.hits >= _endurance(theatre, position, task)


def _endurance(theatre: GreatWarGame, position: Position, task: PayHits) -> int:
    """Return the number of hits that eliminates everything."""
    able = sum(
        max(piece.strength, 1)
        for piece in sufferers(theatre, position, task)
        if piece.kind != "army" and theatre.units[piece.kind].removable
    )
    return able + len(_withstanding(theatre, position, task))


def _withstanding(theatre: GreatWarGame, position: Position, task: PayHits) -> set[str]:
    """Return the fortified units that can still absorb a hit."""
    works = (_find_fortified(theatre, position, piece) for piece in sufferers(theatre, position, task))
    return {piece.id for piece in works if piece is not None}


def _likeness(theatre: GreatWarGame, position: Position, piece: Piece) -> tuple[object, ...]:
    """Return the properties that the next hit depends on: one of two fortified units may have had its hit."""
    return (*piece.likeness, _find_fortified(theatre, position, piece) is not None)


def find_forced(theatre: GreatWarGame, position: Position, task: PayHits) -> Piece | None:
    """The piece that pays without a question: the hand is empty and there is nothing to choose."""
    if position.hand(task.side).size:
        return None
    able = candidates(theatre, position, task)
    return able[0] if len({_likeness(theatre, position, piece) for piece in able}) == 1 else None


def spend_objections(theatre: GreatWarGame, position: Position, order: Spend) -> Objections:
    """Everything the rules hold against paying with this card."""
    return turn_sequence.missing_cards(theatre, position, order.side, (order.card,))


def options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Lose | Spend]:
    """Yield the pieces and cards that can take a hit; identical ones are offered once."""
    first: dict[object, Piece] = {}
    for piece in candidates(theatre, position, position.owing):
        first.setdefault(_likeness(theatre, position, piece), piece)
    yield from (Lose(side=side, piece=piece.id) for piece in first.values())
    for number, _ in turn_sequence.distinct(theatre, position, side):
        yield Spend(side=side, card=number)
