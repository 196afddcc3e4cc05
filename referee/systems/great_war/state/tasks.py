"""Tasks of the agenda: questions and automatic work."""

from typing import Literal

from schemas.great_war.clauses import Clause
from schemas.great_war.names import FirePhase, Kind
from schemas.great_war.plan_events import Planned
from schemas.record import Side, Value


class Assigned(Value):
    """A card played on one battle of the turn, or on all of them."""

    side: Side
    card: int
    area: str | None = None


class CombatCards(Value):
    """The defender plays cards on the declared battles."""

    side: Side


class KeepBattle(Value):
    """The weather leaves the attacker one battle of those he declared, or none."""

    side: Side


class Dogfight(Value):
    """Biplanes of both sides fire at each other."""

    area: str


class AnswerFire(Value):
    """The defender's biplanes have hits of the attacker's infantry thrown again."""

    side: Side
    area: str


class PayCrisis(Value):
    """A side removes pieces for a crisis or a withdrawal; `count` of them are still due.

    Each that is missing in the end, or all of them together by a card, move the victory points by `shift`.
    `name` is what the pack calls a withdrawal, or the number of the card that brought a crisis.
    """

    side: Side
    name: str | int
    clause: Clause
    nations: tuple[str, ...]
    kinds: tuple[Kind, ...]
    count: int
    shift: int
    fate: Literal["crisis", "withdrawn"] = "crisis"


class Scrambling(Value):
    """The defender may bring biplanes into the battle from quiet areas next to it."""

    side: Side
    area: str


CombatTask = CombatCards | KeepBattle | Dogfight | AnswerFire | PayCrisis | Scrambling


class DealCards(Value):
    """Shuffle and deal the opening hands."""


class OpenTurn(Value):
    """A side's player turn comes next."""

    side: Side


class ChooseOffensive(Value):
    """A side plays an offensive card or passes."""

    side: Side


class MovePieces(Value):
    """The attacker moves any or all of his pieces."""

    side: Side


class PassMove(Value):
    """A passing side may move one piece, or redraw."""

    side: Side


class DeclareBattles(Value):
    """The attacker names the areas where he fights."""

    side: Side


class FightBattles(Value):
    """The declared battles are fought one by one; then the player turn ends."""

    side: Side


class RideOff(Value):
    """Cavalry of a side may leave before the battle; `begun` is an answer that waits for its `done`."""

    side: Side
    area: str
    begun: bool = False


class Fire(Value):
    """A side fires in one phase."""

    side: Side
    area: str
    phase: FirePhase


class PayHits(Value):
    """A side owes this many hits, `siege` of them to siege guns.

    Fortified pieces that have `withstood` one in this phase withstand no other.
    """

    side: Side
    area: str
    phase: FirePhase
    hits: int
    siege: int = 0
    withstood: tuple[str, ...] = ()


class StandOrRetreat(Value):
    """The defender says which pieces retreat instead of firing; `begun` as for cavalry."""

    side: Side
    area: str
    begun: bool = False


class Withdraw(Value):
    """The declared retreats are carried out."""

    side: Side
    area: str


class RetreatAfter(Value):
    """A side may take pieces out of the battle, all to one area; `begun` as for cavalry."""

    side: Side
    area: str
    begun: bool = False


class LeaveEmpty(Value):
    """An empty army must leave a disputed area."""

    army: str
    side: Side
    area: str


class CloseBattle(Value):
    """Settle the results of a battle."""

    area: str


class ReadEvents(Value):
    """Apply the events of the game events chart for the season."""


class CheckSupply(Value):
    """The pieces out of supply are marked."""


class MakePlans(Value):
    """Both sides plan at once, under seal; then everything that was planned happens."""

    phase: Planned


class DealPurchases(Value):
    """The cards that were bought are dealt."""


class TrimHands(Value):
    """Hands above their limit are cut down by their owners."""


class RollTransit(Value):
    """Roll for the pieces in a transit box."""


class LoseInTransit(Value):
    """A side removes pieces from its transit box; `count` of them are still due."""

    side: Side
    count: int


class AdvanceSeason(Value):
    """The season marker moves on."""


Task = (
    DealCards | OpenTurn | ChooseOffensive | MovePieces | PassMove | DeclareBattles | FightBattles | RideOff
    | Fire | PayHits | StandOrRetreat | Withdraw | RetreatAfter | LeaveEmpty | CloseBattle | AdvanceSeason
    | CombatTask
    | ReadEvents | CheckSupply | MakePlans | DealPurchases | TrimHands | RollTransit | LoseInTransit
)  # fmt: skip
