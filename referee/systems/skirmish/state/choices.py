"""Parameters by name, and with changes by a case or by the options of a match."""

import re
from collections.abc import Iterator, Mapping
from typing import Literal, TypeVar, get_args, get_origin

from pydantic import ValidationError

from schemas.model import Model
from schemas.skirmish.pack import Pack
from schemas.skirmish.parameters import Parameters

Chapter = TypeVar("Chapter", bound=Model)

_NUMBER = re.compile("0|-?[1-9][0-9]{0,9}")
_TRUTH = {"true": True, "false": False}


def change(parameters: Parameters, changes: Mapping[str, str]) -> Parameters:
    """Return the parameters with some of them changed by the text that a pack would use.

    The names must be known. Raises ValidationError for an invalid value.
    """
    for name, text in changes.items():
        table, _, key = name.partition(".")
        parameters = parameters.replace(**{table: _set(getattr(parameters, table), key, text)})
    return parameters


def _set(chapter: Chapter, key: str, said: str) -> Chapter:
    """Return a chapter with one parameter changed."""
    words = said.split() if isinstance(getattr(chapter, key), tuple) else None
    try:
        return chapter.replace(**{key: said if words is None else tuple(words)})
    except ValidationError:
        number = int(said) if _NUMBER.fullmatch(said) else said
        return chapter.replace(**{key: _TRUTH.get(said, number)})


def names(parameters: Parameters) -> Iterator[str]:
    """Return the name of every parameter: `turns.alternation`."""
    return (f"{table}.{key}" for table, chapter in parameters for key, _ in chapter)


def words(parameters: Parameters, name: str) -> tuple[str, ...]:
    """Return the words that a parameter can be set to; none for a number."""
    table, _, key = name.partition(".")
    chapter: Model = getattr(parameters, table)
    hint = type(chapter).model_fields[key].annotation
    if hint is bool:
        return "true", "false"
    return get_args(hint) if get_origin(hint) is Literal else ()


def agree(pack: Pack, options: Mapping[str, str]) -> Parameters:
    """Return the parameters of a match: the pack's, changed by the options of the match."""
    changes = {option.sets: options[option.id] for option in pack.game.options if option.id in options}
    return change(pack.parameters, changes) if changes else pack.parameters
