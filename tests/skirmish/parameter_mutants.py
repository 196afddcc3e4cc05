"""Mutants of what a pack counts with: each figure one more and one less, each choice another."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast, get_args

from msgspec.structs import replace
from pydantic import ValidationError

from referee.packs.conformance import case_differences
from referee.packs.conformance.case_files import Bench, FiledCase
from schemas.model import Model
from schemas.skirmish.pack import Pack
from schemas.skirmish.parameters import Parameters

SAID = frozenset({"source", "note", "id", "name", "names"})
"""What is said of a row and is no rule."""


@dataclass(frozen=True)
class Mutant:
    """A pack with one fault in a chapter of its parameters, in its weapons or in its troops."""

    name: str
    chapter: str
    pack: Pack = field(repr=False, compare=False)

    def __str__(self) -> str:
        return self.name


def mutants(pack: Pack) -> Iterator[Mutant]:
    """Every mutant of the parameters, the weapons and the classes of a pack."""
    for chapter in Parameters.model_fields:
        table = getattr(pack.parameters, chapter)
        for key, other, said in _others(table):
            changed = pack.parameters.model_copy(update={chapter: table.model_copy(update={key: other})})
            if not _can_be_said(changed):
                continue
            faulty = pack.replace(parameters=changed)
            yield Mutant(f"{chapter}.{key} = {said}", chapter, faulty)
    for rows, table in (("weapons", pack.weapons), ("troops", pack.troops)):
        entries = getattr(table, rows)
        for number, row in enumerate(entries):
            for key, other, said in _others(row, printed=True):
                changed_rows = (
                    *entries[:number],
                    row.model_copy(update={key: other}),
                    *entries[number + 1 :],
                )
                changed_table = table.model_copy(update={rows: changed_rows})
                faulty = pack.model_copy(update={rows: changed_table})
                yield Mutant(f"{row.id}.{key} = {said}", rows, faulty)


def _can_be_said(parameters: Parameters) -> bool:
    """Whether a pack can have these parameters: the reader of packs refuses a die that needs a seven."""
    try:
        return Parameters.model_validate(parameters.model_dump(), strict=False) == parameters
    except ValidationError:
        return False


def _others(table: Model, *, printed: bool = False) -> Iterator[tuple[str, Any, str]]:
    """Another value for each field, and what it is; of a row only for what is `printed` in it."""
    for key, declared in type(table).model_fields.items():
        if key in SAID:
            continue
        value = getattr(table, key)
        if printed and not value:
            continue
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
        case Model():
            yield from (value.model_copy(update={key: other}) for key, other, _ in _others(value))
        case _:
            pass


LIKELY = {
    "measuring": ("SK-MOV", "SK-HTH"), "turns": ("SK-SEQ",), "motivation": ("SK-MOT",),
    "movement": ("SK-MOV", "SK-GAP-01"), "sight": ("SK-VIS", "SK-AIM"),
    "spotting": ("SK-SPT", "SK-VIS", "SK-HTH"), "aimed": ("SK-AIM",), "unaimed": ("SK-UNA",),
    "shooting": ("SK-WPN", "SK-HTH", "SK-SEQ"), "pins": ("SK-PIN",), "hand_to_hand": ("SK-HTH", "SK-MEL"),
    "morale": ("SK-MOR", "SK-SEQ"), "surrender": ("SK-SUR",), "rallying": ("SK-RAL", "SK-UNP"),
    "beaten_zone": ("SK-GAP-02",), "artillery": ("SK-GAP-03", "SK-VIS"), "reporting": ("SK-PIN",),
    "weapons": ("SK-WPN", "SK-UNA", "SK-AIM"),
    "troops": ("SK-SPT", "SK-UNA", "SK-MEL", "SK-MOR", "SK-RAL", "SK-UNP", "SK-AIM", "SK-SUR", "SK-HTH"),
}  # fmt: skip
"""The clauses whose cases are the first to ask, by what a mutant changes."""


def in_order(filed: Sequence[FiledCase], chapter: str) -> list[FiledCase]:
    """The cases, those first that argue a likely clause, and of them the quick ones first."""

    def late(one: FiledCase) -> tuple[bool, bool, bool]:
        likely = any(clause.startswith(LIKELY[chapter]) for clause in one.case.clauses)
        return not likely, one.case.then.chances is not None, "figures" not in one.place.file

    return sorted(filed, key=late)


def differs(filed: FiledCase, pack: Pack) -> bool:
    """Whether a case comes out otherwise with this pack; a pack that makes the case impossible does, too."""
    bench = Bench(replace(filed.bench.pack, pack=pack), filed.bench.work, filed.bench.events)
    try:
        return bool(case_differences.differences(FiledCase(filed.case, filed.tree, filed.number, bench)))
    except Exception:
        # Rules that break down have noticed the fault.
        return True
