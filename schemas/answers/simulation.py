"""Answers of `referee simulate`: results of wars between programs."""

from collections.abc import Mapping

from schemas.record import Record, Side


class Standing(Record):
    """The position at the end of a moment: its points, and the side in control of each area."""

    moment: str
    points: int
    held: Mapping[str, Side] = {}


class SimulatedWar(Record):
    """One war: its final level, its positions over time, and the cards and clauses that were used.

    `cards` are the numbers of played cards, and `clauses` are named by prompts and events.
    """

    number: int
    level: str
    orders: int
    standings: tuple[Standing, ...]
    cards: tuple[int, ...] = ()
    clauses: tuple[str, ...] = ()


class LostWar(Record):
    """A war that was given up because its worker died in every attempt."""

    number: int
    tries: int


class LevelShare(Record):
    """The number of wars that ended at a level, with the 95 % interval of the share by Wilson's method."""

    level: str
    wars: int
    percent: float
    least: float
    most: float


class MomentPoints(Record):
    """The points at the end of a moment, over the wars that reached it: mean and five quantiles."""

    moment: str
    wars: int
    mean: float
    low: int
    quarter: int
    median: int
    upper: int
    high: int


class AreaShare(Record):
    """The percentage of wars in which each side controlled an area at the end.

    No side controlled it in the others.
    """

    area: str
    name: str
    percent: Mapping[Side, float]


class UnplayedCard(Record):
    """A kind of card that no war played."""

    card: str
    name: str


class Simulated(Record):
    """A study of a pack: wars between these players, determined by the seed.

    `orders` is the mean number of orders of a war. `named` counts the clauses of the pack that a prompt or an
    event named. Both counts are 0 for a system that does not record clauses.
    """

    pack: str
    scenario: str
    options: Mapping[str, str]
    players: Mapping[Side, str]
    seed: int
    games: int
    levels: tuple[LevelShare, ...]
    moments: tuple[MomentPoints, ...]
    orders: float
    areas: tuple[AreaShare, ...] = ()
    unplayed: tuple[UnplayedCard, ...] = ()
    named: int = 0
    clauses: int = 0
    lost: tuple[LostWar, ...] = ()
    kept: tuple[str, ...] = ()


class ComparedWars(Record):
    """Two packs compared with the same seeds: the difference in final points, war by war.

    `least` and `most` are the 95 % confidence interval of the mean. `moved` counts the wars that ended at
    another level.
    """

    first: Simulated
    second: Simulated
    pairs: int
    mean: float
    least: float
    most: float
    moved: int


class WarsFile(Record):
    """The header of a file of wars, which allows parts of one study to be combined."""

    pack: str
    digest: str
    scenario: str
    options: Mapping[str, str]
    players: Mapping[Side, str]
    seed: int
    turns: int | None = None
