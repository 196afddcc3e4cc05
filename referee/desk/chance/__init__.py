"""Chance: keys, faces, hidden draws. The only file that draws secrets.

Keys and secrets are text, 64 hexadecimal digits in lower case, so that a person can check them with
`sha256sum` and `openssl`:

- chain   K(n-1) = SHA-256 of the text of K(n); the header publishes K(0). The n-th entry of a chain that
          throws dice uses K(n) and publishes it.
- face    HMAC-SHA256, keyed with the text of K(n), of the canonical JSON array
          [match, n, side, order digest, purpose, index]. The first byte b counts if it is under
          256 - 256 % sides, and the face is then b % sides + 1; else the next index is tried. The index
          runs on through the whole entry; `Roll.draw` is the index where the first die was tried.
- order   The digest of an order is SHA-256 of its canonical JSON. While the order is still secret,
          SHA-256 of the canonical [order, order salt] stands in for it, with an order salt that follows
          from the hidden secret, so that the moderator had no choice in it.
- chains  When fewer than 64 keys are left, an `anchor` entry publishes K(0) of the next chain, and keys
          are numbered from 1 again. Its last key is HMAC-SHA256, keyed with the hidden secret, of the
          canonical ["chain", anchor of the chain before]: the moderator had no choice in that either.
- hidden  Draws nobody may see follow from the hidden secret alone. The header commits it with its SHA-256,
          and a `reveal` entry opens it when the match is over.
"""

import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from hashlib import sha256
from itertools import count as counting
from os import urandom

from referee.core.dice import DiceNeeded
from referee.core.faults import Complaint, Misuse
from referee.core.values import dataclass
from referee.desk.canonical import canonical, respelled
from schemas.journal import KEYS, Entry, Key
from schemas.record import Roll, Side

RESERVE = 64
"""A chain with fewer keys left than this is to be renewed."""

MOST_SIDES = 256
"""A face is taken from one byte."""


def salt() -> str:
    """A fresh salt: 128 bits that nobody can guess."""
    return urandom(16).hex()


def digest(text: str) -> str:
    """The SHA-256 of a text, as text: one step down the chain."""
    return sha256(text.encode()).hexdigest()


def order_digest(order: object) -> str:
    """The digest of an order that everyone may read; `None` is work the rules did unasked."""
    return sha256(canonical(order)).hexdigest()


def sealed_digest(order: object, order_salt: str) -> str:
    """What stands in for the digest of an order that is still secret."""
    return sha256(canonical([order, order_salt])).hexdigest()


def filed_order_digest(public: Mapping[str, object]) -> str:
    """The digest that the dice of a filed entry were thrown for."""
    sealed = public.get("sealed")
    return sealed if isinstance(sealed, str) else sha256(respelled(public.get("order"))).hexdigest()


@dataclass(frozen=True, slots=True)
class Spent:
    """How far the dice of a match have come: the chain in use, counted from 0, and its keys spent."""

    chain: int = 0
    keys: int = 0


def spent(entries: Iterable[Entry]) -> Spent:
    """How far the dice have come after these entries; a key stays spent when its entry is retracted."""
    now = Spent()
    for entry in entries:
        if entry.body.kind == "anchor":
            now = Spent(now.chain + 1, 0)
        elif entry.body.key:
            now = Spent(now.chain, max(now.keys, entry.body.key.n))
    return now


@dataclass(frozen=True, slots=True)
class Secrets:
    """What only the moderator knows: the last key of the first chain, and the hidden secret."""

    seed: str = field(repr=False)
    hidden: str = field(repr=False)
    keys: int = KEYS

    @classmethod
    def drawn(cls, keys: int = KEYS) -> "Secrets":
        """Fresh secrets for a new match."""
        return cls(seed=urandom(32).hex(), hidden=urandom(32).hex(), keys=keys)

    @property
    def hidden_digest(self) -> str:
        """What the header says of the hidden secret."""
        return digest(self.hidden)

    def anchor(self, chain: int = 0) -> str:
        """K(0) of a chain: of the first for the header, of a later one for an `anchor` entry."""
        return self.key(0, chain)

    def key(self, n: int, chain: int = 0) -> str:
        """K(n) of a chain."""
        if not 0 <= n <= self.keys:
            raise Misuse(f"a chain of {self.keys} keys has no key {n}")
        seed = self.seed if chain == 0 else _next_seed(self.hidden, self.anchor(chain - 1))
        return _walked(seed, self.keys - n)

    def wanes(self, now: Spent) -> bool:
        """Whether so few keys are left that an `anchor` entry is due."""
        return self.keys - now.keys < RESERVE

    def dice(self, match: str, now: Spent, side: Side | None, digest_of_order: str) -> "SealedDice":
        """The dice of the next entry that throws any."""
        n = now.keys + 1
        return SealedDice(self.key(n, now.chain), match, n, side, digest_of_order, self.hidden)

    def order_salt(self, match: str, now: Spent, side: Side | None) -> str:
        """The salt of a secret order that the next key throws for."""
        return order_salt(self.hidden, match, self.anchor(now.chain), now.keys + 1, side)


def next_anchor(hidden: str, anchor: str, keys: int) -> str:
    """The anchor of the chain after the one with this anchor."""
    return _walked(_next_seed(hidden, anchor), keys)


def order_salt(hidden: str, match: str, anchor: str, n: int, side: Side | None) -> str:
    """The salt of a secret order that K(n) of a chain throws for."""
    return _mac(hidden, ["order", match, anchor, n, side]).hex()


@dataclass(frozen=True, slots=True)
class Cup:
    """All that the faces of one entry follow from."""

    key: str = field(repr=False)
    match: str
    n: int
    side: Side | None
    order: str

    def throw(self, purpose: str, count: int, sides: int, start: int) -> tuple[tuple[int, ...], int]:
        """The faces of some dice tried from an index on, and the index where the next die is tried."""
        if not 1 <= sides <= MOST_SIDES:
            raise ValueError(f"a die of {sides} sides cannot be thrown")
        key, stem = self.key.encode(), self.stem(purpose)
        faces: list[int] = []
        index = start
        while len(faces) < count:
            byte = hmac.digest(key, b"%b,%d]" % (stem, index), "sha256")[0]
            if byte < MOST_SIDES - MOST_SIDES % sides:
                faces.append(byte % sides + 1)
            index += 1
        return tuple(faces), index

    def stem(self, purpose: str) -> bytes:
        """What the message of a draw begins with; a comma, the index and a bracket end it."""
        return canonical([self.match, self.n, self.side, self.order, purpose]).removesuffix(b"]")

    def draws(self, purpose: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        """The index and the byte of each draw from one index to before another."""
        stem = self.stem(purpose)
        for index in range(start, end):
            yield index, hmac.digest(self.key.encode(), b"%b,%d]" % (stem, index), "sha256")[0]


class SealedDice:
    """Dice fixed before the order was known, which anyone can check once the key is published."""

    def __init__(
        self, key: str, match: str, n: int, side: Side | None, order_digest: str, hidden: str
    ) -> None:
        self._cup = Cup(key, match, n, side, order_digest)
        self._hidden = hidden
        self._index = 0
        self.used = False

    def throw(self, purpose: str, count: int, *, needed: int, sides: int = 6) -> Roll:
        """Throw `count` dice for a stated purpose."""
        draw = self._index
        faces, self._index = self._cup.throw(purpose, count, sides, draw)
        self.used = self.used or count > 0
        return Roll(purpose=purpose, sides=sides, needed=needed, draw=draw, faces=faces)

    def shuffle(self, purpose: str, items: Sequence[int]) -> tuple[int, ...]:
        """The items in a hidden order."""
        return shuffled(self._hidden, self._cup.match, purpose, items)

    @property
    def spent(self) -> Key | None:
        """The key the entry has to publish; none if no die was thrown."""
        return Key(n=self._cup.n, k=self._cup.key) if self.used else None


class SpokenDice:
    """Dice that people threw; what nobody may see is still drawn from the hidden secret."""

    def __init__(self, faces: Iterable[int], *, match: str, hidden: str) -> None:
        self._faces = tuple(faces)
        self._match, self._hidden = match, hidden
        self._index = 0
        self.throws: tuple[Roll, ...] = ()

    @property
    def used(self) -> bool:
        """Whether a die was thrown."""
        return self._index > 0

    @property
    def left(self) -> tuple[int, ...]:
        """Faces nobody asked for."""
        return self._faces[self._index :]

    def throw(self, purpose: str, count: int, *, needed: int, sides: int = 6) -> Roll:
        """Take the next faces that were given."""
        roll = Roll(purpose=purpose, sides=sides, needed=needed, draw=self._index)
        if len(self.left) < count:
            raise DiceNeeded(roll, count)
        roll = roll.model_copy(update={"faces": self.left[:count]})
        if strange := [str(face) for face in roll.faces if not 1 <= face <= sides]:
            raise Misuse(f"a die of {sides} sides has no face {', '.join(strange)}: {purpose}")
        self._index += count
        self.throws += (roll,)
        return roll

    def shuffle(self, purpose: str, items: Sequence[int]) -> tuple[int, ...]:
        """The items in a hidden order."""
        return shuffled(self._hidden, self._match, purpose, items)

    def missing(self, needed: DiceNeeded) -> Misuse:
        """What to say when too few faces were given: the throws so far, and the one that is wanted."""
        text = f"{_dice(needed.count)} needed for {_for(needed.roll)}; {len(self.left)} given"
        return Misuse(
            *self._told(), Complaint(text=text, remedy="nothing was filed; give all faces in order")
        )

    def settle(self) -> None:
        """Refuse faces that were given and not asked for."""
        if self.left:
            text = f"{_dice(len(self.left))} too many: {_faces(self.left)}"
            raise Misuse(
                *self._told(), Complaint(text=text, remedy="nothing was filed; give only what is needed")
            )

    def _told(self) -> Iterator[str]:
        return (f"{_dice(len(roll.faces))} for {_for(roll)}: {_faces(roll.faces)}" for roll in self.throws)


def shuffled(hidden: str, match: str, purpose: str, items: Iterable[int]) -> tuple[int, ...]:
    """The items in the order that the hidden secret gives them for this purpose.

    They are sorted first, so that the secret, the purpose and the items say everything; the purpose
    is to be different for every shuffle of a match.
    """
    order = sorted(items)
    words = (int.from_bytes(_mac(hidden, [match, purpose, index])[:4], "big") for index in counting())
    for last in range(len(order) - 1, 0, -1):
        bound = last + 1
        word = next(word for word in words if word < 2**32 - 2**32 % bound)
        other = word % bound
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def _next_seed(hidden: str, anchor: str) -> str:
    return _mac(hidden, ["chain", anchor]).hex()


def _walked(key: str, steps: int) -> str:
    for _ in range(steps):
        key = digest(key)
    return key


def _mac(key: str, message: list[str | int | None]) -> bytes:
    return hmac.digest(key.encode(), canonical(message), "sha256")


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def _for(roll: Roll) -> str:
    hits = f", {roll.needed} or less hits" if roll.needed else ""
    return f"{roll.purpose} ({roll.sides} sides{hits})"


def _faces(faces: Iterable[int]) -> str:
    return ", ".join(map(str, faces))
