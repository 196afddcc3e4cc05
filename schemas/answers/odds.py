"""Answers of `referee odds` and `referee analyse`."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from schemas.record import Record, Side


class EndOdds(Record):
    """One result of a battle with its chance as a fraction. `holder` is null if the area is disputed.

    `losses` counts lost pieces, except armies, and points of forts, by side. `gone` are the lost armies and
    forts.
    """

    holder: Side | None
    losses: Mapping[Side, int]
    gone: tuple[str, ...] = ()
    chance: str

    @property
    def exact(self) -> Fraction:
        """The chance as a `Fraction`."""
        return Fraction(self.chance)


class HolderOdds(Record):
    """The chance that a side controls the area afterwards, or that no side does.

    For simulated fights, `least` and `most` are the 95 % confidence interval in percent.
    """

    holder: Side | None
    chance: str
    percent: float
    least: float | None = None
    most: float | None = None

    @property
    def exact(self) -> Fraction:
        """The chance as a `Fraction`."""
        return Fraction(self.chance)


class LossOdds(Record):
    """The losses of a side: the mean as a fraction, and as a decimal number.

    `low` and `high` are the 5 % and 95 % quantiles. `table` is the chance of each number of losses.
    """

    side: Side
    mean: str
    about: float
    low: int
    high: int
    table: Mapping[int, str]

    @property
    def exact(self) -> Fraction:
        """The mean as a number."""
        return Fraction(self.mean)


class GoneOdds(Record):
    """The chance that an army or a fort is lost."""

    piece: str
    name: str
    side: Side
    chance: str
    percent: float


class CardOdds(Record):
    """A card that a side plays on a battle before it is fought.

    `held` is the chance, as a fraction, that the side has a card of this kind, for an observer who sees no
    hand. It is null without a match.
    """

    side: Side
    card: int
    name: str
    held: str | None = None
    percent: float | None = None


ChoiceKind = Literal["as-it-is", "card", "unseen", "rounds"]
"""Kinds of choices around a battle."""


class ChoiceOdds(Record):
    """A choice around a battle with its results for the attacker.

    `as-it-is` is the battle without further cards. A `card` is played by `side`, which has it with the chance
    `hand_chance` by the viewer's knowledge. `unseen` weighs the cards that the enemy of the viewer may hold;
    the enemy plays the best of them. In `rounds` the attacker fights at most so many battles in a row, each
    only with more than `stop` pieces. `chance` is that of taking the area, `losses` are means, `points` the
    expected change of victory points for the attacker. The `best` choice of the attacker has most points.
    """

    kind: ChoiceKind
    side: Side = ""
    card: int | None = None
    name: str = ""
    hand_chance: str | None = None
    rounds: int = 1
    stop: int = 0
    chance: str
    percent: float
    losses: Mapping[Side, str]
    about: Mapping[Side, float]
    points: str
    about_points: float
    best: bool = False

    @property
    def exact(self) -> Fraction:
        """The chance as a `Fraction`."""
        return Fraction(self.chance)


class BattleOdds(Record):
    """The odds of one battle. The chances of its results sum to 1.

    `positions` were evaluated for exact chances, or else `fights` were simulated. With `deals`, the armies
    are hidden and the chances are means over deals of pieces that fit the viewer's knowledge.
    """

    area: str
    name: str
    attacker: Side
    fought: bool
    method: Literal["exact", "simulated", "weighed"]
    positions: int = 0
    fights: int = 0
    deals: int = 0
    holders: tuple[HolderOdds, ...]
    losses: tuple[LossOdds, ...]
    gone: tuple[GoneOdds, ...]
    ends: tuple[EndOdds, ...]
    cards: tuple[CardOdds, ...] = ()
    choices: tuple[ChoiceOdds, ...] = ()


class HiddenBattle(Record):
    """A battle without odds, because its armies are hidden from the viewer."""

    area: str
    name: str


class Odds(Record):
    """The odds of each battle of a player turn, by a policy and without cards.

    `policy` are the lines of the given file, which precede quiet answers. `chart` lists the kinds of pieces
    in the order in which they take hits, and `sides` the names of the sides.
    """

    match: str
    viewer: Side
    policy: tuple[str, ...]
    chart: tuple[str, ...]
    battles: tuple[BattleOdds, ...]
    hidden: tuple[HiddenBattle, ...] = ()
    sides: Mapping[Side, str]


class ResultOdds(Record):
    """One result of a scene, with its name and its chance as a fraction."""

    result: str
    name: str
    chance: str
    percent: float


class SceneOdds(Record):
    """The results of one scene on a table. Chances do not sum to 1 if an end has several results."""

    pack: str
    scene: str
    results: tuple[ResultOdds, ...]


class SideSwing(Record):
    """The luck of a side in a battle, compared with the mean of all possible courses.

    `lost` counts pieces, except armies, and points of forts; `paid` are hits paid by cards; `expected` is the
    mean of their sum. `pieces` is the gain over the other side, cards included, and `points` the gain in
    victory points. The means are fractions, with decimal numbers in `about`. `worse` is the percentage of
    courses in which the side would have gained fewer pieces; equal courses count half.
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
    """A battle that was fought, compared with all its possible courses.

    In each course both sides give their actual answers if these are legal, or quiet answers. The battle was
    `opened` and `closed` in these entries. `held` is the side in control, with its chance. `positions` were
    evaluated for exact chances, or else `fights` were simulated. `turning` is its rank among the turning
    points, or 0.
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
    """The luck of a side in all battles: pieces and points above the mean, with the standard deviation.

    `deviation` and `points_deviation` are the standard deviations of pieces and of points.
    """

    side: Side
    pieces: str
    about_pieces: float
    deviation: float
    points: str
    about_points: float
    points_deviation: float


class OrderChange(Record):
    """The effect of an order on the next battle of an area: the chance to control it afterwards.

    An order was `given`, `ruled` on, or `refused`. `battle` is the entry that opened the battle in the same
    player turn, or 0 if none was fought; the odds are then those of that moment. There are no odds if the
    attacker has no piece there.
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
    """A hindsight analysis of a match. `hidden` are battles whose armies were hidden from the viewer.

    A `secret` answer contains facts that not every viewer may know.
    """

    match: str
    viewer: Side
    sides: Mapping[Side, str]
    battles: tuple[BattleSwing, ...] = ()
    ledger: tuple[SideLedger, ...] = ()
    changes: tuple[OrderChange, ...] = ()
    hidden: tuple[HiddenBattle, ...] = ()
    secret: bool = False
