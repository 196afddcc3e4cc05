"""Evaluation of a board: points, threatened control, pieces, the front, and battles of one round."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import exp, fsum, inf
from typing import NamedTuple

from referee.analysis.bots.planner.board_model import Board, Force, Ground, Role, weaken


class Clash(NamedTuple):
    """Chance that no defender is left, and mean losses of each side."""

    won: float
    lost: float
    enemy_losses: float


@cache
def expect_clash(attack: Force, defence: Force) -> Clash:
    """Return the expected battle of one round: guns, then the defence, then the remaining attackers."""
    if not defence.strength or not attack.strength:
        return Clash(float(not defence.strength), 0.0, 0.0)
    first = attack.guns + (attack.siege if defence.fort else 0.0)
    remaining = max(0.0, 1.0 - first / defence.strength)
    lost = _pay(defence.stand * remaining, attack.strength)
    going = 1.0 - lost / attack.strength
    raid = 0.0 if defence.infantry else attack.riders
    late = (attack.fire + raid + (attack.siege if defence.fort > first else 0.0)) * going
    # A fort of one point alone does not control an area.
    needed = defence.strength - (1 if defence.fort == defence.strength else 0)
    hits = first + late
    return Clash(_reach(hits, needed), lost, _pay(hits, defence.strength))


def _reach(mean: float, least: int) -> float:
    """Return the chance of at least this many hits for an expected number of hits (Poisson)."""
    if least <= 0:
        return 1.0
    term = below = exp(-mean)
    for count in range(1, least):
        term *= mean / count
        below += term
    return max(0.0, 1.0 - below)


def _pay(mean: float, most: int) -> float:
    """Return the mean number of hits taken by a limited number of pieces."""
    return fsum(_reach(mean, least) for least in range(1, most + 1))


PIECE = 0.3
"""Worth of a piece, in victory points."""

GROUND = 0.15
"""Worth of an area in addition to its points."""

NEXT, LATER = 0.35, 0.3
"""Part of an area's worth at risk if the enemy moves next, and if it moves later."""

EMPTY = 0.9
"""Danger of an empty area."""

NEAR = 0.02
"""Extra worth of a piece for each area that it is nearer to the enemy."""

STAND = 6.0
"""Weight of the fire of a defence against the number of its attackers."""

GAIN = 0.4
"""Gain that makes an offensive worth its card."""

HOPE = 0.35
"""Weight of the balance of forces in a disputed area."""

FAR = 6
"""Distance from which nearness does not matter."""


class Temper(NamedTuple):
    """Weights of an evaluation, in victory points.

    `haste` weighs the points at the close of a movement, and `entry` the points that the enemy can then
    dispute, both in inverse proportion to the points that a decisive victory needs.
    """

    piece: float = PIECE
    ground: float = GROUND
    next: float = NEXT
    empty: float = EMPTY
    later: float = LATER
    near: float = NEAR
    hope: float = HOPE
    stand: float = STAND
    gain: float = GAIN
    haste: float = 0.0
    entry: float = 0.0


CALM = Temper()
"""Weights of the planner itself."""

Tempers = Mapping[Role, Temper]
"""Weights of each role."""

PLAIN: Tempers = {"scorer": CALM, "other": CALM}
"""Weights of the planner for each role."""


class Missing(NamedTuple):
    """Points that each side needs for a decisive victory."""

    own: float = inf
    enemy: float = inf


UNKNOWN = Missing()
"""Points of a side that no decisive victory is near to."""


class Judge:
    """Evaluates boards for one side, before its battles or after them.

    `optional` are areas in which it need not fight.
    """

    def __init__(
        self,
        start: Board,
        *,
        fights: bool,
        optional: frozenset[str] = frozenset(),
        temper: Temper = CALM,
        missing: Missing = UNKNOWN,
    ) -> None:
        self._ground, self._fights, self._optional = start.ground, fights, optional
        self._entry = temper.entry / max(1, missing.enemy) if start.ground.counted else 0.0
        self._haste = temper.haste / max(1, missing.own)
        self._temper = temper
        self._distances = _spread(start.ground, [area for area, own in start.owned.items() if not own])

    def weigh(self, board: Board, areas: Iterable[str] | None = None) -> float:
        """Return the worth of a board, or the part of it in some areas."""
        scope = board.owned if areas is None else areas
        return fsum(self.weigh_area(board, area) for area in scope)

    def list_touched(self, *areas: str) -> tuple[str, ...]:
        """Return the areas whose worth may change when a group leaves or enters some areas."""
        near = (one for area in areas for one in (area, *self._ground.borders[area]))
        return tuple(dict.fromkeys(near))

    def list_changed(self, before: Board, after: Board, places: Sequence[str]) -> frozenset[str]:
        """Return the areas whose worth changes on a board after own groups left or entered some places."""
        places_changed = set(places)
        for place in places:
            near = self._ground.borders[place]
            if before.threat(place, own=False) != after.threat(place, own=False):
                places_changed.update(near)
            else:
                # The enemy's threat is unchanged: only the danger of its own areas is
                # different.
                places_changed.update(one for one in near if not before.owned.get(one, True))
        return frozenset(places_changed)

    def gain_battle(self, board: Board, area: str) -> float:
        """Return the gain of a battle in an area compared with no battle."""
        own, enemy = board.force(area, own=True), board.force(area, own=False)
        stay = self._weigh_dispute(area, own, enemy) if enemy.holds else self._weigh_held(board, area, own)
        return self._weigh_fight(board, area, own, enemy) - stay

    def weigh_area(self, board: Board, area: str) -> float:
        """Return the part of a board's worth in one area."""
        own, enemy = board.force(area, own=True), board.force(area, own=False)
        worth = self._temper.piece * (own.strength - enemy.strength)
        if own.strength:
            worth += (
                self._temper.near
                * (own.strength - own.fort)
                * (FAR - min(FAR, self._distances.get(area, FAR)))
            )
        if area not in board.owned:
            return worth
        if self._haste:
            worth += self._haste * self._count_at_close(board, area, own, enemy)
        if own.holds and enemy.strength:
            return worth + self._weigh_contest(board, area, own, enemy)
        if own.holds or (board.owned[area] and not enemy.holds):
            return worth + self._weigh_held(board, area, own)
        danger = self._find_danger(board, area, enemy, own=True)
        return worth + self._share(area, -1.0 + 2.0 * danger * self._temper.later)

    def _count_at_close(self, board: Board, area: str, own: Force, enemy: Force) -> int:
        """Return the points of an area before its battle, from the view of the side."""
        is_mine = own.holds or (board.owned[area] and not enemy.holds)
        is_theirs = enemy.holds or not is_mine
        if self._ground.counted:
            return 0 if is_theirs else self._ground.points[area]
        return 0 if is_mine else -self._ground.points[area]

    def _share(self, area: str, share: float) -> float:
        """Return the worth of an area by a share from -1 (all the enemy's) to 1."""
        return (self._ground.points[area] / 2 + self._temper.ground) * share

    def _weigh_held(self, board: Board, area: str, own: Force) -> float:
        """Return the worth of an own area, less the part that the enemy may capture."""
        danger = self._find_danger(board, area, own, own=False)
        return self._share(area, 1.0 - 2.0 * danger * self._temper.next) - self._weigh_entry(board, area)

    def _weigh_entry(self, board: Board, area: str) -> float:
        """Return the worth of the points that the enemy can dispute in its next movement."""
        if not self._entry or not board.count_threats(self._ground.borders[area], own=False):
            return 0.0
        return self._entry * self._ground.points[area]

    def _weigh_contest(self, board: Board, area: str, own: Force, enemy: Force) -> float:
        """Return the worth of a disputed area, with a battle if one follows."""
        stay = self._weigh_dispute(area, own, enemy) if enemy.holds else self._weigh_held(board, area, own)
        if not self._fights:
            return stay
        fought = self._weigh_fight(board, area, own, enemy)
        return max(stay, fought) if area in self._optional else fought

    def _weigh_fight(self, board: Board, area: str, own: Force, enemy: Force) -> float:
        clash = expect_clash(own, enemy)
        survivors, rest = weaken(own, clash.lost), weaken(enemy, clash.enemy_losses)
        won = self._weigh_held(board, area, survivors)
        dispute_score = self._weigh_dispute(area, survivors, rest)
        return (
            clash.won * won
            + (1.0 - clash.won) * dispute_score
            + self._temper.piece * (clash.enemy_losses - clash.lost)
        )

    def _weigh_dispute(self, area: str, own: Force, enemy: Force) -> float:
        """Return the worth of a disputed area: its points count for neither side."""
        hope = find_balance(own, enemy)
        now = -1.0 if self._ground.counted else 1.0
        return (
            self._ground.points[area] / 2 * (now + self._temper.hope * (hope - now))
            + self._temper.ground * hope
        )

    def _find_danger(self, board: Board, area: str, force: Force, *, own: bool) -> float:
        """Return the threat to an area by the pieces of a side that can enter it, from 0 to 1."""
        if not force.holds:
            return self._temper.empty if board.can_enter(area, own=own) else 0.0
        coming = board.count_threats(self._ground.borders[area], own=own)
        return find_danger(coming, force, self._temper.stand)


def find_balance(own: Force, enemy: Force) -> float:
    """Return the balance of forces in an area, from -1 to 1."""
    mine, theirs = own.strength**2, enemy.strength**2
    return (mine - theirs) / (mine + theirs) if mine + theirs else 0.0


def find_danger(coming: int, force: Force, stand: float) -> float:
    """Return the threat of some pieces to an area that a force holds, from 0 to 1."""
    return coming / (coming + force.strength + stand * force.stand)


def _spread(ground: Ground, start: Iterable[str]) -> Mapping[str, int]:
    """Return the distance of areas from the nearest of the start areas."""
    distances = dict.fromkeys(start, 0)
    for area in (waiting := list(distances)):
        for near in ground.borders[area]:
            if near not in distances:
                distances[near] = distances[area] + 1
                waiting.append(near)
    return distances
