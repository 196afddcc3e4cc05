"""Decisive movement: marches that end the war by a decisive victory when the movement closes (A-88).

The side that points count for captures areas without enemies. The other side disputes areas, with or without
a garrison. Pieces are assigned to areas by augmenting paths, one piece to each. Each prompt counts again.

A threat of such marches is counted on a position without options, from the reach of its pieces alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from math import inf

from referee.analysis.bots.planner.movement import list_ways, write_march
from referee.analysis.bots.planner.rollout_policy import victory_need
from referee.systems.great_war.facts import control
from referee.systems.great_war.season import victory
from referee.systems.great_war.season.victory import DECISIVE_VICTORY_TESTED
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Position
from schemas.answers.orders import Option
from schemas.record import Side


def choose(
    theatre: GreatWarGame,
    position: Position,
    side: Side,
    total: int,
    options: Sequence[Option],
    *,
    is_limited: bool,
) -> Option | None:
    """Return the next order of a movement that ends the war, or None without one.

    A limited offensive lets a side dispute one area alone.
    """
    missing = victory_need(theatre, side, total)
    if missing == inf or not theatre.chosen(DECISIVE_VICTORY_TESTED, "at-once"):
        return None
    if missing <= 0:
        return next((one for one in options if one.default), None)
    points = _list_targets(theatre, position, side)
    senders: dict[str, list[str]] = {}
    rooms: dict[str, int] = {}
    for id, areas in list_ways(options).items():
        piece = position.map.pieces[id]
        if piece.kind != "army" and control.conquers(theatre, position.map, piece):
            rooms[id] = _count_alike(position, piece)
            for area in sorted(points.keys() & areas):
                senders.setdefault(area, []).append(id)
    sent: dict[str, list[str]] = {id: [] for id in rooms}
    targets = _order_targets(theatre, side, points, senders, is_limited=is_limited)
    in_reach = [area for area in targets if _assign(area, senders, rooms, sent, set())]
    if sum(points[area] for area in in_reach) < missing:
        return None
    going = next(id for id, areas in sent.items() if in_reach[0] in areas)
    return write_march(going, in_reach[0], options)


def threatens(theatre: GreatWarGame, position: Position, side: Side, *, is_limited: bool) -> bool:
    """Return True if a side that moves in a position can end the war by its marches."""
    missing = victory_need(theatre, side, victory.points(theatre, position).total)
    if missing == inf or missing <= 0 or not theatre.chosen(DECISIVE_VICTORY_TESTED, "at-once"):
        return False
    return missing <= count_reach(theatre, position, side, is_limited=is_limited)


def count_reach(theatre: GreatWarGame, position: Position, side: Side, *, is_limited: bool) -> int:
    """Return the points that a side that moves can gain by its marches.

    Marches go to adjacent areas, and those of cavalry one area farther; other modes are not counted.
    """
    alike: dict[tuple[str, bool], list[str]] = {}
    for piece in position.map.owned(side):
        if piece.kind in theatre.conquerors and piece.area in position.owner:
            alike.setdefault((piece.area, theatre.units[piece.kind].raids), []).append(piece.id)
    points = _list_targets(theatre, position, side)
    senders: dict[str, list[str]] = {}
    for (start, rides), (id, *_) in alike.items():
        for area in sorted(points.keys() & _list_in_reach(theatre, position, side, start, rides=rides)):
            senders.setdefault(area, []).append(id)
    rooms = {ids[0]: len(ids) for ids in alike.values()}
    sent: dict[str, list[str]] = {id: [] for id in rooms}
    targets = _order_targets(theatre, side, points, senders, is_limited=is_limited)
    return sum(points[area] for area in targets if _assign(area, senders, rooms, sent, set()))


def _order_targets(
    theatre: GreatWarGame, side: Side, points: Mapping[str, int], areas: Iterable[str], *, is_limited: bool
) -> Sequence[str]:
    """Return areas by their points, highest first; a limited offensive disputes one alone."""
    targets = sorted(areas, key=lambda area: (-points[area], area))
    return targets[:1] if is_limited and side != theatre.pack.tables.victory.counts_for else targets


def _list_in_reach(
    theatre: GreatWarGame, position: Position, side: Side, start: str, *, rides: bool
) -> AbstractSet[str]:
    """Return the areas that a piece can enter from an area; cavalry goes on from there."""
    near = _list_open(theatre, position, side, start)
    if not rides:
        return near
    return near | {far for area in near for far in _list_open(theatre, position, side, area)}


def _list_open(theatre: GreatWarGame, position: Position, side: Side, area: str) -> AbstractSet[str]:
    """Return the adjacent areas that a piece can enter: no area of the enemy alone from a disputed one."""
    board, enemy = position.map, theatre.other(side)
    near = {one for one in theatre.areas[area].borders if one in board.owner}
    if not control.present(board, area, enemy):
        return near
    return {one for one in near if board.owner[one] == side or control.present(board, one, side)}


def _count_alike(position: Position, piece: Piece) -> int:
    """Return the number of pieces that the orders of a piece represent: options list one of each kind."""
    return sum(
        (one.kind, one.nation, one.army, one.moved, one.entrenched)
        == (piece.kind, piece.nation, piece.army, piece.moved, piece.entrenched)
        for one in position.map.at(piece.area)
    )


def _list_targets(theatre: GreatWarGame, position: Position, side: Side) -> Mapping[str, int]:
    """Return the points of the areas whose points change when a piece of a side enters them."""
    scorer = theatre.pack.tables.victory.counts_for
    enemies = {piece.area for piece in position.map.owned(theatre.other(side))}
    return {
        area: points
        for area, points in theatre.scores.items()
        if points > 0
        and control.friendly(position.map, area, scorer) != (side == scorer)
        and not (side == scorer and area in enemies)
    }


def _assign(
    area: str,
    senders: Mapping[str, Sequence[str]],
    rooms: Mapping[str, int],
    sent: Mapping[str, list[str]],
    tried: set[str],
) -> bool:
    """Return True if a piece is sent to an area, perhaps after another piece takes over a target."""
    for id in senders[area]:
        if id in tried:
            continue
        tried.add(id)
        if len(sent[id]) < rooms[id]:
            sent[id].append(area)
            return True
        for number, other in enumerate(sent[id]):
            if _assign(other, senders, rooms, sent, tried):
                sent[id][number] = area
                return True
    return False
