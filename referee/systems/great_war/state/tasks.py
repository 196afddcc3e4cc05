"""Tasks of the agenda: what is still to be done, the questions among it."""

from referee.systems.great_war.state.combat_tasks import CombatTask
from referee.values.classes import dataclass
from schemas.great_war.plan_events import Planned
from schemas.great_war.words import FirePhase
from schemas.record import Side


@dataclass(frozen=True, slots=True)
class DealCards:
    """Shuffle and deal the opening hands."""


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """A side's player turn comes next."""

    side: Side


@dataclass(frozen=True, slots=True)
class ChooseOffensive:
    """A side plays an offensive card or passes."""

    side: Side


@dataclass(frozen=True, slots=True)
class MovePieces:
    """The attacker moves any or all of his pieces."""

    side: Side


@dataclass(frozen=True, slots=True)
class PassMove:
    """A passing side may move one piece, or redraw."""

    side: Side


@dataclass(frozen=True, slots=True)
class DeclareBattles:
    """The attacker names the areas where he fights."""

    side: Side


@dataclass(frozen=True, slots=True)
class FightBattles:
    """The declared battles are fought one by one; then the player turn ends."""

    side: Side


@dataclass(frozen=True, slots=True)
class RideOff:
    """Cavalry of a side may leave before the battle; `begun` is an answer that waits for its `done`."""

    side: Side
    area: str
    begun: bool = False


@dataclass(frozen=True, slots=True)
class Fire:
    """A side fires in one phase."""

    side: Side
    area: str
    phase: FirePhase


@dataclass(frozen=True, slots=True)
class PayHits:
    """A side owes this many hits, `siege` of them to siege guns.

    Fortified pieces that have `withstood` one in this phase withstand no other.
    """

    side: Side
    area: str
    phase: FirePhase
    hits: int
    siege: int = 0
    withstood: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StandOrRetreat:
    """The defender says which pieces retreat instead of firing; `begun` as for cavalry."""

    side: Side
    area: str
    begun: bool = False


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The declared retreats are carried out."""

    side: Side
    area: str


@dataclass(frozen=True, slots=True)
class RetreatAfter:
    """A side may take pieces out of the battle, all to one area; `begun` as for cavalry."""

    side: Side
    area: str
    begun: bool = False


@dataclass(frozen=True, slots=True)
class LeaveEmpty:
    """An empty army must leave a disputed area."""

    army: str
    side: Side
    area: str


@dataclass(frozen=True, slots=True)
class CloseBattle:
    """What a battle leaves behind is settled."""

    area: str


@dataclass(frozen=True, slots=True)
class ReadEvents:
    """What the game events chart says of the season happens."""


@dataclass(frozen=True, slots=True)
class CheckSupply:
    """The pieces out of supply are marked."""


@dataclass(frozen=True, slots=True)
class MakePlans:
    """Both sides plan at once, under seal; then everything that was planned happens."""

    phase: Planned


@dataclass(frozen=True, slots=True)
class DealPurchases:
    """The cards that were bought are dealt."""


@dataclass(frozen=True, slots=True)
class TrimHands:
    """Hands above their limit are cut down by their owners."""


@dataclass(frozen=True, slots=True)
class RollTransit:
    """Dice are thrown for what is in a transit box."""


@dataclass(frozen=True, slots=True)
class LoseInTransit:
    """A side removes pieces from its transit box; `count` of them are still due."""

    side: Side
    count: int


@dataclass(frozen=True, slots=True)
class AdvanceSeason:
    """The season marker moves on."""


Task = (
    DealCards | OpenTurn | ChooseOffensive | MovePieces | PassMove | DeclareBattles | FightBattles | RideOff
    | Fire | PayHits | StandOrRetreat | Withdraw | RetreatAfter | LeaveEmpty | CloseBattle | AdvanceSeason
    | CombatTask
    | ReadEvents | CheckSupply | MakePlans | DealPurchases | TrimHands | RollTransit | LoseInTransit
)  # fmt: skip
