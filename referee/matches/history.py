"""History of a match: entries as orders and events, and the positions between them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, takewhile
from typing import Any, TypeVar, cast

from msgspec import ValidationError, convert

from referee.engine.machine import replay
from referee.engine.system import Rules, State
from referee.faults import Complaint, DataFault
from referee.i18n.translator import Saying, saying
from referee.matches.faults import MatchFault
from referee.matches.journal.effective_entries import EffectiveEntries
from schemas.journal import Entry
from schemas.letter import AdvanceOrder, AdvanceOrders
from schemas.model import ModelUnion, Order
from schemas.record import REFEREE, Event, Record, Shape, Side, Value, to_data

Part = TypeVar("Part", bound=Record)
Content = TypeVar("Content")

BETWEEN = "+"
"""Marks an event that is not in the public list: 3+0 is the first private event before public event 3."""


class Move(Value):
    """An order, its events, and its line in the letter. Automatic work of the rules has no order."""

    order: Order | None
    events: tuple[Event, ...]
    line: int = 1


class Step(Value):
    """An effective entry with the orders that this journal shows, and the position before and after it."""

    entry: Entry
    moves: tuple[Move, ...]
    before: State
    after: State

    @property
    def seq(self) -> int:
        """The number of the entry."""
        return self.entry.body.seq

    @property
    def events(self) -> tuple[Event, ...]:
        """Events of all its orders."""
        return _events(self.moves)


def standing(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the effective entries: orders and rulings that were not taken back."""
    return tuple(_list_standing(entries))


def _list_standing(entries: Sequence[Entry]) -> Iterator[Entry]:
    read = EffectiveEntries()
    for entry in entries:
        read.take(entry)
    return (entries[seq - 1] for seq in read.numbers())


def steps(rules: Rules, entries: Sequence[Entry]) -> Iterator[Step]:
    """Yield the effective entries, each with the position before and after it."""
    return replay_entries(rules, _list_standing(entries))


def replay_entries(rules: Rules, entries: Iterable[Entry], start: State | None = None) -> Iterator[Step]:
    """Yield effective entries, each with the position before and after it.

    `start` replaces the first position.
    """
    state = rules.start() if start is None else start
    for entry in entries:
        moves = moves_of(rules, entry)
        next_state = after(rules, state, _events(moves), entry)
        yield Step(entry, moves, state, next_state)
        state = next_state


def replay_moves(rules: Rules, before: State, moves: Iterable[Move]) -> Iterator[tuple[State, Move]]:
    """Yield moves, each with the position before it."""
    state, passed = before, tuple[Event, ...]()
    for move in moves:
        state, passed = replay(rules, state, passed), move.events
        yield state, move


def position(rules: Rules, entries: Sequence[Entry]) -> State:
    """Return the position after these entries."""
    state = rules.start()
    for entry in standing(entries):
        state = after(rules, state, events_of(rules, entry), entry)
    return state


def after(rules: Rules, state: State, events: Iterable[Event], entry: Entry) -> State:
    """Return the position after an entry. Raises DataFault if the events do not fit: a forged journal."""
    try:
        return replay(rules, state, events)
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        problem = f"{type(error).__name__}, {error}"
        raise DataFault(
            Complaint.of(MatchFault.IMPOSSIBLE_EVENT, entry=entry.body.seq, error=problem)
        ) from error


def list_awaited_sides(rules: Rules, state: State) -> tuple[Side, ...]:
    """Return the sides with an open prompt. Only they may know the question."""
    asked_now = {prompt.side for prompt in rules.prompts(state)}
    return tuple(side for side in rules.sides if side in asked_now)


def moves_of(rules: Rules, entry: Entry) -> tuple[Move, ...]:
    """Return the known orders of an entry with their events, sealed orders first.

    A letter that ended with sealed orders has no further order, as its side and the referee can see.
    """
    sealed = tuple(list_sealed_moves(rules, entry))
    order, events = order_of(rules, entry), _open_events(rules, entry)
    if sealed and order is None and not events:
        return sealed
    line = entry.private.get(entry.body.side or "", {}).get("line")
    return (*sealed, Move(order, events, line if isinstance(line, int) else 1))


def events_of(rules: Rules, entry: Entry) -> tuple[Event, ...]:
    """Return the events of an entry in the fullest form that this journal has.

    Unknown events are left out.
    """
    return (*_events(list_sealed_moves(rules, entry)), *_open_events(rules, entry))


def _events(moves: Iterable[Move]) -> tuple[Event, ...]:
    return tuple(event for move in moves for event in move.events)


def list_sealed_moves(rules: Rules, entry: Entry) -> Iterator[Move]:
    """Yield the sealed orders of an entry, as far as this journal shows them."""
    sealed = entry.private.get(entry.body.side or "", {}).get("sealed", ())
    for data in cast(Sequence[Any], sealed if isinstance(sealed, list | tuple) else (None,)):
        match data:
            case {"line": int(line), "order": order, "events": [*events]}:
                order_events = tuple(read_part_as(rules.events, event, entry) for event in events)
                yield Move(read_part_as(rules.orders, order, entry), order_events, line)
            case _:
                raise complain(entry, saying("its sealed orders are not valid orders"))


def _open_events(rules: Rules, entry: Entry) -> tuple[Event, ...]:
    """Return the events of an entry without those of its sealed orders."""
    public_events = _show(entry)
    if any("events" in part for part in entry.private.values()):
        public_events = _fuller(public_events, entry, _parts(entry))
    return tuple(read_part_as(rules.events, event, entry) for event in public_events if event is not None)


def list_events_told(rules: Rules, entry: Entry, viewer: Side | None) -> tuple[Event, ...]:
    """Return the events of an entry as one side learned them. The referee gets the fullest form.

    Events of sealed orders are left out. Returns the public events if there is no viewer.
    """
    own = () if viewer is None else (entry.private.get(viewer, {}),)
    visible_events = _fuller(_show(entry), entry, _parts(entry) if viewer == REFEREE else own)
    return tuple(read_part_as(rules.events, event, entry) for event in visible_events if event is not None)


def _show(entry: Entry) -> Sequence[object]:
    public_events = entry.body.public.get("events", ())
    if not isinstance(public_events, list | tuple):
        raise complain(entry, saying("its events are not a list"))
    return cast(Sequence[object], public_events)


def _fuller(
    public_events: Sequence[object], entry: Entry, parts: Iterable[Mapping[str, object]]
) -> Sequence[object]:
    """Return the events, with the fuller forms of some viewers in place of the public ones.

    Places between the public events are counted within one part, so only those of the fullest part are used.
    Older journals have null in the public list for a private event, and its place in the part.
    """
    fuller: dict[str, object] = {}
    for part in parts:
        if "events" in part:
            part_events = part["events"]
            if not isinstance(part_events, dict):
                raise complain(entry, saying("a private part has events without places"))
            fuller = {place: event for place, event in fuller.items() if BETWEEN not in place}
            fuller.update(cast(dict[str, object], part_events))
    return tuple(_merge(public_events, fuller))


def _merge(public_events: Sequence[object], fuller: Mapping[str, object]) -> Iterator[object]:
    """Yield the public events in their fuller forms, with the private events between them."""
    for place in range(len(public_events) + 1):
        between = (f"{place}{BETWEEN}{number}" for number in count())
        yield from (fuller[key] for key in takewhile(fuller.__contains__, between))
        if place < len(public_events):
            yield fuller.get(str(place), public_events[place])


def order_of(rules: Rules, entry: Entry) -> Order | None:
    """Return the order of an entry in the fullest form that this journal has. Sealed orders are left out."""
    return read_order(rules, entry, find_order(entry))


def find_order(entry: Entry) -> object:
    """Return the fullest form of the order of an entry, or None."""
    forms = [part["order"] for part in _parts(entry) if part.get("order")] if entry.private else []
    return forms[-1] if forms else entry.body.public.get("order")


def read_order(rules: Rules, entry: Entry, data: object) -> Order | None:
    """Return an order in the form that a viewer knows.

    Raises DataFault unless it is spelled canonically: its dice depend on it.
    """
    if data is None:
        return None
    order: Order = read_part_as(rules.orders, data, entry)
    if to_data(order) != data:
        raise complain(entry, saying("its order is not spelled canonically"))
    return order


def list_advance_orders(entries: Sequence[Entry], side: Side) -> tuple[AdvanceOrder, ...]:
    """Return the standing orders of a side after some entries. A takeback does not change them."""
    return read_advance_orders(advance_entry(entries, side), side)


def read_advance_orders(last: Entry | None, side: Side) -> tuple[AdvanceOrder, ...]:
    """Return the standing orders in an entry, or () without an entry."""
    return () if last is None else private_part(AdvanceOrders, last, side).kept


def advance_entry(entries: Sequence[Entry], side: Side) -> Entry | None:
    """Return the entry with a side's standing orders after some entries, or None."""
    return add_advance_entries({}, entries).get(side)


def add_advance_entries(latest: dict[Side, Entry], entries: Sequence[Entry]) -> dict[Side, Entry]:
    """Add the entries with standing orders of each side, from more entries."""
    for entry in entries:
        if entry.body.kind == "advance":
            latest |= {side: entry for side, part in entry.private.items() if "kept" in part}
    return latest


def private_part(shape: type[Part], entry: Entry, reader: Side) -> Part:
    """Return the part of an entry for one viewer, as a record."""
    try:
        return convert(entry.private[reader], shape)
    except ValidationError as error:
        raise complain(entry, str(error)) from None


def _parts(entry: Entry) -> Iterator[Mapping[str, object]]:
    """Yield the private parts, fullest last: of other sides, of the ordering side, of the referee."""
    return (
        entry.private[name]
        for name in sorted(entry.private, key=lambda name: (name == REFEREE, name == entry.body.side, name))
    )


def read_part_as(shape: Shape[Content] | ModelUnion[Content], value: object, entry: Entry) -> Content:
    """Return a part of an entry in a shape. Raises `DataFault` for a part of another shape."""
    try:
        return shape.read(value)
    except ValidationError as error:
        raise complain(entry, str(error)) from None


def complain(entry: Entry, what: Saying | str) -> DataFault:
    """Return the fault of an entry that cannot be read."""
    return DataFault(Complaint.of(MatchFault.ENTRY_UNREADABLE, entry=entry.body.seq, what=what))
