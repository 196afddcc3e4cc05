"""Armies that hits of storm troops and tanks drive back (8.2.2, 8.3.5, A-61 to A-63)."""

from collections import Counter
from collections.abc import Iterator

from referee.engine.facts import Objections, refuse
from referee.engine.system import RuleOption
from referee.engine.values import cached
from referee.systems.great_war.combat import retreats
from referee.systems.great_war.combat.refusals import Refusal
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.facts import stacking
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Position
from referee.systems.great_war.state.tasks import RetreatAfter
from schemas.great_war.clauses import Clause
from schemas.great_war.events import PieceLost, RetreatsClosed
from schemas.great_war.orders import Lose, Retreat
from schemas.record import Side

EQUAL_ARMIES_CUT_OFF = RuleOption("equal-armies-cut-off", ("first-come", "owner-chooses"))
"""Choice among equally weak armies that must retreat and cannot (B-18)."""

FORCED_RETREAT_BLOCKED = RuleOption("forced-retreat-blocked", ("eliminated", "stays"))
"""Fate of an army that must retreat and cannot (A-62)."""


def armies(position: Position, task: RetreatAfter) -> tuple[Piece, ...]:
    """Return the filled armies of a side that take part in the battle, the weakest first.

    Pieces that retreated before take no part: they add no strength to an army, and are not driven back.
    """
    there = position.map.standing(task.area, task.side)
    strength = Counter(piece.army for piece in there if not piece.retreated)
    able = (piece for piece in there if piece.kind == "army" and strength[piece.id])
    return tuple(sorted(able, key=lambda army: strength[army.id]))


def _strength(position: Position, army: Piece) -> int:
    return sum(not member.retreated for member in position.map.contents(army.id))


def due(position: Position, task: RetreatAfter) -> int:
    """Return the number of armies that must still leave the battle."""
    driven = retreats.count_driven(position, task.side)
    return min(driven, len(armies(position, task))) if driven else 0


def ways(theatre: GreatWarGame, position: Position, task: RetreatAfter) -> Iterator[Retreat]:
    """The retreats of armies that nothing speaks against."""
    for way in retreats.options(theatre, position, task.side):
        army = position.map.pieces[way.piece].kind == "army"
        if army and not any(against(theatre, position, way)):
            yield way


def against(theatre: GreatWarGame, position: Position, order: Retreat) -> Objections:
    """Everything held against one retreat after combat."""
    held = tuple(retreats.objections(theatre, position, order))
    yield from held or _crowding(theatre, position, order)


def objections(theatre: GreatWarGame, position: Position, _: Side) -> Objections:
    """Everything held against staying: armies that were driven back go, where there is a way."""
    task = position.doing(RetreatAfter)
    must = due(position, task)
    match owed(theatre, position, task):
        case Retreat(piece=id, to=goal):
            fact = Refusal.ARMY_MUST_RETREAT if must == 1 else Refusal.ARMIES_MUST_RETREAT
            yield refuse(Clause.RETREAT_FORCED, fact, must=must, piece=id, area=goal)
        case Lose(piece=id):
            yield refuse(Clause.RETREAT_FORCED, Refusal.ARMY_MUST_FALL, piece=id)
        case None:
            pass


def owed(theatre: GreatWarGame, position: Position, task: RetreatAfter) -> Retreat | Lose | None:
    """An order that a side must give before it may close, if there is any."""
    if not due(position, task):
        return None
    losses = loss_options(theatre, position, task.side)
    return next(ways(theatre, position, task), None) or next(losses, None)


def equals(theatre: GreatWarGame, position: Position, task: RetreatAfter) -> tuple[Piece, ...]:
    """Equally weak armies that cannot go and not all of which fall: by agreement the owner chooses (B-18)."""
    count = due(position, task)
    chooses = theatre.chosen(EQUAL_ARMIES_CUT_OFF, "owner-chooses")
    if not count or not chooses or _is_spared(theatre) or any(True for _ in ways(theatre, position, task)):
        return ()
    able = armies(position, task)
    most = _strength(position, able[count - 1])
    weak = [army for army in able if _strength(position, army) <= most]
    return tuple(army for army in weak if _strength(position, army) == most) if len(weak) > count else ()


def loss_objections(theatre: GreatWarGame, position: Position, order: Lose) -> Objections:
    """Everything held against the army that its owner gives up."""
    able = equals(theatre, position, position.doing(RetreatAfter))
    if not able:
        yield refuse(Clause.QUESTION_OPEN, Refusal.NO_ARMY_TO_LOSE)
    elif order.piece not in {army.id for army in able}:
        ids = tuple(army.id for army in able)
        yield refuse(Clause.RETREAT_FORCED, Refusal.OTHER_ARMY_MUST_FALL, armies=ids)


def loss_options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Lose]:
    """The armies that their owner may give up."""
    able = equals(theatre, position, position.doing(RetreatAfter))
    return (Lose(side=side, piece=army.id) for army in able)


def fall(course: EventRecorder, army: Piece) -> None:
    """An army that must go and cannot is eliminated with all it holds."""
    for piece in (*course.position.map.contents(army.id), army):
        course.add(PieceLost(piece=piece.id, area=army.area, fate="cut-off"))


def _is_spared(theatre: GreatWarGame) -> bool:
    """Return True if armies that must retreat and cannot may stay, by agreement (A-62)."""
    return theatre.chosen(FORCED_RETREAT_BLOCKED, "stays")


def _crowding(theatre: GreatWarGame, position: Position, order: Retreat) -> Objections:
    """The objection to a retreat that leaves more of the armies that must go without room (A-63)."""
    task = position.doing(RetreatAfter)
    must, can = due(position, task), _room(theatre, position, task)
    if not can:
        return
    course = EventRecorder(theatre, position)
    retreats.outcome(course, order)
    if due(course.position, task) - _room(theatre, course.position, task) > must - can:
        fact = Refusal.ROOM_FOR_DRIVEN_ARMIES if can > 1 else Refusal.ROOM_FOR_DRIVEN_ARMY
        yield refuse(Clause.RETREAT_FORCED, fact, can=can)


@cached
def _room(theatre: GreatWarGame, position: Position, task: RetreatAfter) -> int:
    """Return the number of driven armies that can go to the one area with the most room for them."""
    must, fight = due(position, task), position.fight
    destination = fight.destination.get(task.side) if fight is not None else None
    able = armies(position, task)[:1] if must else ()
    areas = (area for army in able for area in retreats.destinations(theatre, position, army))
    free = (
        theatre.stacking(area) - stacking.count_stacked(position.map, area, task.side)
        for area in areas
        if destination in {None, area}
    )
    return max(0, min(must, max(free, default=0)))


def close(course: EventRecorder, side: Side) -> None:
    """The retreats are over; an army that had to and could not is lost, unless the match says it stays."""
    task = course.position.doing(RetreatAfter)
    if not _is_spared(course.theatre):
        for army in armies(course.position, task)[: due(course.position, task)]:
            fall(course, army)
    course.add(RetreatsClosed(side=side, area=task.area))
