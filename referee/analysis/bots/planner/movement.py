"""Movement plans of the planner: legal moves, and the search for a better plan."""

from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from referee.analysis.bots.planner.board_model import Board, Force, Group, Surveyed
from referee.analysis.bots.planner.budget import Budget
from referee.analysis.bots.planner.evaluation import Judge
from referee.systems.great_war.state.position import Position
from schemas.answers.orders import Option

LEAST = 0.05
"""Gain that a change of a plan needs."""

LARGEST = 4
"""Highest number of groups sent to one area in one push."""


class March(NamedTuple):
    """A group that moves from an area to another."""

    group: Group
    start: str
    to: str


class Plan(NamedTuple):
    """Some marches, the board after them, and its worth."""

    marches: tuple[March, ...]
    board: Board
    worth: float


Reach = Mapping[str, Sequence[March]]
"""Possible marches of each group, by id."""

Push = tuple[March, ...]
"""Marches that are made together to one area."""


class Climber:
    """Finds plans for one side; the worth of a plan is the judge's worth of its board."""

    def __init__(self, judge: Judge, budget: Budget) -> None:
        self._judge, self._budget = judge, budget
        self._board: Board | None = None
        self._worths: dict[str, float] = {}

    def climb(self, plan: Plan, reach: Reach) -> Plan:
        """Return the plan after adding pushes, each time the push with the highest gain.

        Only gains that the last push changed are computed again.
        """
        pushes = dict.fromkeys(_list_pushes(reach))
        gains: dict[Push, float | None] = {}
        stale: Iterable[Push] = pushes
        while not self._budget.is_spent:
            for push in stale:
                gains[push] = self._gain(plan.board, push)
            best, gain = max(
                ((push, gain) for push, gain in gains.items() if gain is not None),
                key=lambda one: one[1],
                default=((), 0.0),
            )
            if gain <= LEAST:
                break
            plan = Plan((*plan.marches, *best), self.carry_out(plan.board, best), plan.worth + gain)
            gone = {march.group.id for march in best}
            gains = {push: gain for push, gain in gains.items() if gone.isdisjoint(_name(push))}
            affected_areas = self._judge.list_touched(*self._judge.list_touched(*_list_places(best)))
            around = frozenset(affected_areas)
            stale = [push for push in gains if not around.isdisjoint(_list_places(push))]
        return plan

    def follow(self, plan: Plan, marches: Iterable[March]) -> Plan:
        """Return a plan with more marches, as far as there is room for them."""
        for march in marches:
            gain = self._gain(plan.board, (march,))
            if gain is not None:
                plan = Plan((*plan.marches, march), self.carry_out(plan.board, (march,)), plan.worth + gain)
        return plan

    def list_singles(self, plan: Plan, reach: Reach) -> list[Plan]:
        """Return the plans in which one more group marches."""
        singles = [(march,) for marches in reach.values() for march in marches]
        gains = [(push, self._gain(plan.board, push)) for push in singles]
        return [
            Plan(push, self.carry_out(plan.board, push), plan.worth + gain)
            for push, gain in gains
            if gain is not None
        ]

    def carry_out(self, board: Board, push: Iterable[March]) -> Board:
        """Return the board after some marches."""
        for march in push:
            board = board.shift(march.group, march.start, march.to)
        return board

    def _gain(self, board: Board, push: Push) -> float | None:
        """Return the gain of a push, or None if the area lacks the room for it."""
        to = push[0].to
        if board.count(to) + sum(march.group.counts for march in push) > board.ground.rooms[to]:
            return None
        self._budget.spend()
        places, after = _list_places(push), self.carry_out(board, push)
        touched_areas, changed_areas = (
            self._judge.list_touched(*places),
            self._judge.list_changed(board, after, places),
        )
        if board is not self._board:
            self._board, self._worths = board, {}
        for area in touched_areas:
            if area not in self._worths:
                self._worths[area] = self._judge.weigh_area(board, area)
        before = [self._worths[area] for area in touched_areas]
        scores = (
            self._judge.weigh_area(after, one) if one in changed_areas else self._worths[one]
            for one in touched_areas
        )
        return fsum(scores) - fsum(before)


def _list_pushes(reach: Reach) -> list[Push]:
    """Return each march alone, and the strongest marches to each area together."""
    targets: dict[str, list[March]] = {}
    for marches in reach.values():
        for march in marches:
            targets.setdefault(march.to, []).append(march)
    pushes: list[Push] = []
    for marches in targets.values():
        pushes += [(march,) for march in marches]
        strongest = [march for march in marches if not march.group.army]
        strongest.sort(key=lambda march: (-march.group.mobile.strength, march.group.id))
        pushes += [tuple(strongest[:count]) for count in range(2, min(LARGEST, len(strongest)) + 1)]
    return pushes


def _list_places(push: Push) -> list[str]:
    return [push[0].to, *(march.start for march in push)]


def _name(push: Push) -> set[str]:
    """Return the groups of a push, and the armies that its pieces leave."""
    return {one for march in push for one in (march.group.id, march.group.army) if one}


MODES: Sequence[str] = ("march", "rail", "strategic", "sea")
"""Modes of movement that plans use, cheapest first."""

RIDER = Force(1, riders=1 / 6, stand=1 / 6)
"""Force of one cavalry piece."""

VERBS = frozenset({"move", "retreat"})

Ways = Mapping[str, Iterable[str]]
"""Areas that pieces can reach, by id of the piece."""

Intent = Sequence[tuple[str, str]]
"""A plan in progress: pieces with the areas they move to."""


def list_ways(options: Sequence[Option]) -> Ways:
    """Return the areas that the options allow pieces to enter."""
    ways: dict[str, dict[str, None]] = {}
    for option in options:
        if option.verb in VERBS and _is_plain(option):
            ways.setdefault(option.piece, {})[str(option.to)] = None
    return ways


def list_reach(survey: Surveyed, position: Position, ways: Ways) -> Reach:
    """Return the marches of all groups, and of some pieces that leave their armies."""
    reach: dict[str, Sequence[March]] = {}
    leaving: set[tuple[str, str]] = set()
    for id, targets in ways.items():
        piece = position.map.pieces[id]
        if piece.army is None:
            group, area = survey.groups[id]
        else:
            if (piece.army, piece.kind) in leaving:
                continue
            leaving.add((piece.army, piece.kind))
            group, area = survey.detach(piece), piece.area
        reach[id] = [March(group, area, to) for to in targets if to != area]
    return reach


def guess_reach(board: Board) -> Reach:
    """Return the marches of a side with unknown options: to adjacent areas, and one area farther for cavalry.

    No group moves from a disputed area to an enemy area.
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
    """Return a cavalry piece detached from an army; a lone piece stays as it is."""
    if group.force.strength == 1:
        return group
    return Group(f"{group.id}-rider", own=group.own, force=RIDER, mobile=RIDER, army=group.id)


def list_open(board: Board, area: str) -> list[str]:
    """Return the areas that a side can enter from another area."""
    is_disputed = board.force(area, own=False).holds
    near = (to for to in board.ground.borders[area] if to in board.owned)
    return [to for to in near if not is_disputed or board.owned[to] or board.force(to, own=True).holds]


def list_left(intent: Intent, position: Position) -> Intent:
    """Return the remaining marches of a plan."""
    pieces = position.map.pieces
    return [(id, to) for id, to in intent if id in pieces and not pieces[id].moved and pieces[id].area != to]


def write_march(piece: str, to: str, options: Sequence[Option]) -> Option | None:
    """Return the order for a march, or None: cheapest mode first, into an army where areas are full."""
    matches = (
        one
        for one in options
        if one.piece == piece and str(one.to) == to and one.verb in VERBS and _is_plain(one)
    )
    return min(matches, key=_rank, default=None)


def _is_plain(option: Option) -> bool:
    return option.verb == "retreat" or option.order.get("mode") in MODES


def _rank(option: Option) -> tuple[int, bool, bool, str]:
    mode, order = str(option.order.get("mode", "march")), option.order
    return *rank(mode, into=bool(order.get("into")), absorbs=bool(order.get("absorb"))), option.text


def rank(mode: str, *, into: bool, absorbs: bool) -> tuple[int, bool, bool]:
    """Return the rank of a way to make a march; the lowest rank is tried first."""
    return MODES.index(mode), not into, absorbs
