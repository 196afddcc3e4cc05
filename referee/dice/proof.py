"""Proofs of dice: keys, faces, and everything that follows from a revealed hidden secret."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Literal

from msgspec import ValidationError
from msgspec.structs import replace

from referee.dice import chain as chance
from referee.dice import entry_parts
from referee.dice.beacon import BeaconCheck
from referee.dice.chain import MOST_SIDES, RESERVE, EntryDice
from referee.dice.faults import DiceFault
from referee.dice.format3 import Names, digest_phrases, find_draw_digest
from referee.dice.reused_rolls import Keeping
from referee.faults import declare
from referee.i18n.translator import Saying, frame
from schemas.journal import PHRASED, Entry, Header, Key
from schemas.record import Purpose, Roll, Side, Value

LOOKED_ON = 16
"""Number of later rolls to search for a skipped roll."""


class SpokenThrow(Value):
    """Manual dice. The journal names their source, and they cannot be proved."""

    entry: int
    roll: Roll
    source: str


Basis = Literal["own-key", "word"]
"""Evidence for a roll without a proof in a copy: its own key, or the moderator's word."""


class Doubt(Value):
    """Dice without a proof in a copy, and the evidence for them."""

    entry: int
    roll: Roll
    basis: Basis


Place = tuple[Side, int]
"""The owner of a secret roll, and its number among the rolls of the owner in its entry."""


class Claim(Value):
    """A statement of an entry that only the hidden secret proves."""

    entry: int
    text: Saying
    holds: Callable[[str], bool]


class Chain:
    """A key chain as far as it is published: its anchor and its last key."""

    def __init__(self, anchor: str, keys: int) -> None:
        self.anchor = self._last = anchor
        self.n, self._keys = 0, keys

    def take(self, key: Key) -> Iterator[Saying]:
        """Yield the faults of the next key."""
        if self._keys - self.n < RESERVE:
            yield declare(DiceFault.CHAIN_OVERDUE, left=self._keys - self.n)
        if key.n != self.n + 1:
            yield declare(DiceFault.KEY_OUT_OF_TURN, key=key.n, due=self.n + 1)
        elif chance.digest(key.k) != self._last:
            yield declare(DiceFault.KEY_UNLINKED, key=key.n)
        self.n, self._last = key.n, key.k

    @property
    def is_due(self) -> bool:
        """True if the next key has to begin a new chain; the referee cannot choose that time."""
        return self.n > 0 and self._keys - self.n < RESERVE

    def renew(self, anchor: str) -> Iterator[Saying]:
        """Yield the faults of a new chain with this anchor."""
        if not self.is_due:
            yield declare(DiceFault.CHAIN_EARLY, left=self._keys - self.n, most=RESERVE - 1)
        self.anchor = self._last = anchor
        self.n = 0


class DiceProof:
    """Proof of the dice of a match, entry by entry.

    In format 1 the draws of an entry are numbered through all its rolls, so that the numbers in a copy have
    gaps. Since format 2 a copy proves that its public rolls are complete. `rolls` and `dice` count the rolls
    that follow from the header; `doubted` lists the others.
    """

    def __init__(self, header: Header) -> None:
        self.header = header
        self.hidden: str | None = None
        self.keys = self.rolls = self.dice = 0
        self.doubted: list[Doubt] = []
        self.spoken: list[SpokenThrow] = []
        self._names = Names(header)
        self._keeping = Keeping(header)
        self._beacon = BeaconCheck(header)
        self._phrases: dict[Side, str] = {}
        self._phrases_digest = digest_phrases(self._phrases)
        self._claims: list[Claim] = []
        self._chain = Chain(header.anchor, header.keys)
        self._owned = {owner: Chain(anchor, header.keys) for owner, anchor in header.anchors.items()}
        for owner, anchor in header.anchors.items():
            holds = partial(_owns, owner, header.keys, anchor)
            text = declare(DiceFault.SECRET_KEYS_CHOSEN, owner=owner)
            self._claims.append(Claim(0, text, holds))

    def pass_over(self) -> None:
        """Skip an order without dice."""
        self._keeping.pass_over()

    def take(self, entry: Entry, tellings: Sequence[list[entry_parts.Event]]) -> Iterator[Saying]:
        """Yield every fault in the dice of the next entry; `tellings` are its events by their readers."""
        if entry.body.seq == 1:
            self._names.take(entry)
        events = [event for telling in tellings for event in telling]
        yield from entry_parts.find_misplaced(entry)
        if entry.body.kind == "phrase":
            self._phrases[str(entry.body.side)] = str(entry.body.public.get("phrase"))
            self._phrases_digest = digest_phrases(self._phrases)
        yield from self._take_secret_order(entry)
        yield from self._beacon.take(entry)
        if entry.body.key:
            self.keys += 1
            yield from self._chain.take(entry.body.key)
        yield from self._take_shuffles(entry, events)
        if entry.body.kind == "anchor":
            yield from self._take_anchor(entry)
        elif entry.body.kind == "reveal":
            yield from self._take_hidden(entry)
        try:
            rolls = [entry_parts.read_rolls(telling) for telling in tellings]
        except ValidationError:
            yield declare(DiceFault.ROLL_UNREADABLE)
            return
        yield from self._names.spell(roll for telling in rolls for roll in telling)
        yield from self._keeping.take(entry, tellings)
        if not self._keeping.keeps(entry):
            yield from self._prove_thrown(entry, rolls)

    @property
    def is_waiting(self) -> bool:
        """True if the last order waits for its dice."""
        return self._beacon.is_waiting

    @property
    def rounds(self) -> tuple[tuple[int, int, str], ...]:
        """Rounds of the beacon in the dice: the entry, the round and its signature, which is not checked."""
        return tuple(self._beacon.rounds)

    @property
    def phrasing_sides(self) -> tuple[Side, ...]:
        """Sides whose phrases are in the dice."""
        return tuple(sorted(self._phrases))

    def _prove_thrown(self, entry: Entry, parts: list[list[Roll]]) -> Iterator[Saying]:
        """Yield the faults of the rolls of an entry, sealed or manual."""
        if self.header.dice == "spoken":
            yield from self._list(entry, entry_parts.list_once(parts))
        elif any(parts) or entry.body.key or any("key" in part for part in entry.private.values()):
            yield from self._prove_all(entry, parts)

    def _prove_all(self, entry: Entry, parts: list[list[Roll]]) -> Iterator[Saying]:
        """Yield the faults of all sealed rolls of an entry, and of its keys."""
        rolls, inputs = entry_parts.list_once(parts), self._read_inputs(entry)
        public_rolls = [roll for roll in rolls if roll.faces and not roll.key]
        if entry.body.key:
            yield from self._prove(entry, entry.body.key, public_rolls, inputs)
        elif public_rolls:
            yield declare(DiceFault.KEY_UNPUBLISHED)
        places: dict[str, Place] = {}
        yield from self._prove_secret(entry, [roll for roll in rolls if roll.key], inputs, places)
        yield from self._in_order(
            [[roll for roll in part if roll.faces or roll.key] for part in parts], places
        )

    def opened(self, secret: str | None = None) -> Iterator[tuple[int, Saying]]:
        """Yield the faults that the revealed `secret` exposes, by entry. Yield none before it is known."""
        hidden = self.hidden or secret
        if hidden is not None:
            for claim in self._claims:
                if not claim.holds(hidden):
                    yield claim.entry, claim.text

    def _prove(self, entry: Entry, key: Key, rolls: list[Roll], inputs: EntryDice) -> Iterator[Saying]:
        whole = self.header.format > 1 or entry_parts.is_whole(entry)
        if not rolls and whole:
            yield declare(DiceFault.KEY_UNUSED, key=key.n)
        entry_dice = replace(inputs, key=self._beacon.mix(entry), n=key.n)
        index, sure = 0, True
        for roll in rolls:
            sure = sure and roll.draw == index
            if roll.draw < index or (roll.draw > index and whole):
                yield declare(DiceFault.DRAW_OUT_OF_TURN, purpose=roll.purpose, draw=roll.draw, due=index)
            if not 1 <= roll.sides <= MOST_SIDES:
                yield declare(DiceFault.SIDES_IMPOSSIBLE, purpose=roll.purpose, sides=roll.sides)
                continue
            faces, index = entry_dice.throw(roll.purpose, len(roll.faces), roll.sides, roll.draw)
            yield from _compare(roll, faces)
            self._count(entry, roll, None if sure else "word")

    def _read_inputs(self, entry: Entry) -> EntryDice:
        """Return the inputs of the faces of an entry, without a key."""
        body = entry.body
        phrases = self._phrases_digest if self.header.format >= PHRASED else ""
        order = chance.digest_filed_order(body.public)
        return EntryDice("", self.header.match, 0, body.side, order, phrases)

    def _in_order(self, parts: list[list[Roll]], places: Mapping[str, Place]) -> Iterator[Saying]:
        """Yield a fault for rolls out of order: another order would exchange their dice."""
        for part in parts:
            last: dict[str | None, int] = {}
            for roll in part:
                chain, place = places.get(roll.key, (roll.key, 0)) if roll.key else (None, roll.draw)
                if place <= last.get(chain, -1):
                    yield declare(DiceFault.DICE_OUT_OF_ORDER, purpose=roll.purpose)
                last[chain] = place
        if self.header.format > 1:
            yield from entry_parts.find_misseen(*parts)

    def _prove_secret(
        self, entry: Entry, rolls: list[Roll], inputs: EntryDice, places: dict[str, Place]
    ) -> Iterator[Saying]:
        """Yield the faults of secret rolls: faces follow from their keys, and these from keys of owners.

        The place of each key that follows from a key of this copy is added to `places`.
        """
        for roll in rolls:
            if roll.draw:
                yield declare(DiceFault.DRAW_OUT_OF_TURN, purpose=roll.purpose, draw=roll.draw, due=0)
            if not 1 <= roll.sides <= MOST_SIDES:
                yield declare(DiceFault.SIDES_IMPOSSIBLE, purpose=roll.purpose, sides=roll.sides)
                continue
            entry_dice = replace(inputs, key=roll.key)
            faces, _ = entry_dice.throw(roll.purpose, len(roll.faces), roll.sides, 0)
            yield from _compare(roll, faces)
        rest = {roll.key for roll in rolls}
        if len(rest) < len(rolls):
            yield declare(DiceFault.SECRET_KEY_TWICE)
        for owner, chain in self._owned.items():
            if "key" in entry.private.get(owner, {}):
                yield from self._take_owned(entry, owner, chain, rest, places)
        yield from self._names.compare(rolls, {key: owner for key, (owner, _) in places.items()})
        if rest and entry_parts.is_whole(entry):
            yield declare(DiceFault.SECRET_KEY_OF_NOBODY)
        for roll in rolls:
            self._count(entry, roll, "own-key" if roll.key in rest else None)

    def _take_owned(
        self, entry: Entry, owner: Side, chain: Chain, rest: set[str], places: dict[str, Place]
    ) -> Iterator[Saying]:
        """Yield the faults of the secret rolls of one owner, and move their keys from `rest` to `places`."""
        key = entry_parts.key_of(entry, owner)
        if key is None:
            yield declare(DiceFault.SECRET_KEY_UNREADABLE, owner=owner)
            return
        if isinstance(anchor := entry.private[owner].get("anchor"), str):
            self._claim_chain(entry, chain, anchor)
            yield from chain.renew(anchor)
        self.keys += 1
        yield from (frame("of {owner}: {said}", owner=owner, said=fault) for fault in chain.take(key))
        numbers: list[int] = []
        for number in range(len(rest) + LOOKED_ON):
            if not rest:
                break
            roll_key = chance.throw_key(key.k, self.header.match, number)
            if roll_key in rest:
                rest.remove(roll_key)
                places[roll_key] = owner, number
                numbers.append(number)
        if not numbers:
            yield declare(DiceFault.SECRET_KEY_UNUSED, owner=owner)
        elif numbers != list(range(len(numbers))):
            yield declare(DiceFault.SECRET_THROW_SKIPPED, owner=owner)

    def _count(self, entry: Entry, roll: Roll, doubt: Basis | None) -> None:
        """Count the dice of a roll, as proved or as doubted."""
        if doubt is None:
            self.rolls += 1
            self.dice += len(roll.faces)
        elif roll.faces:
            self.doubted.append(Doubt(entry.body.seq, roll, doubt))

    def _list(self, entry: Entry, rolls: list[Roll]) -> Iterator[Saying]:
        source = entry.body.public.get("source")
        if rolls and not isinstance(source, str):
            yield declare(DiceFault.WITNESS_MISSING)
        yield from self._names.compare([roll for roll in rolls if roll.key])
        self.spoken.extend(SpokenThrow(entry.body.seq, roll, str(source)) for roll in rolls)

    def _take_secret_order(self, entry: Entry) -> Iterator[Saying]:
        body, sealed = entry.body, entry.body.public.get("sealed")
        parts = (part for part in entry.private.values() if "order_salt" in part)
        openings = [(part.get("order"), str(part["order_salt"])) for part in parts]
        if any(chance.digest_sealed(order, salt) != sealed for order, salt in openings):
            yield declare(DiceFault.SECRET_ORDER_DIFFERS)
        if sealed is None:
            return
        if not openings and entry_parts.is_whole(entry):
            yield declare(DiceFault.SECRET_ORDER_UNOPENABLE)
        for _, salt in openings:
            n = self._chain.n + 1
            holds = partial(_salts, self.header.match, self._chain.anchor, n, body.side, salt)
            text = declare(DiceFault.SALT_CHOSEN)
            self._claims.append(Claim(body.seq, text, holds))

    def _take_shuffles(self, entry: Entry, events: Iterable[entry_parts.Event]) -> Iterator[Saying]:
        for event in events:
            if not isinstance(event.get("order"), list) or not event["order"]:
                continue
            purpose, order = entry_parts.read_draw(event) or (None, ())
            if purpose is None or isinstance(purpose, str) == (self.header.format >= PHRASED):
                yield declare(DiceFault.DRAW_UNREADABLE)
                continue
            phrases = find_draw_digest(self.header, self._phrases_digest)
            holds = partial(_orders, self.header.match, purpose, order, phrases)
            text = declare(DiceFault.ORDER_OF_DRAW_WRONG, purpose=purpose)
            self._claims.append(Claim(entry.body.seq, text, holds))

    def _take_anchor(self, entry: Entry) -> Iterator[Saying]:
        anchor = entry.body.public.get("anchor")
        if not isinstance(anchor, str):
            yield declare(DiceFault.ANCHOR_MISSING)
            return
        self._claim_chain(entry, self._chain, anchor)
        yield from self._chain.renew(anchor)

    def _claim_chain(self, entry: Entry, chain: Chain, anchor: str) -> None:
        """Record a claim about a new chain. A chain that begins too early is a fault anyway."""
        if chain.is_due:
            holds = partial(_follows, chain.anchor, self.header.keys, anchor)
            text = declare(DiceFault.CHAIN_CHOSEN)
            self._claims.append(Claim(entry.body.seq, text, holds))

    def _take_hidden(self, entry: Entry) -> Iterator[Saying]:
        hidden = entry.body.public.get("hidden")
        if not isinstance(hidden, str) or chance.digest(hidden) != self.header.hidden:
            yield declare(DiceFault.HIDDEN_SECRET_WRONG)
        else:
            self.hidden = hidden


def _orders(match: str, purpose: str | Purpose, order: tuple[int, ...], phrases: str, hidden: str) -> bool:
    return chance.shuffle_items(hidden, match, purpose, order, phrases) == order


def _salts(match: str, anchor: str, n: int, side: Side | None, salt: str, hidden: str) -> bool:
    return chance.order_salt(hidden, match, anchor, n, side) == salt


def _owns(owner: Side, keys: int, anchor: str, hidden: str) -> bool:
    return chance.owner_anchor(hidden, owner, keys) == anchor


def _follows(before: str, keys: int, anchor: str, hidden: str) -> bool:
    return chance.next_anchor(hidden, before, keys) == anchor


def _compare(roll: Roll, faces: tuple[int, ...]) -> Iterator[Saying]:
    if faces != roll.faces:
        yield declare(DiceFault.FACES_WRONG, purpose=roll.purpose, due=_tell(faces), told=_tell(roll.faces))


def _tell(faces: tuple[int, ...]) -> str:
    return ", ".join(map(str, faces))
