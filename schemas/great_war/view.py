"""What one viewer may know of a position."""

from collections.abc import Mapping
from typing import Literal

from msgspec import UNSET, UnsetType

from schemas.great_war.events import Intention
from schemas.great_war.names import Kind
from schemas.great_war.orders import Mode
from schemas.model import Slug
from schemas.record import Prompt, Record, Side

Standing = Literal["held", "disputed", "neutral"]
"""Whose an area is: its owner's, nobody's yet, or still its owner's while both sides stand in it."""


class PieceView(Record):
    """A playing piece on the map or inside an army."""

    id: str
    nation: Slug
    side: Side
    kind: Kind
    area: Slug
    army: str | None = None
    entrenched: bool = False
    fortified: bool = False
    strength: int = 0
    moved: int = 0
    mode: Mode | None = None
    retreated: bool = False


class AreaView(Record):
    """An area: who owns it, what it counts, and what stands in it outside armies."""

    id: Slug
    owner: Side | None
    status: Standing
    points: int
    pieces: tuple[str, ...] = ()


class ArmyView(Record):
    """An army and the pieces in it; where templates are hidden, `more` is true if it holds others."""

    id: str
    area: Slug
    holds: tuple[str, ...] = ()
    more: bool | UnsetType = UNSET


class HandView(Record):
    """A side's hand. Its size is public; `cards` is empty for those who may not see them."""

    side: Side
    size: int
    cards: tuple[int, ...] = ()
    locked: tuple[int, ...] = ()


class VictoryView(Record):
    """The victory point total of now, its parts, and the level it stands for."""

    areas: int
    armies: int
    blockade: int
    crises: int = 0
    guns: int = 0
    transit: int = 0
    total: int
    level: str


class PlayedView(Record):
    """A card that bears on the battles of the turn, on one of them or on all."""

    side: Side
    card: int
    area: Slug | None = None


class TurnView(Record):
    """The player turn: whose it is, what was played, and how much of its limits is used."""

    side: Side
    kind: str
    rails: int
    strategics: int
    seas: int
    battles: tuple[Slug, ...] = ()
    fought: tuple[Slug, ...] = ()
    played: tuple[PlayedView, ...] = ()
    bonus: tuple[Slug, ...] = ()


class PurseView(Record):
    """The build points that a nation of its own spends, and how many are spent, for those who may read it."""

    nation: Slug
    points: int
    spent: int = 0


class PlanView(Record):
    """A side's build points and hand limit of the season, and its sealed plan, for those who may read it."""

    side: Side
    points: int
    card_limit: int
    closed: bool
    spent: int = 0
    planned: tuple[Intention, ...] = ()
    purses: tuple[PurseView, ...] = ()


class View(Record):
    """A position as one viewer may know it, built up from nothing.

    `first` has the first player turn of the season, or keeps it if the bids are level; only where sides bid.
    `passes` counts the last player turns, the current one included, that were passes; two end the season.
    """

    viewer: Side
    turn: int
    title: str
    first: Side | UnsetType = UNSET
    prompts: tuple[Prompt, ...]
    now: TurnView | None
    passes: int = 0
    areas: tuple[AreaView, ...]
    pieces: tuple[PieceView, ...]
    armies: tuple[ArmyView, ...]
    eliminated: tuple[str, ...]
    hands: tuple[HandView, ...]
    pile: int
    discards: tuple[int, ...]
    removed: tuple[int, ...] = ()
    pool: Mapping[Slug, Mapping[Kind, int]]
    victory: VictoryView
    supply: Mapping[Side, tuple[Slug, ...]]
    plans: tuple[PlanView, ...]
    unsupplied: tuple[str, ...]
    armistice: Side | None
    result: str | None


class UnseenPiece(Record):
    """A piece that is in an army, others do not know in which."""

    id: str
    nation: Slug
    kind: Kind


class CoveredView(View):
    """A position with hidden templates; `unseen` are, by side, the pieces in armies one may not look into."""

    unseen: Mapping[Side, tuple[UnseenPiece, ...]]
