"""What a battle is fought on, and the words in which an opinion on it is told."""

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from schemas.great_war.orders import GreatWarOrder

Answer = tuple[str, ...]
"""What a side says: `lose`, `react` and an id, `retreat` with area and army, `spend` a card, `done`."""

Group = tuple[str, int]
"""Dice of one kind of piece at one firepower."""

DONE: Answer = ("done",)


@dataclass(frozen=True)
class Ask:
    """A question to a side, with every lawful answer; `settled` is one whose answer changes nothing."""

    side: str
    what: str
    lawful: frozenset[Answer]
    settled: bool = False


@dataclass(frozen=True)
class Throw:
    """Dice that a side throws in one phase."""

    side: str
    phase: str
    dice: Counter[Group]


EventRecorder = Generator[Ask | Throw, "Answer | dict[Group, tuple[int, ...]]", None]


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


LATER = "judged when its question is asked"
"""What is said of an order that belongs to the next phase: to give it closes the one that goes on."""


@dataclass(frozen=True)
class Question:
    """A question to one side or both, too wide to list its answers.

    `against` says what speaks against an order, and nothing if it is lawful; `idle` is whether `done` is all
    that could be said.
    """

    sides: frozenset[str]
    what: str
    against: Callable[[GreatWarOrder], str]
    idle: bool = False


@dataclass(frozen=True)
class Draw:
    """Cards that a side draws from the pile."""

    side: str
    count: int


@dataclass(frozen=True)
class Attrition:
    """An army out of supply loses one of these, and there is nothing to choose."""

    lawful: frozenset[str]


@dataclass(frozen=True)
class Shuffle:
    """The draw pile is shuffled and has so many cards."""

    size: int


@dataclass(frozen=True)
class Reached:
    """A point at which both opinions must hold the same: the end of a battle, of a turn, of a phase."""

    point: str


Step = Ask | Throw | Question | Draw | Attrition | Shuffle | Reached

Path = Generator[Step, Any, None]
"""The course of a war: each step is sent what it asks for."""
