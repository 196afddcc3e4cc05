"""Chance: keys, faces, hidden draws. The only file that draws secrets.

Keys and secrets are text, 64 hexadecimal digits in lower case, so that a person can check them with
`sha256sum` and `openssl`:

- chain   K(n-1) = SHA-256 of the text of K(n); the header publishes K(0). The n-th entry of a chain with
          dice uses K(n) and publishes it.
- face    HMAC-SHA256, keyed with the text of K(n), of the canonical JSON array
          [match, n, side, order digest, purpose, index], the purpose as the journal's format spells it:
          an English sentence in formats 1 and 2, later a record. The first byte b counts if it is under
          256 - 256 % sides, and the face is then b % sides + 1; if not, the next index is tried. Since
          format 3 the digest of the players' phrases stands between the order digest and the purpose. The
          index continues through all public rolls of the entry; `Roll.draw` is the first index of a roll.
- secret  A secret roll has an owner: the side that always sees it, or the referee. Each owner has a key
          chain: the header publishes its K(0), and each key is in the private part of its owner. The i-th
          secret roll of an owner in an entry, counted from 0, has its own key, `Roll.key`: HMAC-SHA256, keyed
          with the text of the owner's K(n), of the canonical ["throw", match, i]. Its faces follow as above,
          keyed with it, with 0 for n and the index from 0. Each viewer of the roll can prove it, and its
          owner that the key was fixed before. Others see neither the roll nor the number of rolls. Since
          format 3 the roll names its owner (`format3`).
- order   The digest of an order is SHA-256 of its canonical JSON. While the order is still secret,
          SHA-256 of the canonical [order, order salt] stands in for it, with an order salt that follows
          from the hidden secret, so that the moderator cannot choose it.
- chains  When fewer than 64 keys are left, an `anchor` entry publishes K(0) of the next chain, and keys
          are numbered from 1 again. Its last key is HMAC-SHA256, keyed with the hidden secret, of the
          canonical ["chain", anchor of the chain before]: the moderator cannot choose it.
          The last key of an owner's first chain is that of ["dice", owner]; a later chain begins with the
          entry that first needs it, and its K(0) is also in the owner's private part.
- hidden  Draws that stay hidden follow from the hidden secret alone. The header commits it with its SHA-256,
          and a `reveal` entry opens it when the match is over.
"""

import hmac
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import count as counting

from msgspec import convert
from msgspec.structs import replace

from referee.dice.faults import DiceFault
from referee.dice.format3 import Custom
from referee.engine.dice import Draw
from referee.faults import Misuse, declare
from referee.platform.ports import ports
from referee.texts.canonical import canonical, respell
from schemas.journal import KEYS, Entry, Key
from schemas.record import JsonValue, Purpose, Roll, Side, Value, to_data

RESERVE = 64
"""A chain with fewer remaining keys is due for renewal."""

STRIDE = 64
"""Number of steps between cached keys of a chain."""

MOST_SIDES = 256
"""Highest number of sides of a die; a face is derived from one byte."""


def salt() -> str:
    """Return a new random salt of 128 bits."""
    return ports.chance.urandom(16).hex()


def digest(text: str) -> str:
    """Return the SHA-256 of a text as text: one step down the chain."""
    return sha256(text.encode()).hexdigest()


def order_digest(order: object) -> str:
    """Return the digest of a public order; `None` stands for events without an order."""
    return sha256(canonical(order)).hexdigest()


def digest_sealed(order: object, order_salt: str) -> str:
    """Return the substitute for the digest of a secret order."""
    return sha256(canonical([order, order_salt])).hexdigest()


def digest_filed_order(public: Mapping[str, object]) -> str:
    """Return the digest of the order that the dice of an entry belong to."""
    sealed = public.get("sealed")
    return sealed if isinstance(sealed, str) else sha256(respell(public.get("order"))).hexdigest()


class Spent(Value):
    """Position in the key chains: the chain in use, counted from 0, and the number of its spent keys."""

    chain: int = 0
    keys: int = 0


NONE_SPENT = Spent()
"""Position before the first roll."""


def count_spent(entries: Iterable[Entry], now: Spent = NONE_SPENT) -> Spent:
    """Return the position in the key chain after these entries. Retracting an entry does not free its key."""
    for entry in entries:
        if entry.body.kind == "anchor":
            now = Spent(now.chain + 1, 0)
        elif entry.body.key:
            now = Spent(now.chain, max(now.keys, entry.body.key.n))
    return now


def count_spent_by(owner: Side, entries: Iterable[Entry], now: Spent = NONE_SPENT) -> Spent:
    """Return the position in the key chain of an owner after these entries."""
    for entry in entries:
        part = entry.private.get(owner, {})
        if "key" in part:
            chain = now.chain + ("anchor" in part)
            now = Spent(chain, convert(part["key"], Key).n)
    return now


class Secrets(Value):
    """Secrets of the moderator: the last key of the first chain, and the hidden secret.

    `published` secrets belong to an example: its salts also follow from them, and are not random.
    """

    seed: str
    hidden: str
    keys: int = KEYS
    published: bool = False

    def __repr__(self) -> str:
        # A traceback may contain it.
        return "Secrets(...)"

    @classmethod
    def drawn(cls, keys: int = KEYS) -> "Secrets":
        """Return new random secrets for a match."""
        return cls(seed=ports.chance.urandom(32).hex(), hidden=ports.chance.urandom(32).hex(), keys=keys)

    @property
    def hidden_digest(self) -> str:
        """Commitment to the hidden secret in the header."""
        return digest(self.hidden)

    def anchor(self, chain: int = 0, owner: Side | None = None) -> str:
        """Return K(0) of a chain, for the header or for the entry that begins the chain."""
        return self.key(0, chain, owner)

    def key(self, n: int, chain: int = 0, owner: Side | None = None) -> str:
        """Return K(n) of a public chain or of an owner's chain. Raises `Misuse` beyond its end."""
        if not 0 <= n <= self.keys:
            raise Misuse(declare(DiceFault.CHAIN_TOO_SHORT, keys=self.keys, n=n))
        return _walk(self._last_key(chain, owner), self.keys - n)

    def _last_key(self, chain: int, owner: Side | None) -> str:
        if chain:
            return _next_seed(self.hidden, self.anchor(chain - 1, owner))
        return self.seed if owner is None else _owner_seed(self.hidden, owner)

    def handed(self, owner: Side, now: Spent) -> "KeyLease":
        """Return the next key of an owner's chain. A chain with few keys is renewed first."""
        start = Spent(now.chain + 1) if self.wanes(now) and now.keys else now
        n = start.keys + 1
        anchor = None if start is now else self.anchor(start.chain, owner)
        return KeyLease(Key(n=n, k=self.key(n, start.chain, owner)), anchor)

    def wanes(self, now: Spent) -> bool:
        """Return True if an `anchor` entry is due because few keys remain."""
        return self.keys - now.keys < RESERVE

    def dice(
        self, match: str, now: Spent, side: Side | None, digest_of_order: str, custom: Custom | None = None
    ) -> "SealedDice":
        """Return the dice of the next entry with dice, before any owner has used a key."""
        n, key = now.keys + 1, self.key(now.keys + 1, now.chain)
        hidden = self.hidden
        return SealedDice(
            key, match, n, side, digest_of_order, hidden, lambda owner: self.handed(owner, Spent()), custom
        )

    def order_salt(self, match: str, now: Spent, side: Side | None) -> str:
        """Return the salt of a secret order with the next key."""
        return order_salt(self.hidden, match, self.anchor(now.chain), now.keys + 1, side)


def next_anchor(hidden: str, anchor: str, keys: int) -> str:
    """Return the anchor of the chain that follows the chain with this anchor."""
    return _walk(_next_seed(hidden, anchor), keys)


def owner_anchor(hidden: str, owner: Side, keys: int) -> str:
    """Return the anchor of the first chain of an owner of secret rolls."""
    return _walk(_owner_seed(hidden, owner), keys)


def throw_key(key: str, match: str, number: int) -> str:
    """Return the key of a secret roll from its owner's key and its number in the entry, from 0."""
    return _mac(key, ["throw", match, number]).hex()


def order_salt(hidden: str, match: str, anchor: str, n: int, side: Side | None) -> str:
    """Return the salt of a secret order with K(n) of a chain."""
    return _mac(hidden, ["order", match, anchor, n, side]).hex()


class KeyLease(Value):
    """A key of an owner's chain in the private part; `anchor` is set if a new chain begins."""

    key: Key
    anchor: str | None = None


class EntryDice(Value):
    """Inputs that determine the faces of one entry."""

    key: str
    match: str
    n: int
    side: Side | None
    order: str
    phrases: str = ""

    def __repr__(self) -> str:
        # A traceback may contain a key that is not spent yet.
        return f"EntryDice({self.match}, {self.n}, ...)"

    def throw(
        self, purpose: str | Purpose, count: int, sides: int, start: int
    ) -> tuple[tuple[int, ...], int]:
        """Return the faces of some dice from an index on, and the index of the next die."""
        if not 1 <= sides <= MOST_SIDES:
            raise ValueError(f"a die of {sides} sides cannot be rolled")
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
        """Return the start of a draw's message. A comma, the index and a bracket complete it."""
        phrases = [self.phrases] if self.phrases else []
        message = [self.match, self.n, self.side, self.order, *phrases, _write_purpose(purpose)]
        return respell(message).removesuffix(b"]")

    def draws(self, purpose: str | Purpose, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield index and byte of each draw, from one index up to another one (exclusive)."""
        stem = self.stem(purpose)
        for index in range(start, end):
            yield index, hmac.digest(self.key.encode(), b"%b,%d]" % (stem, index), "sha256")[0]


class SealedDice:
    """Dice that are fixed before the order is known. Anyone can verify them with the published key."""

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
        """`handed` returns the next key of an owner; it is None in format 1, where all rolls are public."""
        self._entry_dice = EntryDice(key, match, n, side, order_digest, custom.phrases if custom else "")
        self._chain_key = key
        self._hidden, self._handed, self._custom = hidden, handed, custom
        self._index = 0
        self._numbers: Counter[Side] = Counter()
        self.secret: dict[Side, KeyLease] = {}

    def throw(
        self, purpose: str | Purpose, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        """Roll `count` dice for a purpose."""
        if owner is not None and self._handed is not None and count:
            key = self._key_of(owner, self._handed)
            faces, _ = replace(self._entry_dice, key=key, n=0).throw(purpose, count, sides, 0)
            owner_name = self._custom.name_owner(owner, key) if self._custom else ""
            return Roll(purpose=purpose, sides=sides, needed=needed, key=key, owner=owner_name, faces=faces)
        draw = self._index
        faces, self._index = self._entry_dice.throw(purpose, count, sides, draw)
        return Roll(purpose=purpose, sides=sides, needed=needed, draw=draw, faces=faces)

    def _key_of(self, owner: Side, handed: Callable[[Side], KeyLease]) -> str:
        """Return the key of the next roll of an owner."""
        if owner not in self.secret:
            self.secret[owner] = handed(owner)
        number = self._numbers[owner]
        self._numbers[owner] += 1
        return throw_key(self.secret[owner].key.k, self._entry_dice.match, number)

    def shuffle(self, purpose: str | Purpose, items: Sequence[int]) -> Draw:
        """Return the items in a hidden order."""
        decks = self._custom.decks if self._custom else ""
        return Draw(purpose, shuffle_items(self._hidden, self._entry_dice.match, purpose, items, decks))

    @property
    def used(self) -> bool:
        """True after the first public or secret roll."""
        return self._index > 0 or bool(self.secret)

    @property
    def spent(self) -> Key | None:
        """Key that the entry publishes; None without a public roll."""
        return Key(n=self._entry_dice.n, k=self._chain_key) if self._index > 0 else None


def shuffle_items(
    hidden: str, match: str, purpose: str | Purpose, items: Iterable[int], phrases: str = ""
) -> tuple[int, ...]:
    """Return the items in the order that the hidden secret and the purpose determine.

    `phrases` is the digest of phrases that were committed first. The items are sorted first, so that their
    original order has no effect. Each shuffle of a match needs a purpose of its own.
    """
    order, stem = sorted(items), [match, *([phrases] if phrases else []), _write_purpose(purpose)]
    words = (int.from_bytes(_mac(hidden, [*stem, index])[:4], "big") for index in counting())
    for last in range(len(order) - 1, 0, -1):
        bound = last + 1
        word = next(word for word in words if word < 2**32 - 2**32 % bound)
        other = word % bound
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def _write_purpose(purpose: str | Purpose) -> JsonValue:
    """Return a purpose as JSON: a record, or a sentence in formats 1 and 2."""
    return purpose if isinstance(purpose, str) else to_data(purpose)


def _owner_seed(hidden: str, owner: Side) -> str:
    return _mac(hidden, ["dice", owner]).hex()


def _next_seed(hidden: str, anchor: str) -> str:
    return _mac(hidden, ["chain", anchor]).hex()


def _walk(key: str, steps: int) -> str:
    """Return the key a number of steps down a chain. The next call usually needs a key near it."""
    passed = _list_passed(key)
    while len(passed) <= steps // STRIDE:
        passed.append(_step(passed[-1], STRIDE))
    return _step(passed[steps // STRIDE], steps % STRIDE)


@lru_cache(maxsize=32)
def _list_passed(key: str) -> list[str]:
    """Return the cached keys of a chain, from its last key down, one per `STRIDE` steps."""
    return [key]


def _step(key: str, steps: int) -> str:
    # The same as `digest`, without a call: the anchor of a chain takes some thousand steps.
    for _ in range(steps):
        key = sha256(key.encode()).hexdigest()
    return key


def _mac(key: str, message: list[JsonValue]) -> bytes:
    return hmac.digest(key.encode(), respell(message), "sha256")
