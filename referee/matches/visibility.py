"""Public, private and referee's parts of an order and its events, as an entry stores them."""

from collections.abc import Mapping, Sequence

from referee.dice.chain import KeyLease
from referee.engine.system import irrevocable
from referee.matches.history import BETWEEN, Move
from referee.systems.faces import Game
from schemas.model import Order
from schemas.record import PUBLIC, REFEREE, Event, Side, Value, to_data
from schemas.vocabulary import VOCABULARY, as_said_in, as_written_in

Part = dict[str, object]


class Parts(Value):
    """Public part of an entry, and its private parts by viewer."""

    public: Part
    private: Mapping[Side, Part]


def parts(game: Game, order: Order | None, events: Sequence[Event], *, vocabulary: int = VOCABULARY) -> Parts:
    """Split an order and its events by viewer, in the vocabulary of the match.

    Every viewer gets a part, even an empty one, so that no commitment shows who saw or did something. The
    referee's part holds every event that is not fully public.
    """
    sides, events = game.rules.sides, tuple(as_said_in(event, vocabulary) for event in events)
    public_order = None if order is None else game.secrecy.redact_order(order, PUBLIC)
    visible_orders = {} if order is None else {one: game.secrecy.redact_order(order, one) for one in sides}
    public_events = tuple(game.secrecy.redact_event(event, PUBLIC) for event in events)
    private: dict[Side, Part] = {}
    for name in (*sides, REFEREE):
        copy = visible_orders.get(name)
        private[name] = {} if copy is None or copy == public_order else {"order": to_data(copy)}
        visible_events = (
            events if name == REFEREE else [game.secrecy.redact_event(event, name) for event in events]
        )
        if fuller := _fuller(visible_events, public_events, vocabulary):
            private[name]["events"] = fuller
    public = [as_written_in(event, vocabulary) for event in public_events if event is not None]
    return Parts(
        {"order": None if public_order is None else to_data(public_order), "events": public}, private
    )


def is_under_seal(game: Game, order: Order, events: Sequence[Event]) -> bool:
    """Return True if an order and all its events are visible only to its side and the referee.

    It contains no roll and no hidden draw, so it can be filed together with the side's next order.
    """
    others = (PUBLIC, *(side for side in game.rules.sides if side != order.side))
    return (
        not irrevocable(events)
        and game.secrecy.redact_order(order, order.side) == order
        and all(game.secrecy.redact_event(event, order.side) == event for event in events)
        and all(game.secrecy.redact_order(order, other) is None for other in others)
        and all(game.secrecy.redact_event(event, other) is None for event in events for other in others)
    )


class EntryDraft(Value):
    """Orders of a letter that share an entry: the sealed ones, and the one after them, if there is one."""

    sealed: tuple[Move, ...]
    last: Move | None

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves, in order."""
        return self.sealed if self.last is None else (*self.sealed, self.last)


def by_entry(game: Game, moves: Sequence[Move], *, share_entries: bool = True) -> tuple[EntryDraft, ...]:
    """Group the orders of a letter by entry. A match of format 1 shares no entries.

    Other sides see one entry, no matter how many sealed orders it contains.
    """
    entries: list[EntryDraft] = []
    sealed: tuple[Move, ...] = ()
    for move in moves:
        if share_entries and move.order is not None and is_under_seal(game, move.order, move.events):
            sealed = (*sealed, move)
        else:
            entries.append(EntryDraft(sealed, move))
            sealed = ()
    return (*entries, EntryDraft(sealed, None)) if sealed else tuple(entries)


def split_parts(game: Game, side: Side, shared_entry: EntryDraft, *, vocabulary: int = VOCABULARY) -> Parts:
    """Split orders that share an entry by viewer."""
    last = shared_entry.last
    order, events = (last.order, last.events) if last else (None, ())
    split = parts(game, order, events, vocabulary=vocabulary)
    own = {**split.private[side]}
    if last is not None:
        own["line"] = last.line
    if shared_entry.sealed:
        own["sealed"] = [
            {
                "line": move.line,
                "order": None if move.order is None else to_data(move.order),
                "events": [as_written_in(event, vocabulary) for event in move.events],
            }
            for move in shared_entry.sealed
        ]
    return Parts(split.public, {**split.private, side: own})


def add_keys(private: Mapping[Side, Part], leases: Mapping[Side, KeyLease]) -> Mapping[Side, Part]:
    """Add the keys of secret rolls to the private parts of their owners."""
    parts = {side: {**part} for side, part in private.items()}
    for owner, lease in leases.items():
        parts[owner]["key"] = to_data(lease.key)
        if lease.anchor is not None:
            parts[owner]["anchor"] = lease.anchor
    return parts


def _fuller(
    visible_events: Sequence[Event | None], public_events: Sequence[Event | None], vocabulary: int
) -> dict[str, object]:
    """Return the events that one viewer sees more fully than the public, by their place in the public list.

    Private events before public event 3 have the places 3+0, 3+1 and so on. The numbers count only events of
    this viewer, so they do not show how many others exist.
    """
    fuller: dict[str, object] = {}
    place = between = 0
    for event, public in zip(visible_events, public_events, strict=True):
        if public is not None:
            if event is not None and event != public:
                fuller[str(place)] = as_written_in(event, vocabulary)
            place, between = place + 1, 0
        elif event is not None:
            fuller[f"{place}{BETWEEN}{between}"] = as_written_in(event, vocabulary)
            between += 1
    return fuller
