"""Answers of `referee odds` and `referee analyse`."""

from collections.abc import Mapping
from typing import Literal

from schemas.record import Record, Side


class EndOdds(Record):
    """One end of a battle with its chance as a fraction; `holder` is null where the area is in dispute.

    `losses` counts by side the pieces that are lost, beside armies, and the points of forts; `gone` are the
    armies and forts that are off the map.
    """

    holder: Side | None
    losses: Mapping[Side, int]
    gone: tuple[str, ...] = ()
    chance: str


class HolderOdds(Record):
    """The chance that a side holds the area afterwards, or that no side does.

    Where fights were by lot, the true chance is between `least` and `most` percent in 19 of 20 such answers.
    """

    holder: Side | None
    chance: str
    percent: float
    least: float | None = None
    most: float | None = None


class LossOdds(Record):
    """What a side loses: the mean as a fraction, and about as a number.

    With a chance of 5 % or more it loses `low` or fewer, with 95 % or more `high` or fewer; these are the
    smallest such numbers. `table` has the chance of each number of losses.
    """

    side: Side
    mean: str
    about: float
    low: int
    high: int
    table: Mapping[int, str]


class GoneOdds(Record):
    """The chance that an army or a fort is off the map afterwards."""

    piece: str
    name: str
    side: Side
    chance: str
    percent: float


class CardOdds(Record):
    """A card that a side plays on a battle before it is fought.

    `held` is the chance, as a fraction, that the side holds a card of this kind, to those who look into no
    hand; it is null for a battle of no match.
    """

    side: Side
    card: int
    name: str
    held: str | None = None
    percent: float | None = None


class BattleOdds(Record):
    """How one battle may end; its chances sum to 1.

    `positions` were played on from where the chances are exact; otherwise so many `fights` were by lot.
    """

    area: str
    name: str
    attacker: Side
    fought: bool
    method: Literal["exact", "simulated"]
    positions: int = 0
    fights: int = 0
    holders: tuple[HolderOdds, ...]
    losses: tuple[LossOdds, ...]
    gone: tuple[GoneOdds, ...]
    ends: tuple[EndOdds, ...]
    cards: tuple[CardOdds, ...] = ()


class HiddenBattle(Record):
    """A battle without odds: its armies are hidden from the reader."""

    area: str
    name: str


class Odds(Record):
    """How the battles of a player turn may end for a reader, each alone, by a policy and without cards.

    `policy` are the lines of the file that was named, which come before quiet answers; `chart` are the kinds
    of pieces in the order in which hits fall on them, `sides` the names of the sides.
    """

    match: str
    viewer: Side
    policy: tuple[str, ...]
    chart: tuple[str, ...]
    battles: tuple[BattleOdds, ...]
    hidden: tuple[HiddenBattle, ...] = ()
    sides: Mapping[Side, str]


class ResultOdds(Record):
    """One result of a scene, with its name for people and its chance as a fraction."""

    result: str
    name: str
    chance: str
    percent: float


class SceneOdds(Record):
    """The results of one scene on a table; where an end has several, they do not sum to 1."""

    pack: str
    scene: str
    results: tuple[ResultOdds, ...]


class SideSwing(Record):
    """What the dice of a battle gave a side, beyond the mean of all courses the battle could take.

    `lost` counts pieces beside armies, and points of forts; `paid` are hits that a card paid in their place;
    `expected` is the mean of both together. `pieces` is what the side gained on the other, with what cards
    paid; `points` are victory points. These means are fractions, and `about` is the same as a number. In
    `worse` percent of the courses the side would have gained fewer pieces; of those that give as many, half
    are counted.
    """

    side: Side
    lost: int
    paid: int
    expected: str
    about: float
    pieces: str
    about_pieces: float
    points: str
    about_points: float
    worse: float


class BattleSwing(Record):
    """A battle that was fought, against all the courses that it could take.

    Both sides answer in each course what they answered, as far as the rules allow it, and quietly otherwise.
    It was `opened` and `closed` in these entries. `held` is who has the area, with the chance of that.
    `positions` were played on from where the chances are exact; otherwise so many `fights` were by lot.
    `turning` is its place among the turning points, 0 if it is none of them.
    """

    opened: int
    closed: int
    moment: str
    area: str
    name: str
    attacker: Side
    method: Literal["exact", "simulated"]
    positions: int = 0
    fights: int = 0
    held: HolderOdds
    sides: tuple[SideSwing, ...]
    turning: int = 0


class SideLedger(Record):
    """The luck of a side in all battles: pieces and points beyond the mean, and the usual distance from it.

    `deviation` and `points_deviation` are one standard deviation of pieces and of points.
    """

    side: Side
    pieces: str
    about_pieces: float
    deviation: float
    points: str
    about_points: float
    points_deviation: float


class OrderChange(Record):
    """What an order changed in the next battle of an area, or would have: who is to hold it afterwards.

    An order was `given`, or `ruled` on, or `refused`. `battle` is the entry that opened the battle in the
    same player turn; it is 0 where none was fought, and the odds are then those of the moment. Without odds
    the attacker has no piece there.
    """

    kind: Literal["given", "ruled", "refused"]
    entry: int
    side: Side
    order: str
    area: str
    name: str
    attacker: Side
    battle: int = 0
    before: HolderOdds | None = None
    after: HolderOdds | None = None


class Hindsight(Record):
    """A match looked back upon, for a reader: `hidden` are battles whose armies were hidden from him.

    A `secret` answer holds what not every reader may know.
    """

    match: str
    viewer: Side
    sides: Mapping[Side, str]
    battles: tuple[BattleSwing, ...] = ()
    ledger: tuple[SideLedger, ...] = ()
    changes: tuple[OrderChange, ...] = ()
    hidden: tuple[HiddenBattle, ...] = ()
    secret: bool = False
