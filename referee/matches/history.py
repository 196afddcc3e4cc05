"""What has happened in a match: entries as orders and events, and the positions between them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, takewhile
from typing import Any, TypeVar, cast

from msgspec import ValidationError, convert

from referee.engine.machine import replay
from referee.engine.system import Rules, State
from referee.faults import Complaint, DataFault
from referee.i18n.translator import Saying, saying
from referee.matches.faults import MatchFault
from referee.matches.journal.effective_entries import Standing
from referee.matches.journal.reading import MOVING
from schemas.journal import Entry
from schemas.letter import AdvanceOrder, AdvanceOrders
from schemas.model import ModelUnion, Order
from schemas.record import REFEREE, Event, Record, Shape, Side, Value, to_data

Part = TypeVar("Part", bound=Record)
Told = TypeVar("Told")

BETWEEN = "+"
"""Stands in the place of an event that is not in the public list: 3+0 is the first before public event 3."""


class Move(Value):
    """An order, what came of it, and its line in the letter; work that the rules do unasked has no order."""

    order: Order | None
    events: tuple[Event, ...]
    line: int = 1


class Step(Value):
    """An entry that stands, with the orders that this journal tells of, and the position before and after."""

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
        """What came of all its orders."""
        return _events(self.moves)


def standing(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries that made the position: orders and rulings that no retract took back."""
    return tuple(_list_standing(entries))


def _list_standing(entries: Sequence[Entry]) -> Iterator[Entry]:
    read = Standing()
    for entry in entries:
        read.take(entry)
    return (entries[seq - 1] for seq in read.numbers())


def steps(rules: Rules, entries: Sequence[Entry]) -> Iterator[Step]:
    """The entries that stand, each with the position before and after it."""
    return replay_entries(rules, _list_standing(entries))


def replay_entries(rules: Rules, entries: Iterable[Entry], start: State | None = None) -> Iterator[Step]:
    """Entries that all stand, from the start or a position on, each with the position before and after it."""
    state = rules.start() if start is None else start
    for entry in entries:
        moves = moves_of(rules, entry)
        reached = after(rules, state, _events(moves), entry)
        yield Step(entry, moves, state, reached)
        state = reached


def replay_moves(rules: Rules, before: State, moves: Iterable[Move]) -> Iterator[tuple[State, Move]]:
    """Moves, each with the position before it."""
    state, passed = before, tuple[Event, ...]()
    for move in moves:
        state, passed = replay(rules, state, passed), move.events
        yield state, move


def position(rules: Rules, entries: Sequence[Entry], reached: State | None = None, count: int = 0) -> State:
    """The position after these entries; `reached` is the one after `count` of them, if it is known."""
    state, more = stand_after(rules, entries, reached, count)
    for entry in more:
        state = after(rules, state, events_of(rules, entry), entry)
    return state


def stand_after(
    rules: Rules, entries: Sequence[Entry], reached: State | None, count: int
) -> tuple[State, Sequence[Entry]]:
    """A position, and the entries that lead on from it: a takeback among them leads on from the start."""
    more = entries[count:]
    if reached is None or any(entry.body.kind == "retract" for entry in more):
        return rules.start(), standing(entries)
    return reached, [entry for entry in more if entry.body.kind in MOVING]


def after(rules: Rules, state: State, events: Iterable[Event], entry: Entry) -> State:
    """The position after an entry; events of an honest journal always fit."""
    try:
        return replay(rules, state, events)
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        said = f"{type(error).__name__}, {error}"
        raise DataFault(
            Complaint.of(MatchFault.IMPOSSIBLE_EVENT, entry=entry.body.seq, error=said)
        ) from error


def list_awaited_sides(rules: Rules, state: State) -> tuple[Side, ...]:
    """The sides that have something to answer; which question it is, only they may know."""
    asked_now = {prompt.side for prompt in rules.prompts(state)}
    return tuple(side for side in rules.sides if side in asked_now)


def moves_of(rules: Rules, entry: Entry) -> tuple[Move, ...]:
    """The orders of an entry with their events, as far as this journal knows: those under seal first.

    A letter that ended under seal has no other, as its side and the referee can tell.
    """
    sealed = tuple(list_sealed_moves(rules, entry))
    order, events = order_of(rules, entry), _open_events(rules, entry)
    if sealed and order is None and not events:
        return sealed
    line = entry.private.get(entry.body.side or "", {}).get("line")
    return (*sealed, Move(order, events, line if isinstance(line, int) else 1))


def events_of(rules: Rules, entry: Entry) -> tuple[Event, ...]:
    """The events of an entry as fully as this journal knows them; the rest is left out."""
    return (*_events(list_sealed_moves(rules, entry)), *_open_events(rules, entry))


def _events(moves: Iterable[Move]) -> tuple[Event, ...]:
    return tuple(event for move in moves for event in move.events)


def list_sealed_moves(rules: Rules, entry: Entry) -> Iterator[Move]:
    """The orders of an entry that are under seal, as far as this journal tells of them."""
    sealed = entry.private.get(entry.body.side or "", {}).get("sealed", ())
    for told in cast(Sequence[Any], sealed if isinstance(sealed, list | tuple) else (None,)):
        match told:
            case {"line": int(line), "order": order, "events": [*events]}:
                happened = tuple(_read(rules.events, event, entry) for event in events)
                yield Move(_read(rules.orders, order, entry), happened, line)
            case _:
                raise _strange(entry, saying("its sealed orders are no orders"))


def _open_events(rules: Rules, entry: Entry) -> tuple[Event, ...]:
    """The events of an entry beside those of its orders under seal."""
    shown = _show(entry)
    if any("events" in part for part in entry.private.values()):
        shown = _fuller(shown, entry, _parts(entry))
    return tuple(_read(rules.events, event, entry) for event in shown if event is not None)


def list_events_told(rules: Rules, entry: Entry, viewer: Side | None) -> tuple[Event, ...]:
    """The events of an entry, each as one side learned it; the referee knows them as fully as can be.

    Those of orders under seal, which only their side knows, are not among them. Without a viewer, what
    everyone knows.
    """
    own = () if viewer is None else (entry.private.get(viewer, {}),)
    told = _fuller(_show(entry), entry, _parts(entry) if viewer == REFEREE else own)
    return tuple(_read(rules.events, event, entry) for event in told if event is not None)


def _show(entry: Entry) -> Sequence[object]:
    shown = entry.body.public.get("events", ())
    if not isinstance(shown, list | tuple):
        raise _strange(entry, saying("its events are no list"))
    return cast(Sequence[object], shown)


def _fuller(shown: Sequence[object], entry: Entry, parts: Iterable[Mapping[str, object]]) -> Sequence[object]:
    """The events as those saw them who saw more than everyone.

    Places between the public events count within one part, so that those of the fullest hold alone. Before
    there were any, the public list had a null for what not everyone saw, and a part its place.
    """
    fuller: dict[str, object] = {}
    for part in parts:
        if "events" in part:
            told = part["events"]
            if not isinstance(told, dict):
                raise _strange(entry, saying("what a side saw of its events has no numbers"))
            fuller = {place: event for place, event in fuller.items() if BETWEEN not in place}
            fuller.update(cast(dict[str, object], told))
    return tuple(_merge(shown, fuller))


def _merge(shown: Sequence[object], fuller: Mapping[str, object]) -> Iterator[object]:
    """The public events in their fuller tellings, and between them the private ones."""
    for place in range(len(shown) + 1):
        between = (f"{place}{BETWEEN}{number}" for number in count())
        yield from (fuller[key] for key in takewhile(fuller.__contains__, between))
        if place < len(shown):
            yield fuller.get(str(place), shown[place])


def order_of(rules: Rules, entry: Entry) -> Order | None:
    """The order of an entry as fully as this journal knows it; those under seal before it do not count."""
    return read_order(rules, entry, find_order(entry))


def find_order(entry: Entry) -> object:
    """The fullest telling of the order of an entry; nothing where there is none."""
    told = [part["order"] for part in _parts(entry) if part.get("order")] if entry.private else []
    return told[-1] if told else entry.body.public.get("order")


def read_order(rules: Rules, entry: Entry, told: object) -> Order | None:
    """An order of an entry as a reader has it: to the letter, for its dice follow from its spelling."""
    if told is None:
        return None
    order: Order = _read(rules.orders, told, entry)
    if to_data(order) != told:
        raise _strange(entry, saying("its order is spelled in another way than the referee's"))
    return order


def list_advance_orders(entries: Sequence[Entry], side: Side) -> tuple[AdvanceOrder, ...]:
    """What a side orders in advance after some entries, as far as they tell; a takeback leaves it alone."""
    return read_advance_orders(advance_entry(entries, side), side)


def read_advance_orders(last: Entry | None, side: Side) -> tuple[AdvanceOrder, ...]:
    """What an entry says that a side orders in advance; nothing where there is no such entry."""
    return () if last is None else private_part(AdvanceOrders, last, side).kept


def advance_entry(entries: Sequence[Entry], side: Side) -> Entry | None:
    """The entry that holds what a side orders in advance after some entries."""
    return add_advance_entries({}, entries).get(side)


def add_advance_entries(known: dict[Side, Entry], entries: Sequence[Entry]) -> dict[Side, Entry]:
    """The entries that hold what each side orders in advance, after more entries."""
    for entry in entries:
        if entry.body.kind == "advance":
            known |= {side: entry for side, part in entry.private.items() if "kept" in part}
    return known


def private_part(shape: type[Part], entry: Entry, reader: Side) -> Part:
    """What an entry holds for one reader alone, as a record."""
    try:
        return convert(entry.private[reader], shape)
    except ValidationError as error:
        raise _misshapen(entry, error) from None


def _parts(entry: Entry) -> Iterator[Mapping[str, object]]:
    """The private parts, the fullest last: of the others, of the side that gave the order, of the referee."""
    return (
        entry.private[name]
        for name in sorted(entry.private, key=lambda name: (name == REFEREE, name == entry.body.side, name))
    )


def _read(shape: Shape[Told] | ModelUnion[Told], value: object, entry: Entry) -> Told:
    try:
        return shape.read(value)
    except ValidationError as error:
        raise _misshapen(entry, error) from None


def _misshapen(entry: Entry, error: ValidationError) -> DataFault:
    return _strange(entry, str(error))


def _strange(entry: Entry, what: Saying | str) -> DataFault:
    return DataFault(Complaint.of(MatchFault.ENTRY_UNREADABLE, entry=entry.body.seq, what=what))
