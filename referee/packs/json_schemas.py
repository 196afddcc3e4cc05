"""JSON Schemas of everything that is written down, for editors and for other tools.

They are kept in `schemas/json`; `python -m referee.packs.json_schemas` writes them anew.
"""

import json
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from typing import Any, Union

from pydantic import TypeAdapter

import schemas
from referee.packs.families import SYSTEMS, family
from referee.texts.shapes import describe, model, reader
from schemas.answers.commands import ANSWERS
from schemas.answers.complaints import Complaints
from schemas.answers.tables import TABLES
from schemas.journal import Entry, First
from schemas.letter import Envelope
from schemas.policy import Policy, PolicyWords
from schemas.record import Record
from schemas.reports.document import Document
from schemas.serve import Request

DIALECT = "https://json-schema.org/draft/2020-12/schema"


Described = Callable[[], TypeAdapter[Any]]
"""Something that is written down; the call gives its shape, which takes time to build."""

ANSWER = "answer"
"""What the schemas of answers are called, in front of their commands."""

TABLE = "table"
"""What those of tables are called, in front of their names."""


def names() -> tuple[str, ...]:
    """What there is a schema of."""
    return tuple(sorted(_describe()))


def documents(kind: str = "") -> dict[str, str]:
    """Every schema by the name of its file, or those of one kind: of a system, of answers, a single one."""
    wanted = (name for name in names() if not kind or name == kind or name.startswith(f"{kind}."))
    return {f"{name}.schema.json": _document(name) for name in wanted}


def write(folder: Path) -> int:
    """Put every schema into a folder, and give their number."""
    folder.mkdir(parents=True, exist_ok=True)
    written = documents()
    for name, text in written.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return len(written)


@cache
def _describe() -> dict[str, Described]:
    """What is written down, each with its shape as soon as it is asked for."""
    shapes: dict[str, Any] = {
        "document": Document,
        "journal.header": First,
        "journal.entry": Entry,
        "letter": Envelope,
        "policy": Policy,
        "policy.words": PolicyWords,
        "serve.request": Request,
        **{f"{TABLE}.{name}": row for name, row in TABLES.items()},
    }
    languages: dict[str, Described] = {}
    for system in SYSTEMS:
        kin = family(system)
        shapes |= {f"{system}.{name}": shape for name, shape in kin.files.items()}
        shapes[f"{system}.scenario"] = kin.scenario
        if kin.names is not None:
            shapes[f"{system}.names"] = kin.names
        orders, events = kin.language()
        languages |= {
            f"{system}.orders": partial(reader, orders),
            f"{system}.events": partial(reader, events),
        }
    written: dict[str, Described] = {name: partial(reader, shape) for name, shape in shapes.items()}
    answers: dict[str, Described] = {
        f"{ANSWER}.{command}": partial(_answer, records) for command, records in ANSWERS.items()
    }
    return written | languages | answers


def _answer(records: Iterable[type[Record]]) -> TypeAdapter[Any]:
    """What a command prints with `--json`: one of its records behind `ok` and `exit`, or complaints."""
    told = [model(one, ok=(bool, ...), exit=(int, ...)) for one in records]
    answer: Any = Union[(*told, model(Complaints))]
    return TypeAdapter(answer)


@cache
def _document(name: str) -> str:
    # Of what is printed every key is there; of what is written by hand some may be left out.
    printed = name.startswith((f"{ANSWER}.", f"{TABLE}."))
    described = describe(_describe()[name](), printed=printed)
    schema = {**described, "$schema": DIALECT, "title": name}
    return json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    write(Path(next(iter(schemas.__path__))) / "json")
