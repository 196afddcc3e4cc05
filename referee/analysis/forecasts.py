"""Possible ends of a battle: every end with its exact chance, or shares of sampled battles."""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache, partial
from heapq import heappop, heappush
from operator import attrgetter
from random import Random
from typing import TypeVar, cast, get_origin

from msgspec import Struct
from msgspec.structs import fields

from referee.analysis import battle_setups
from referee.analysis.policies import Asked, Policy
from referee.engine.dice import Dice, DiceNeeded, NoDice
from referee.engine.enumeration import Shares, share_out, spread_by_hits
from referee.systems.great_war.facts import control
from referee.systems.great_war.flow import agenda
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Piece, Position
from schemas.record import Side, Value

MOST_POSITIONS = 1_500
"""Highest number of positions to explore. It is not a time limit: equal inputs give equal results."""

FIGHTS = 1_000
"""Number of sampled battles if exact odds take too long."""

Weight = TypeVar("Weight", Fraction, int)

Work = Callable[[Dice], Position]
"""Function that rolls the next dice and returns the position after them."""


class End(Value):
    """End of a battle: the side that holds the area, or None, the losses of each side, and the lost groups.

    `lost` counts pieces, except armies, and points of forts, in the order of the sides. `gone` has the ids of
    lost armies and forts.
    """

    holder: Side | None
    lost: tuple[int, ...]
    gone: tuple[str, ...]


class Forecast(Value):
    """The ends of a battle with their chances, which sum to 1; `fights` is 0 if the chances are exact."""

    ends: Mapping[End, Fraction]
    positions: int
    fights: int = 0


def forecast(
    rules: GreatWar,
    position: Position,
    area: str,
    policy: Policy,
    most: int = MOST_POSITIONS,
    fights: int = FIGHTS,
) -> Forecast:
    """Return the possible ends of the battle in an area, under a policy of both sides.

    The position contains no secrets. The chances are exact unless more than `most` positions have to be
    explored; then the result is sampled from `fights` battles, always the same ones.
    """
    battle = _Battle(rules, battle_setups.open_battle(position, area), area, policy)
    exact = _spread(battle, Fraction(1), share_out, most)
    if exact is None:
        return sample(rules, position, area, policy, fights)
    ends, positions = exact
    assert sum(ends.values()) == 1
    return Forecast(ends, positions)


def sample(rules: GreatWar, position: Position, area: str, policy: Policy, fights: int) -> Forecast:
    """Return the shares of ends in a number of sampled battles, always the same for the same input.

    Samples that reach the same position share the work from there, and part where their dice differ.
    """
    battle = _Battle(rules, battle_setups.open_battle(position, area), area, policy)
    fought = _spread(battle, fights, partial(draw_hits, Random(fights)), sys.maxsize)
    assert fought is not None
    return Forecast({end: Fraction(count, fights) for end, count in fought[0].items()}, 0, fights)


def draw_hits(generator: Random, fights: int, shares: Shares) -> Iterable[tuple[int, int]]:
    """Return the number of battles for each number of hits, without empty entries."""
    numbers, weights = zip(*((hits, float(share)) for hits, share in shares), strict=True)
    return sorted(Counter(generator.choices(numbers, weights, k=fights)).items())


class _Battle(Value):
    rules: GreatWar
    start: Position
    area: str
    policy: Policy

    def settle(self, position: Position) -> tuple[Position, Work | None]:
        """Play on to the next roll. Return None for the roll once the battle is over."""
        answers: set[tuple[Asked, int]] = set()
        while not battle_setups.is_over(position, self.area):
            work = self._next(position, answers)
            try:
                position = work(_NO_DICE)
            except DiceNeeded:
                return position, work
        return position, None

    def _next(self, position: Position, answers: set[tuple[Asked, int]]) -> Work:
        if not agenda.asked(self.rules.theatre, position):
            return lambda dice: self.rules.advance(position, dice).after
        order = self.policy.answer(self.rules, position, answers)
        return lambda dice: self.rules.outcome(position, order, dice).after

    def end(self, position: Position) -> End:
        """Return the end of the battle in a position in which it is over."""
        return judge_end(self.rules, self.start, position, self.area)


def judge_end(rules: GreatWar, start: Position, position: Position, area: str) -> End:
    """Return the end of a battle from the position before it and a position in which it is over."""
    status = control.status(position.map, area, rules.sides[0])
    holder = position.map.owner.get(area) if status in {"friendly", "enemy"} else None
    before, after = start.map.pieces, position.map.pieces
    changes = [piece for piece in before.values() if after.get(piece.id) is not piece]
    lost = Counter[Side]()
    for piece in changes:
        lost[piece.side] += _weigh(piece) - _weigh(after.get(piece.id))
    gone = (piece.id for piece in changes if piece.kind in _GROUPS and piece.id not in after)
    return End(holder, tuple(lost[side] for side in rules.sides), tuple(sorted(gone)))


_GROUPS = frozenset({"army", "fort"})
_NO_DICE = NoDice()
_NOTHING: Mapping[object, object] = {}


def _weigh(piece: Piece | None) -> int:
    """Return the number of losses that a piece can take."""
    if piece is None or piece.kind == "army":
        return 0
    return piece.strength if piece.kind == "fort" else 1


def _spread(
    battle: _Battle, whole: Weight, split: Callable[[Weight, Shares], Iterable[tuple[int, Weight]]], most: int
) -> tuple[Mapping[End, Weight], int] | None:
    """Return the ends with their weights, and the number of positions; None if there are too many positions.

    Positions with more left to do come first, so that equal ones are merged before they are explored.
    """
    waiting: dict[object, tuple[Position, Weight]] = {}
    order: list[tuple[int, int, object]] = []
    ends: dict[End, Weight] = {}
    count = 0

    def meet(position: Position, weight: Weight) -> None:
        nonlocal count
        key = list_changes(battle.start, position)
        if key in waiting:
            waiting[key] = position, waiting[key][1] + weight
            return
        waiting[key] = position, weight
        count += 1
        heappush(order, (-len(position.agenda), count, key))

    meet(battle.start, whole)
    while order and count <= most:
        position, weight = waiting.pop(heappop(order)[2])
        position, work = battle.settle(position)
        if work is None:
            end = battle.end(position)
            ends[end] = ends[end] + weight if end in ends else weight
            continue
        for after, part in spread_by_hits(work, weight, split):
            meet(after, part)
    return (ends, count) if count <= most else None


def list_changes(start: Position, position: Position) -> object:
    """Return the changes since the start of a battle; they are equal for equal positions alone."""
    return tuple(map(_freeze, _read_parts(start), _read_parts(position)))


def _freeze(before: object, after: object) -> object:
    """Return a hashable form of a part of a position, or None if the part did not change."""
    if before is after:
        return None
    if isinstance(after, Mapping):
        old_values = cast(Mapping[object, object], before if isinstance(before, Mapping) else _NOTHING)
        now = cast(Mapping[object, object], after)
        changes = [
            (key, _freeze(None, value)) for key, value in now.items() if old_values.get(key) is not value
        ]
        return frozenset(changes), frozenset(old_values.keys() - now.keys())
    if isinstance(after, Struct) and _holds_tables(type(after)):
        start = before if type(before) is type(after) else None
        names = after.__struct_fields__
        return type(after), tuple(_freeze(getattr(start, name, None), getattr(after, name)) for name in names)
    return after


@cache
def _holds_tables(shape: type[Struct]) -> bool:
    """Return True if values of a type have mappings, which are not hashable."""
    return any(get_origin(field.type) is Mapping for field in fields(shape))


_read_parts: Callable[[Position], tuple[object, ...]] = attrgetter(*Position.__struct_fields__)
