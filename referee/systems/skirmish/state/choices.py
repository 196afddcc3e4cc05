"""Parameters by name, and with some of them changed: by a case, or by what was agreed for a match."""

from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import convert
from msgspec.structs import asdict, replace

from schemas.record import ReadBy, Record
from schemas.skirmish.pack import Pack
from schemas.skirmish.parameters import Parameters


def change(parameters: Parameters, changes: Mapping[str, str]) -> Parameters:
    """The parameters with some of them changed, as a pack would say it; their names are known ones."""
    for name, said in changes.items():
        table, _, key = name.partition(".")
        chapter: Record = getattr(parameters, table)
        parameters = replace(parameters, **{table: replace(chapter, **{key: _read(chapter, key, said)})})
    return parameters


def _read(chapter: Record, key: str, said: str) -> Any:
    """The value of a parameter as people write it; raises msgspec's `ValidationError` where it is none."""
    hint = get_type_hints(type(chapter), include_extras=True)[key]
    written: object = said.split() if isinstance(getattr(chapter, key), tuple) else said
    for mark in _marks(hint):
        written = mark.read(written)
    return convert(written, hint, strict=False)


def _marks(hint: Any) -> Iterator[ReadBy]:
    """How a type is read, or one of several types that a value may have."""
    if get_origin(hint) is Annotated:
        yield from (mark for mark in hint.__metadata__ if isinstance(mark, ReadBy))
    elif get_origin(hint) is UnionType or get_origin(hint) is Union:
        yield from (mark for part in get_args(hint) for mark in _marks(part))


def names(parameters: Parameters) -> Iterator[str]:
    """Every parameter: `turns.alternation`."""
    return (f"{table}.{key}" for table, chapter in asdict(parameters).items() for key in asdict(chapter))


def words(parameters: Parameters, name: str) -> tuple[str, ...]:
    """Return the words that a parameter can be set to; none for a figure."""
    table, _, key = name.partition(".")
    chapter: Record = getattr(parameters, table)
    hint = get_type_hints(type(chapter))[key]
    if hint is bool:
        return "true", "false"
    return get_args(hint) if get_origin(hint) is Literal else ()


def agree(pack: Pack, options: Mapping[str, str]) -> Parameters:
    """The parameters of a match: those of the pack, with what was chosen."""
    chosen = {option.sets: options[option.id] for option in pack.game.options if option.id in options}
    return change(pack.parameters, chosen) if chosen else pack.parameters
