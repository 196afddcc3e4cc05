"""Moves as a forger would tell them: each with one thing changed that the rules decide."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, cast

from msgspec import ValidationError, to_builtins

from schemas.model import Order
from schemas.record import Event, Shape, dump_model, to_data

PROVED = frozenset({"draw", "key", "owner", "faces"})
"""What the dice prove, and no rule."""


def bend_order(
    shape: Shape[Order], order: Order, names: Sequence[Sequence[str]]
) -> Iterator[tuple[str, Order]]:
    """What was changed, and the order with it; an order of another side is found without the rules."""
    for path, told in _bend(to_data(order), names):
        if path != ("side",) and (bent := _read(shape, told)) not in (None, order):
            yield f"{order.type} {path[0]}", bent


def bend_events(
    shape: Shape[Event], events: Sequence[Event], names: Sequence[Sequence[str]]
) -> Iterator[tuple[str, int, tuple[Event, ...]]]:
    """The events with one changed, left out or told twice, and its place."""
    for place, event in enumerate(events):
        before, after = tuple(events[:place]), tuple(events[place + 1 :])
        yield f"{event.type} left out", place, (*before, *after)
        yield f"{event.type} twice", place, (*before, event, event, *after)
        told = to_builtins(event, enc_hook=dump_model)
        for path, changed in (*_bend(told, names), *_throw_otherwise(told)):
            if (bent := _read(shape, changed)) not in (None, event):
                yield f"{event.type} {path[0]}", place, (*before, bent, *after)


def _read(shape: Shape[Any], told: object) -> Any:
    try:
        return shape.read(told)
    except ValidationError:
        # The spelling of a copy is proved before it is judged.
        return None


def _bend(told: Any, names: Sequence[Sequence[str]]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """One leaf after the other: numbers up and down, words for words of the same kind."""
    chance = Random(str(told))
    for path, value in _leaves(told):
        if path[-1] == "type" or not PROVED.isdisjoint(path):
            continue
        match value:
            case bool():
                yield path, _put(told, path, not value)
            case int():
                yield path, _put(told, path, value + 1)
                yield path, _put(told, path, value - 1 if value else 2)
            case str():
                for kind in names:
                    if value in kind:
                        yield path, _put(told, path, chance.choice(kind))
            case _:
                pass


def _throw_otherwise(told: dict[str, Any]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """With a die more or less in each roll."""
    for number, roll in enumerate(told.get("rolls", ())):
        faces = [*roll["faces"]]
        yield ("rolls", "more"), _put(told, ("rolls", number, "faces"), [*faces, 1])
        if faces:
            yield ("rolls", "fewer"), _put(told, ("rolls", number, "faces"), faces[:-1])


def _leaves(told: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    match told:
        case dict():
            for name, part in cast(dict[str, Any], told).items():
                yield from _leaves(part, (*path, name))
        case list() | tuple():
            for place, part in enumerate(cast(list[Any], told)):
                yield from _leaves(part, (*path, place))
        case _:
            yield path, told


def _put(told: Any, path: tuple[Any, ...], value: object) -> Any:
    if not path:
        return value
    first, *rest = path
    if isinstance(told, dict):
        known = cast(dict[str, Any], told)
        return {**known, first: _put(known[first], tuple(rest), value)}
    parts = [*told]
    parts[first] = _put(parts[first], tuple(rest), value)
    return parts
