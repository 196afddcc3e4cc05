"""The marches that options allow, and the order that makes a march."""

from collections.abc import Sequence

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


def list_reach(surveyed: Surveyed, position: Position, options: Sequence[Option]) -> Reach:
    """The marches of all groups that options allow, and of some pieces that leave their armies."""
    ways: dict[str, dict[str, None]] = {}
    for option in options:
        if option.verb in VERBS and _is_plain(option):
            ways.setdefault(option.piece, {})[str(option.to)] = None
    reach: dict[str, Sequence[March]] = {}
    leaving: set[tuple[str, str]] = set()
    for id, targets in ways.items():
        piece = position.pieces[id]
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
                    near = _list_open(board, area)
                    reach[group.id] = [March(group, area, to) for to in near]
                    if group.force.riders:
                        rider = detach_rider(group)
                        far = dict.fromkeys(to for one in near for to in (one, *_list_open(board, one)))
                        reach[rider.id] = [March(rider, area, to) for to in far if to != area]
    return reach


def detach_rider(group: Group) -> Group:
    """A piece that rides out of an army; a piece by itself rides as it is."""
    if group.force.strength == 1:
        return group
    return Group(f"{group.id}-rider", own=group.own, force=RIDER, moved=RIDER, army=group.id)


def _list_open(board: Board, area: str) -> list[str]:
    """The areas that a side may go to from another."""
    disputed = board.force(area, own=False).holds
    near = (to for to in board.ground.borders[area] if to in board.owned)
    return [to for to in near if not disputed or board.owned[to] or board.force(to, own=True).holds]


def write_march(march: March, options: Sequence[Option]) -> Option:
    """The order for a march: the cheapest way to move, into an army where areas are full."""
    known = [
        one
        for one in options
        if one.piece == march.group.id and str(one.to) == march.to and one.verb in VERBS and _is_plain(one)
    ]
    return min(known, key=_rank)


def _is_plain(option: Option) -> bool:
    return option.verb == "retreat" or option.order.get("mode") in MODES


def _rank(option: Option) -> tuple[int, bool, bool, str]:
    mode = str(option.order.get("mode", "march"))
    return MODES.index(mode), not option.order.get("into"), bool(option.order.get("absorb")), option.text
