"""Parameters by name, and with some of them changed: by a case, or by what was agreed for a match."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from schemas.skirmish.pack import Pack
from schemas.skirmish.parameters import Parameters

Tree = dict[str, dict[str, Any]]


def change(parameters: Parameters, changes: Mapping[str, str]) -> Parameters:
    """The parameters with some of them changed, as a pack would say it; their names are known ones."""
    tree = cast(Tree, parameters.model_dump(mode="json"))
    for name, value in changes.items():
        table, _, key = name.partition(".")
        tree[table][key] = value.split() if isinstance(tree[table][key], list) else value
    return Parameters.model_validate(tree)


def names(parameters: Parameters) -> Iterator[str]:
    """Every parameter: `turns.alternation`."""
    tree = cast(Tree, parameters.model_dump(mode="json"))
    return (f"{table}.{key}" for table, keys in tree.items() for key in keys)


def agree(pack: Pack, options: Mapping[str, str]) -> Parameters:
    """The parameters of a match: those of the pack, with what was chosen."""
    chosen = {option.sets: options[option.id] for option in pack.game.options if option.id in options}
    return change(pack.parameters, chosen) if chosen else pack.parameters
