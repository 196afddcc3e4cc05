"""What has happened in a match: entries as orders and events, and the positions between them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, cast

from pydantic import ValidationError

from referee.core.faults import Complaint, DataFault
from referee.core.machine import replay
from referee.core.system import RuleSystem
from schemas.journal import Entry
from schemas.record import REFEREE, Event, Order, Revealed, Rolled, Shuffled

Rules = RuleSystem[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """An entry that stands, and the position before and after; `order` is missing where nobody was asked."""

    entry: Entry
    order: Order | None
    events: tuple[Event, ...]
    before: Any
    after: Any

    @property
    def seq(self) -> int:
        """The number of the entry."""
        return self.entry.body.seq


def standing(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries that made the position: orders and rulings that no retract took back."""
    tips = [0]
    before: dict[int, int] = {}
    for entry in entries:
        match entry.body.kind:
            case "order" | "ruling":
                before[entry.body.seq] = tips[-1]
                tips.append(entry.body.seq)
            case "retract":
                tips.append(tips[taken_back_to(entry)])
            case _:
                tips.append(tips[-1])
    path: list[Entry] = []
    seq = tips[-1]
    while seq:
        path.append(entries[seq - 1])
        seq = before[seq]
    return tuple(reversed(path))


def taken_back_to(entry: Entry) -> int:
    """The entry that a retract goes back to."""
    to = entry.body.public.get("to")
    if not isinstance(to, int) or not 0 <= to < entry.body.seq:
        raise DataFault(f"entry {entry.body.seq} takes the match back to no entry before it")
    return to


def steps(rules: Rules, entries: Sequence[Entry]) -> Iterator[Step]:
    """The entries that stand, each with the position before and after it."""
    state = rules.start()
    for entry in standing(entries):
        events = events_of(rules, entry)
        after = replay(rules, state, events)
        yield Step(entry, order_of(rules, entry), events, state, after)
        state = after


def position(rules: Rules, entries: Sequence[Entry]) -> Any:
    """The position after these entries."""
    return replay(
        rules, rules.start(), chain.from_iterable(events_of(rules, entry) for entry in standing(entries))
    )


def events_of(rules: Rules, entry: Entry) -> tuple[Event, ...]:
    """The events of an entry as fully as this journal knows them; what nobody here saw is left out."""
    shown = cast(Sequence[object], entry.body.public.get("events", ()))
    if any("events" in part for part in entry.private.values()):
        shown = _fullest(shown, entry)
    return tuple(_read(rules.events, event, entry) for event in shown if event is not None)


def _fullest(shown: Sequence[object], entry: Entry) -> Sequence[object]:
    """The events as those saw them who saw more than everyone."""
    fuller: dict[int, object] = {}
    for part in _parts(entry):
        told = cast(Mapping[str, object], part.get("events", {}))
        fuller.update((int(index), event) for index, event in told.items())
    return [fuller.get(index, event) for index, event in enumerate(shown)]


def order_of(rules: Rules, entry: Entry) -> Order | None:
    """The order of an entry as fully as this journal knows it."""
    told = [part["order"] for part in _parts(entry) if part.get("order")]
    order = told[-1] if told else entry.body.public.get("order")
    return None if order is None else _read(rules.orders, order, entry)


def irrevocable(events: Iterable[Event]) -> bool:
    """Whether a die was thrown, or something hidden was drawn or came to light."""
    return any(
        isinstance(event, Shuffled | Revealed)
        or (isinstance(event, Rolled) and any(roll.faces for roll in event.rolls))
        for event in events
    )


def _parts(entry: Entry) -> Iterator[Mapping[str, object]]:
    """The private parts, the fullest last: of the others, of the side that gave the order, of the referee."""
    return (
        entry.private[name]
        for name in sorted(entry.private, key=lambda name: (name == REFEREE, name == entry.body.side, name))
    )


def _read(shape: Any, value: object, entry: Entry) -> Any:
    try:
        return shape.validate_python(value)
    except ValidationError as error:
        what = error.errors(include_url=False, include_input=False)[0]["msg"]
        text = f"entry {entry.body.seq} holds something this referee cannot read: {what}"
        raise DataFault(Complaint(text=text, remedy="a newer referee may have written it")) from None
