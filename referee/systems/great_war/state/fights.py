"""The battle that is being fought, and the pieces that will leave it."""

from collections.abc import Mapping

from schemas.great_war.names import Kind
from schemas.record import Side, Value


class Departure(Value):
    """The goal of a piece that will retreat instead of firing."""

    to: str
    into: str | None = None


class Fight(Value):
    """The battle that is being fought.

    `surprise` has its own order of fire; after a `dogfight` no biplane fires. `reacting` biplanes may
    answer the attacker's fire, `reacted` biplanes have; `scored` are hits they may answer, `driven` the hits
    that drive armies back, `withdrawn` the armies of the defender that have gone.
    `named_next` is whether the attacker has said which battle comes after this one.
    """

    area: str
    attacker: Side
    leaving: Mapping[str, Departure]
    destination: Mapping[Side, str]
    surprise: bool = False
    dogfight: bool = False
    reacting: frozenset[str] = frozenset()
    reacted: frozenset[str] = frozenset()
    scored: Mapping[Kind, int] = {}
    driven: int = 0
    withdrawn: int = 0
    named_next: bool = False


NO_DEPARTURES: Mapping[str, Departure] = {}
