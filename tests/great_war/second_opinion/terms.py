"""What a battle is fought on, and the words in which an opinion on it is told."""

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass

Answer = tuple[str, ...]
"""What a side says: `lose`, `react` and an id, `retreat` with area and army, `spend` a card, `done`."""

Group = tuple[str, int]
"""Dice of one kind of piece at one firepower."""

DONE: Answer = ("done",)


@dataclass(frozen=True)
class Ask:
    """A question to a side, with every lawful answer."""

    side: str
    what: str
    lawful: frozenset[Answer]


@dataclass(frozen=True)
class Throw:
    """Dice that a side throws in one phase."""

    side: str
    phase: str
    dice: Counter[Group]


Course = Generator[Ask | Throw, "Answer | dict[Group, tuple[int, ...]]", None]


@dataclass(frozen=True)
class Terms:
    """What was settled before the battle: where, whose turn, the cards on it, and an option.

    `gas` and `barrage` are the sides that played them here, `bonus` the letter, number and nation of extra
    dice.
    """

    area: str
    attacker: str
    rough: bool = False
    weather: bool = False
    surprise: bool = False
    gas: frozenset[str] = frozenset()
    barrage: frozenset[str] = frozenset()
    bonus: tuple[str, int, str] | None = None
    blocked_stay: bool = False

    @property
    def defender(self) -> str:
        return "entente" if self.attacker == "german" else "german"
