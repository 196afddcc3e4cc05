"""How a battle may end: every end with its exact chance, or the ends of so many fights by lot."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from random import Random
from typing import cast

from msgspec import Struct

from referee.analysis import battlefields
from referee.analysis.policies import Asked, Policy
from referee.engine.dice import Dice, DiceNeeded, Draw, NoDice
from referee.engine.enumeration import HiddenDraw, ends_by_hits
from referee.systems.great_war.facts import control
from referee.systems.great_war.flow import agenda
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Piece, Position
from referee.values.value import Value
from schemas.record import Purpose, Roll, Side

MOST_POSITIONS = 4_000
"""The most positions that are played on from. It is no time: equal questions have equal answers."""

FIGHTS = 1_000
"""The fights by lot where exact odds take too long."""

Work = Callable[[Dice], Position]
"""What throws the next dice, and the position after them."""


class End(Value):
    """What a battle comes to: who holds the area, if one side does, what each lost, and what is gone.

    `lost` counts pieces beside armies and points of forts, in the order of the sides.
    """

    holder: Side | None
    lost: tuple[int, ...]
    gone: tuple[str, ...]


class Forecast(Value):
    """The ends of a battle with their chances, which sum to 1; `fights` is 0 where the chances are exact."""

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
    """How the battle in an area may end from a position without secrets, if both sides keep to a policy.

    The chances are exact unless more than `most` positions have to be played on from; then so many `fights`
    are fought by lot, always the same.
    """
    battle = _Battle(rules, battlefields.open_battle(position, area), area, policy)
    found = _enumerate(battle, most)
    found = found if found is not None else sample(rules, position, area, policy, fights)
    assert sum(found.ends.values()) == 1
    return found


def sample(rules: GreatWar, position: Position, area: str, policy: Policy, fights: int) -> Forecast:
    """The shares of the ends of so many fights by lot, always the same for the same question."""
    battle = _Battle(rules, battlefields.open_battle(position, area), area, policy)
    dice, begun = _LotDice(Random(fights)), battle.settle(battle.start)
    ends = Counter(battle.fight(*begun, dice) for _ in range(fights))
    return Forecast({end: Fraction(count, fights) for end, count in ends.items()}, 0, fights)


class _Battle(Value):
    rules: GreatWar
    start: Position
    area: str
    policy: Policy

    def settle(self, position: Position) -> tuple[Position, Work | None]:
        """Play on to the next throw; there is none once the battle is over."""
        given: set[tuple[Asked, int]] = set()
        while not battlefields.is_over(position, self.area):
            work = self._next(position, given)
            try:
                position = work(_NO_DICE)
            except DiceNeeded:
                return position, work
        return position, None

    def _next(self, position: Position, given: set[tuple[Asked, int]]) -> Work:
        if not agenda.asked(self.rules.theatre, position):
            return lambda dice: self.rules.advance(position, dice).after
        order = self.policy.answer(self.rules, position, given)
        return lambda dice: self.rules.outcome(position, order, dice).after

    def fight(self, position: Position, work: Work | None, dice: Dice) -> End:
        """The end of one fight from a position and what throws the next dice there."""
        while work is not None:
            position, work = self.settle(work(dice))
        return self.end(position)

    def end(self, position: Position) -> End:
        """What the battle comes to in a position in which it is over."""
        return judge_end(self.rules, self.start, position, self.area)


def judge_end(rules: GreatWar, start: Position, position: Position, area: str) -> End:
    """What a battle in an area came to between the position in which it began and one in which it is over."""
    status = control.status(position, area, rules.sides[0])
    holder = position.owner.get(area) if status in {"friendly", "enemy"} else None
    before, after = start.pieces, position.pieces
    changed = [piece for piece in before.values() if after.get(piece.id) is not piece]
    lost = Counter[Side]()
    for piece in changed:
        lost[piece.side] += _weigh(piece) - _weigh(after.get(piece.id))
    gone = (piece.id for piece in changed if piece.kind in _GROUPS and piece.id not in after)
    return End(holder, tuple(lost[side] for side in rules.sides), tuple(sorted(gone)))


_GROUPS = frozenset({"army", "fort"})
_NO_DICE = NoDice()
_NOTHING: Mapping[object, object] = {}


def _weigh(piece: Piece | None) -> int:
    """How many losses a piece is good for."""
    if piece is None or piece.kind == "army":
        return 0
    return piece.strength if piece.kind == "fort" else 1


def _enumerate(battle: _Battle, most: int) -> Forecast | None:
    """Every end with its exact chance; nothing if that takes too many positions.

    Positions with more left to do come first, so that those that are equal meet before they are played on.
    """
    waiting: dict[object, tuple[Position, Fraction]] = {}
    order: list[tuple[int, int, object]] = []
    ends: dict[End, Fraction] = {}
    played = met = 0

    def meet(position: Position, chance: Fraction) -> None:
        nonlocal met
        key = _key(battle.start, position)
        if key in waiting:
            waiting[key] = position, waiting[key][1] + chance
            return
        waiting[key] = position, chance
        met += 1
        heappush(order, (-len(position.agenda), met, key))

    meet(battle.start, Fraction(1))
    while order:
        position, chance = waiting.pop(heappop(order)[2])
        played += 1
        if played > most:
            return None
        position, work = battle.settle(position)
        if work is None:
            end = battle.end(position)
            ends[end] = ends.get(end, Fraction(0)) + chance
            continue
        for after, share in ends_by_hits(work):
            meet(after, chance * share)
    return Forecast(ends, played)


def _key(start: Position, position: Position) -> object:
    """What a position differs in from the start of its battle: equal keys are equal positions."""
    return tuple(
        _freeze(before, after) for before, after in zip(_parts(start), _parts(position), strict=True)
    )


def _parts(value: Struct) -> Iterator[object]:
    return (getattr(value, name) for name in value.__struct_fields__)


def _freeze(before: object, after: object) -> object:
    """A part of a position as a table can have it for a key; nothing where it is still the same."""
    if before is after:
        return None
    if isinstance(after, Mapping):
        known = cast(Mapping[object, object], before if isinstance(before, Mapping) else _NOTHING)
        now = cast(Mapping[object, object], after)
        changed = ((key, _freeze(None, value)) for key, value in now.items() if known.get(key) is not value)
        return frozenset(changed), frozenset(known.keys() - now.keys())
    if isinstance(after, Struct) and any(isinstance(part, Mapping) for part in _parts(after)):
        return type(after), tuple(_freeze(None, part) for part in _parts(after))
    return after


class _LotDice:
    """Dice of a generator that follows from a number that is no secret."""

    def __init__(self, lots: Random) -> None:
        self._lots = lots

    def throw(
        self, purpose: str | Purpose, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        """Throw `count` dice."""
        faces = tuple(self._lots.randint(1, sides) for _ in range(count))
        return Roll(purpose=purpose, sides=sides, needed=needed, owner=owner or "", faces=faces)

    def shuffle(self, purpose: str | Purpose, items: Sequence[int]) -> Draw:  # noqa: ARG002 - no deck is shuffled
        """Refuse: raises `HiddenDraw`."""
        raise HiddenDraw(str(purpose))
