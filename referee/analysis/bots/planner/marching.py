"""The marches that options allow, and the order that makes a march."""

from collections.abc import Iterable, Mapping, Sequence

from referee.analysis.bots.planner.board import Board, Surveyed
from referee.analysis.bots.planner.groups import Force, Group
from referee.analysis.bots.planner.offensives import March, Reach
from referee.systems.great_war.state.position import Position
from schemas.answers.options import Option

MODES: Sequence[str] = ("march", "rail", "strategic", "sea")
"""The ways to move that plans reckon with, the cheapest first."""

RIDER = Force(1, riders=1 / 6, stand=1 / 6)
"""What a piece of cavalry comes to."""

VERBS = frozenset({"move", "retreat"})

Ways = Mapping[str, Iterable[str]]
"""Where pieces can go, by their ids."""

Intent = Sequence[tuple[str, str]]
"""A plan that is being carried out: pieces, and where they are meant to go."""


def list_ways(options: Sequence[Option]) -> Ways:
    """Where options let pieces go."""
    ways: dict[str, dict[str, None]] = {}
    for option in options:
        if option.verb in VERBS and _is_plain(option):
            ways.setdefault(option.piece, {})[str(option.to)] = None
    return ways


def list_reach(surveyed: Surveyed, position: Position, ways: Ways) -> Reach:
    """The marches of all groups, and of some pieces that leave their armies."""
    reach: dict[str, Sequence[March]] = {}
    leaving: set[tuple[str, str]] = set()
    for id, targets in ways.items():
        piece = position.map.pieces[id]
        if piece.army is None:
            group, area = surveyed.groups[id]
        else:
            if (piece.army, piece.kind) in leaving:
                continue
            leaving.add((piece.army, piece.kind))
            group, area = surveyed.detach(piece), piece.area
        reach[id] = [March(group, area, to) for to in targets if to != area]
    return reach


def guess_reach(board: Board) -> Reach:
    """The marches of a side whose options are not known: to neighbours, and of riders one area farther.

    No group goes from an area that both sides are in to an enemy's.
    """
    reach: dict[str, Sequence[March]] = {}
    for area, stack in board.stacks.items():
        if area in board.owned:
            for group in stack:
                if group.own and group.counts:
                    near = list_open(board, area)
                    reach[group.id] = [March(group, area, to) for to in near]
                    if group.force.riders:
                        rider = detach_rider(group)
                        far = dict.fromkeys(to for one in near for to in (one, *list_open(board, one)))
                        reach[rider.id] = [March(rider, area, to) for to in far if to != area]
    return reach


def detach_rider(group: Group) -> Group:
    """A piece that rides out of an army; a piece by itself rides as it is."""
    if group.force.strength == 1:
        return group
    return Group(f"{group.id}-rider", own=group.own, force=RIDER, moved=RIDER, army=group.id)


def list_open(board: Board, area: str) -> list[str]:
    """The areas that a side may go to from another."""
    disputed = board.force(area, own=False).holds
    near = (to for to in board.ground.borders[area] if to in board.owned)
    return [to for to in near if not disputed or board.owned[to] or board.force(to, own=True).holds]


def list_left(intent: Intent, position: Position) -> Intent:
    """The marches of a plan that are still to be made."""
    pieces = position.map.pieces
    return [(id, to) for id, to in intent if id in pieces and not pieces[id].moved and pieces[id].area != to]


def write_march(piece: str, to: str, options: Sequence[Option]) -> Option | None:
    """The order for a march: the cheapest way to move, into an army where areas are full."""
    known = (
        one
        for one in options
        if one.piece == piece and str(one.to) == to and one.verb in VERBS and _is_plain(one)
    )
    return min(known, key=_rank, default=None)


def _is_plain(option: Option) -> bool:
    return option.verb == "retreat" or option.order.get("mode") in MODES


def _rank(option: Option) -> tuple[int, bool, bool, str]:
    mode, order = str(option.order.get("mode", "march")), option.order
    return *rank(mode, into=bool(order.get("into")), absorbs=bool(order.get("absorb"))), option.text


def rank(mode: str, *, into: bool, absorbs: bool) -> tuple[int, bool, bool]:
    """The order in which ways to make one march are tried."""
    return MODES.index(mode), not into, absorbs
