"""What luck did in the battles of a match, and what orders changed, as `referee analyse` answers it."""

from collections.abc import Mapping
from typing import Literal

from schemas.answers.odds import HiddenBattle, HolderOdds
from schemas.record import Record, Side


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
