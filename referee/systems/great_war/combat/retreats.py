"""Retreats: before combat, instead of firing, after combat (5.4)."""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.engine.facts import Objection, Objections, refuse
from referee.engine.system import CannotHaveHappened
from referee.engine.values import cached
from referee.systems.great_war.combat.refusals import Refusal
from referee.systems.great_war.events.battle_events import MARKED_IN_ARMIES
from referee.systems.great_war.events.recorder import EventRecorder, evolve
from referee.systems.great_war.facts import control, stacking, unknown_ids
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import (
    MapState,
    Piece,
    Position,
    list_carried,
)
from referee.systems.great_war.state.tasks import LeaveEmpty, RetreatAfter, RideOff, StandOrRetreat
from schemas.great_war.clauses import Clause
from schemas.great_war.events import PieceLost, PieceRetreated, PieceStayed, RetreatDeclared, RetreatsClosed
from schemas.great_war.orders import Retreat
from schemas.record import Side

Retreating = RideOff | StandOrRetreat | RetreatAfter | LeaveEmpty


def _get_task(position: Position) -> Retreating:
    """The question about retreats that is open."""
    if not isinstance(position.task, Retreating):
        raise CannotHaveHappened("no retreat is asked about")
    return position.task


def destinations(theatre: GreatWarGame, position: Position, piece: Piece) -> tuple[str, ...]:
    """The adjacent friendly or disputed areas, where an empty army always finds room."""
    return tuple(
        area
        for area in theatre.areas[piece.area].borders
        if control.status(position.map, area, piece.side) in {"friendly", "disputed"}
        and not any(stacking.object_to_barred(theatre, _party(theatre, position, piece), area))
    )


def able(theatre: GreatWarGame, position: Position, task: Retreating) -> Iterator[Piece]:
    """The pieces that may still retreat in answer to the open question."""
    if isinstance(task, LeaveEmpty):
        yield position.map.pieces[task.army]
        return
    leaving = position.leaving
    for piece in position.map.standing(task.area, task.side):
        if piece.id in leaving or piece.army in leaving or _is_marked(position, piece):
            continue
        if isinstance(task, RideOff):
            if theatre.units[piece.kind].rides:
                yield piece
        elif theatre.units[piece.kind].retreats and _may(theatre, position, task, piece):
            yield piece


@cached
def list_able(theatre: GreatWarGame, position: Position, task: Retreating) -> tuple[Piece, ...]:
    """The same, worked out once for each position."""
    return tuple(able(theatre, position, task))


def _is_marked(position: Position, piece: Piece) -> bool:
    """Return True if a piece retreated in this player turn, or is an army without other retreating pieces."""
    contents = [
        inside for inside in list_carried(position.map, piece)[1:] if inside.id not in position.leaving
    ]
    return piece.retreated or (bool(contents) and all(inside.retreated for inside in contents))


def _may(theatre: GreatWarGame, position: Position, task: Retreating, piece: Piece) -> bool:
    """Return True if a piece may retreat.

    Modern forces may after combat, and armies that are driven back must.
    """
    if not isinstance(task, RetreatAfter) or theatre.nations[piece.nation].modern:
        return True
    return piece.kind == "army" and count_driven(position, task.side) > 0


def count_driven(position: Position, side: Side) -> int:
    """Return the number of armies of a side that still have to leave the current battle (8.2.2, 8.3.5)."""
    fight = position.fight
    return 0 if fight is None or side == fight.attacker else max(0, fight.driven - fight.withdrawn)


@cached
def choice(theatre: GreatWarGame, position: Position, task: Retreating) -> bool:
    """Return True if any piece can retreat anywhere."""
    return any(True for _ in options(theatre, position, task.side))


def objections(theatre: GreatWarGame, position: Position, order: Retreat) -> Objections:
    """Everything the rules hold against one retreat."""
    task = _get_task(position)
    if (piece := position.map.find_own(order.piece, order.side)) is None:
        yield unknown_ids.no_piece(order.piece)
        return
    if piece not in list_able(theatre, position, task):
        yield _unable(theatre, position, task, piece)
        return
    if order.to not in theatre.areas[piece.area].borders:
        near = theatre.areas[piece.area].borders
        yield refuse(Clause.RETREAT_WHERE, Refusal.RETREATS_TO_ADJACENT, piece=piece.id, near=near)
        return
    status = control.status(position.map, order.to, piece.side)
    if status == "enemy":
        yield control.hold_by_enemy(Clause.RETREAT_WHERE, order.to)
    elif status == "neutral":
        yield refuse(Clause.RETREAT_WHERE, Refusal.RETREATS_TO_NEUTRAL, area=order.to)
    if isinstance(task, RetreatAfter) and position.fight is not None:
        destination = position.fight.destination.get(task.side)
        if destination is not None and destination != order.to:
            yield refuse(Clause.RETREAT_ONE_AREA, Refusal.RETREAT_TO_ONE_AREA, area=destination)
    yield from stacking.object_to_barred(theatre, _party(theatre, position, piece), order.to)
    yield from _reception(theatre, position, piece, order)
    yield from _abandoning(theatre, position, piece, order)


def _unable(  # noqa: PLR0911 - one line per reason
    theatre: GreatWarGame, position: Position, task: Retreating, piece: Piece
) -> Objection:
    leaving = position.leaving
    if isinstance(task, LeaveEmpty):
        return refuse(Clause.EMPTY_ARMY_LEAVES, Refusal.ONLY_ARMY_LEAVES, army=task.army)
    if piece.area != task.area:
        return refuse(Clause.RETREAT_WHERE, Refusal.NOT_IN_AREA, piece=piece.id, area=task.area)
    if piece.retreated or piece.id in leaving or piece.army in leaving:
        return refuse(Clause.RETREAT_TWICE, Refusal.RETREATS_ALREADY, piece=piece.id)
    if _is_marked(position, piece):
        return refuse(Clause.RETREAT_TWICE, Refusal.CONTENTS_HAVE_RETREATED, piece=piece.id)
    if not _may(theatre, position, task, piece):
        return refuse(Clause.RETREAT_MODERN, Refusal.NATION_DOES_NOT_RETREAT, nation=piece.nation)
    if isinstance(task, RideOff) and piece.kind != "fort":
        return refuse(Clause.CAVALRY_RETREAT, Refusal.ONLY_CAVALRY_RETREATS)
    if piece.kind == "fort":
        return refuse(Clause.FORTS_STAY, Refusal.FORTS_NEVER_RETREAT)
    return refuse(Clause.RETREAT_GUNS, Refusal.NEVER_RETREATS, piece=piece.id)


def _reception(theatre: GreatWarGame, position: Position, piece: Piece, order: Retreat) -> Objections:
    """Yield the objection if the destination has no room, with the pieces that go there first.

    An army that goes there first may take the piece in as well (A-65).
    """
    after = carry_out_declared(theatre, position)
    if order.into is not None:
        if (army := after.map.find_army(order.into, piece.side, order.to)) is None:
            yield unknown_ids.no_army(order.into, order.to)
            return
        yield from stacking.entry(theatre, after.map, (piece,), army)
    moved = [replace(moving, area=order.to) for moving in _party(theatre, after, piece)]
    moved[0] = replace(moved[0], army=order.into)
    yield from stacking.overstacked(theatre, after.put(*moved).map, order.to, piece.side)


def _abandoning(theatre: GreatWarGame, position: Position, piece: Piece, order: Retreat) -> Objections:
    """Yield the objections to an army leaving pieces behind: an agreement, or lack of room."""
    inside = () if is_forced(position, piece) else list_carried(position.map, piece)[1:]
    staying = tuple(member for member in inside if member.retreated)
    if not staying:
        return
    if theatre.chosen(MARKED_IN_ARMIES, "hold-the-army"):
        ids = tuple(member.id for member in staying)
        yield refuse(Clause.RETREAT_TWICE, Refusal.STAYS_WITH_CONTENTS, piece=piece.id, pieces=ids)
    after = carry_out_declared(theatre, position)
    for event in departure(theatre, after, piece.id, order.to, None):
        after = evolve(theatre, after, event)
    yield from stacking.overstacked(theatre, after.map, piece.area, piece.side)


def _party(theatre: GreatWarGame, position: Position, piece: Piece) -> tuple[Piece, ...]:
    """Return the pieces that retreat together: an army goes without its guns that cannot (8.3.3, 8.3.6).

    A piece that has retreated never retreats a second time (5.4.4).
    """
    contents = list_carried(position.map, piece)[1:]
    going = (inside for inside in contents if theatre.units[inside.kind].retreats and not inside.retreated)
    return (piece, *going)


def is_forced(position: Position, army: Piece) -> bool:
    """Return True if hits drive back an army that retreats now, after combat (A-57)."""
    return isinstance(position.task, RetreatAfter) and count_driven(position, army.side) > 0


def departure(
    theatre: GreatWarGame, position: Position, id: str, to: str, into: str | None
) -> Iterator[PieceLost | PieceStayed | PieceRetreated]:
    """Yield all events of a retreat: every retreat begins here.

    A retreating army abandons guns that cannot retreat (8.3.3, 8.3.6). An army that goes by choice leaves
    behind pieces that have retreated before; with an army that is driven back they are eliminated (5.4.4).
    """
    piece = position.map.pieces[id]
    contents = position.map.contents(id)
    if contents and all(inside.retreated for inside in contents):
        yield PieceStayed(piece=id, area=piece.area)
        return
    for inside in contents:
        if not theatre.units[inside.kind].retreats:
            yield PieceLost(piece=inside.id, area=piece.area, fate="gun-abandoned")
        elif inside.retreated and is_forced(position, piece):
            yield PieceLost(piece=inside.id, area=piece.area, fate="retreated-twice")
        elif inside.retreated:
            yield PieceStayed(piece=inside.id, area=piece.area, army=id)
    if into is not None and into not in position.map.pieces:
        # Pursuit has destroyed the army that was to take the piece in: it goes alone, or stays without room.
        alone = position.put(replace(piece, area=to, army=None))
        if any(stacking.overstacked(theatre, alone.map, to, piece.side)):
            yield PieceStayed(piece=id, area=piece.area)
            return
        into = None
    yield PieceRetreated(piece=id, origin=piece.area, to=to, into=into)


def carry_out_declared(theatre: GreatWarGame, position: Position) -> Position:
    """The position as it will be when every declared retreat is carried out."""
    after = position
    for id, way in position.leaving.items():
        for event in departure(theatre, after, id, way.to, way.into):
            after = evolve(theatre, after, event)
    return after


def outcome(course: EventRecorder, order: Retreat) -> None:
    """The piece goes at once, or says that it will."""
    if isinstance(course.position.task, StandOrRetreat):
        course.add(RetreatDeclared(piece=order.piece, to=order.to, into=order.into))
        return
    depart(course, order.piece, order.to, order.into)


def depart(course: EventRecorder, id: str, to: str, into: str | None) -> None:
    """A piece goes."""
    course.add(*departure(course.theatre, course.position, id, to, into))


def close(course: EventRecorder, side: Side) -> None:
    """No piece of a side retreats any more."""
    course.add(RetreatsClosed(side=side, area=_get_task(course.position).area))


def withdraw(course: EventRecorder) -> None:
    """Carry out the declared retreats, in the order they were declared."""
    for id, way in tuple(course.position.leaving.items()):
        depart(course, id, way.to, way.into)


def options(theatre: GreatWarGame, position: Position, _: Side) -> Iterator[Retreat]:
    """Retreats worth trying; pieces that nothing distinguishes are offered once."""
    after = carry_out_declared(theatre, position).map
    for piece in stacking.list_distinct(able(theatre, position, _get_task(position))):
        for area in theatre.areas[piece.area].borders:
            if control.status(position.map, area, piece.side) not in {"friendly", "disputed"}:
                continue
            yield from _ways(theatre, after, piece, area)


def _ways(theatre: GreatWarGame, after: MapState, piece: Piece, area: str) -> Iterator[Retreat]:
    way = Retreat(side=piece.side, piece=piece.id, to=area)
    yield way
    for army in stacking.hosts(after, area, piece):
        if stacking.welcome(theatre, piece, army):
            yield way.replace(into=army.id)


def clause(task: Retreating) -> Clause:
    """The clause that asks the open question."""
    match task:
        case RideOff():
            return Clause.CAVALRY_RETREAT
        case StandOrRetreat():
            return Clause.RETREAT_INSTEAD
        case RetreatAfter():
            return Clause.RETREAT_AFTER
        case LeaveEmpty():
            return Clause.EMPTY_ARMY_LEAVES


def pieces_of(position: Position, area: str, side: Side) -> tuple[Piece, ...]:
    """A side's pieces that take part in a battle: unmarked, and not about to leave."""
    leaving = position.leaving
    return tuple(
        piece
        for piece in position.map.standing(area, side)
        if not piece.retreated and piece.id not in leaving and piece.army not in leaving
    )


def nobody_to_fight(position: Position, area: str) -> bool:
    """Return True if a side has no piece in a battle, before it or after its cavalry retreated (A-43)."""
    return any(
        all(piece.kind == "army" for piece in pieces_of(position, area, side)) for side in position.map.sides
    )
