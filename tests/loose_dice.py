"""Dice of a seeded generator: quick, and good enough to look for trouble with."""

import random
from collections.abc import Sequence

from referee.engine.dice import Draw
from schemas.record import Purpose, Roll


class LooseDice:
    """Dice of a seeded generator: quick, and good enough to look for trouble with."""

    def __init__(self, generator: random.Random) -> None:
        self._generator = generator

    def throw(
        self, purpose: str | Purpose, count: int, *, needed: int, sides: int = 6, owner: str | None = None
    ) -> Roll:
        faces = tuple(self._generator.randint(1, sides) for _ in range(count))
        # In place of a key, so that tests can ask who is to see the throw.
        return Roll(purpose=purpose, sides=sides, needed=needed, key=owner or "", faces=faces)

    def shuffle(self, purpose: str | Purpose, items: Sequence[int]) -> Draw:
        return Draw(purpose, tuple(self._generator.sample(items, len(items))))
