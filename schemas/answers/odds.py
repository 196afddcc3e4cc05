"""How battles may end, as `referee odds` answers it."""

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
