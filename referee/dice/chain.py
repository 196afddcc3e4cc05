"""Chance: keys, faces, hidden draws. The only file that draws secrets.

Keys and secrets are text, 64 hexadecimal digits in lower case, so that a person can check them with
`sha256sum` and `openssl`:

- chain   K(n-1) = SHA-256 of the text of K(n); the header publishes K(0). The n-th entry of a chain that
          throws dice uses K(n) and publishes it.
- face    HMAC-SHA256, keyed with the text of K(n), of the canonical JSON array
          [match, n, side, order digest, purpose, index], the purpose as the journal's format spells it:
          an English sentence in formats 1 and 2, later a record. The first byte b counts if it is under
          256 - 256 % sides, and the face is then b % sides + 1; if not, the next index is tried. Since
          format 3 the digest of the players' phrases stands between the order digest and the purpose. The
          index runs on through all throws of the entry that everyone sees; `Roll.draw` is the index where the
          first die was tried.
- secret  A throw that not everyone sees has an owner: the side that sees it whatever the others see, or the
          referee. Each of them has a chain of his own: the header publishes its K(0), and a key goes into the
          private part of its owner. The i-th secret throw of an owner in an entry, counted from 0, has a key
          of its own, `Roll.key`: HMAC-SHA256, keyed with the text of the owner's K(n), of the canonical
          ["throw", match, i]. Its faces follow as above, keyed with it, with 0 for n and the index from 0. So
          each viewer of the throw can prove it, its owner can prove that the key was fixed before, and others
          learn neither of it nor how many there were. Since format 3 the roll names its owner (`custom`).
- order   The digest of an order is SHA-256 of its canonical JSON. While the order is still secret,
          SHA-256 of the canonical [order, order salt] stands in for it, with an order salt that follows
          from the hidden secret, so that the moderator had no choice in it.
- chains  When fewer than 64 keys are left, an `anchor` entry publishes K(0) of the next chain, and keys
          are numbered from 1 again. Its last key is HMAC-SHA256, keyed with the hidden secret, of the
          canonical ["chain", anchor of the chain before]: the moderator had no choice in that either.
          The last key of an owner's first chain is that of ["dice", owner]; a later chain of his begins with
          the entry that first needs it, which holds its K(0) in the owner's private part, too.
- hidden  Draws that stay hidden follow from the hidden secret alone. The header commits it with its SHA-256,
          and a `reveal` entry opens it when the match is over.
"""

import hmac
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import count as counting
from os import urandom

from msgspec import convert
from msgspec.structs import replace

from referee.dice.faults import DiceFault
from referee.dice.format3 import Custom
from referee.engine.dice import Draw
from referee.faults import Misuse, declare
from referee.texts.canonical import canonical, respell
from schemas.journal import KEYS, Entry, Key
from schemas.record import JsonValue, Purpose, Roll, Side, Value, to_data

RESERVE = 64
"""A chain with fewer keys left than this is to be renewed."""

STRIDE = 64
"""Steps between the keys of a chain that are remembered."""

MOST_SIDES = 256
"""A face is taken from one byte."""


def salt() -> str:
    """A fresh salt: 128 bits that cannot be guessed."""
    return urandom(16).hex()


def digest(text: str) -> str:
    """The SHA-256 of a text, as text: one step down the chain."""
    return sha256(text.encode()).hexdigest()


def order_digest(order: object) -> str:
    """The digest of an order that everyone may read; `None` is work the rules did unasked."""
    return sha256(canonical(order)).hexdigest()


def digest_sealed(order: object, order_salt: str) -> str:
    """What stands in for the digest of an order that is still secret."""
    return sha256(canonical([order, order_salt])).hexdigest()


def digest_filed_order(public: Mapping[str, object]) -> str:
    """The digest that the dice of a filed entry were thrown for."""
    sealed = public.get("sealed")
    return sealed if isinstance(sealed, str) else sha256(respell(public.get("order"))).hexdigest()


class Spent(Value):
    """How far the dice of a match have come: the chain in use, counted from 0, and its keys spent."""

    chain: int = 0
    keys: int = 0


NONE_SPENT = Spent()
"""The dice before the first throw."""


def count_spent(entries: Iterable[Entry], now: Spent = NONE_SPENT) -> Spent:
    """How far the dice have come after these entries; a key stays spent when its entry is retracted."""
    for entry in entries:
        if entry.body.kind == "anchor":
            now = Spent(now.chain + 1, 0)
        elif entry.body.key:
            now = Spent(now.chain, max(now.keys, entry.body.key.n))
    return now


def count_spent_by(owner: Side, entries: Iterable[Entry], now: Spent = NONE_SPENT) -> Spent:
    """How far the secret throws of one owner have come after these entries."""
    for entry in entries:
        part = entry.private.get(owner, {})
        if "key" in part:
            chain = now.chain + ("anchor" in part)
            now = Spent(chain, convert(part["key"], Key).n)
    return now


class Secrets(Value):
    """What only the moderator knows: the last key of the first chain, and the hidden secret.

    Those of an example are `published`: its salts follow from them, too, where others are drawn.
    """

    seed: str
    hidden: str
    keys: int = KEYS
    published: bool = False

    def __repr__(self) -> str:
        # It may end up in a traceback.
        return "Secrets(...)"

    @classmethod
    def drawn(cls, keys: int = KEYS) -> "Secrets":
        """Fresh secrets for a new match."""
        return cls(seed=urandom(32).hex(), hidden=urandom(32).hex(), keys=keys)

    @property
    def hidden_digest(self) -> str:
        """What the header says of the hidden secret."""
        return digest(self.hidden)

    def anchor(self, chain: int = 0, owner: Side | None = None) -> str:
        """K(0) of a chain: of the first for the header, of a later one for the entry that begins it."""
        return self.key(0, chain, owner)

    def key(self, n: int, chain: int = 0, owner: Side | None = None) -> str:
        """K(n) of a chain: of those for throws that everyone sees, or of an owner's."""
        if not 0 <= n <= self.keys:
            raise Misuse(declare(DiceFault.CHAIN_TOO_SHORT, keys=self.keys, n=n))
        return _walk(self._last_key(chain, owner), self.keys - n)

    def _last_key(self, chain: int, owner: Side | None) -> str:
        if chain:
            return _next_seed(self.hidden, self.anchor(chain - 1, owner))
        return self.seed if owner is None else _owner_seed(self.hidden, owner)

    def handed(self, owner: Side, now: Spent) -> "KeyLease":
        """The next key of an owner's chain; one that wanes is renewed before it is used up."""
        begun = Spent(now.chain + 1) if self.wanes(now) and now.keys else now
        n = begun.keys + 1
        anchor = None if begun is now else self.anchor(begun.chain, owner)
        return KeyLease(Key(n=n, k=self.key(n, begun.chain, owner)), anchor)

    def wanes(self, now: Spent) -> bool:
        """Return True if so few keys are left that an `anchor` entry is due."""
        return self.keys - now.keys < RESERVE

    def dice(
        self, match: str, now: Spent, side: Side | None, digest_of_order: str, custom: Custom | None = None
    ) -> "SealedDice":
        """The dice of the next entry that throws any, while no owner has used a key of his."""
        n, key = now.keys + 1, self.key(now.keys + 1, now.chain)
        hidden = self.hidden
        return SealedDice(
            key, match, n, side, digest_of_order, hidden, lambda owner: self.handed(owner, Spent()), custom
        )

    def order_salt(self, match: str, now: Spent, side: Side | None) -> str:
        """The salt of a secret order that the next key throws for."""
        return order_salt(self.hidden, match, self.anchor(now.chain), now.keys + 1, side)


def next_anchor(hidden: str, anchor: str, keys: int) -> str:
    """The anchor of the chain after the one with this anchor."""
    return _walk(_next_seed(hidden, anchor), keys)


def owner_anchor(hidden: str, owner: Side, keys: int) -> str:
    """The anchor of the first chain of an owner of secret throws."""
    return _walk(_owner_seed(hidden, owner), keys)


def throw_key(key: str, match: str, number: int) -> str:
    """The key of a secret throw: of its owner's key, and of how many he had in this entry before it."""
    return _mac(key, ["throw", match, number]).hex()


def order_salt(hidden: str, match: str, anchor: str, n: int, side: Side | None) -> str:
    """The salt of a secret order that K(n) of a chain throws for."""
    return _mac(hidden, ["order", match, anchor, n, side]).hex()


class KeyLease(Value):
    """A key of an owner's chain as his private part holds it; `anchor` is that of a chain that begins."""

    key: Key
    anchor: str | None = None


class Cup(Value):
    """All that the faces of one entry follow from."""

    key: str
    match: str
    n: int
    side: Side | None
    order: str
    phrases: str = ""

    def __repr__(self) -> str:
        # A key may end up in a traceback before it is spent.
        return f"Cup({self.match}, {self.n}, ...)"

    def throw(
        self, purpose: str | Purpose, count: int, sides: int, start: int
    ) -> tuple[tuple[int, ...], int]:
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

    def stem(self, purpose: str | Purpose) -> bytes:
        """What the message of a draw begins with; a comma, the index and a bracket end it."""
        phrases = [self.phrases] if self.phrases else []
        message = [self.match, self.n, self.side, self.order, *phrases, _write_purpose(purpose)]
        return respell(message).removesuffix(b"]")

    def draws(self, purpose: str | Purpose, start: int, end: int) -> Iterator[tuple[int, int]]:
        """The index and the byte of each draw from one index to before another."""
        stem = self.stem(purpose)
        for index in range(start, end):
            yield index, hmac.digest(self.key.encode(), b"%b,%d]" % (stem, index), "sha256")[0]


class SealedDice:
    """Dice fixed before the order was known, which anyone can check once the key is published."""

    def __init__(
        self,
        key: str,
        match: str,
        n: int,
        side: Side | None,
        order_digest: str,
        hidden: str,
        handed: Callable[[Side], KeyLease] | None = None,
        custom: Custom | None = None,
    ) -> None:
        """`handed` gives the key of an owner; in a match of format 1 every throw is as if everyone saw it."""
        self._cup = Cup(key, match, n, side, order_digest, custom.phrases if custom else "")
        self._hidden, self._handed, self._custom = hidden, handed, custom
        self._index = 0
        self._numbers: Counter[Side] = Counter()
        self.secret: dict[Side, KeyLease] = {}

    def throw(
        self, purpose: str | Purpose, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        """Throw `count` dice for a stated purpose."""
        if owner is not None and self._handed is not None and count:
            key = self._key_of(owner, self._handed)
            faces, _ = replace(self._cup, key=key, n=0).throw(purpose, count, sides, 0)
            named = self._custom.name_owner(owner, key) if self._custom else ""
            return Roll(purpose=purpose, sides=sides, needed=needed, key=key, owner=named, faces=faces)
        draw = self._index
        faces, self._index = self._cup.throw(purpose, count, sides, draw)
        return Roll(purpose=purpose, sides=sides, needed=needed, draw=draw, faces=faces)

    def _key_of(self, owner: Side, handed: Callable[[Side], KeyLease]) -> str:
        """The key of the next throw of an owner."""
        if owner not in self.secret:
            self.secret[owner] = handed(owner)
        number = self._numbers[owner]
        self._numbers[owner] += 1
        return throw_key(self.secret[owner].key.k, self._cup.match, number)

    def shuffle(self, purpose: str | Purpose, items: Sequence[int]) -> Draw:
        """The items in a hidden order."""
        return Draw(purpose, shuffle_items(self._hidden, self._cup.match, purpose, items))

    @property
    def used(self) -> bool:
        """Return True if dice were thrown, for everyone to see or in secret."""
        return self._index > 0 or bool(self.secret)

    @property
    def spent(self) -> Key | None:
        """The key the entry has to publish; none if no die was thrown that everyone sees."""
        return Key(n=self._cup.n, k=self._cup.key) if self._index > 0 else None


def shuffle_items(hidden: str, match: str, purpose: str | Purpose, items: Iterable[int]) -> tuple[int, ...]:
    """The items in the order that the hidden secret gives them for this purpose.

    They are sorted first, so that the secret, the purpose and the items say everything; the purpose
    is to be different for every shuffle of a match.
    """
    order, spelled = sorted(items), _write_purpose(purpose)
    words = (int.from_bytes(_mac(hidden, [match, spelled, index])[:4], "big") for index in counting())
    for last in range(len(order) - 1, 0, -1):
        bound = last + 1
        word = next(word for word in words if word < 2**32 - 2**32 % bound)
        other = word % bound
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def _write_purpose(purpose: str | Purpose) -> JsonValue:
    """A purpose as the journal has it: a record, or in formats 1 and 2 a sentence."""
    return purpose if isinstance(purpose, str) else to_data(purpose)


def _owner_seed(hidden: str, owner: Side) -> str:
    return _mac(hidden, ["dice", owner]).hex()


def _next_seed(hidden: str, anchor: str) -> str:
    return _mac(hidden, ["chain", anchor]).hex()


def _walk(key: str, steps: int) -> str:
    """The key so many steps down a chain. The next throw asks for one near it."""
    passed = _list_passed(key)
    while len(passed) <= steps // STRIDE:
        passed.append(_step(passed[-1], STRIDE))
    return _step(passed[steps // STRIDE], steps % STRIDE)


@lru_cache(maxsize=32)
def _list_passed(key: str) -> list[str]:
    """Every so many keys of a chain, from its last key down, as far as it was walked."""
    return [key]


def _step(key: str, steps: int) -> str:
    for _ in range(steps):
        key = digest(key)
    return key


def _mac(key: str, message: list[JsonValue]) -> bytes:
    return hmac.digest(key.encode(), canonical(message), "sha256")
