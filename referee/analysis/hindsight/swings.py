"""What luck did in a battle: what came of it against the mean of all the courses it could take."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import sqrt

from msgspec.structs import replace

from referee.analysis import forecasts, odds
from referee.analysis.forecasts import End, Forecast
from referee.analysis.hindsight.fought import Fought
from referee.systems.great_war.rules import GreatWar
from referee.values.value import Value
from schemas.answers.hindsight import BattleSwing, SideLedger, SideSwing
from schemas.record import Side

MOST_TURNING = 3
"""How many battles are called turning points."""

Worth = Callable[[End], int]
"""What an end of a battle counts for."""


class Measured(Value):
    """A number that came of a battle: how far beyond its mean, its variance, and which part gives less."""

    beyond: Fraction
    variance: Fraction
    worse: Fraction


class Swing(Value):
    """What luck did in a battle, with the variances of pieces and points, which both sides share."""

    told: BattleSwing
    pieces: Fraction
    points: Fraction


def weigh(rules: GreatWar, fought: Fought) -> Swing:
    """What luck did in a battle; hits that a card paid count as losses."""
    found = forecasts.forecast(rules, fought.start, fought.area, fought.answers)
    paid = tuple(fought.paid.get(side, 0) for side in rules.sides)
    came = replace(fought.end, lost=tuple(map(sum, zip(fought.end.lost, paid, strict=True))))
    pieces = tuple(_measure(found, _count_gain(number), came) for number in range(len(paid)))
    points = tuple(_measure(found, _count_points(rules, fought, side), came) for side in rules.sides)
    told = BattleSwing(
        opened=fought.opened,
        closed=fought.closed,
        moment=fought.moment,
        area=fought.area,
        name=rules.narrator.area_name(fought.area),
        attacker=fought.attacker,
        method="simulated" if found.fights else "exact",
        positions=found.positions,
        fights=found.fights,
        held=odds.hold(found, fought.end.holder),
        sides=tuple(
            _tell(found, number, side, fought, pieces[number], points[number])
            for number, side in enumerate(rules.sides)
        ),
    )
    return Swing(told, pieces[0].variance, points[0].variance)


def _measure(found: Forecast, worth: Worth, came: End) -> Measured:
    ends = [(worth(end), chance) for end, chance in found.ends.items()]
    value, mean = worth(came), _find_mean(ends)
    variance = _find_mean([((one - mean) ** 2, chance) for one, chance in ends])
    under = sum((chance for one, chance in ends if one < value), start=Fraction(0))
    equal = sum((chance for one, chance in ends if one == value), start=Fraction(0))
    return Measured(value - mean, variance, under + equal / 2)


def _find_mean(ends: Sequence[tuple[int | Fraction, Fraction]]) -> Fraction:
    return sum((one * chance for one, chance in ends), start=Fraction(0))


def _count_gain(number: int) -> Worth:
    """By how much the other side lost more."""
    return lambda end: end.lost[1 - number] - end.lost[number]


def _count_points(rules: GreatWar, fought: Fought, side: Side) -> Worth:
    """The victory points of a side: those of the area, if the side they count for holds it, and of armies."""
    theatre = rules.theatre
    counts_for = theatre.pack.tables.victory.counts_for
    worth, pieces, sign = (
        theatre.areas[fought.area].points,
        fought.start.map.pieces,
        1 if side == counts_for else -1,
    )

    def count(end: End) -> int:
        armies = [pieces[id].side for id in end.gone if pieces[id].kind == "army"]
        lost = sum(-1 if one == counts_for else 1 for one in armies)
        return sign * (lost + (worth if end.holder == counts_for else 0))

    return count


def _tell(
    found: Forecast, number: int, side: Side, fought: Fought, pieces: Measured, points: Measured
) -> SideSwing:
    expected = _find_mean([(end.lost[number], chance) for end, chance in found.ends.items()])
    return SideSwing(
        side=side,
        lost=fought.end.lost[number],
        paid=fought.paid.get(side, 0),
        expected=str(expected),
        about=_round(expected),
        pieces=str(pieces.beyond),
        about_pieces=_round(pieces.beyond),
        points=str(points.beyond),
        about_points=_round(points.beyond),
        worse=round(float(100 * pieces.worse), 1),
    )


def add_up(rules: GreatWar, swings: Sequence[Swing]) -> tuple[SideLedger, ...]:
    """The luck of each side in all battles together."""
    return tuple(_add_up(swings, number, side) for number, side in enumerate(rules.sides))


def _add_up(swings: Sequence[Swing], number: int, side: Side) -> SideLedger:
    pieces = sum((Fraction(one.told.sides[number].pieces) for one in swings), start=Fraction(0))
    points = sum((Fraction(one.told.sides[number].points) for one in swings), start=Fraction(0))
    return SideLedger(
        side=side,
        pieces=str(pieces),
        about_pieces=_round(pieces),
        deviation=round(sqrt(sum(one.pieces for one in swings)), 2),
        points=str(points),
        about_points=_round(points),
        points_deviation=round(sqrt(sum(one.points for one in swings)), 2),
    )


def rank(swings: Sequence[Swing]) -> tuple[BattleSwing, ...]:
    """The battles as they were fought, those marked in which luck moved most: points first, then pieces."""
    told = [one.told for one in swings]
    moved = sorted(range(len(told)), key=lambda at: _measure_move(told[at]), reverse=True)
    places = {
        at: place for place, at in enumerate(moved[:MOST_TURNING], start=1) if any(_measure_move(told[at]))
    }
    return tuple(replace(one, turning=places.get(at, 0)) for at, one in enumerate(told))


def _measure_move(swing: BattleSwing) -> tuple[float, float]:
    """Points to a tenth: less than that decides nothing."""
    first = swing.sides[0]
    return abs(round(first.about_points, 1)), abs(first.about_pieces)


def _round(number: Fraction) -> float:
    # A zero bears no sign.
    return round(float(number), 2) + 0.0
