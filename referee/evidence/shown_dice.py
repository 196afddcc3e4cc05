"""The dice of an entry with their proof: every draw of every roll, to be done again by hand."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, takewhile

from msgspec import convert

from referee.dice import chain
from referee.dice.chain import MOST_SIDES, Cup
from referee.dice.custom import digest_phrases
from schemas.answers.evidence import Draw, ProvedRoll
from schemas.journal import PHRASED, Entry, Header, Key
from schemas.record import REFEREE, Event, Roll, Rolled, Side


def show(
    header: Header, entry: Entry, events: Sequence[Event], viewer: Side, phrases: Mapping[Side, str]
) -> tuple[ProvedRoll, ...]:
    """Every roll of an entry, with the key and the draws it follows from, or the source that was named.

    Owners read their own keys, and the referee reads all of them. `phrases` are those that were
    filed before the entry.
    """
    rolls = tuple(_rolls(events))
    owned = dict(_own(header, entry, viewer, rolls))
    said = digest_phrases(phrases) if header.format >= PHRASED else ""
    return tuple(_prove(header, entry, roll, owned, said) for roll in rolls)


def owner_key(entry: Entry, owner: Side) -> Key | None:
    """The key of an owner's chain that an entry uses, as far as this journal tells."""
    part = entry.private.get(owner, {})
    return convert(part["key"], Key) if "key" in part else None


def owners(header: Header, entry: Entry, events: Sequence[Event]) -> Mapping[str, Side] | None:
    """Whose each key of a secret throw in an entry is; nothing where keys do not tell.

    They do not where people threw, nor where a ruling kept the dice of another entry, nor in a match of
    before throws had owners.
    """
    if header.dice == "spoken" or not header.anchors or "kept" in entry.body.public:
        return None
    thrown = sum(bool(roll.key) for roll in _rolls(events))
    known = ((owner, owner_key(entry, owner)) for owner in header.anchors)
    return {
        chain.throw_key(key.k, header.match, number): owner
        for owner, key in known
        if key is not None
        for number in range(thrown)
    }


def _own(
    header: Header, entry: Entry, viewer: Side, rolls: Sequence[Roll]
) -> Iterator[tuple[str, tuple[Side, Key, int]]]:
    """The secret keys of these rolls whose owner may be shown: of whom, and which of his throws it was."""
    thrown = {roll.key for roll in rolls}
    for owner in header.anchors:
        key = owner_key(entry, owner)
        if key is not None and viewer in {owner, REFEREE}:
            keys = ((number, chain.throw_key(key.k, header.match, number)) for number in count())
            for number, one in takewhile(lambda numbered: numbered[1] in thrown, keys):
                yield one, (owner, key, number)


def _rolls(events: Sequence[Event]) -> Iterator[Roll]:
    for event in events:
        if isinstance(event, Rolled):
            yield from (roll for roll in event.rolls if roll.faces)


def _prove(
    header: Header, entry: Entry, roll: Roll, owned: dict[str, tuple[Side, Key, int]], phrases: str
) -> ProvedRoll:
    body = entry.body
    if header.dice == "spoken":
        return ProvedRoll(roll=roll, hits=roll.hits, source=str(body.public.get("source", "")))
    order = chain.digest_filed_order(body.public)
    key, n = (roll.key, 0) if roll.key or body.key is None else (body.key.k, body.key.n)
    cup = Cup(key, header.match, n, body.side, order, phrases)
    _, end = cup.throw(roll.purpose, len(roll.faces), roll.sides, roll.draw)
    limit = MOST_SIDES - MOST_SIDES % roll.sides
    owner, of, number = owned.get(roll.key, ("", None, 0))
    return ProvedRoll(
        roll=roll,
        hits=roll.hits,
        key=key,
        key_before="" if roll.key else chain.digest(key),
        owner=owner,
        of=of.k if of else "",
        number=number,
        message=cup.stem(roll.purpose).decode(),
        draws=tuple(
            Draw(index=index, byte=byte, face=byte % roll.sides + 1 if byte < limit else None)
            for index, byte in cup.draws(roll.purpose, roll.draw, end)
        ),
    )
