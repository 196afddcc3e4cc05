"""JSON Schemas of everything that is written down, for editors and for other tools.

They are kept in `schemas/json`; `python -m referee.desk.packs.json_schemas` writes them anew.
"""

import json
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

import schemas
from referee.core.faults import Complaint
from referee.desk.packs.families import SYSTEMS, family, language
from schemas.document import Document
from schemas.journal import Entry, Header
from schemas.letter import Envelope
from schemas.policy import Policy, PolicyWords

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def documents() -> dict[str, str]:
    """Every schema by the name of its file."""
    adapters: dict[str, TypeAdapter[Any]] = {
        "complaints": TypeAdapter(tuple[Complaint, ...]),
        "document": TypeAdapter(Document),
        "journal.header": TypeAdapter(Header),
        "journal.entry": TypeAdapter(Entry),
        "letter": TypeAdapter(Envelope),
        "policy": TypeAdapter(Policy),
        "policy.words": TypeAdapter(PolicyWords),
    }
    for system in SYSTEMS:
        kin = family(system)
        adapters |= {f"{system}.{name}": TypeAdapter(shape) for name, shape in kin.files.items()}
        adapters[f"{system}.scenario"] = TypeAdapter(kin.scenario)
        if kin.names is not None:
            adapters[f"{system}.names"] = TypeAdapter(kin.names)
        adapters[f"{system}.orders"], adapters[f"{system}.events"] = language(system)
    return {f"{name}.schema.json": _document(name, adapters[name]) for name in sorted(adapters)}


def write(folder: Path) -> int:
    """Put every schema into a folder, and give their number."""
    folder.mkdir(parents=True, exist_ok=True)
    written = documents()
    for name, text in written.items():
        (folder / name).write_text(text, encoding="utf-8")
    return len(written)


def _document(name: str, adapter: TypeAdapter[Any]) -> str:
    schema = {**adapter.json_schema(), "$schema": DIALECT, "title": name}
    return json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    write(Path(next(iter(schemas.__path__))) / "json")
