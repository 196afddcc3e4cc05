"""Movement: one piece at a time, from area to adjacent area (4.1 to 4.3, 8.1)."""

from collections.abc import Mapping
from typing import assert_never

from referee.engine.facts import Objection, Objections, refuse
from referee.engine.system import RuleOption
from referee.engine.values import cached
from referee.systems.great_war.combat import battles, removals
from referee.systems.great_war.events.movement_events import DISPUTED_START
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.facts import control, stacking, terrain, unknown_ids
from referee.systems.great_war.movement import reorganisation, reserves, transit, transport
from referee.systems.great_war.movement.refusals import Refusal
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Position, list_carried
from schemas.great_war.clauses import Clause
from schemas.great_war.events import AreaDisputed, PieceMoved
from schemas.great_war.orders import Mode, Move
from schemas.record import Side, Value

CARRIAGE = RuleOption("carriage", ("each-piece", "freely"))
"""Carriage of pieces that have no areas left to move (A-29)."""

FOLLOWING_UNITS = RuleOption("following-units", ("current-status", "turn-start-status"))
"""Status of an area for units that follow others into it (A-98)."""

LIMITED_OFFENSIVE_COUNTS = RuleOption("limited-offensive-counts", ("disputed", "any-enemy-area"))
"""Entries that a limited offensive pays for (A-24)."""

EMPTY_ENEMY_AREAS = RuleOption("empty-enemy-areas", ("taken", "disputed"))
"""Status of an enemy area without enemies after entry (A-23)."""

FROM: Mapping[control.Status, Refusal] = {
    "enemy": Refusal.FROM_ENEMY_AREA,
    "disputed": Refusal.FROM_DISPUTED_AREA,
    "neutral": Refusal.FROM_NEUTRAL_AREA,
}
"""Facts about entering an enemy area from an area that is not friendly."""

SPENT: Mapping[Clause, Refusal] = {
    Clause.ONE_KIND: Refusal.OTHER_MODE_USED,
    Clause.ALLOTMENT: Refusal.MOVES_SPENT,
}
"""The facts about a piece that has used up its movement."""

CARRIED: Mapping[Clause, tuple[Refusal, Refusal]] = {
    Clause.ONE_KIND: (Refusal.OTHER_MODE_USED_BY_CARRIED, Refusal.OTHER_MODE_USED_BY_SEVERAL),
    Clause.ALLOTMENT: (Refusal.MOVES_SPENT_BY_CARRIED, Refusal.MOVES_SPENT_BY_SEVERAL),
}
"""The same of one piece, and of several pieces, that another carries."""


class _Spent(Value):
    """Used movement of a piece: the clause, the mode, and the number of areas left."""

    clause: Clause
    mode: Mode
    left: int


def objections(theatre: GreatWarGame, position: Position, order: Move) -> Objections:
    """Everything the rules hold against a move."""
    if (piece := position.map.find_own(order.piece, order.side)) is None:
        yield unknown_ids.no_piece(order.piece)
        return
    elsewhere = [area for area in order.path if area not in theatre.areas]
    if closed := tuple(area for area in elsewhere if area in theatre.out_of_play):
        yield refuse(Clause.OUT_OF_PLAY, Refusal.OUT_OF_PLAY, areas=closed)
        return
    if elsewhere:
        yield unknown_ids.no_area(Clause.ADJACENT, *elsewhere)
        return
    if piece.kind == "fort":
        yield refuse(Clause.FORTS_STAY, Refusal.FORTS_NEVER_MOVE)
        return
    party = list_carried(position.map, piece)
    path, mode = order.path, order.mode
    yield from object_to_start(theatre, position, party, mode, order.card)
    for step in path:
        yield from stacking.object_to_barred(theatre, party, step)
    yield from object_to_length(theatre, party, mode, len(path))
    yield from object_to_way(theatre, position, piece, mode, path)
    yield from object_to_arrival(theatre, position, piece, path[-1], order.into, order.absorb)


def object_to_start(
    theatre: GreatWarGame, position: Position, party: tuple[Piece, ...], mode: Mode, card: int | None
) -> Objections:
    """Yield the objections to a piece and its contents setting out in a mode, for any destination."""
    piece = party[0]
    if mode == "reserves":
        yield from reserves.object_to_play(theatre, position, piece, card)
    else:
        yield from reorganisation.one_move(position, piece.id)
        if card is not None:
            yield refuse(Clause.RESERVES, Refusal.MOVES_WITHOUT_CARD)
    yield from stacking.forbidden(theatre, position, party, "leave", piece.area)


def object_to_length(theatre: GreatWarGame, party: tuple[Piece, ...], mode: Mode, length: int) -> Objections:
    """Yield the objections to the mode and length of a move, by earlier moves of a piece and its contents."""
    piece, *within = party
    if spent := _find_spent(theatre, piece, mode, length):
        own, used, rest = (piece.id,), spent.mode, spent.left
        yield refuse(spent.clause, SPENT[spent.clause], pieces=own, mode=used, left=rest)
    tired: dict[_Spent, tuple[str, ...]] = {}
    for inside in within:
        if (spent := _find_spent(theatre, inside, mode, length)) and not _rides(theatre, spent.clause):
            tired[spent] = (*tired.get(spent, ()), inside.id)
    for spent, ids in tired.items():
        fact = CARRIED[spent.clause][len(ids) > 1]
        yield refuse(Clause.CARRIED, fact, pieces=ids, mode=spent.mode, left=spent.left, piece=piece.id)


def _rides(theatre: GreatWarGame, clause: Clause) -> bool:
    """Return True if an army carries a piece that has no areas left to move, by agreement (A-29)."""
    return clause == Clause.ALLOTMENT and theatre.chosen(CARRIAGE, "freely")


def _find_spent(theatre: GreatWarGame, piece: Piece, mode: Mode, length: int) -> _Spent | None:
    """Return the used movement that a move would need again."""
    if piece.mode is not None and (piece.mode != mode or mode != "march"):
        return _Spent(Clause.ONE_KIND, piece.mode, 0)
    rest = max(theatre.units[piece.kind].moves - piece.moved, 0)
    if mode == "march" and rest < length:
        return _Spent(Clause.ALLOTMENT, mode, rest)
    return None


def object_to_way(
    theatre: GreatWarGame, position: Position, piece: Piece, mode: Mode, path: tuple[str, ...]
) -> Objections:
    """Yield the objections to the way of a piece by its mode, apart from those at its end."""
    match mode:
        case "march":
            return _march(theatre, position, piece, path)
        case "rail":
            return transport.rail(theatre, position, piece, path)
        case "strategic":
            return transport.strategic(theatre, position, piece, path)
        case "sea":
            return transport.sea(theatre, position, piece, path)
        case "reserves":
            return reserves.object_to_way(theatre, position, piece, path)
        case "transit":
            return transit.objections(theatre, position, piece, path)
        case _:
            assert_never(mode)


def _march(theatre: GreatWarGame, position: Position, piece: Piece, path: tuple[str, ...]) -> Objections:
    """The march area by area; the first step that fails ends it."""
    here = piece.area
    status = control.status(position.map, here, piece.side)
    spent = first_entry(theatre, position)
    for step in path:
        against = _object_to_step(theatre, position, piece.id, here, status, step, spent)
        yield from against
        if against:
            return
        if step != path[-1]:
            yield from transport.passing(theatre, position, piece.side, step, piece)
            yield from terrain.object_to_passing(theatre, position, piece, here, step)
        if _counts_any_entry(theatre) and _status_to_enter(theatre, position, step, piece.side) == "enemy":
            spent = step
        status = _status_on_arrival(theatre, position, piece, step)
        here = step


@cached
def _object_to_step(
    theatre: GreatWarGame,
    position: Position,
    id: str,
    here: str,
    status: control.Status,
    step: str,
    spent: str,
) -> tuple[Objection, ...]:
    """Return the objections to one step of a march; called for every way that goes on from there."""
    piece = position.map.pieces[id]
    return (
        *_step(theatre, position, piece, here, status, step, spent),
        *_bind_by_start(theatre, position, piece, here, status, step),
    )


def _bind_by_start(
    theatre: GreatWarGame, position: Position, piece: Piece, here: str, status: control.Status, step: str
) -> Objections:
    """Yield the objection to a march from a disputed area into an enemy area, by agreement (E-33)."""
    if status != "friendly" or not theatre.chosen(DISPUTED_START, "whole-march"):
        return
    begins = here != piece.area and control.status(position.map, piece.area, piece.side) == "disputed"
    bound = [moving for moving in list_carried(position.map, piece) if begins or moving.from_disputed]
    if bound and _status_to_enter(theatre, position, step, piece.side) == "enemy":
        ids = tuple(moving.id for moving in bound)
        yield refuse(Clause.DISPUTED_TO_ENEMY, Refusal.BEGAN_IN_DISPUTED_AREA, pieces=ids, goal=step)


def _step(
    theatre: GreatWarGame,
    position: Position,
    piece: Piece,
    here: str,
    status: control.Status,
    step: str,
    spent: str,
) -> Objections:
    there = _status_to_enter(theatre, position, step, piece.side)
    near = theatre.areas[here].borders
    if step not in near:
        fact = Refusal.NOT_AMONG_NEIGHBOURS if near else Refusal.LEFT_BY_SEA_ONLY
        if (box := theatre.transit_box) is not None and box.id in {here, step}:
            goes = piece.area == here and not any(transit.objections(theatre, position, piece, (step,)))
            fact = Refusal.REACHED_IN_TRANSIT if goes else Refusal.NOT_ADJACENT
        yield refuse(Clause.ADJACENT, fact, area=step, origin=here, near=near, piece=piece.id)
        return
    if there == "neutral":
        yield refuse(Clause.NEUTRAL, Refusal.NEUTRAL_AREA, area=step)
    if there == "enemy":
        yield from _enemy_area(theatre, position, piece, here, status, step, spent)


def _status_to_enter(theatre: GreatWarGame, position: Position, area: str, side: Side) -> control.Status:
    """The status that decides about entering: that of this instant, or that of the turn's start (A-98)."""
    now = position.now
    strict = theatre.chosen(FOLLOWING_UNITS, "turn-start-status")
    if strict and now is not None and area in now.enemy_at_start:
        return "enemy"
    return control.status(position.map, area, side)


def _enemy_area(
    theatre: GreatWarGame,
    position: Position,
    piece: Piece,
    here: str,
    status: control.Status,
    step: str,
    spent: str,
) -> Objections:
    now = position.now
    party = list_carried(position.map, piece)
    yield from stacking.forbidden(theatre, position, party, "enter-enemy-areas", step)
    if control.present(position.map, step, theatre.other(piece.side)):
        yield from stacking.forbidden(theatre, position, party, "attack", step)
    if now is None or not now.attacks:
        yield refuse(Clause.ENEMY_NEEDS_OFFENSIVE, Refusal.NO_OFFENSIVE_PLAYED, area=step)
    if status != "friendly":
        yield refuse(Clause.DISPUTED_TO_ENEMY, FROM[status], area=here, goal=step)
    second = spent not in {"", step} and _is_an_entry(theatre, position, piece.side, step)
    if now is not None and now.kind == "limited" and second:
        yield refuse(Clause.LIMITED_OFFENSIVE, Refusal.LIMITED_AND_AREA_ENTERED, area=spent)


def _counts_any_entry(theatre: GreatWarGame) -> bool:
    """Return True if an enemy area without enemies also uses up a limited offensive (A-24)."""
    return theatre.chosen(LIMITED_OFFENSIVE_COUNTS, "any-enemy-area")


def first_entry(theatre: GreatWarGame, position: Position) -> str:
    """The area that a limited offensive was spent on."""
    now = position.now
    if now is None:
        return ""
    spent = now.entered if _counts_any_entry(theatre) else now.disputed
    return spent[0] if spent else ""


def _is_an_entry(theatre: GreatWarGame, position: Position, side: Side, step: str) -> bool:
    """Return True if entering an enemy area is an entry that a limited offensive pays for (A-24)."""
    every = _counts_any_entry(theatre) or theatre.chosen(EMPTY_ENEMY_AREAS, "disputed")
    return every or control.present(position.map, step, theatre.other(side))


def _status_on_arrival(theatre: GreatWarGame, position: Position, piece: Piece, area: str) -> control.Status:
    """Return the status of an area for a side at the moment its piece arrives."""
    if control.present(position.map, area, theatre.other(piece.side)):
        return "disputed"
    there = control.status(position.map, area, piece.side)
    if there == "enemy" and _is_fought_for(theatre, position, piece):
        return "disputed"
    return "friendly" if there == "enemy" and control.conquers(theatre, position.map, piece) else there


def object_to_arrival(
    theatre: GreatWarGame,
    position: Position,
    piece: Piece,
    there: str,
    into: str | None,
    absorb: tuple[str, ...],
) -> Objections:
    """Yield the objections to an arrival: the pieces there decide about room and about an attack."""
    if theatre.pack.tables.events.restraints and there in battles.list_announced(position):
        party = list_carried(position.map, piece)
        yield from stacking.forbidden(theatre, position, party, "attack", there)
    if into is not None:
        if (army := position.map.find_army(into, piece.side, there)) is None:
            yield unknown_ids.no_army(into, there)
            return
        yield from stacking.entry(theatre, position.map, (piece,), army)
        yield from reorganisation.object_to_kept_apart(theatre, piece, army, there)
    yield from reorganisation.absorbing(theatre, position, piece, absorb, there)
    count = stacking.after_arrival(theatre, position.map, piece, there, into, len(absorb))
    yield from stacking.object_to_crowd(theatre, there, count)


def outcome(course: EventRecorder, order: Move) -> None:
    """The piece arrives; areas it leaves, passes and reaches change hands as they must."""
    theatre, piece = course.theatre, course.position.map.pieces[order.piece]
    origin, there = piece.area, order.path[-1]
    was = {area: control.status(course.position.map, area, piece.side) for area in order.path}
    course.add(
        PieceMoved(
            piece=piece.id, origin=origin, path=order.path, mode=order.mode, into=order.into, card=order.card
        )
    )
    for taken in sorted(order.absorb, key=lambda id: not course.position.map.pieces[id].entrenched):
        course.add(*reorganisation.take_in(theatre, course.position, taken, piece.id))
    for area in order.path[:-1]:
        if was[area] == "enemy" and not control.present(course.position.map, area, theatre.other(piece.side)):
            _conquer(theatre, course, piece, area)
    if was[there] == "enemy" and control.status(course.position.map, there, piece.side) == "disputed":
        course.add(AreaDisputed(area=there, side=piece.side))
    elif was[there] == "enemy" and _is_fought_for(theatre, course.position, piece):
        course.add(AreaDisputed(area=there, side=piece.side, empty=True))
    for area in (origin, there):
        removals.eliminate_stranded(course, area)
        course.settle(area)


def _is_fought_for(theatre: GreatWarGame, position: Position, piece: Piece) -> bool:
    """Return True if a piece that could take an empty enemy area has to declare a battle for it (A-23)."""
    return theatre.chosen(EMPTY_ENEMY_AREAS, "disputed") and control.conquers(theatre, position.map, piece)


def _conquer(theatre: GreatWarGame, course: EventRecorder, piece: Piece, area: str) -> None:
    """An empty enemy area falls to a piece that only rides through it (A-28)."""
    if control.conquers(theatre, course.position.map, piece) and not _is_fought_for(
        theatre, course.position, piece
    ):
        course.take(area, piece.side)
