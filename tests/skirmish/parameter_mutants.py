"""Mutants of what a pack counts with: each figure one more and one less, each choice another."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, cast, get_args

import pytest
from pydantic import BaseModel

from referee.desk.conformance import checks
from referee.desk.conformance.cases import Bench, FiledCase
from schemas.skirmish.pack import Pack, Troops, Weapon
from schemas.skirmish.parameters import Parameters

SAID = frozenset({"source", "note", "id", "name", "names"})
"""What is said of a row and is no rule."""


@dataclass(frozen=True)
class Mutant:
    """A pack with one fault; `read` are the places of a case's reading that tell whether it could notice."""

    name: str
    read: str
    pack: Pack = field(repr=False, compare=False)


def mutants(pack: Pack) -> Iterator[Mutant]:
    """Every mutant of the parameters, the weapons and the classes of a pack."""
    for chapter in Parameters.model_fields:
        table = getattr(pack.parameters, chapter)
        for key, other, said in _others(table):
            changed = pack.parameters.model_copy(update={chapter: table.model_copy(update={key: other})})
            read = f"{type(table).__name__}.{key}"
            yield Mutant(f"{chapter}.{key} = {said}", read, pack.model_copy(update={"parameters": changed}))
    for rows, table in (("weapons", pack.weapons), ("troops", pack.troops)):
        entries = getattr(table, rows)
        for number, row in enumerate(entries):
            for key, other, said in _others(row):
                changed_rows = (
                    *entries[:number],
                    row.model_copy(update={key: other}),
                    *entries[number + 1 :],
                )
                changed_table = table.model_copy(update={rows: changed_rows})
                read = f"{type(row).__name__}.{row.id}.{key}"
                yield Mutant(f"{row.id}.{key} = {said}", read, pack.model_copy(update={rows: changed_table}))


def _others(table: BaseModel) -> Iterator[tuple[str, Any, str]]:
    """Another value for each field, and what it is."""
    for key, declared in type(table).model_fields.items():
        if key in SAID:
            continue
        value = getattr(table, key)
        for other in _instead(value, declared.annotation):
            yield key, other, str(other)


def _instead(value: Any, declared: Any) -> Iterator[Any]:
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1)
        case str():
            yield from (choice for choice in get_args(declared) if choice != value)
        case tuple():
            yield from (value[:at] + value[at + 1 :] for at in range(len(value)))
        case dict():
            table = cast("dict[Any, Any]", value)
            for key, one in table.items():
                yield from ({**table, key: other} for other in _instead(one, type(one)))
        case BaseModel():
            yield from (value.model_copy(update={key: other}) for key, other, _ in _others(value))
        case _:
            pass


class Readings:
    """Which figures of the pack each case reads: the parameter by its table, a row's by its id."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._now: set[str] = set()
        for table in (*(type_.annotation for type_ in Parameters.model_fields.values()), Weapon, Troops):
            assert table is not None
            patch.setattr(table, "__getattribute__", self._spying(table.__name__), raising=False)

    def _spying(self, table: str) -> Any:
        now = self._now

        def read(row: Any, key: str) -> Any:
            value = object.__getattribute__(row, key)
            if not key.startswith("_") and key not in SAID and not key.startswith("model"):
                of = (
                    table
                    if table not in {"Weapon", "Troops"}
                    else f"{table}.{object.__getattribute__(row, 'id')}"
                )
                now.add(f"{of}.{key}")
            return value

        return read

    def of(self, filed: FiledCase) -> frozenset[str]:
        """What a case reads."""
        self._now.clear()
        assert not differs(filed, filed.bench.pack.pack)
        return frozenset(self._now)


def differs(filed: FiledCase, pack: Pack) -> bool:
    """Whether a case comes out otherwise with this pack; a pack that makes the case impossible does, too."""
    bench = Bench(replace(filed.bench.pack, pack=pack), filed.bench.work)
    try:
        return bool(checks.differences(FiledCase(filed.case, filed.tree, filed.number, bench)))
    except Exception:
        # Rules that break down have noticed the fault.
        return True
