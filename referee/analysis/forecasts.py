"""Possible ends of a battle: every end with its exact chance, or shares of sampled battles."""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from heapq import heappop, heappush
from operator import attrgetter
from random import Random
from typing import Generic, TypeVar, cast, get_origin

from msgspec import Struct
from msgspec.structs import fields

from referee.analysis import battle_setups
from referee.analysis.exact_odds import battle_end, fire_phases
from referee.analysis.exact_odds.battle_end import Disputed, End
from referee.analysis.exact_odds.fire_phases import FirePhases
from referee.analysis.policies import Asked, Policy
from referee.engine.dice import Dice, DiceNeeded, NoDice
from referee.engine.enumeration import Shares, share_out, spread_by_hits
from referee.systems.great_war.flow import agenda
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.record import Value

MOST_POSITIONS = 1_500
"""Highest number of positions to explore. It is not a time limit: equal inputs give equal results."""

FIGHTS = 1_000
"""Number of sampled battles if exact odds take too long."""

Weight = TypeVar("Weight", Fraction, int)

Work = Callable[[Dice], Position]
"""Function that rolls the next dice and returns the position after them."""


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
    exact = _spread(battle, Fraction(1), share_out, most, battle.fire)
    if exact is None:
        return sample(rules, position, area, policy, fights)
    assert sum(exact.ends.values()) == 1
    return Forecast(exact.ends, exact.states)


def forecast_once(
    rules: GreatWar, position: Position, area: str, policy: Policy
) -> tuple[Mapping[End, Fraction], Sequence[tuple[Position, Fraction]]]:
    """Return the ends with a holder, and each position in which the battle leaves the area disputed."""
    battle = _Battle(rules, battle_setups.open_battle(position, area), area, policy, keeps=True)
    exact = _spread(battle, Fraction(1), share_out, sys.maxsize, battle.fire)
    assert exact is not None, "the number of positions is not limited"
    return exact.ends, tuple(exact.disputed.values())


def sample(rules: GreatWar, position: Position, area: str, policy: Policy, fights: int) -> Forecast:
    """Return the shares of ends in a number of sampled battles, always the same for the same input.

    Samples that reach the same position share the work from there, and part where their dice differ.
    """
    battle = _Battle(rules, battle_setups.open_battle(position, area), area, policy)
    fought = _spread(battle, fights, partial(draw_hits, Random(fights)), sys.maxsize)
    assert fought is not None
    return Forecast({end: Fraction(count, fights) for end, count in fought.ends.items()}, 0, fights)


def draw_hits(generator: Random, fights: int, shares: Shares) -> Iterable[tuple[int, int]]:
    """Return the number of battles for each number of hits, without empty entries."""
    numbers, weights = zip(*((hits, float(share)) for hits, share in shares), strict=True)
    return sorted(Counter(generator.choices(numbers, weights, k=fights)).items())


_Fired = tuple[tuple[tuple[End | Disputed | Position, Weight], ...], int]
"""Ends, or positions after some phases of fire, with their weights, and the number of states met."""


class _Battle(Value):
    """A battle to explore; if `keeps` is set, a position in which the area is disputed is a result."""

    rules: GreatWar
    start: Position
    area: str
    policy: Policy
    keeps: bool = False

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

    def fire(self, position: Position, weight: Fraction) -> "_Fired[Fraction] | None":
        """Return the results of the next phases of fire and their number; None if they leave a choice."""
        game = self.rules.theatre
        if not fire_phases.supports(game, position, self.area, self.policy):
            return None
        before = battle_end.judge_end(self.rules, self.start, position, self.area)
        finish = None if self.keeps else self.finish
        phases = FirePhases(game, position, self.area, self.policy, before, finish=finish, keeps=self.keeps)
        results = tuple(phases.spread(weight))
        return results, phases.standings

    def finish(self, position: Position) -> End | None:
        """Return the end of the battle if no more dice are rolled, otherwise None."""
        over, work = self.settle(position)
        return None if work is not None else battle_end.judge_end(self.rules, self.start, over, self.area)

    def end(self, position: Position) -> End | Disputed:
        """Return the end of the battle in a position in which it is over."""
        end = battle_end.judge_end(self.rules, self.start, position, self.area)
        return Disputed(position) if self.keeps and end.holder is None else end


_NO_DICE = NoDice()
_NOTHING: Mapping[object, object] = {}


class _Waiting(Generic[Weight]):
    """Positions to explore: those with more left to do come first, so that equal ones are merged before."""

    def __init__(self, start: Position) -> None:
        self._start = start
        self._weights: dict[object, tuple[Position, Weight]] = {}
        self._order: list[tuple[int, int, object]] = []
        self.count = 0

    def add(self, position: Position, weight: Weight) -> None:
        """Add the weight of a position."""
        key = list_changes(self._start, position)
        if key in self._weights:
            self._weights[key] = position, self._weights[key][1] + weight
            return
        self._weights[key] = position, weight
        self.count += 1
        heappush(self._order, (-len(position.agenda), self.count, key))

    def take(self) -> tuple[Position, Weight] | None:
        """Return the next position and its weight, or None if there is none."""
        return self._weights.pop(heappop(self._order)[2]) if self._order else None


class _Spread(Generic[Weight]):
    """Results of a battle with their weights: ends, disputed positions by key, and the states met."""

    def __init__(self, start: Position) -> None:
        self._start = start
        self.ends: dict[End, Weight] = {}
        self.disputed: dict[object, tuple[Position, Weight]] = {}
        self.states = 0

    def add(self, result: End | Disputed, weight: Weight) -> None:
        """Add the weight of a result."""
        if isinstance(result, End):
            self.ends[result] = self.ends[result] + weight if result in self.ends else weight
            return
        key = list_changes(self._start, result.position)
        entry = self.disputed.get(key)
        self.disputed[key] = result.position, weight if entry is None else entry[1] + weight


def _spread(
    battle: _Battle,
    whole: Weight,
    split: Callable[[Weight, Shares], Iterable[tuple[int, Weight]]],
    most: int,
    fire: "Callable[[Position, Weight], _Fired[Weight] | None] | None" = None,
) -> _Spread[Weight] | None:
    """Return the results with their weights; None if there are too many positions.

    `fire` takes several phases at once where it can. Its states do not count as positions to explore.
    """
    waiting, spread = _Waiting[Weight](battle.start), _Spread[Weight](battle.start)
    waiting.add(battle.start, whole)
    while waiting.count <= most and (entry := waiting.take()) is not None:
        position, work = battle.settle(entry[0])
        weight = entry[1]
        if work is None:
            spread.add(battle.end(position), weight)
            continue
        if fire is not None and (results_of_fire := fire(position, weight)) is not None:
            results, count = results_of_fire
            spread.states += count
        else:
            results = tuple(spread_by_hits(work, weight, split))
        for result, part in results:
            if isinstance(result, Position):
                waiting.add(result, part)
            else:
                spread.add(result, part)
    spread.states += waiting.count
    return spread if waiting.count <= most else None


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
