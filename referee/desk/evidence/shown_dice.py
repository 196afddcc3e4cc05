"""The dice of an entry with their proof: every draw of every roll, to be done again by hand."""

from collections.abc import Iterator, Sequence

from referee.desk import chance
from referee.desk.chance import MOST_SIDES, Cup
from schemas.evidence import Draw, ProvedRoll
from schemas.journal import Entry, Header
from schemas.record import Event, Roll, Rolled


def shown(header: Header, entry: Entry, events: Sequence[Event]) -> tuple[ProvedRoll, ...]:
    """Every roll of an entry, with the key and the draws it follows from, or the source that was named."""
    return tuple(_proved(header, entry, roll) for roll in _rolls(events))


def _rolls(events: Sequence[Event]) -> Iterator[Roll]:
    for event in events:
        if isinstance(event, Rolled):
            yield from (roll for roll in event.rolls if roll.faces)


def _proved(header: Header, entry: Entry, roll: Roll) -> ProvedRoll:
    body = entry.body
    if body.key is None:
        return ProvedRoll(roll=roll, hits=roll.hits, source=str(body.public.get("source", "")))
    order = chance.filed_order_digest(body.public)
    cup = Cup(body.key.k, header.match, body.key.n, body.side, order)
    _, end = cup.throw(roll.purpose, len(roll.faces), roll.sides, roll.draw)
    limit = MOST_SIDES - MOST_SIDES % roll.sides
    return ProvedRoll(
        roll=roll,
        hits=roll.hits,
        key=body.key.k,
        key_before=chance.digest(body.key.k),
        message=cup.stem(roll.purpose).decode(),
        draws=tuple(
            Draw(index=index, byte=byte, face=byte % roll.sides + 1 if byte < limit else None)
            for index, byte in cup.draws(roll.purpose, roll.draw, end)
        ),
    )
