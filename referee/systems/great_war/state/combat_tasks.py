"""Tasks of the agenda that cards, biplanes and crises bring."""

from typing import Literal

from referee.values.value import Value
from schemas.great_war.clauses import Clause
from schemas.great_war.words import Kind
from schemas.record import Side


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
