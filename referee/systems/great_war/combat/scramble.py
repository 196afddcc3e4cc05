"""Biplanes that the defender brings into a battle from next door, where the match is played so (13.7)."""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.engine.facts import Objection, refuse
from referee.systems.great_war.combat.refusals import Refusal
from referee.systems.great_war.events.course import EventRecorder
from referee.systems.great_war.facts import aircraft, hidden_templates, stacking, unknown
from referee.systems.great_war.state.combat_tasks import Scrambling
from referee.systems.great_war.state.position import Piece, Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.choice_events import BiplaneScrambled, ScrambleClosed
from schemas.great_war.clauses import Clause
from schemas.great_war.orders import Scramble
from schemas.record import Side


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


def objections(theatre: GreatWarGame, position: Position, order: Scramble) -> Iterator[Objection]:
    """Everything the rules hold against bringing this biplane."""
    task, piece = position.doing(Scrambling), position.map.pieces.get(order.piece)
    if piece is None or piece.side != order.side:
        yield unknown.no_piece(order.piece)
        return
    if piece not in ready(theatre, position, task):
        yield refuse(Clause.SCRAMBLE, Refusal.CANNOT_SCRAMBLE, piece=piece.id, area=task.area)
        return
    army = position.map.pieces.get(order.into or "")
    if order.into is not None:
        if army is None or army.kind != "army" or army.side != piece.side or army.area != task.area:
            yield unknown.no_army(order.into, task.area)
            return
        yield from stacking.entry(theatre, position.map, (piece,), army)
    after = position.put(replace(piece, area=task.area, army=order.into))
    yield from stacking.overstacked(theatre, after.map, task.area, piece.side)


def outcome(course: EventRecorder, order: Scramble) -> None:
    """The biplane is there before the first die."""
    origin = course.position.map.pieces[order.piece].area
    to = course.position.doing(Scrambling).area
    course.add(BiplaneScrambled(piece=order.piece, origin=origin, to=to, into=order.into))


def close(course: EventRecorder, side: Side) -> None:
    """No other biplane comes."""
    course.add(ScrambleClosed(side=side, area=course.position.doing(Scrambling).area))


def options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Scramble]:
    """Biplanes worth bringing; those that nothing distinguishes are offered once."""
    task = position.doing(Scrambling)
    alike = {piece.likeness: piece for piece in reversed(ready(theatre, position, task))}
    for piece in alike.values():
        order = Scramble(side=side, piece=piece.id)
        for army in stacking.hosts(position.map, task.area, piece):
            yield order.replace(into=army.id)
        yield order


def choice(theatre: GreatWarGame, position: Position, task: Scrambling) -> bool:
    """Whether any biplane could come; where armies hide theirs, for all that the other side knows."""
    if hidden_templates.is_played(theatre):
        return not aircraft.is_grounded(position) and any(
            theatre.units[piece.kind].flies and piece.area != task.area
            for piece in position.map.owned(task.side)
        )
    ways = options(theatre, position, task.side)
    return any(not any(objections(theatre, position, order)) for order in ways)
