"""Fields of events by the vocabulary in which they were filed.

The header of a match names the vocabulary of its event models. A later vocabulary only adds fields with
defaults, each marked with its version: `fact: Annotated[str, Since(2)] = ""`. An older match is written, and
compared with today's rules, without these fields.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, TypeVar, cast, get_args, get_origin, get_type_hints

from msgspec import convert
from pydantic import BaseModel

from schemas.record import Record, Since, to_data

VOCABULARY = 3
"""Vocabulary of new matches.

Version 2 adds facts about dropped orders and shortened moves in a skirmish; version 3 adds owners of secret
rolls and the phrases of the header.
"""

RecordT = TypeVar("RecordT", bound=Record)


def as_said_in(record: RecordT, vocabulary: int) -> RecordT:
    """Return a record with defaults in the fields that its vocabulary lacks."""
    if not _has_grown(type(record), vocabulary):
        return record
    models = [*_models(record)]

    def find_model(_: type, tree: object) -> BaseModel:
        """Return the model with this data. Models have no later fields, so it is a part of the record."""
        return next(model for model in models if to_data(model) == tree)

    return convert(as_written_in(record, vocabulary), type(record), dec_hook=find_model)


def _models(value: object) -> Iterator[BaseModel]:
    """Yield the pydantic models inside a value."""
    match value:
        case BaseModel():
            yield value
        case Record():
            for name in value.__struct_fields__:
                yield from _models(getattr(value, name))
        case tuple():
            for part in cast("tuple[object, ...]", value):
                yield from _models(part)
        case _:
            pass


def as_written_in(record: Record, vocabulary: int) -> dict[str, Any]:
    """Return a record as JSON without the fields that its vocabulary lacks."""
    data = to_data(record)
    if _has_grown(type(record), vocabulary):
        _leave_out(record, data, vocabulary)
    return data


@cache
def _has_grown(shape: type[Record], vocabulary: int) -> bool:
    """Return True if a record type, or one inside it, has fields that a vocabulary lacks."""
    return any(
        _is_later(hint, vocabulary) or any(_has_grown(part, vocabulary) for part in _shapes(hint))
        for hint in _hints(shape).values()
    )


@cache
def _hints(shape: type[Record]) -> Mapping[str, Any]:
    """Return the annotated types of a record type's fields."""
    hints = get_type_hints(shape, include_extras=True)
    return {name: hints[name] for name in shape.__struct_fields__}


def _is_later(hint: Any, vocabulary: int) -> bool:
    marks = hint.__metadata__ if get_origin(hint) is Annotated else ()
    return any(isinstance(mark, Since) and mark.vocabulary > vocabulary for mark in marks)


def _shapes(annotation: Any) -> Iterator[type[Record]]:
    """Yield the record types that a value of a type may contain."""
    if get_origin(annotation) is None and isinstance(annotation, type) and issubclass(annotation, Record):
        yield annotation
    for part in get_args(annotation):
        yield from _shapes(part)


def _leave_out(value: object, data: Any, vocabulary: int) -> None:
    """Remove later fields from the data of a value, at any depth."""
    match value:
        case Record():
            for name, hint in _hints(type(value)).items():
                if name not in data:
                    # An unset field is not written.
                    continue
                if _is_later(hint, vocabulary):
                    del data[name]
                else:
                    _leave_out(getattr(value, name), data[name], vocabulary)
        case Mapping():
            parts = cast(Mapping[object, object], value).values()
            for part, its in zip(parts, data.values(), strict=True):
                _leave_out(part, its, vocabulary)
        case tuple() | list():
            for part, its in zip(cast(Sequence[object], value), data, strict=True):
                _leave_out(part, its, vocabulary)
        case _:
            pass
