"""Dice of journal format 3: phrases, owner commitments, derived salts, and the checks of both.

- phrases The digest of the phrases is SHA-256 of the canonical ["phrases", {side: phrase}], with the
          phrases filed so far. It is part of the message of every die.
- decks   If phrases are committed, this digest stands after the match in the message of every hidden draw.
          SHA-256 of a phrase is its commitment; all are filed before the first phrase is.
- owner   A secret roll names its owner, `Roll.owner`: SHA-256 of the canonical ["owner", owner, salt,
          key of the roll], with the salt of the owner's private part in entry 1. The owner recognises the
          roll by it; others do after all secrets are revealed.
- salt    That of a private part of an order or a ruling is HMAC-SHA256, keyed with the hidden secret, of
          the canonical ["salt", seal of the line before, reader].
- spoken  The key that distinguishes a secret manual roll is the same function of ["spoken", seal of the
          line before the letter, number of the roll in the letter].
"""

import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256

from referee.dice.faults import DiceFault
from referee.faults import declare
from referee.i18n.translator import Saying
from referee.texts.canonical import respell
from schemas.journal import PHRASED, Entry, Header
from schemas.record import JsonValue, Roll, Side, Value


class Custom(Value):
    """Inputs of dice in format 3: the hidden secret, the seal of the header, the digest of the phrases.

    `decks` is the same digest if it also enters hidden draws, because the phrases were committed first.
    """

    hidden: str
    header_seal: str
    phrases: str
    decks: str = ""

    def __repr__(self) -> str:
        # A traceback must not contain the secret.
        return "Custom(...)"

    @classmethod
    def of(
        cls, header: Header, header_seal: str, hidden: str, phrases: Mapping[Side, str]
    ) -> "Custom | None":
        """Return the inputs for a match with these phrases, or None before format 3."""
        if header.format < PHRASED:
            return None
        digest = digest_phrases(phrases)
        return cls(hidden, header_seal, digest, find_draw_digest(header, digest))

    def name_owner(self, owner: Side, key: str) -> str:
        """Return the commitment to the owner of a secret roll with this key."""
        return commit_owner(owner, part_salt(self.hidden, self.header_seal, owner), key)


def list_phrases(entries: Iterable[Entry]) -> dict[Side, str]:
    """Return the filed phrases by side. No phrase is filed after the first order."""
    phrases: dict[Side, str] = {}
    for entry in entries:
        if entry.body.kind == "order":
            break
        if entry.body.kind == "phrase" and entry.body.side is not None:
            phrases[entry.body.side] = str(entry.body.public.get("phrase"))
    return phrases


def commit_phrase(phrase: str) -> str:
    """Return the digest by which a side commits to a phrase."""
    return sha256(phrase.encode()).hexdigest()


def find_draw_digest(header: Header, digest: str) -> str:
    """Return the digest of the phrases for hidden draws, or "" if they follow from the secret alone."""
    return digest if header.phrases == "committed" else ""


def digest_phrases(phrases: Mapping[Side, str]) -> str:
    """Return the digest of the phrases, as used in the message of every die."""
    text: JsonValue = ["phrases", dict(phrases)]
    return sha256(respell(text)).hexdigest()


def commit_owner(owner: Side, mark: str, key: str) -> str:
    """Return the commitment to an owner. `mark` is the salt of the owner's part of entry 1."""
    return sha256(respell(["owner", owner, mark, key])).hexdigest()


def part_salt(hidden: str, prev: str, reader: Side) -> str:
    """Return the salt of a reader's part of the order or ruling after the line with the seal `prev`."""
    return _digits(hidden, ["salt", prev, reader])


def mark_spoken(hidden: str, prev: str, number: int) -> str:
    """Return the key that distinguishes a secret manual roll, after the line with the seal `prev`."""
    return _digits(hidden, ["spoken", prev, number])


def _digits(hidden: str, message: list[JsonValue]) -> str:
    return hmac.digest(hidden.encode(), respell(message), "sha256").hex()[:32]


class Names:
    """Owners that the secret rolls of a match name, as far as they follow from a copy.

    A reader recognises own rolls by the salt of the own part of entry 1. A copy with all parts of entry 1
    shows the owners of all rolls.
    """

    def __init__(self, header: Header) -> None:
        self._recorded = header.format >= PHRASED
        self._marks: dict[Side, str] = {}
        self._all = False

    def take(self, entry: Entry) -> None:
        """Read the salts that name the owners from entry 1."""
        self._marks = {owner: str(part["salt"]) for owner, part in entry.private.items()}
        self._all = self._marks.keys() == entry.body.commit.keys()

    def spell(self, rolls: Iterable[Roll]) -> Iterator[Saying]:
        """Yield purposes and owners that do not match the journal's format."""
        for roll in rolls:
            if isinstance(roll.purpose, str) == self._recorded:
                yield declare(DiceFault.PURPOSE_MISSPELT, purpose=roll.purpose)
            if bool(roll.owner) != (self._recorded and bool(roll.key)):
                yield declare(DiceFault.OWNER_MISNAMED, purpose=roll.purpose)

    def compare(self, rolls: Sequence[Roll], owned: Mapping[str, Side] | None = None) -> Iterator[Saying]:
        """Yield a fault for each secret roll that names another owner.

        `owned` maps the keys of rolls to their owners, as far as they follow from this copy. It is None for
        manual dice, which have no keys.
        """
        marks = self._marks
        for roll in rolls if self._recorded else ():
            owner = (owned or {}).get(roll.key)
            if owner in marks and commit_owner(owner, marks[owner], roll.key) == roll.owner:
                # Commitments to other owners differ.
                continue
            names = [who for who, mark in marks.items() if commit_owner(who, mark, roll.key) == roll.owner]
            due = names if owned is None else [who for who in marks if owner == who]
            if names != due or (self._all and len(names) != 1):
                yield declare(DiceFault.OWNER_MISNAMED, purpose=roll.purpose)
