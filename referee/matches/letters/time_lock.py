"""Letters under a time lock, which cannot be read before a round of the public beacon drand.

The lock is that of drand quicknet (tlock): the signature that the beacon publishes with a round is the key to
all letters that are locked to it. Locking and opening need no network: the signature is pasted from any of
the beacon's servers, and it is checked with the beacon's public key before it is used.

    -----BEGIN LOCKED LETTER-----
    round: 34324253
    opens: 2026-12-01T20:00:00Z
    digest: (SHA-256 of the locked bytes)

    (the locked bytes in base64)
    -----END LOCKED LETTER-----

bittensor-drand, of the extra `beacon`, is imported where a letter is locked or opened.
"""

import re
from base64 import b64decode, b64encode
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from msgspec import UNSET

from referee.dice import beacon
from referee.dice.beacon import tell_time
from referee.engine.facts import Fact
from referee.faults import Complaint, DataFault, Misuse
from referee.matches import clock
from schemas.journal import Header, SecretLock

LONGEST = 100_000
"""Maximum length of a letter under a time lock, in bytes."""

WIDTH = 64
"""Number of base64 characters in a line."""

BEGIN, END = "-----BEGIN LOCKED LETTER-----", "-----END LOCKED LETTER-----"

_ARMOUR = re.compile(
    rf"{BEGIN}\s+round: ([1-9][0-9]{{0,14}})\s+opens: (\S+)\s+digest: ([0-9a-f]{{64}})"
    rf"\s+([A-Za-z0-9+/=\s]+?)\s*{END}"
)

_QUOTED = re.compile(r"^[> ]+", re.MULTILINE)
"""Marks of a mail that quotes the letter."""

SIGNATURE_DIGITS = 96
"""Length of a signature of the beacon, in hexadecimal digits: a compressed point of 48 bytes."""

_BEACON = re.compile(
    rf"(?:beacon: *)?([1-9][0-9]{{0,14}})[ :]+([0-9a-f]{{{SIGNATURE_DIGITS}}})", re.IGNORECASE
)
"""A round and its signature, as a letter or a command line gives them."""


class LockFault(Fact):
    """A letter that cannot be locked or opened."""

    LIBRARY_MISSING = (
        "letters under a time lock need bittensor-drand, which is not installed",
        "run: pip install 'pbem-referee[beacon]'",
    )
    LETTER_TOO_LARGE = "a letter under a time lock has at most {most} bytes"
    ROUND_PAST = "{time} is over, so that everyone could open the letter", "choose a later time"
    NOT_LOCKED = "this is not a locked letter", f"copy it whole, from {BEGIN} to {END}"
    CHANGED = "the locked letter was changed: its digest is {digest}"
    BEACON_WRONG = (
        "{text} is not a round and its signature",
        "write both, as the beacon publishes them: 34324253 (96 hexadecimal digits)",
    )
    OTHER_ROUND = "the letter is locked to round {round}, and the signature is of round {given}"
    NOT_SIGNED = "the beacon did not sign round {round} like this", "copy the signature again"
    SECRET_UNLOCKED = "the header of {match} has no secret under a time lock"
    SECRET_OTHER = "the lock of the header contains another secret than the agreed one"
    NOT_OPENED = "round {round} does not open the letter: it was locked to another round or damaged"


class LockedLetter(NamedTuple):
    """A letter that a round of the beacon opens."""

    round: int
    data: bytes

    @property
    def digest(self) -> str:
        """The digest of the locked bytes, which is filed before the letter can be read."""
        return sha256(self.data).hexdigest()

    @property
    def opens(self) -> str:
        """The time of the round."""
        return tell_time(self.round)

    def armour(self) -> str:
        """Return the locked letter as text for a mail."""
        text = b64encode(self.data).decode()
        lines = [text[at : at + WIDTH] for at in range(0, len(text), WIDTH)]
        head = (BEGIN, f"round: {self.round}", f"opens: {self.opens}", f"digest: {self.digest}", "")
        return "\n".join((*head, *lines, END, ""))


class Beacon(NamedTuple):
    """A round of the beacon and its signature, in hexadecimal digits."""

    round: int
    signature: str


def find_round(time: str) -> int:
    """Return the first round at a time or after it. Raises `Misuse` for another text."""
    return beacon.find_round(round(datetime.fromisoformat(clock.now(time)).timestamp()))


def lock(letter: bytes, until: str, now: str) -> LockedLetter:
    """Lock a letter to the first round at a time or after it, which must lie after `now`."""
    if len(letter) > LONGEST:
        raise Misuse(Complaint.of(LockFault.LETTER_TOO_LARGE, most=LONGEST))
    number = find_round(until)
    if tell_time(number) <= now:
        raise Misuse(Complaint.of(LockFault.ROUND_PAST, time=tell_time(number)))
    try:
        # This package belongs to an extra and has no types.
        from bittensor_drand import (  # noqa: PLC0415  # pyright: ignore[reportMissingTypeStubs]
            encrypt_at_round,
        )
    except ImportError as error:
        raise Misuse(LockFault.LIBRARY_MISSING) from error
    data: bytes
    data, _ = encrypt_at_round(letter, number)
    return LockedLetter(number, data)


def lock_secret(secret: str, until: str, now: str) -> SecretLock:
    """Lock a hidden secret to the first round at a time or after it, which must lie after `now`."""
    letter = lock(secret.encode(), until, now)
    return SecretLock(round=letter.round, data=b64encode(letter.data).decode())


def open_secret(header: Header, signed: Beacon) -> str:
    """Return the hidden secret of a match, opened by a round of the beacon.

    Raises `Misuse` without a lock, and `DataFault` for another round or another secret than the agreed one.
    """
    if header.lock is UNSET:
        raise Misuse(Complaint.of(LockFault.SECRET_UNLOCKED, match=header.match))
    try:
        data = b64decode(header.lock.data, validate=True)
        secret = unlock(LockedLetter(header.lock.round, data), signed).decode()
    except ValueError as error:
        raise DataFault(Complaint.of(LockFault.SECRET_OTHER)) from error
    if sha256(secret.encode()).hexdigest() != header.hidden:
        raise DataFault(Complaint.of(LockFault.SECRET_OTHER))
    return secret


def is_locked(text: str) -> bool:
    """Return True if a text contains the beginning of a locked letter."""
    return BEGIN in text


def receive(raw: bytes, beacon: str | None) -> bytes | LockedLetter:
    """Return a letter to judge: itself if it is not locked, its content if it is given a signature.

    The signature is that of the option, or of a line `beacon: ROUND SIGNATURE` beside the locked letter. An
    open letter gets the option as such a line, for dice that wait for the beacon.
    The locked letter itself is returned if there is none.
    """
    text = raw.decode("utf-8", "replace")
    if not is_locked(text):
        return raw if beacon is None else b"beacon: %b\n%b" % (beacon.encode(), raw)
    letter = read(text)
    signature = beacon if beacon is not None else find_beacon(text)
    return letter if signature is None else unlock(letter, read_beacon(signature))


def read(text: str) -> LockedLetter:
    """Read a locked letter in a mail, which may quote it. Raises `DataFault` if it was changed."""
    armour = _ARMOUR.search(_QUOTED.sub("", text.replace("\r", "")))
    if armour is None:
        raise DataFault(Complaint.of(LockFault.NOT_LOCKED))
    try:
        data = b64decode("".join(armour[4].split()), validate=True)
    except ValueError as error:
        raise DataFault(Complaint.of(LockFault.NOT_LOCKED)) from error
    letter = LockedLetter(int(armour[1]), data)
    if (letter.digest, letter.opens) != (armour[3], armour[2]):
        raise DataFault(Complaint.of(LockFault.CHANGED, digest=letter.digest))
    return letter


def read_beacon(text: str) -> Beacon:
    """Read a round and its signature. The signature is not checked. Raises `Misuse` for another text."""
    parts = _BEACON.fullmatch(text.strip())
    if parts is None:
        raise Misuse(Complaint.of(LockFault.BEACON_WRONG, text=text))
    return Beacon(int(parts[1]), parts[2].lower())


def find_beacon(text: str) -> str | None:
    """Return the first line of a mail that gives a round and its signature, or None."""
    lines = (line.strip() for line in text.splitlines())
    return next((line for line in lines if line.startswith("beacon:")), None)


def check_beacon(signed: Beacon) -> None:
    """Raise `DataFault` unless the beacon signed this round.

    A signature is the key of all letters that are locked to its round with the beacon's public key
    (Gailly, Melissaris and Romailler, "tlock", 2023). A signature that opens a fresh letter is therefore
    genuine.
    """
    try:
        # This package belongs to an extra and has no types.
        from bittensor_drand import (  # noqa: PLC0415  # pyright: ignore[reportMissingTypeStubs]
            decrypt_with_signature,
            encrypt_at_round,
        )
    except ImportError as error:
        raise Misuse(LockFault.LIBRARY_MISSING) from error
    data: bytes
    data, _ = encrypt_at_round(b"fresh", signed.round)
    try:
        # The library ignores bytes after a signature.
        if len(signed.signature) != SIGNATURE_DIGITS:
            raise ValueError(len(signed.signature))
        decrypt_with_signature(data, signed.signature)
    except ValueError as error:
        raise DataFault(Complaint.of(LockFault.NOT_SIGNED, round=signed.round)) from error


def unlock(locked: LockedLetter, signed: Beacon) -> bytes:
    """Return a locked letter as it was written. Raises `DataFault` unless the beacon's round opens it."""
    if signed.round != locked.round:
        raise DataFault(Complaint.of(LockFault.OTHER_ROUND, round=locked.round, given=signed.round))
    check_beacon(signed)
    # This package belongs to an extra and has no types.
    from bittensor_drand import (  # noqa: PLC0415  # pyright: ignore[reportMissingTypeStubs]
        decrypt_with_signature,
    )

    try:
        return bytes(decrypt_with_signature(locked.data, signed.signature))
    except ValueError as error:
        raise DataFault(Complaint.of(LockFault.NOT_OPENED, round=signed.round)) from error
