"""What an entry tells of its events and throws, as everyone and as single readers saw them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, takewhile
from typing import Any, cast

from msgspec import ValidationError, convert

from referee.dice.faults import DiceFault
from referee.faults import declare
from referee.i18n.translator import Saying
from schemas.journal import Entry, FiledDraw, FiledPurpose, Key
from schemas.record import Purpose, Roll, Side

Event = Mapping[str, Any]
"""An event as the journal holds it; only the rule system knows its shape."""

Part = Mapping[str, object]
"""What everyone, or one reader, may know of an entry."""

ORDERED = frozenset({"order", "events"})
"""What everyone may know of an order that no dice were thrown for."""

PLAIN = frozenset({"salt", "letter", "line"})
"""What a private part may hold that tells nothing of orders, events and keys."""


def list_telling_parts(entry: Entry) -> Sequence[Part]:
    """The private parts that may tell of orders, events or keys."""
    return [part for part in entry.private.values() if not PLAIN.issuperset(part)]


def is_plain_order(entry: Entry, telling: Sequence[Part]) -> bool:
    """Return True if an entry is an order without dice and hidden draws, which tells everyone everything."""
    body = entry.body
    if telling or body.kind != "order" or body.key is not None or not ORDERED.issuperset(body.public):
        return False
    events = body.public.get("events", [])
    if not isinstance(events, list):
        return False
    for event in cast(list[object], events):
        if not isinstance(event, dict) or "rolls" in event or "order" in event:
            return False
    for part in entry.private.values():
        if type(part.get("letter", "")) is not str or type(part.get("line", 1)) is not int:
            return False
    return True


def is_whole(entry: Entry) -> bool:
    """Return True if no private part is missing."""
    return entry.body.commit.keys() == entry.private.keys()


def list_tellings(entry: Entry) -> Iterator[list[Event]]:
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


def find_misplaced(entry: Entry) -> Iterator[Saying]:
    """Complain of private events without a place among the public ones: no reader would come upon them."""
    for reader, part in entry.private.items():
        told = part.get("events")
        if "events" in part and _has_no_place(entry, told):
            yield declare(DiceFault.EVENT_WITHOUT_PLACE, reader=reader)


def _has_no_place(entry: Entry, told: object) -> bool:
    if not isinstance(told, dict):
        return True
    numbered = cast(dict[str, object], told)
    return sum(1 for _ in _places(entry, numbered)) < len(numbered)


def key_of(entry: Entry, owner: Side) -> Key | None:
    """The key of an owner's chain that an entry uses; nothing where it cannot be read, or is not told."""
    try:
        return convert(entry.private.get(owner, {}).get("key"), Key)
    except ValidationError:
        return None


def read_rolls(events: Iterable[Event]) -> list[Roll]:
    """The rolls of some events, in their order."""
    told = (event["rolls"] for event in events if isinstance(event.get("rolls"), list))
    return [convert(roll, Roll) for rolls in told for roll in rolls]


def read_draw(event: Event) -> tuple[str | Purpose, tuple[int, ...]] | None:
    """What a hidden draw was for, and what came of it; nothing where it cannot be read."""
    try:
        draw = convert(event, FiledDraw)
    except ValidationError:
        return None
    match draw.purpose:
        case FiledPurpose(kind=kind, parameters=parameters):
            return Purpose(kind=kind, parameters=parameters), draw.order
        case sentence:
            return sentence, draw.order


def list_once(told: Iterable[Iterable[Roll]]) -> list[Roll]:
    """The rolls that several tell of, in the order they were thrown."""
    rolls = dict.fromkeys(roll for telling in told for roll in telling)
    return sorted(rolls, key=lambda roll: roll.draw)


def find_misseen(public: Iterable[Roll] = (), *private: Iterable[Roll]) -> Iterator[Saying]:
    """Throws that everyone sees have no key of their own, and all others have one."""
    everyones = frozenset(public)
    others = (roll for telling in private for roll in telling if roll not in everyones)
    wrong = [roll for roll in everyones if roll.key] + [roll for roll in others if not roll.key]
    for purpose in sorted({str(roll.purpose) for roll in wrong}):
        yield declare(DiceFault.AUDIENCE_WRONG, purpose=purpose)
