"""What everyone, one side, or only the referee may know of an order and its events, as an entry holds it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.desk.history import Rules
from schemas.record import PUBLIC, REFEREE, Event, Order, Record, Side

Part = dict[str, object]


@dataclass(frozen=True, slots=True)
class Parts:
    """The public part of an entry, and its private parts by who may read them."""

    public: Part
    private: Mapping[Side, Part]


def parts(rules: Rules, order: Order | None, events: Sequence[Event]) -> Parts:
    """An order and its events, told apart by who may know them."""
    heard = None if order is None else rules.overheard(order, PUBLIC)
    shown = tuple(rules.witness(event, PUBLIC) for event in events)
    orders = {} if order is None else _orders(rules, order, heard)
    fuller = _fuller(rules, events, shown)
    private: dict[Side, Part] = {}
    for name in (*rules.sides, REFEREE):
        part: Part = {"order": orders[name]} if name in orders else {}
        if fuller[name]:
            part["events"] = fuller[name]
        if part:
            private[name] = part
    return Parts({"order": json(heard), "events": [json(event) for event in shown]}, private)


def json(record: Record | None) -> object:
    """A record as the journal holds it."""
    return None if record is None else record.model_dump(mode="json")


def _orders(rules: Rules, order: Order, heard: Order | None) -> Part:
    """The order for those who may read more of it than everyone."""
    told = {side: rules.overheard(order, side) for side in rules.sides}
    return {side: json(copy) for side, copy in told.items() if copy is not None and copy != heard}


def _fuller(
    rules: Rules, events: Sequence[Event], shown: Sequence[Event | None]
) -> dict[Side, dict[str, object]]:
    """The events of which somebody saw more than everyone; the referee's only where no side saw the whole."""
    fuller: dict[Side, dict[str, object]] = {name: {} for name in (*rules.sides, REFEREE)}
    for index, (event, public) in enumerate(zip(events, shown, strict=True)):
        told = {side: rules.witness(event, side) for side in rules.sides}
        more = {side: copy for side, copy in told.items() if copy is not None and copy != public}
        for side, copy in more.items():
            fuller[side][str(index)] = json(copy)
        if any(copy != event for copy in more.values()) or (not more and public != event):
            fuller[REFEREE][str(index)] = json(event)
    return fuller
