"""Tasks of the agenda that cards, biplanes and crises bring."""

from typing import Literal

from referee.values.classes import dataclass
from schemas.great_war.clauses import Clause
from schemas.great_war.words import Kind
from schemas.record import Side


@dataclass(frozen=True, slots=True)
class Assigned:
    """A card played on one battle of the turn, or on all of them."""

    side: Side
    card: int
    area: str | None = None


@dataclass(frozen=True, slots=True)
class CombatCards:
    """The defender plays cards on the declared battles."""

    side: Side


@dataclass(frozen=True, slots=True)
class KeepBattle:
    """The weather leaves the attacker one battle of those he declared, or none."""

    side: Side


@dataclass(frozen=True, slots=True)
class Dogfight:
    """Biplanes of both sides fire at each other."""

    area: str


@dataclass(frozen=True, slots=True)
class AnswerFire:
    """The defender's biplanes have hits of the attacker's infantry thrown again."""

    side: Side
    area: str


@dataclass(frozen=True, slots=True)
class PayCrisis:
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


@dataclass(frozen=True, slots=True)
class Scrambling:
    """The defender may bring biplanes into the battle from quiet areas next to it."""

    side: Side
    area: str


CombatTask = CombatCards | KeepBattle | Dogfight | AnswerFire | PayCrisis | Scrambling
