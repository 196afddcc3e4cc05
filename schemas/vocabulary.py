"""What events could say when they were filed.

The header of a match names the version of the event shapes that it is written in. A later version only adds
fields with defaults, each marked with the version that it came in: `fact: Annotated[str, Since(2)] = ""`. An
older match is written, and compared with what the rules say today, without them.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, TypeVar, cast, get_args, get_origin, get_type_hints

from msgspec import convert
from pydantic import BaseModel

from schemas.record import Record, Since, to_data

VOCABULARY = 3
"""The version that new matches are written in. In 2 a skirmish says why an order was dropped, or a way cut
short, as a fact; in 3 a secret throw names its owner, and the header says whether there are phrases.
"""

RecordT = TypeVar("RecordT", bound=Record)


def as_said_in(record: RecordT, vocabulary: int) -> RecordT:
    """A record without what its vocabulary could not say: later fields have their defaults."""
    if not _has_grown(type(record), vocabulary):
        return record
    models = [*_models(record)]

    def find_model(_: type, tree: object) -> BaseModel:
        """Models have no later fields: the part that was written is one of the record."""
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
    """A record as JSON, without the fields that its vocabulary lacked."""
    written = to_data(record)
    if _has_grown(type(record), vocabulary):
        _leave_out(record, written, vocabulary)
    return written


@cache
def _has_grown(shape: type[Record], vocabulary: int) -> bool:
    """Whether a shape, or one inside it, has fields that a vocabulary lacked."""
    return any(
        _is_later(hint, vocabulary) or any(_has_grown(part, vocabulary) for part in _shapes(hint))
        for hint in _hints(shape).values()
    )


@cache
def _hints(shape: type[Record]) -> Mapping[str, Any]:
    """The types of the fields of a shape, with their marks."""
    hints = get_type_hints(shape, include_extras=True)
    return {name: hints[name] for name in shape.__struct_fields__}


def _is_later(hint: Any, vocabulary: int) -> bool:
    marks = hint.__metadata__ if get_origin(hint) is Annotated else ()
    return any(isinstance(mark, Since) and mark.vocabulary > vocabulary for mark in marks)


def _shapes(annotation: Any) -> Iterator[type[Record]]:
    """The records that a value of a type may hold."""
    if get_origin(annotation) is None and isinstance(annotation, type) and issubclass(annotation, Record):
        yield annotation
    for part in get_args(annotation):
        yield from _shapes(part)


def _leave_out(said: object, written: Any, vocabulary: int) -> None:
    """Take the later fields out of what was written of a value, at any depth."""
    match said:
        case Record():
            for name, hint in _hints(type(said)).items():
                if name not in written:
                    # It is not set, and so it is not written.
                    continue
                if _is_later(hint, vocabulary):
                    del written[name]
                else:
                    _leave_out(getattr(said, name), written[name], vocabulary)
        case Mapping():
            parts = cast(Mapping[object, object], said).values()
            for part, its in zip(parts, written.values(), strict=True):
                _leave_out(part, its, vocabulary)
        case tuple() | list():
            for part, its in zip(cast(Sequence[object], said), written, strict=True):
                _leave_out(part, its, vocabulary)
        case _:
            pass
