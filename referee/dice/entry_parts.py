"""Public and private events and rolls of an entry."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from msgspec import ValidationError, convert

from referee.dice.faults import DiceFault
from referee.faults import declare
from referee.i18n.translator import Saying
from schemas.journal import Entry, FiledDraw, FiledPurpose, Key
from schemas.record import Purpose, Roll, Side

Event = Mapping[str, Any]
"""An event in a journal; only the rules know its shape."""

Part = Mapping[str, object]
"""The public part of an entry, or the private part of one reader."""

ORDERED = frozenset({"order", "events"})
"""Fields of the public part of an order without dice."""

PLAIN = frozenset({"salt", "letter", "line"})
"""Fields of a private part without orders, events and keys."""


def list_telling_parts(entry: Entry) -> Sequence[Part]:
    """Return the private parts that may contain orders, events or keys."""
    return [part for part in entry.private.values() if not PLAIN.issuperset(part)]


def is_plain_order(entry: Entry, telling: Sequence[Part]) -> bool:
    """Return True if an entry is a public order without dice, hidden draws and private events."""
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
    """Yield the public events, then the events of each private part of this copy."""
    for part in (entry.body.public, *entry.private.values()):
        events = part.get("events")
        if isinstance(events, dict):
            by_place = cast(dict[str, object], events)
            events = [by_place[place] for place in _list_places(entry, by_place)]
        if isinstance(events, list):
            yield [cast(Event, event) for event in cast(list[object], events) if isinstance(event, dict)]


def _list_places(entry: Entry, told: Mapping[str, object]) -> list[str]:
    """Return the places of private events: 3+0, 3+1 …, then 3 for more of public event 3."""
    public = entry.body.public.get("events")
    count_public = len(cast(list[object], public)) if isinstance(public, list) else 0
    places: list[str] = []
    for at in range(count_public + 1):
        number = 0
        while (place := f"{at}+{number}") in told:
            places.append(place)
            number += 1
        if at < count_public and (place := str(at)) in told:
            places.append(place)
    return places


def find_misplaced(entry: Entry) -> Iterator[Saying]:
    """Yield a fault for private events without a place among the public events."""
    for reader, part in entry.private.items():
        events = part.get("events")
        if "events" in part and _has_no_place(entry, events):
            yield declare(DiceFault.EVENT_WITHOUT_PLACE, reader=reader)


def _has_no_place(entry: Entry, told: object) -> bool:
    if not isinstance(told, dict):
        return True
    by_place = cast(dict[str, object], told)
    return len(_list_places(entry, by_place)) < len(by_place)


def key_of(entry: Entry, owner: Side) -> Key | None:
    """Return the key of an owner's chain in an entry, or None if it is missing or unreadable."""
    try:
        return convert(entry.private.get(owner, {}).get("key"), Key)
    except ValidationError:
        return None


def read_rolls(events: Iterable[Event]) -> list[Roll]:
    """Return the rolls of some events, in order."""
    rolls_by_event = (event["rolls"] for event in events if isinstance(event.get("rolls"), list))
    return [convert(roll, Roll) for rolls in rolls_by_event for roll in rolls]


def read_draw(event: Event) -> tuple[str | Purpose, tuple[int, ...]] | None:
    """Return purpose and result of a hidden draw, or None if it cannot be read."""
    try:
        draw = convert(event, FiledDraw)
    except ValidationError:
        return None
    match draw.purpose:
        case FiledPurpose(kind=kind, parameters=parameters):
            return Purpose(kind=kind, parameters=parameters), draw.order
        case sentence:
            return sentence, draw.order


def list_once(parts: Iterable[Iterable[Roll]]) -> list[Roll]:
    """Return the distinct rolls of several parts, in the order of their draws."""
    rolls = dict.fromkeys(roll for part in parts for roll in part)
    return sorted(rolls, key=lambda roll: roll.draw)


def find_misseen(public: Iterable[Roll] = (), *private: Iterable[Roll]) -> Iterator[Saying]:
    """Yield a fault for a public roll with a key of its own, or a secret roll without one."""
    everyones = frozenset(public)
    others = (roll for telling in private for roll in telling if roll not in everyones)
    wrong = [roll for roll in everyones if roll.key] + [roll for roll in others if not roll.key]
    for purpose in sorted({str(roll.purpose) for roll in wrong}):
        yield declare(DiceFault.AUDIENCE_WRONG, purpose=purpose)
