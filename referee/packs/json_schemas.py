"""JSON Schemas of all written files, for editors and for other tools.

They are kept in `schemas/json`; `python -m referee.packs.json_schemas` writes them there. The answers of
commands share most of their parts and are kept in one file, `answers.schema.json`, as
`#/$defs/answer.show` and so on.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from inspect import cleandoc
from pathlib import Path
from typing import Any, cast

from msgspec.json import schema_components
from pydantic import TypeAdapter

import schemas
from referee.packs.families import SYSTEMS, family
from schemas.answers.commands import ANSWERS
from schemas.answers.complaints import Complaints
from schemas.answers.tables import TABLES
from schemas.bots import Request
from schemas.journal import Entry, First
from schemas.letter import Envelope
from schemas.model import Model, ModelUnion, Order
from schemas.policy import Policy, PolicyWords
from schemas.record import Record
from schemas.reports import Document
from schemas.rulebook import Labels

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"


Described = Callable[[], Schema]
"""Function that builds a schema, which takes time."""

ANYTHING: Schema = {"type": ["array", "boolean", "null", "number", "object", "string"]}
"""Schema of any JSON value."""

ANSWER = "answer"
"""First part of the names of schemas for answers; the command follows."""

TABLE = "table"
"""First part of the names of schemas for tables."""


def names() -> tuple[str, ...]:
    """Return the names of all schemas."""
    return tuple(sorted(_describe()))


def documents(kind: str = "") -> dict[str, str]:
    """Return all schemas by file name, or those of one kind: of a system, of answers, or a single one."""
    selection = (name for name in names() if not kind or name == kind or name.startswith(f"{kind}."))
    return {f"{name}.schema.json": _document(name) for name in selection}


def documents_to_keep() -> dict[str, str]:
    """Return the files of `schemas/json`: all schemas, with those of answers in one file."""
    apart = (name for name in names() if not name.startswith(f"{ANSWER}."))
    answers = _word({**_describe_answers(), "$schema": DIALECT, "title": "answers"})
    return {f"{name}.schema.json": _document(name) for name in apart} | {"answers.schema.json": answers}


def write(folder: Path) -> int:
    """Write every schema into a folder, and return their number."""
    return _write(folder, documents())


def _write(folder: Path, texts: Mapping[str, str]) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return len(texts)


@cache
def _describe() -> dict[str, Described]:
    """Return the function that describes each kind of file, message or answer, by name."""
    models: dict[str, type[Model] | ModelUnion[Any]] = {
        "letter": Envelope,
        "policy": Policy,
        "policy.words": PolicyWords,
        "serve.request": Request,
    }
    cases: dict[str, Described] = {}
    records: dict[str, object] = {
        "document": Document,
        "journal.header": First,
        "journal.entry": Entry,
    }
    for system in SYSTEMS:
        kin = family(system)
        models |= {f"{system}.{name}": shape for name, shape in kin.files.items()}
        models[f"{system}.scenario"] = kin.scenario
        models[f"{system}.labels"] = Labels
        if kin.names is not None:
            models[f"{system}.names"] = kin.names
        orders, events = kin.language()
        models[f"{system}.orders"] = orders
        records[f"{system}.events"] = events.union
        if kin.casework is not None:
            cases[f"{system}.cases"] = partial(_describe_cases, kin.casework)
    tables = {f"{TABLE}.{name}": partial(_describe_printed, (row,)) for name, row in TABLES.items()}
    answers = {f"{ANSWER}.{command}": partial(_describe_answer, command) for command in ANSWERS}
    return {
        **{name: partial(_describe_model, model) for name, model in models.items()},
        **{name: partial(_describe_records, record) for name, record in records.items()},
        **cases,
        **tables,
        **answers,
    }


def _describe_model(model: type[Model] | ModelUnion[Any]) -> Schema:
    adapter: TypeAdapter[Any] = model.adapter if isinstance(model, ModelUnion) else TypeAdapter(model)
    return adapter.json_schema()


def _describe_cases(casework: Callable[[], object]) -> Schema:
    """Return the schema of a file of cases. The modules that run cases are imported for it alone."""
    return _describe_model(cast(Any, casework()).file)


def _describe_records(*kinds: Any) -> Schema:
    """Return the schema of one of several records, with the models inside them."""
    models: dict[str, Schema] = {}

    def describe_part(kind: type) -> Schema:
        if kind is object:
            return ANYTHING
        # A plotted order belongs to the skirmish: no other system keeps orders inside events and
        # views.
        model = family("skirmish").language()[0] if kind is Order else kind
        schema = _describe_model(model)
        models.update(schema.pop("$defs", {}))
        return schema

    tops, parts = schema_components(kinds, schema_hook=describe_part, ref_template="#/$defs/{name}")
    assert not models.keys() & parts.keys(), "one name stands for one part"
    top = tops[0] if len(tops) == 1 else {"anyOf": [*tops]}
    if "$ref" in top:
        top = parts.pop(_name_part(top))
    return {**top, "$defs": {**parts, **models}}


def _name_part(reference: Schema) -> str:
    return str(reference["$ref"]).rpartition("/")[2]


def _describe_printed(records: Iterable[type[Record]]) -> Schema:
    """Return the schema of printed records. Every key is required, except keys that may be unset."""
    schema = _describe_records(*records)
    for part in (schema, *schema["$defs"].values()):
        keys: Mapping[str, Schema] = part.get("properties", {})
        due = part.get("required", ())
        part["required"] = [key for key, one in keys.items() if key in due or "default" in one]
    return schema


@cache
def _describe_answers() -> Schema:
    """Return the schemas of the `--json` output of all commands, and the parts that they share.

    An answer is one of some records after `ok` and `exit`, or complaints.
    """
    records = dict.fromkeys(record for answer in ANSWERS.values() for record in answer)
    schema = _describe_printed((*records, Complaints))
    parts: dict[str, Schema] = schema["$defs"]
    *kinds, complaints = schema["anyOf"]
    answer_parts = {
        record: _add_outcome(parts[_name_part(kind)]) for record, kind in zip(records, kinds, strict=True)
    }
    answers = {
        f"{ANSWER}.{command}": {"anyOf": [*map(answer_parts.__getitem__, answer), complaints]}
        for command, answer in ANSWERS.items()
    }
    return {"$defs": _select(parts, answers) | answers}


def _describe_answer(command: str) -> Schema:
    """Return the schema of a command's `--json` output, with the parts that it needs."""
    parts = _describe_answers()["$defs"]
    answer = parts[f"{ANSWER}.{command}"]
    return {**answer, "$defs": _select(parts, answer)}


def _select(parts: Mapping[str, Schema], schema: Any) -> dict[str, Schema]:
    """Return the parts that a schema refers to, directly or through another part."""
    selection: dict[str, Schema] = {}
    waiting = [*_list_references(schema)]
    while waiting:
        name = waiting.pop()
        if name not in selection:
            selection[name] = parts[name]
            waiting += _list_references(parts[name])
    return selection


def _list_references(schema: Any) -> Iterator[str]:
    """Yield the names of the parts that a schema refers to."""
    if isinstance(schema, dict):
        part = cast(Schema, schema)
        if "$ref" in part:
            yield _name_part(part)
        for value in part.values():
            yield from _list_references(value)
    elif isinstance(schema, list | tuple):
        for value in cast(Sequence[Any], schema):
            yield from _list_references(value)


def _add_outcome(part: Schema) -> Schema:
    """Return the schema of a record with the outcome of its command in front."""
    outcome = {"ok": {"type": "boolean"}, "exit": {"type": "integer"}}
    return {
        **part,
        "properties": {**outcome, **part["properties"]},
        "required": [*outcome, *part["required"]],
    }


@cache
def _document(name: str) -> str:
    return _word({**_describe()[name](), "$schema": DIALECT, "title": name})


def _word(schema: Schema) -> str:
    # Regular expressions are those of JavaScript, which have no `\\Z`.
    text = json.dumps(_clean(schema), indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    return text.replace(r'\\Z"', '$"')


def _clean(schema: Any) -> Any:
    """Return a schema with descriptions that are not indented. Those of msgspec before 0.23 are."""
    match schema:
        case dict():
            parts = {name: _clean(part) for name, part in cast(Schema, schema).items()}
            text = parts.get("description")
            return {**parts, "description": cleandoc(text)} if isinstance(text, str) else parts
        case list():
            return [_clean(part) for part in cast(Sequence[Any], schema)]
        case _:
            return schema


if __name__ == "__main__":
    _write(Path(next(iter(schemas.__path__))) / "json", documents_to_keep())
