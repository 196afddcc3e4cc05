"""What a battle of one round may come to, in closed form: quick enough to weigh thousands of plans."""

from functools import cache
from math import exp
from typing import NamedTuple

from referee.analysis.bots.planner.groups import Force


class Clash(NamedTuple):
    """The chance that no defender is left, and what each side loses in the mean."""

    won: float
    lost: float
    killed: float


@cache
def expect(attack: Force, defence: Force) -> Clash:
    """The battle of one round: guns, then the defence, then all attackers that are left."""
    if not defence.strength or not attack.strength:
        return Clash(float(not defence.strength), 0.0, 0.0)
    first = attack.guns + (attack.siege if defence.fort else 0.0)
    left = max(0.0, 1.0 - first / defence.strength)
    lost = _pay(defence.stand * left, attack.strength)
    going = 1.0 - lost / attack.strength
    raid = 0.0 if defence.infantry else attack.riders
    late = (attack.fire + raid + (attack.siege if defence.fort > first else 0.0)) * going
    # A fort of one point holds nothing by itself.
    needed = defence.strength - (1 if defence.fort == defence.strength else 0)
    hits = first + late
    return Clash(_reach(hits, needed), lost, _pay(hits, defence.strength))


def _reach(mean: float, least: int) -> float:
    """The chance of so many hits at least, where so many are expected (Poisson)."""
    if least <= 0:
        return 1.0
    term = below = exp(-mean)
    for count in range(1, least):
        term *= mean / count
        below += term
    return max(0.0, 1.0 - below)


def _pay(mean: float, most: int) -> float:
    """How many hits are paid in the mean, where there are so many pieces at most."""
    return sum(_reach(mean, least) for least in range(1, most + 1))
