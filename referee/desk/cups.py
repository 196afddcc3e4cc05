"""The dice of a letter: one cup for each order that is judged, shaken only if the order stands."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from referee.core.dice import Dice, NoDice
from referee.desk import filing
from referee.desk.chance import SealedDice, Secrets, Spent, SpokenDice, order_digest, sealed_digest
from referee.desk.history import Rules
from schemas.journal import Header, Key
from schemas.record import PUBLIC, Order


@dataclass(frozen=True, slots=True)
class Shaken:
    """What an entry has to say about its dice; `renewed` is the anchor of the chain that begins before it."""

    key: Key | None = None
    sealed: str | None = None
    order_salt: str | None = None
    source: str | None = None
    renewed: str | None = None


class Cups(Protocol):
    """Where the dice of a letter come from."""

    def dice(self, order: Order) -> Dice:
        """The dice for the next order."""
        ...

    def shaken(self) -> Sequence[Shaken]:
        """What was done with the dice of each order so far."""
        ...


class EmptyCups:
    """Nobody may throw: the cups of a dry run."""

    def dice(self, order: Order) -> Dice:
        """Dice that refuse to be thrown."""
        return NoDice()

    def shaken(self) -> Sequence[Shaken]:
        """Nothing."""
        return ()


@dataclass(frozen=True, slots=True)
class _Sealed:
    dice: SealedDice
    sealed: str | None
    order_salt: str | None
    renewed: str | None

    def shaken(self) -> Shaken:
        if not self.dice.used:
            return Shaken()
        return Shaken(self.dice.spent, self.sealed, self.order_salt, renewed=self.renewed)


class SealedCups:
    """Dice that follow from the keys of the chain."""

    def __init__(self, rules: Rules, header: Header, secrets: Secrets, spent: Spent) -> None:
        self._rules, self._match, self._secrets, self._spent = rules, header.match, secrets, spent
        self._cups: list[_Sealed] = []

    def dice(self, order: Order) -> Dice:
        """The dice of the next key; a chain that wanes is renewed before it is used up."""
        if self._cups and self._cups[-1].dice.used:
            self._spent = self._next()
        now, renewed = self._spent, None
        if self._secrets.wanes(now):
            now = Spent(now.chain + 1)
            renewed = self._secrets.anchor(now.chain)
        self._cups.append(self._cup(order, now, renewed))
        return self._cups[-1].dice

    def shaken(self) -> Sequence[Shaken]:
        """What each entry has to publish."""
        return tuple(cup.shaken() for cup in self._cups)

    def _next(self) -> Spent:
        chain = self._spent.chain + (1 if self._cups[-1].renewed else 0)
        key = self._cups[-1].dice.spent
        return Spent(chain, key.n if key else self._spent.keys)

    def _cup(self, order: Order, now: Spent, renewed: str | None) -> _Sealed:
        told = filing.json(order)
        if self._rules.overheard(order, PUBLIC) == order:
            salt, digest = None, order_digest(told)
        else:
            salt = self._secrets.order_salt(self._match, now, order.side)
            digest = sealed_digest(told, salt)
        dice = self._secrets.dice(self._match, now, order.side, digest)
        return _Sealed(dice, digest if salt else None, salt, renewed)


class SpokenCups:
    """Dice that people threw; what nobody may see is still drawn from the hidden secret."""

    def __init__(self, header: Header, secrets: Secrets, faces: Sequence[int], source: str) -> None:
        self.spoken = SpokenDice(faces, match=header.match, hidden=secrets.hidden)
        self._source = source
        self._thrown: list[int] = []

    def dice(self, order: Order) -> Dice:
        """The faces that are left."""
        self._thrown.append(len(self.spoken.throws))
        return self.spoken

    def shaken(self) -> Sequence[Shaken]:
        """The source, for each order that used a face."""
        ends = [*self._thrown[1:], len(self.spoken.throws)]
        return tuple(
            Shaken(source=self._source) if end > start else Shaken()
            for start, end in zip(self._thrown, ends, strict=True)
        )
