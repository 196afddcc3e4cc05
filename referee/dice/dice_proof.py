"""Proving dice: keys, faces, and, once it is opened, all that followed from the hidden secret."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import count, takewhile
from typing import Any, cast

from msgspec import ValidationError, convert

from referee.dice import chain as chance
from referee.dice.chain import MOST_SIDES, RESERVE, Cup
from referee.dice.faults import DiceFault
from referee.engine.facts import declare
from referee.engine.tongue import Saying, frame
from referee.values.value import Value
from schemas.journal import Entry, Header, Key
from schemas.record import Purpose, Roll, Side

Event = Mapping[str, Any]
"""An event as the journal holds it; only the rule system knows its shape."""


LOOKED_ON = 16
"""A throw that was passed over is found by one of so many after it; by any, once all is told."""


class SpokenThrow(Value):
    """Dice that people threw: the journal says who says so, and nobody can prove it."""

    entry: int
    roll: Roll
    source: str


class Claim(Value):
    """What an entry said before anyone could prove it: whether it holds, only the hidden secret tells."""

    entry: int
    text: Saying
    holds: Callable[[str], bool]


class Chain:
    """A chain of keys as far as it was published: its anchor, and the key that came last."""

    def __init__(self, anchor: str, keys: int) -> None:
        self.anchor = self._last = anchor
        self.n, self._keys = 0, keys

    def take(self, key: Key) -> Iterator[Saying]:
        """What is wrong with the next key."""
        if self._keys - self.n < RESERVE:
            yield declare(DiceFault.CHAIN_OVERDUE, left=self._keys - self.n)
        if key.n != self.n + 1:
            yield declare(DiceFault.KEY_OUT_OF_TURN, key=key.n, due=self.n + 1)
        elif chance.digest(key.k) != self._last:
            yield declare(DiceFault.KEY_UNLINKED, key=key.n)
        self.n, self._last = key.n, key.k

    @property
    def is_due(self) -> bool:
        """Whether the next key is that of a new chain: else nobody could choose when one begins."""
        return self.n > 0 and self._keys - self.n < RESERVE

    def renew(self, anchor: str) -> Iterator[Saying]:
        """What is wrong with the next chain, which begins with this anchor."""
        if not self.is_due:
            yield declare(DiceFault.CHAIN_EARLY, left=self._keys - self.n, most=RESERVE - 1)
        self.anchor = self._last = anchor
        self.n = 0


class DiceProof:
    """The dice of a match, proved entry by entry.

    In journals of format 1 the draws of an entry were counted through all its throws, so that a copy has gaps
    in them; since then a copy can be shown to be complete for what everyone sees. `unproved` counts the dice
    that rest on the moderator's word in a copy: those behind such a gap, which he could choose by its length,
    and those whose key follows from no owner's key that the copy has.
    """

    def __init__(self, header: Header) -> None:
        self.header = header
        self.hidden: str | None = None
        self.keys = self.rolls = self.dice = self.unproved = 0
        self.spoken: list[SpokenThrow] = []
        self._claims: list[Claim] = []
        self._chain = Chain(header.anchor, header.keys)
        self._owned = {owner: Chain(anchor, header.keys) for owner, anchor in header.anchors.items()}
        for owner, anchor in header.anchors.items():
            holds = partial(_owns, owner, header.keys, anchor)
            text = declare(DiceFault.SECRET_KEYS_CHOSEN, owner=owner)
            self._claims.append(Claim(0, text, holds))

    def take(self, entry: Entry) -> Iterator[Saying]:
        """Everything that is wrong with the dice of the next entry."""
        tellings = list(_tellings(entry))
        events = [event for telling in tellings for event in telling]
        yield from _misplace(entry)
        yield from self._take_secret_order(entry)
        if entry.body.key:
            self.keys += 1
            yield from self._chain.take(entry.body.key)
        yield from self._take_shuffles(entry, events)
        if entry.body.kind == "anchor":
            yield from self._take_anchor(entry)
        elif entry.body.kind == "reveal":
            yield from self._take_hidden(entry)
        try:
            told = [_rolls(telling) for telling in tellings]
        except ValidationError:
            yield declare(DiceFault.ROLL_UNREADABLE)
            return
        if self.header.dice == "spoken":
            yield from self._list(entry, _each_once(told))
        elif any(told) or entry.body.key or any("key" in part for part in entry.private.values()):
            yield from self._prove_all(entry, told)

    def _prove_all(self, entry: Entry, told: list[list[Roll]]) -> Iterator[Saying]:
        """All throws of an entry, as several tell of them, and the keys that it spends."""
        rolls = _each_once(told)
        seen = [roll for roll in rolls if roll.faces and not roll.key]
        if entry.body.key:
            yield from self._prove(entry, entry.body.key, seen)
        elif seen:
            yield declare(DiceFault.KEY_UNPUBLISHED)
        yield from self._prove_secret(entry, [roll for roll in rolls if roll.key])
        yield from self._in_order(entry, [[roll for roll in telling if roll.faces] for telling in told])

    def opened(self) -> Iterator[tuple[int, Saying]]:
        """What is wrong in the light of the hidden secret, by entry; nothing while it is hidden."""
        if self.hidden is not None:
            for claim in self._claims:
                if not claim.holds(self.hidden):
                    yield claim.entry, claim.text

    def _prove(self, entry: Entry, key: Key, rolls: list[Roll]) -> Iterator[Saying]:
        body = entry.body
        whole = self.header.format > 1 or _is_whole(entry)
        if not rolls and whole:
            yield declare(DiceFault.KEY_UNUSED, key=key.n)
        order = chance.digest_filed_order(body.public)
        cup = Cup(key.k, self.header.match, key.n, body.side, order)
        index, sure = 0, True
        for roll in rolls:
            sure = sure and roll.draw == index
            if roll.draw < index or (roll.draw > index and whole):
                yield declare(DiceFault.DRAW_OUT_OF_TURN, purpose=roll.purpose, draw=roll.draw, due=index)
            if not 1 <= roll.sides <= MOST_SIDES:
                yield declare(DiceFault.SIDES_IMPOSSIBLE, purpose=roll.purpose, sides=roll.sides)
                continue
            faces, index = cup.throw(roll.purpose, len(roll.faces), roll.sides, roll.draw)
            yield from _compare(roll, faces)
            self._count(roll, sure=sure)

    def _in_order(self, entry: Entry, told: list[list[Roll]]) -> Iterator[Saying]:
        """Throws as they fell, whoever tells of them: else whose dice are whose could be chosen."""
        keys = [key for owner in self._owned if (key := _key_of(entry, owner))]
        count = sum(bool(roll.key) for telling in told for roll in telling)
        match = self.header.match
        places = {chance.throw_key(key.k, match, n): (key.k, n) for key in keys for n in range(count)}
        for telling in told:
            last: dict[str, int] = {}
            for roll in telling:
                chain, place = places.get(roll.key, (roll.key, 0)) if roll.key else ("", roll.draw)
                if place <= last.get(chain, -1):
                    yield declare(DiceFault.DICE_OUT_OF_ORDER, purpose=roll.purpose)
                last[chain] = place
        if self.header.format > 1:
            yield from _as_seen(*told)

    def _prove_secret(self, entry: Entry, rolls: list[Roll]) -> Iterator[Saying]:
        """Faces that follow from keys of their own, and those keys from their owners'."""
        order = chance.digest_filed_order(entry.body.public)
        for roll in rolls:
            if roll.draw:
                yield declare(DiceFault.DRAW_OUT_OF_TURN, purpose=roll.purpose, draw=roll.draw, due=0)
            if not 1 <= roll.sides <= MOST_SIDES:
                yield declare(DiceFault.SIDES_IMPOSSIBLE, purpose=roll.purpose, sides=roll.sides)
                continue
            cup = Cup(roll.key, self.header.match, 0, entry.body.side, order)
            yield from _compare(roll, cup.throw(roll.purpose, len(roll.faces), roll.sides, 0)[0])
        left = Counter(roll.key for roll in rolls)
        if any(count > 1 for count in left.values()):
            yield declare(DiceFault.SECRET_KEY_TWICE)
        for owner, chain in self._owned.items():
            if "key" in entry.private.get(owner, {}):
                yield from self._take_owned(entry, owner, chain, left)
        if left and _is_whole(entry):
            yield declare(DiceFault.SECRET_KEY_OF_NOBODY)
        for roll in rolls:
            self._count(roll, sure=roll.key not in left)

    def _take_owned(self, entry: Entry, owner: Side, chain: Chain, left: Counter[str]) -> Iterator[Saying]:
        """The secret throws of one owner, which he sees all: taken out of those that are left."""
        key = _key_of(entry, owner)
        if key is None:
            yield declare(DiceFault.SECRET_KEY_UNREADABLE, owner=owner)
            return
        if isinstance(anchor := entry.private[owner].get("anchor"), str):
            self._claim_chain(entry, chain, anchor)
            yield from chain.renew(anchor)
        self.keys += 1
        yield from (frame("of {owner}: {said}", owner=owner, said=said) for said in chain.take(key))
        due = [chance.throw_key(key.k, self.header.match, number) for number in range(len(left) + LOOKED_ON)]
        thrown = [number for number, one in enumerate(due) if one in left]
        if not thrown:
            yield declare(DiceFault.SECRET_KEY_UNUSED, owner=owner)
        elif thrown != list(range(len(thrown))):
            yield declare(DiceFault.SECRET_THROW_SKIPPED, owner=owner)
        for number in thrown:
            del left[due[number]]

    def _count(self, roll: Roll, *, sure: bool) -> None:
        """Count the dice of a roll whose faces follow from its key, whether or not that was fixed before."""
        self.rolls += sure
        self.dice += len(roll.faces) * sure
        self.unproved += len(roll.faces) * (not sure)

    def _list(self, entry: Entry, rolls: list[Roll]) -> Iterator[Saying]:
        source = entry.body.public.get("source")
        if rolls and not isinstance(source, str):
            yield declare(DiceFault.WITNESS_MISSING)
        self.spoken.extend(SpokenThrow(entry.body.seq, roll, str(source)) for roll in rolls)

    def _take_secret_order(self, entry: Entry) -> Iterator[Saying]:
        body, sealed = entry.body, entry.body.public.get("sealed")
        if sealed is None:
            return
        parts = (part for part in entry.private.values() if "order_salt" in part)
        openings = [(part.get("order"), str(part["order_salt"])) for part in parts]
        if any(chance.digest_sealed(order, salt) != sealed for order, salt in openings):
            yield declare(DiceFault.SECRET_ORDER_DIFFERS)
        if not openings and _is_whole(entry):
            yield declare(DiceFault.SECRET_ORDER_UNOPENABLE)
        for _, salt in openings:
            n = self._chain.n + 1
            holds = partial(_salts, self.header.match, self._chain.anchor, n, body.side, salt)
            text = declare(DiceFault.SALT_CHOSEN)
            self._claims.append(Claim(body.seq, text, holds))

    def _take_shuffles(self, entry: Entry, events: Iterable[Event]) -> Iterator[Saying]:
        for event in events:
            match event:
                case {"purpose": filed, "order": [int(), *_] as order} if (
                    _are_numbers(order) and (purpose := _purpose(filed)) is not None
                ):
                    holds = partial(_orders, self.header.match, purpose, tuple(order))
                    text = declare(DiceFault.ORDER_OF_DRAW_WRONG, purpose=purpose)
                    self._claims.append(Claim(entry.body.seq, text, holds))
                case {"order": [_, *_]}:
                    yield declare(DiceFault.DRAW_UNREADABLE)
                case _:
                    pass

    def _take_anchor(self, entry: Entry) -> Iterator[Saying]:
        anchor = entry.body.public.get("anchor")
        if not isinstance(anchor, str):
            yield declare(DiceFault.ANCHOR_MISSING)
            return
        self._claim_chain(entry, self._chain, anchor)
        yield from self._chain.renew(anchor)

    def _claim_chain(self, entry: Entry, chain: Chain, anchor: str) -> None:
        """A chain that began too early is wrong in any case, and thousands of them would take hours."""
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


def _orders(match: str, purpose: str | Purpose, order: tuple[int, ...], hidden: str) -> bool:
    return chance.shuffle_items(hidden, match, purpose, order) == order


def _salts(match: str, anchor: str, n: int, side: Side | None, salt: str, hidden: str) -> bool:
    return chance.order_salt(hidden, match, anchor, n, side) == salt


def _owns(owner: Side, keys: int, anchor: str, hidden: str) -> bool:
    return chance.owner_anchor(hidden, owner, keys) == anchor


def _is_whole(entry: Entry) -> bool:
    """Whether no private part is missing."""
    return entry.body.commit.keys() == entry.private.keys()


def _follows(before: str, keys: int, anchor: str, hidden: str) -> bool:
    return chance.next_anchor(hidden, before, keys) == anchor


def _tellings(entry: Entry) -> Iterator[list[Event]]:
    """What happened, as far as this copy tells: as everyone saw it first, and as each did who saw more."""
    for part in (entry.body.public, *entry.private.values()):
        events = part.get("events")
        if isinstance(events, dict):
            numbered = cast(dict[str, object], events)
            events = [numbered[place] for place in _places(entry, numbered)]
        if isinstance(events, list):
            yield [cast(Event, event) for event in cast(list[object], events) if isinstance(event, dict)]


def _places(entry: Entry, told: Mapping[str, object]) -> Iterator[str]:
    """The places of events that not everyone saw whole: 3+0, 3+1 …, then 3 for the public event 3."""
    public = entry.body.public.get("events")
    seen = len(cast(list[object], public)) if isinstance(public, list) else 0
    for place in range(seen + 1):
        yield from takewhile(told.__contains__, (f"{place}+{number}" for number in count()))
        if place < seen and str(place) in told:
            yield str(place)


def _misplace(entry: Entry) -> Iterator[Saying]:
    """Whether what somebody saw besides has its places: whatever had none, nobody would ever read."""
    for reader, part in entry.private.items():
        told = part.get("events", {})
        if not isinstance(told, dict) or _has_no_place(entry, cast(dict[str, object], told)):
            yield declare(DiceFault.EVENT_WITHOUT_PLACE, reader=reader)


def _has_no_place(entry: Entry, told: Mapping[str, object]) -> bool:
    return sum(1 for _ in _places(entry, told)) < len(told)


def _key_of(entry: Entry, owner: Side) -> Key | None:
    """The key of an owner's chain that an entry uses; nothing where it cannot be read, or is not told."""
    try:
        return convert(entry.private.get(owner, {}).get("key"), Key)
    except ValidationError:
        return None


def _rolls(events: Iterable[Event]) -> list[Roll]:
    """The rolls of some events, in their order."""
    told = (event["rolls"] for event in events if isinstance(event.get("rolls"), list))
    return [convert(roll, Roll) for rolls in told for roll in rolls]


def _purpose(filed: object) -> str | Purpose | None:
    """What a hidden draw was for; nothing where it cannot be read."""
    try:
        return filed if isinstance(filed, str) else convert(filed, Purpose)
    except ValidationError:
        return None


def _each_once(told: Iterable[Iterable[Roll]]) -> list[Roll]:
    """The rolls that several tell of, in the order they were thrown."""
    rolls = dict.fromkeys(roll for telling in told for roll in telling)
    return sorted(rolls, key=lambda roll: roll.draw)


def _as_seen(public: Iterable[Roll] = (), *private: Iterable[Roll]) -> Iterator[Saying]:
    """Throws that everyone sees have no key of their own, and all others have one."""
    everyones = frozenset(public)
    others = (roll for telling in private for roll in telling if roll not in everyones)
    wrong = [roll for roll in everyones if roll.key] + [roll for roll in others if not roll.key]
    for purpose in sorted({str(roll.purpose) for roll in wrong}):
        yield declare(DiceFault.AUDIENCE_WRONG, purpose=purpose)


def _compare(roll: Roll, faces: tuple[int, ...]) -> Iterator[Saying]:
    if faces != roll.faces:
        yield declare(DiceFault.FACES_WRONG, purpose=roll.purpose, due=_tell(faces), told=_tell(roll.faces))


def _are_numbers(order: Iterable[object]) -> bool:
    return all(type(item) is int for item in order)


def _tell(faces: tuple[int, ...]) -> str:
    return ", ".join(map(str, faces))
