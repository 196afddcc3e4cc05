"""Enumeration of chance: work that rolls dice runs once for each sequence of faces, with its weight."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod
from typing import TypeVar

from msgspec.structs import replace

from referee.engine.dice import Dice, DiceNeeded, Draw, WrittenDice
from schemas.record import Purpose, Roll, Side

End = TypeVar("End")

Weight = TypeVar("Weight")

Alike = Sequence[int]
"""Faces of a die with the same effect."""

Shares = tuple[tuple[int, Fraction], ...]
"""Numbers of hits, each with its chance."""


MOST_THROWS = 500
"""Highest number of rolls. Work with more may repeat a roll without limit, and then never ends."""


class HiddenDraw(Exception):  # noqa: N818 - a condition of the game, not an error
    """Raised for a shuffle: cards have too many orders to try them all."""


class EndlessThrow(Exception):  # noqa: N818 - a condition of the game, not an error
    """Raised for rolls that repeat: there are too many sequences of faces to try them all."""


class _Counting:
    """Dice that count their rolls."""

    def __init__(self) -> None:
        self._throws = 0

    def count(self, purpose: str | Purpose) -> None:
        """Count a roll. Raises `EndlessThrow` if there were too many."""
        self._throws += 1
        if self._throws > MOST_THROWS:
            raise EndlessThrow(str(purpose))


class TriedDice(_Counting):
    """Dice that show given faces, and then always `face`, if it is set."""

    def __init__(self, faces: Sequence[int], face: int | None = None) -> None:
        super().__init__()
        self._dice, self._face = WrittenDice(faces), face

    def throw(
        self, purpose: str | Purpose, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        """Return a roll with the next faces. Raises `DiceNeeded` if none are left."""
        self.count(purpose)
        try:
            return self._dice.throw(purpose, count, needed=needed, sides=sides, owner=owner)
        except DiceNeeded as needed_dice:
            if self._face is None:
                raise
            return replace(needed_dice.roll, faces=(min(self._face, sides),) * count)

    def shuffle(self, purpose: str | Purpose, items: Sequence[int]) -> Draw:  # noqa: ARG002 - nothing is shuffled
        """Refuse: raises `HiddenDraw`."""
        raise HiddenDraw(str(purpose))


def ends(work: Callable[[Dice], End]) -> list[tuple[End, Fraction]]:
    """Return each end of some work with its exact chance; equal ends are merged.

    Faces that have the same effect when all dice show them count as one kind. If the last face of each kind
    gives other ends than the first, every face is tried.
    """
    kinds: dict[int, list[list[int]]] = {}
    first = _try(work, lambda sides: _kinds(work, kinds, sides), min)
    last = _try(work, lambda sides: _kinds(work, kinds, sides), max)
    if _same(first, last):
        return first
    return ends_by_faces(work)


def ends_by_faces(work: Callable[[Dice], End]) -> list[tuple[End, Fraction]]:
    """Return each end of some work with its exact chance, by trying every face of every die."""
    return _try(work, lambda sides: [[face] for face in range(1, sides + 1)], min)


def merge(found: Iterable[tuple[End, Fraction]]) -> list[tuple[End, Fraction]]:
    """Equal ends as one."""
    one: list[tuple[End, Fraction]] = []
    for end, chance in found:
        place = next((number for number, (known, _) in enumerate(one) if known == end), None)
        if place is None:
            one.append((end, chance))
        else:
            one[place] = end, one[place][1] + chance
    return one


def _same(one: list[tuple[End, Fraction]], other: list[tuple[End, Fraction]]) -> bool:
    return len(one) == len(other) and all(chance in other for chance in one)


def _kinds(work: Callable[[Dice], object], known: dict[int, list[list[int]]], sides: int) -> Sequence[Alike]:
    """The faces of such a die, those together that do the same when all dice show them."""
    if sides not in known:
        kinds: list[tuple[object, list[int]]] = []
        for face in range(1, sides + 1):
            end = work(TriedDice((), face))
            same = next((faces for shown, faces in kinds if shown == end), None)
            if same is None:
                kinds.append((end, [face]))
            else:
                same.append(face)
        known[sides] = [faces for _, faces in kinds]
    return known[sides]


def _try(
    work: Callable[[Dice], End],
    faces: Callable[[int], Sequence[Alike]],
    standing_for: Callable[[Alike], int],
) -> list[tuple[End, Fraction]]:
    """Every end, found by doing the work again and again with the faces that it lacked."""
    found: list[tuple[End, Fraction]] = []
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        script, chance = waiting.pop()
        try:
            found.append((work(TriedDice(script)), chance))
        except DiceNeeded as needed:
            whole = needed.roll.sides**needed.count
            for kinds in product(faces(needed.roll.sides), repeat=needed.count):
                thrown = tuple(standing_for(kind) for kind in kinds)
                waiting.append(
                    ((*script, *thrown), chance * Fraction(prod(len(kind) for kind in kinds), whole))
                )
    return merge(found)


class CountedDice(_Counting):
    """Dice of which only the hits are said, throw by throw, for work that reads only those."""

    def __init__(self, hits: Sequence[int]) -> None:
        super().__init__()
        self._hits = iter(hits)

    def throw(
        self, purpose: str | Purpose, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        """Faces with the next number of hits; raises `DiceNeeded` where none is left to be tried."""
        self.count(purpose)
        hits = next(self._hits, None)
        roll = Roll(purpose=purpose, sides=sides, needed=needed, owner=owner or "")
        if hits is None:
            raise DiceNeeded(roll, count)
        return replace(roll, faces=(1,) * hits + (sides,) * (count - hits))

    def shuffle(self, purpose: str | Purpose, items: Sequence[int]) -> Draw:  # noqa: ARG002 - no deck is shuffled
        """Refuse: raises `HiddenDraw`."""
        raise HiddenDraw(str(purpose))


def ends_by_hits(work: Callable[[Dice], End]) -> Iterator[tuple[End, Fraction]]:
    """Every end of work that reads only the hits of a throw, with its exact chance.

    So many dice have one end for each number of hits, and not one for each row of faces. Equal ends are not
    merged.
    """
    return spread_by_hits(work, Fraction(1), share_out)


def spread_by_hits(
    work: Callable[[Dice], End],
    weight: Weight,
    split: Callable[[Weight, Shares], Iterable[tuple[int, Weight]]],
) -> Iterator[tuple[End, Weight]]:
    """The ends of work that reads only the hits of a throw, each with its part of a weight.

    `split` divides the weight of a throw among the numbers of hits, by how likely they are.
    """
    waiting: list[tuple[tuple[int, ...], Weight]] = [((), weight)]
    while waiting:
        script, part = waiting.pop()
        try:
            end = work(CountedDice(script))
        except DiceNeeded as thrown:
            shares = weigh_hits(thrown.count, thrown.roll.needed, thrown.roll.sides)
            waiting.extend(((*script, hits), one) for hits, one in split(part, shares))
        else:
            yield end, part


def share_out(chance: Fraction, shares: Shares) -> Iterator[tuple[int, Fraction]]:
    """Yield the chance of each number of hits, multiplied by a chance."""
    return ((hits, chance * share) for hits, share in shares)


@cache
def weigh_hits(count: int, needed: int, sides: int) -> Shares:
    """Return the chance of each number of hits of `count` dice; a face of `needed` or under is a hit."""
    return tuple((hits, Fraction(rows, sides**count)) for hits, rows in count_rows(count, needed, sides))


def count_rows(count: int, needed: int, sides: int) -> Iterator[tuple[int, int]]:
    """Yield each possible number of hits of `count` dice, with the number of rows of faces that show it."""
    most = min(max(needed, 0), sides)
    for hits in range(count + 1):
        if rows := comb(count, hits) * most**hits * (sides - most) ** (count - hits):
            yield hits, rows
