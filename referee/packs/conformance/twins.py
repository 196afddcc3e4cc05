"""Twins: cases of one pack that run on the data of another, with areas, nations and pieces renamed."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from pydantic import ValidationError

from referee.faults import Complaint, DataFault, declare, suggest
from referee.packs.conformance import case_files
from referee.packs.conformance.case_files import AnyCase, Bench, CaseFault, FiledCase, clause_number
from referee.texts.validation import validate
from schemas.case import Twin, TwinFile
from schemas.model import Model
from schemas.record import JsonValue

_WORD = re.compile(r"[\w-]+")
_PIECE = re.compile(r"(?P<count>\d*)(?P<nation>[a-z]+)-(?P<rest>.+)")
_FORT = "-fort"


def read(paths: Sequence[Path], pack: str | None = None) -> tuple[FiledCase, ...]:
    """Return the cases of files and folders, and their twins. Raises `DataFault` with all faults.

    If `pack` replaces the named packs, twins are left out, because they need two packs.
    """
    originals = case_files.read(paths, pack)
    if pack is not None:
        return originals
    benches = {case.bench.pack.name: case.bench for case in originals}
    grown = (twin for path in case_files.files(paths) for twin in _grow(path, originals, benches))
    return (*originals, *grown)


def _grow(path: Path, originals: Sequence[FiledCase], benches: dict[str, Bench]) -> Iterator[FiledCase]:
    """Yield the twins of one file; other files have none."""
    tree = case_files.tree_of(path)
    if tree.get(("twins",)) is None:
        return
    file = validate(tree, TwinFile)
    bench = case_files.bench_of(tree, ("pack",), None, benches)
    case_by_title = {case.case.title: case for case in originals if case.bench.pack.name == file.of}
    complaints: list[Complaint] = []
    for number, twin in enumerate(file.twins):
        if twin.case not in case_by_title:
            place, near = tree.at(("twins", number, "case")), suggest(twin.case, case_by_title)
            complaints.append(Complaint.of(CaseFault.NO_ORIGINAL, near, place=place, pack=file.of))
            continue
        if not any(share(case_by_title[twin.case], bench)):
            place, books = tree.at(("twins", number)), {"one": file.of, "other": file.pack}
            complaints.append(Complaint.of(declare(CaseFault.NOTHING_SHARED, **books), place=place))
            continue
        try:
            case = build_twin(case_by_title[twin.case], twin, file, bench)
        except ValidationError as error:
            place, why = tree.at(("twins", number)), error.errors()[0]["msg"]
            complaints.append(Complaint.of(CaseFault.WORDS_DO_NOT_FIT, place=place, why=why))
            continue
        case_file = FiledCase(case, tree, number, bench, "twins")
        complaints += case_files.faults(case_file)
        yield case_file
    if complaints:
        raise DataFault(*complaints)


def build_twin(original: FiledCase, twin: Twin, file: TwinFile, bench: Bench) -> AnyCase:
    """Return the case in the names of the other pack. Raises pydantic's `ValidationError` if it does not fit.

    It argues the clauses that have the same text in both books. Rulings belong to one pack, and are left out.
    """
    skipped_keys = {"title", "clause", "ruling", "pack"}
    # Omitted fields stay omitted: a field with its default says nothing.
    says = {name: value for name, value in say(original.case).items() if name not in skipped_keys}
    fields: dict[str, Any] = {key: _rename(value, twin, file) for key, value in says.items()}
    fields["given"] = {**fields["given"], **twin.given}
    fields["title"] = f"{bench.pack.name}: {original.case.title}"
    fields["clause"] = list(share(original, bench))
    text = json.dumps({"pack": file.pack, "cases": [fields]})
    return bench.work.file.model_validate_json(text, strict=False).cases[0]


def say(part: object) -> Any:
    """Return a part of a case as data, without the fields it leaves out."""
    match part:
        case Model():
            fields = type(part).model_fields
            return {name: say(value) for name, value in part if value and value != fields[name].default}
        case Mapping():
            return {key: say(value) for key, value in cast("Mapping[str, object]", part).items()}
        case tuple():
            return [say(value) for value in cast("tuple[object, ...]", part)]
        case _:
            return part


def share(original: FiledCase, bench: Bench) -> Iterator[str]:
    """Yield the clauses of a case that have the same text in the book of another pack."""
    ours = {one.number: one for one in original.bench.pack.pack.clauses.citations}
    theirs = {one.number: one for one in bench.pack.pack.clauses.citations}
    for clause in original.case.clauses:
        number = clause_number(original.bench.pack.pack, clause)
        if number is not None and number in ours and ours[number] == theirs.get(number):
            yield number


def _rename(value: JsonValue, twin: Twin, file: TwinFile, spoken: bool = False) -> JsonValue:
    """Return a value with all its words renamed; the purpose of a roll is `spoken`."""
    match value:
        case str():
            sides = file.spoken if spoken else file.sides
            return _WORD.sub(lambda match: _word(match[0], twin, sides), value)
        case list():
            return [_rename(one, twin, file) for one in value]
        case dict():
            return {
                twin.nations.get(key) or str(_rename(key, twin, file)): _rename(
                    one, twin, file, key == "purpose"
                )
                for key, one in value.items()
            }
        case _:
            return value


def _word(word: str, twin: Twin, sides: Mapping[str, str]) -> str:
    """Return a word, renamed if it is an area, a fort, a side, a listed word, or a piece of a nation."""
    if (replacement := twin.words.get(word) or twin.areas.get(word) or sides.get(word)) is not None:
        return replacement
    if word.endswith(_FORT) and word.removesuffix(_FORT) in twin.areas:
        return twin.areas[word.removesuffix(_FORT)] + _FORT
    piece = _PIECE.fullmatch(word)
    if piece is not None and piece["nation"] in twin.nations:
        return f"{piece['count']}{twin.nations[piece['nation']]}-{piece['rest']}"
    return word
