"""The luck of a match: expected and rolled hits, with exact chances.

The chance that a die hits is a fraction. The number of hits of many unlike dice has the Poisson binomial
distribution, which is computed here in whole numbers: rounding happens only for output.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from math import sqrt

from referee.i18n.translator import Translator, forms, message
from referee.matches.matches import Match
from schemas.answers.evidence import Luck, SideLuck
from schemas.record import Rolled, Side, Value

HONEST = message("Fair dice do this.")
ODD = message("About five of a hundred fair sides are as far out as this: odd, but no proof.")
"""Comment on hits inside the interval, and outside."""

BLIND = forms(
    "A bias of less than {points} points in a hundred would hardly show in {count} die; whether each face "
    "is the one its key gives, `verify` proves die by die.",
    "A bias of less than {points} points in a hundred would hardly show in {count} dice; whether each face "
    "is the one its key gives, `verify` proves die by die.",
)
BLINDER = forms(
    "{count} die can show next to nothing; whether each face is the one its key gives, "
    "`verify` proves die by die.",
    "{count} dice can show next to nothing; whether each face is the one its key gives, "
    "`verify` proves die by die.",
)
"""Comment on small biases, for many dice and for few."""

Aim = tuple[int, int]
"""Number of faces that hit, and number of sides of the die."""

MILLION = 1_000_000

OUTSIDE = Fraction(5, 100)
"""Share of fair sides that end up outside the interval."""

SHOWN_AT = 2.8
"""Standard deviations by which a bias has to shift the sum, to leave the interval in four of five cases."""


class Thrown(Value):
    """Dice of one roll: their side, their aim, and the number of hits."""

    side: Side
    aim: Aim
    dice: int
    hits: int


def luck(match: Match) -> Luck:
    """Return the luck of every side in the effective entries."""
    throws = list(_throw(match))
    with_aim = [throw for throw in throws if 0 < throw.aim[0] < throw.aim[1]]
    return Luck(
        match=match.name,
        sides=tuple(
            _of_side(match.tongue, side, [throw for throw in with_aim if throw.side == side])
            for side in match.header.sides
        ),
        aimless=sum(throw.dice for throw in throws) - sum(throw.dice for throw in with_aim),
        names={side: match.bound.name_of(side) for side in match.header.sides},
    )


def _throw(match: Match) -> Iterator[Thrown]:
    for step in match.steps():
        for event in step.events:
            if isinstance(event, Rolled):
                for roll, side, odds in zip(event.rolls, event.throwers(), event.odds(), strict=True):
                    favourable, hits = odds
                    aim = favourable, roll.sides
                    yield Thrown(side or step.entry.body.side or "", aim, len(roll.faces), hits)


def distribution(aims: Mapping[Aim, int]) -> tuple[list[int], int]:
    """Return the number of outcomes with 0, 1, 2 … hits, and the number of all outcomes."""
    weights, ways = [1], 1
    for (needed, sides), dice in aims.items():
        for _ in range(dice):
            weights = [
                hit * needed + miss * (sides - needed)
                for hit, miss in zip([0, *weights], [*weights, 0], strict=True)
            ]
        ways *= sides**dice
    return weights, ways


def interval(weights: Sequence[int], ways: int) -> tuple[int, int]:
    """Return the limits of hits that leave at most a fortieth of all outcomes on either side."""
    most = OUTSIDE / 2 * ways
    below = list(accumulate(weights))
    low = next(hits for hits, count in enumerate(below) if count > most)
    above = list(accumulate(reversed(weights)))
    high = len(weights) - 1 - next(index for index, count in enumerate(above) if count > most)
    return low, high


def _of_side(tongue: Translator, side: Side, throws: Iterable[Thrown]) -> SideLuck:
    throws = list(throws)
    aims = reduce(lambda sum_, throw: sum_ + Counter({throw.aim: throw.dice}), throws, Counter[Aim]())
    dice, hits = sum(aims.values()), sum(throw.hits for throw in throws)
    weights, ways = distribution(aims)
    low, high = interval(weights, ways)
    expected = sum((Fraction(needed, of) * count for (needed, of), count in aims.items()), Fraction())
    return SideLuck(
        side=side,
        dice=dice,
        hits=hits,
        expected=str(expected),
        low=low,
        high=high,
        at_least=sum(weights[hits:]) * MILLION // ways,
        at_most=sum(weights[: hits + 1]) * MILLION // ways,
        shows=" ".join(_shows(tongue, aims, dice, low <= hits <= high)),
    )


def _shows(tongue: Translator, aims: Mapping[Aim, int], dice: int, inside: bool) -> Iterator[str]:
    """Yield the conclusions that this number of dice allows."""
    if not dice:
        yield tongue.say("No die was rolled for a number: no conclusion is possible.")
        return
    spread = sum(Fraction(needed * (of - needed), of * of) * count for (needed, of), count in aims.items())
    points = 100 * SHOWN_AT * sqrt(spread) / dice
    yield tongue.say(HONEST if inside else ODD)
    one, many = BLIND if points < 50 else BLINDER
    yield tongue.say(one, many, count=dice, points=f"{points:.0f}")
