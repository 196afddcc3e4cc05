"""Successive battles for one area, until the attacker takes it or stops."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from referee.analysis import battle_setups, forecasts
from referee.analysis.exact_odds import battle_end
from referee.analysis.exact_odds.battle_end import End
from referee.analysis.policies import Policy
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position


class Rounds:
    """Results of several battles in a row for one area, each the next player turn of the same attacker.

    No piece comes and no card is played between two battles. Each battle is computed once for all limits.
    """

    def __init__(self, rules: GreatWar, position: Position, area: str, policy: Policy) -> None:
        self._rules, self._area, self._policy = rules, area, policy
        self._start = battle_setups.open_battle(position, area)
        self._attacker = position.playing.side
        self._known: dict[object, tuple[Mapping[End, Fraction], Sequence[tuple[Position, Fraction]]]] = {}

    def count_strength(self) -> int:
        """Return the pieces of the attacker before the first battle."""
        return self._count(self._start)

    def list_ends(self, rounds: int, stop: int = 0) -> Mapping[End, Fraction]:
        """Return the chance of each end of at most `rounds` battles.

        The attacker fights another battle only with more than `stop` pieces. Losses add up.
        """
        ends: dict[End, Fraction] = {}
        states: dict[object, tuple[Position, Fraction]] = {None: (self._start, Fraction(1))}
        for number in range(rounds):
            following: dict[object, tuple[Position, Fraction]] = {}
            for key, (position, weight) in states.items():
                conquests, open_results = self._fight(key, position)
                for end, chance in conquests.items():
                    self._add(ends, position, end, weight * chance)
                for after, chance in open_results:
                    if number + 1 == rounds or self._count(after) <= stop:
                        self._add(ends, after, None, weight * chance)
                        continue
                    fresh = self._prepare(after)
                    state = forecasts.list_changes(self._start, fresh)
                    before = following.get(state, (fresh, Fraction(0)))
                    following[state] = before[0], before[1] + weight * chance
            states = following
        return ends

    def _fight(
        self, key: object, position: Position
    ) -> tuple[Mapping[End, Fraction], Sequence[tuple[Position, Fraction]]]:
        if key not in self._known:
            self._known[key] = forecasts.forecast_once(self._rules, position, self._area, self._policy)
        return self._known[key]

    def _add(self, ends: dict[End, Fraction], position: Position, end: End | None, chance: Fraction) -> None:
        """Add an end of a later battle to the losses before it; None leaves the area disputed."""
        before = battle_end.judge_end(self._rules, self._start, position, self._area)
        later = End(None, (0,) * len(before.lost), ()) if end is None else end
        lost = tuple(map(sum, zip(before.lost, later.lost, strict=True)))
        total = End(later.holder, lost, tuple(sorted({*before.gone, *later.gone})))
        ends[total] = ends.get(total, Fraction(0)) + chance

    def _prepare(self, position: Position) -> Position:
        """Return the position before the next battle: no marks of retreat, and no cards on the area."""
        fresh_pieces = [
            replace(piece, retreated=False) for piece in position.map.at(self._area) if piece.retreated
        ]
        now = replace(position.playing, kind="offensive", played=(), bonus=(), weather=False)
        return battle_setups.open_battle(replace(position.put(*fresh_pieces), now=now), self._area)

    def _count(self, position: Position) -> int:
        pieces = position.map.standing(self._area, self._attacker)
        return sum(battle_end.weigh_piece(piece) for piece in pieces)
