"""Dice with a public beacon: the faces of an order also follow from a later round of drand quicknet.

- awaited An `awaited` entry fixes the digest of the order, the number n of its key, and the round R: the
          match's lead after the first round at the time of the entry.
- key     The order names that entry, R and the signature of R. Instead of K(n), its public faces follow from
          HMAC-SHA256, keyed with the text of K(n), of the canonical
          ["referee beacon", R, SHA-256 of the signature's 96 digits, seal of the `awaited` entry].

Until R is published, no one knows this key, the moderator included. Secret rolls and the opening follow from
their own keys alone.
"""

import hmac
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime

from msgspec import UNSET, ValidationError, convert

from referee.dice import chain
from referee.dice.chain import KeyLease, SealedDice
from referee.dice.faults import DiceFault
from referee.dice.format3 import Custom
from referee.engine.dice import DiceNeeded
from referee.faults import declare
from referee.i18n.translator import Saying
from referee.texts.canonical import canonical
from schemas.journal import Entry, Header
from schemas.record import REFEREE, JsonValue, Purpose, Record, Roll, Side, Value

GENESIS = 1_692_803_367
"""Time of round 1 of quicknet, in seconds since 1970."""

PERIOD = 3
"""Seconds between two rounds."""

LEAD = 20
"""Rounds between an order and its dice (default): one minute."""

FORM = "%Y-%m-%dT%H:%M:%SZ"


def find_round(seconds: float) -> int:
    """Return the first round at a time or after it, in seconds since 1970."""
    return max(1, -int(-(seconds - GENESIS) // PERIOD) + 1)


def find_time(number: int) -> int:
    """Return the time of a round, in seconds since 1970."""
    return GENESIS + (number - 1) * PERIOD


def tell_time(number: int) -> str:
    """Return the time of a round."""
    return datetime.fromtimestamp(find_time(number), UTC).strftime(FORM)


def round_after(at: str, lead: int) -> int:
    """Return the round that an order of this time waits for."""
    return find_round(datetime.fromisoformat(at).timestamp()) + lead


def mix_key(key: str, number: int, signature: str, seal: str) -> str:
    """Return the key of the faces from the key of the chain, a round, and the seal of the awaited entry."""
    return hmac.digest(key.encode(), _write_mix(number, signature, seal), "sha256").hex()


def _write_mix(number: int, signature: str, seal: str) -> bytes:
    message: list[JsonValue] = ["referee beacon", number, chain.digest(signature), seal]
    return canonical(message)


class Wait(Value):
    """Inputs of dice that an entry fixes before their round is published."""

    seq: int
    seal: str
    side: Side | None
    order: str
    key: int
    round: int


class Signed(Value):
    """A round that was awaited, with its signature."""

    wait: Wait
    signature: str


class BeaconDice(SealedDice):
    """Sealed dice whose public rolls wait for a round of the beacon."""

    def __init__(
        self,
        key: str,
        match: str,
        n: int,
        side: Side | None,
        order_digest: str,
        hidden: str,
        handed: Callable[[Side], KeyLease] | None,
        custom: Custom | None,
        signed: Signed | None,
    ) -> None:
        """A public roll raises `DiceNeeded` unless its round is `signed`."""
        wait = signed.wait if signed else None
        is_due = wait is not None and (wait.order, wait.key) == (order_digest, n)
        self._signed = signed if is_due else None
        dice_key = key
        if self._signed is not None:
            dice_key = mix_key(key, self._signed.wait.round, self._signed.signature, self._signed.wait.seal)
        super().__init__(dice_key, match, n, side, order_digest, hidden, handed, custom)
        self._chain_key = key
        self.waits = False

    def throw(
        self, purpose: str | Purpose, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        """Roll `count` dice. Raises `DiceNeeded` if the round is not known."""
        if owner is None and count and self._signed is None:
            self.waits = True
            raise DiceNeeded(Roll(purpose=purpose, sides=sides, needed=needed), count)
        return super().throw(purpose, count, needed=needed, sides=sides, owner=owner)

    @property
    def signed(self) -> Signed | None:
        """The round that the entry names; None without a public roll."""
        return self._signed if self.spent else None


class FiledAwait(Record):
    """The public part of an `awaited` entry, read without rules."""

    digest: str
    key: int
    round: int


class FiledSignature(Record, forbid_unknown_fields=False):
    """The fields of an order whose dice were awaited."""

    wait: int
    round: int
    signature: str


def read_wait(entry: Entry) -> Wait | None:
    """Return what an `awaited` entry fixes, or None if it is unreadable."""
    try:
        part = convert(entry.body.public, FiledAwait)
    except ValidationError:
        return None
    body = entry.body
    return Wait(body.seq, entry.seal, body.side, part.digest, part.key, part.round)


def find_dice_key(entry: Entry, earlier: Sequence[Entry]) -> str:
    """Return the key of the public faces of an entry; `earlier` are the entries before it."""
    part, key = _read_signature(entry), entry.body.key
    if part is None or not 0 < part.wait <= len(earlier):
        return key.k if key else ""
    return mix_key(key.k if key else "", part.round, part.signature, earlier[part.wait - 1].seal)


def find_mix(entry: Entry, earlier: Sequence[Entry]) -> str:
    """Return the message that gives the key of the public faces under the entry's own key, "" without one."""
    part = _read_signature(entry)
    if part is None or not 0 < part.wait <= len(earlier):
        return ""
    return _write_mix(part.round, part.signature, earlier[part.wait - 1].seal).decode()


class BeaconCheck:
    """Checks of awaited dice, entry by entry. `rounds` are the signatures that the journal names."""

    def __init__(self, header: Header) -> None:
        self._lead = None if header.beacon is UNSET else header.beacon
        self._pending: Wait | None = None
        self.rounds: list[tuple[int, int, str]] = []

    @property
    def is_waiting(self) -> bool:
        """True if the last order waits for its dice."""
        return self._pending is not None

    def take(self, entry: Entry) -> Iterator[Saying]:
        """Yield the faults of the next entry."""
        body = entry.body
        match body.kind:
            case "awaited":
                yield from self._begin(entry)
            case "order":
                yield from self._end(entry)
            case "retract":
                pending, to = self._pending, body.public.get("to")
                if pending and (body.side != REFEREE or not isinstance(to, int) or to >= pending.seq):
                    yield declare(DiceFault.AWAITED_DROPPED, entry=pending.seq)
                self._pending = None
            case "ruling" | "reveal":
                if self._pending:
                    yield declare(DiceFault.AWAITED_DROPPED, entry=self._pending.seq)
                if body.kind == "ruling" and body.key and body.seq > 1 and self._lead is not None:
                    yield declare(DiceFault.DICE_NOT_AWAITED)
            case _:
                pass

    def mix(self, entry: Entry) -> str:
        """Return the key of the public faces of an entry with a key."""
        key = entry.body.key
        assert key is not None
        part = _read_signature(entry)
        if part is None or self._last is None or self._last.seq != part.wait:
            return key.k
        return mix_key(key.k, part.round, part.signature, self._last.seal)

    _last: Wait | None = None

    def _begin(self, entry: Entry) -> Iterator[Saying]:
        if self._pending:
            yield declare(DiceFault.AWAITED_DROPPED, entry=self._pending.seq)
        wait = read_wait(entry)
        if wait is None or self._lead is None:
            yield declare(DiceFault.AWAITED_UNKNOWN)
            return
        seconds = _read_time(entry.body.at)
        due = wait.round if seconds is None else find_round(seconds) + self._lead
        if wait.round != due:
            yield declare(DiceFault.ROUND_CHOSEN, round=str(wait.round), due=str(due))
        self._pending = wait

    def _end(self, entry: Entry) -> Iterator[Saying]:
        body, pending = entry.body, self._pending
        self._last, self._pending = pending, None
        part = _read_signature(entry)
        if pending is None or part is None:
            if self._lead is not None and (body.key or pending is not None):
                yield declare(DiceFault.DICE_NOT_AWAITED)
            if "wait" in body.public or "signature" in body.public or "round" in body.public:
                yield declare(DiceFault.AWAITED_UNKNOWN)
            return
        n = body.key.n if body.key else 0
        order = chain.digest_filed_order(body.public)
        due = (pending.seq, pending.round, pending.side, pending.order, pending.key)
        if (part.wait, part.round, body.side, order, n) != due:
            yield declare(DiceFault.AWAITED_OTHER, entry=pending.seq)
        if (seconds := _read_time(body.at)) is not None and seconds < find_time(pending.round):
            yield declare(DiceFault.ROUND_EARLY, round=str(pending.round), time=tell_time(pending.round))
        self.rounds.append((body.seq, part.round, part.signature))


def _read_time(at: str) -> float | None:
    """Return a time in seconds since 1970, or None if it is none, which is a fault of its own."""
    try:
        return datetime.fromisoformat(at).timestamp()
    except ValueError:
        return None


def _read_signature(entry: Entry) -> FiledSignature | None:
    if "signature" not in entry.body.public:
        return None
    try:
        return convert(entry.body.public, FiledSignature)
    except ValidationError:
        return None
