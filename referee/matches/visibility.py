"""What everyone, one side, or only the referee may know of an order and its events, as an entry holds it."""

from collections.abc import Mapping, Sequence

from referee.dice.chain import KeyLease
from referee.engine.system import irrevocable
from referee.matches.history import BETWEEN, Move
from referee.systems.faces import Game
from schemas.model import Order
from schemas.record import PUBLIC, REFEREE, Event, Record, Side, Value, to_data
from schemas.vocabulary import VOCABULARY, as_said_in, as_written_in

Part = dict[str, object]


class Parts(Value):
    """The public part of an entry, and its private parts by who may read them."""

    public: Part
    private: Mapping[Side, Part]


def parts(game: Game, order: Order | None, events: Sequence[Event], *, vocabulary: int = VOCABULARY) -> Parts:
    """An order and its events, told apart by who may know them, in the vocabulary of the match.

    Everybody has a part, also an empty one, so that no commitment tells who saw or did something. The
    referee's holds every event that not everyone saw whole.
    """
    events = tuple(as_said_in(event, vocabulary) for event in events)
    heard = None if order is None else game.secrecy.redact_order(order, PUBLIC)
    orders = {} if order is None else _orders(game, order, heard)
    shown = tuple(game.secrecy.redact_event(event, PUBLIC) for event in events)
    private: dict[Side, Part] = {}
    for name in (*game.rules.sides, REFEREE):
        private[name] = {"order": orders[name]} if name in orders else {}
        told = events if name == REFEREE else [game.secrecy.redact_event(event, name) for event in events]
        if fuller := _fuller(told, shown, vocabulary):
            private[name]["events"] = fuller
    public = [as_written_in(event, vocabulary) for event in shown if event is not None]
    return Parts({"order": json(heard), "events": public}, private)


def is_under_seal(game: Game, order: Order, events: Sequence[Event]) -> bool:
    """Whether only its side, and the referee, hears of an order and sees what came of it, and all of that.

    No die and no hidden draw is in it, so that it can be filed with what the side says next.
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
    """Orders of a letter that share an entry: those under seal, and the one after them, if there was one."""

    sealed: tuple[Move, ...]
    last: Move | None

    @property
    def moves(self) -> tuple[Move, ...]:
        """All of them, in order."""
        return self.sealed if self.last is None else (*self.sealed, self.last)


def by_entry(game: Game, moves: Sequence[Move], *, shared: bool = True) -> tuple[EntryDraft, ...]:
    """The orders of a letter as they are filed; in a match of format 1 no entry is shared.

    Others see one entry, whether and however much its side wrote under seal before it.
    """
    entries: list[EntryDraft] = []
    sealed: tuple[Move, ...] = ()
    for move in moves:
        if shared and move.order is not None and is_under_seal(game, move.order, move.events):
            sealed = (*sealed, move)
        else:
            entries.append(EntryDraft(sealed, move))
            sealed = ()
    return (*entries, EntryDraft(sealed, None)) if sealed else tuple(entries)


def split_parts(game: Game, side: Side, together: EntryDraft, *, vocabulary: int = VOCABULARY) -> Parts:
    """Orders that share an entry, told apart by who may know them."""
    last = together.last
    order, events = (last.order, last.events) if last else (None, ())
    told = parts(game, order, events, vocabulary=vocabulary)
    own = {**told.private[side]}
    if last is not None:
        own["line"] = last.line
    if together.sealed:
        own["sealed"] = [
            {
                "line": move.line,
                "order": json(move.order),
                "events": [as_written_in(event, vocabulary) for event in move.events],
            }
            for move in together.sealed
        ]
    return Parts(told.public, {**told.private, side: own})


def add_keys(private: Mapping[Side, Part], owned: Mapping[Side, KeyLease]) -> Mapping[Side, Part]:
    """Private parts with the keys of secret throws, each in that of its owner."""
    parts = {side: {**part} for side, part in private.items()}
    for owner, handed in owned.items():
        parts[owner]["key"] = to_data(handed.key)
        if handed.anchor is not None:
            parts[owner]["anchor"] = handed.anchor
    return parts


def json(record: Record | Order | None) -> object:
    """Return a record or an order as the journal holds it."""
    return None if record is None else to_data(record)


def _orders(game: Game, order: Order, heard: Order | None) -> Part:
    """The order for those who may read more of it than everyone."""
    told = {side: game.secrecy.redact_order(order, side) for side in game.rules.sides}
    return {side: json(copy) for side, copy in told.items() if copy is not None and copy != heard}


def _fuller(
    told: Sequence[Event | None], shown: Sequence[Event | None], vocabulary: int
) -> dict[str, object]:
    """The events of which one reader saw more than everyone, by where they belong in the public list.

    What happened before the public event 3 and is not in the list has the places 3+0, 3+1 ... of its reader;
    they count what he saw himself, so that none tells how much more there was.
    """
    fuller: dict[str, object] = {}
    place = between = 0
    for event, public in zip(told, shown, strict=True):
        if public is not None:
            if event is not None and event != public:
                fuller[str(place)] = as_written_in(event, vocabulary)
            place, between = place + 1, 0
        elif event is not None:
            fuller[f"{place}{BETWEEN}{between}"] = as_written_in(event, vocabulary)
            between += 1
    return fuller
