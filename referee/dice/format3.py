"""Dice of journal format 3: phrases, owner commitments, derived salts, and the checks of both.

- phrases The digest of the phrases is SHA-256 of the canonical ["phrases", {side: phrase}], of those that
          the sides have filed so far. It stands in the message of every die.
- owner   A secret throw names its owner, `Roll.owner`: SHA-256 of the canonical ["owner", owner, salt,
          key of the throw], with the salt of his private part in entry 1. He recognises his throws by it,
          and others do when all is open.
- salt    That of a private part of an order or a ruling is HMAC-SHA256, keyed with the hidden secret, of
          the canonical ["salt", seal of the line before, reader].
- spoken  What tells a secret throw of people from others is the same of ["spoken", seal of the line before
          the letter, number of the throw in the letter].
"""

import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256

from referee.dice.faults import DiceFault
from referee.faults import declare
from referee.i18n.translator import Saying
from referee.texts.canonical import canonical
from schemas.journal import PHRASED, Entry, Header
from schemas.record import JsonValue, Roll, Side, Value


class Custom(Value):
    """What the dice of a match of format 3 hold, with the hidden secret and the seal of the header."""

    hidden: str
    header_seal: str
    phrases: str

    def __repr__(self) -> str:
        # The secret may not end up in a traceback.
        return "Custom(...)"

    @classmethod
    def of(
        cls, header: Header, header_seal: str, hidden: str, phrases: Mapping[Side, str]
    ) -> "Custom | None":
        """What the dice of a match hold with these phrases; nothing before format 3."""
        return cls(hidden, header_seal, digest_phrases(phrases)) if header.format >= PHRASED else None

    def name_owner(self, owner: Side, key: str) -> str:
        """What a secret throw with this key names its owner by."""
        return commit_owner(owner, part_salt(self.hidden, self.header_seal, owner), key)


def list_phrases(entries: Iterable[Entry]) -> dict[Side, str]:
    """The phrases that were filed, by side; none is filed after the first order."""
    phrases: dict[Side, str] = {}
    for entry in entries:
        if entry.body.kind == "order":
            break
        if entry.body.kind == "phrase" and entry.body.side is not None:
            phrases[entry.body.side] = str(entry.body.public.get("phrase"))
    return phrases


def digest_phrases(phrases: Mapping[Side, str]) -> str:
    """What stands in the message of every die for the phrases that were filed so far."""
    said: JsonValue = ["phrases", dict(phrases)]
    return sha256(canonical(said)).hexdigest()


def commit_owner(owner: Side, mark: str, key: str) -> str:
    """What a secret throw names its owner by; `mark` is the salt of his part of entry 1."""
    return sha256(canonical(["owner", owner, mark, key])).hexdigest()


def part_salt(hidden: str, prev: str, reader: Side) -> str:
    """The salt of a reader's part of the order or ruling after the line sealed `prev`."""
    return _digits(hidden, ["salt", prev, reader])


def mark_spoken(hidden: str, prev: str, number: int) -> str:
    """What tells a secret throw of people from others, after the line sealed `prev`."""
    return _digits(hidden, ["spoken", prev, number])


def _digits(hidden: str, message: list[JsonValue]) -> str:
    return hmac.digest(hidden.encode(), canonical(message), "sha256").hex()[:32]


class Names:
    """Whom the secret throws of a match name, as far as a copy can tell.

    A reader recognises his own throws by the salt of his part of entry 1, and a copy with every part of it
    recognises them all.
    """

    def __init__(self, header: Header) -> None:
        self._recorded = header.format >= PHRASED
        self._marks: dict[Side, str] = {}
        self._all = False

    def take(self, entry: Entry) -> None:
        """Learn from entry 1 by what owners are named."""
        self._marks = {owner: str(part["salt"]) for owner, part in entry.private.items()}
        self._all = self._marks.keys() == entry.body.commit.keys()

    def spell(self, rolls: Iterable[Roll]) -> Iterator[Saying]:
        """What is wrong with the shape of purposes and names: each format has its own."""
        for roll in rolls:
            if isinstance(roll.purpose, str) == self._recorded:
                yield declare(DiceFault.PURPOSE_MISSPELT, purpose=roll.purpose)
            if bool(roll.owner) != (self._recorded and bool(roll.key)):
                yield declare(DiceFault.OWNER_MISNAMED, purpose=roll.purpose)

    def compare(self, rolls: Sequence[Roll], owned: Mapping[str, Side] | None = None) -> Iterator[Saying]:
        """What is wrong with whom secret throws name.

        `owned` says whose key each follows from, as far as this copy tells; where people threw, no key does.
        """
        for roll in rolls if self._recorded else ():
            marks = self._marks.items()
            named = [who for who, mark in marks if commit_owner(who, mark, roll.key) == roll.owner]
            due = named if owned is None else [who for who in self._marks if owned.get(roll.key) == who]
            if named != due or (self._all and len(named) != 1):
                yield declare(DiceFault.OWNER_MISNAMED, purpose=roll.purpose)
