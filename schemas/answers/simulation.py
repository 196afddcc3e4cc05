"""What wars between programs come to, as `referee simulate` answers it."""

from collections.abc import Mapping

from schemas.record import Record, Side


class Standing(Record):
    """How a war stood at the end of a moment: its points, and who held which area alone."""

    moment: str
    points: int
    held: Mapping[str, Side] = {}


class SimulatedWar(Record):
    """One war: its level at the end, how it stood from moment to moment, and what was used in it.

    `cards` are the numbers of those that orders played, `clauses` those that questions and events named.
    """

    number: int
    level: str
    orders: int
    standings: tuple[Standing, ...]
    cards: tuple[int, ...] = ()
    clauses: tuple[str, ...] = ()


class LostWar(Record):
    """A war whose worker died as often as it was tried."""

    number: int
    tries: int


class LevelShare(Record):
    """How many wars ended at a level; Wilson's interval holds the true share in 19 of 20 studies."""

    level: str
    wars: int
    percent: float
    least: float
    most: float


class MomentPoints(Record):
    """The points at the end of a moment, over the wars that came so far: mean, and five of the quantiles."""

    moment: str
    wars: int
    mean: float
    low: int
    quarter: int
    median: int
    upper: int
    high: int


class AreaShare(Record):
    """In what percent of the wars each side held an area at the end; the rest was held by no side alone."""

    area: str
    name: str
    percent: Mapping[Side, float]


class UnplayedCard(Record):
    """A kind of card of which no war saw one played."""

    card: str
    name: str


class Simulated(Record):
    """A study of a pack: wars between these players, all of which follow from the seed and their numbers.

    `orders` is the mean of the orders of a war. `named` counts the clauses that some question or event named,
    of the `clauses` of the pack; a family of games that does not tell has none.
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
    """Two packs over the same seeds: how much more points the second gave at the end, war by war.

    `least` and `most` hold the true mean in 19 of 20 studies; `moved` counts the wars that ended at another
    level.
    """

    first: Simulated
    second: Simulated
    pairs: int
    mean: float
    least: float
    most: float
    moved: int


class WarsFile(Record):
    """The head of a file of wars: what they were, so that parts of one study can be put together."""

    pack: str
    digest: str
    scenario: str
    options: Mapping[str, str]
    players: Mapping[Side, str]
    seed: int
    turns: int | None = None
