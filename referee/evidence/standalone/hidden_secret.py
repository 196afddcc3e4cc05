"""Values that follow from the hidden secret: salts, first keys of chains, and the order of decks."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from referee.evidence.standalone.lines import demand, mac, sha
from referee.evidence.standalone.phrases import Phrases


def derive_salt(previous: str, reader: str, hidden: str) -> str:
    """Return the salt of a private part, by the seal of the line before."""
    return mac(hidden, ["salt", previous, reader]).hex()[:32]


def derive_key(message: list[Any], keys: int, hidden: str) -> str:
    """Return the key of a message, hashed so many times: the anchor of a chain with so many keys."""
    key = mac(hidden, message).hex()
    for _ in range(keys):
        key = sha(key)
    return key


def shuffle(match: str, phrases: Phrases, purpose: Any, numbers: list[int], hidden: str) -> list[int]:
    """Return numbers in a secret order (Fisher and Yates, from the end)."""
    order = sorted(numbers)
    words = _draw_words([match, *phrases.list_digests(), purpose], hidden)
    for remaining in range(len(order), 1, -1):
        # A word above the last multiple would favour some places.
        other = next(word for word in words if word < 2**32 - 2**32 % remaining) % remaining
        order[remaining - 1], order[other] = order[other], order[remaining - 1]
    return order


def _draw_words(stem: list[Any], hidden: str) -> Iterator[int]:
    """Yield random words of 32 bits."""
    number = 0
    while True:
        yield int.from_bytes(mac(hidden, [*stem, number])[:4])
        number += 1


@dataclass(frozen=True)
class Claim:
    """A value that an entry states, and its derivation from the hidden secret."""

    seq: int
    what: str
    stated: Any
    derive: Callable[[str], Any]


class Claims:
    """Claims that wait for the hidden secret, and the secret once it is revealed."""

    def __init__(self, match: str, digest: str) -> None:
        self._match, self._digest = match, digest
        self.items: list[Claim] = []
        self.hidden = ""

    def add_salt(self, seq: int, stated: str, previous: str, reader: str) -> None:
        """Add the salt of a private part."""
        self.items.append(Claim(seq, "salt", stated, partial(derive_salt, previous, reader)))

    def add_order_salt(self, seq: int, stated: str, facts: list[Any]) -> None:
        """Add the salt of a secret order."""
        self.items.append(Claim(seq, "salt", stated, partial(derive_key, facts, 0)))

    def add_chain(self, seq: int, stated: str, message: list[str], keys: int) -> None:
        """Add the first key of a chain."""
        self.items.append(Claim(seq, "chain", stated, partial(derive_key, message, keys)))

    def add_deck(self, seq: int, order: list[int], phrases: Phrases, purpose: Any) -> None:
        """Add the order of a deck."""
        derive = partial(shuffle, self._match, phrases, purpose, order)
        self.items.append(Claim(seq, "deck", order, derive))

    def reveal(self, hidden: str) -> None:
        """Take the hidden secret, whose digest is in the header."""
        demand(sha(hidden) == self._digest, "the secret is another")
        self.hidden = hidden

    def list_proved(self) -> list[Claim]:
        """Return the claims that the revealed secret proves or contradicts."""
        return self.items if self.hidden else []
