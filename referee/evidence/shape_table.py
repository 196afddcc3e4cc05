"""Shapes of a journal's lines, generated for the stand-alone verifier.

Our reader checks a line against the records of `schemas.journal`, the stand-alone verifier against a table of
shapes: `python -m referee.evidence.shape_table` makes that table from these records, and a test compares the
two.
"""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any, Literal, cast

from msgspec import inspect

from referee.matches.journal.contents import AUTHORS, CONTENTS
from referee.matches.journal.field_checks import ELSEWHERE, list_fields, list_references
from schemas import journal
from schemas.journal import FORMAT, HEAD, SIGNATURE, TIME, Kind
from schemas.model import Model
from schemas.record import DAY, HOUR, Record
from schemas.vocabulary import VOCABULARY

TABLE = Path(__file__).parent / "standalone" / "shapes.py"
WIDTH = 110
END = r"\Z"

PLAIN: dict[type[inspect.Type], str] = {
    inspect.BoolType: "bool",
    inspect.NoneType: "None",
    inspect.AnyType: "object",
    inspect.CustomType: "object",
}
"""Types without a pattern."""

NAMES: dict[type, str] = {
    journal.Key: "KEY",
    journal.FiledPurpose: "PURPOSE",
    journal.FiledRoll: "ROLL",
    journal.FiledDraw: "DRAW",
    journal.FiledOrder: "ORDER",
    journal.FiledEvent: "EVENT",
    journal.Body: "BODY",
    journal.Header: "HEADER",
}
"""Records of a journal by their names in the table, each after the records that it contains."""

WHOLE: dict[type, frozenset[str]] = {
    journal.Header: frozenset(journal.Header.__struct_fields__) - journal.ADDED,
    journal.Body: frozenset(journal.Body.__struct_fields__),
}
"""Records whose fields have defaults for their makers, but are always filed."""

INSTEAD: dict[tuple[type, str], str] = {
    (journal.Header, "format"): f"range(1, {FORMAT + 1})",
    (journal.Header, "vocabulary"): f"range(1, {VOCABULARY + 1})",
    (journal.Header, "at"): "TIME",
    (journal.Body, "at"): "TIME",
}
"""Shapes of fields whose type is not strict enough."""


FORMS = {
    "HEX": "[0-9a-f]{64}",
    "TIME": TIME,
    "DAY": DAY,
    "HOUR": HOUR,
    "HEAD": HEAD,
    "SIGNATURE": SIGNATURE,
}
"""Patterns of texts."""

HEAD_OF_TABLE = '''"""Shapes of a journal's lines, as `fits` reads them; `...` is a part that may be missing.

`python -m referee.evidence.shape_table` writes this table from the records of the journal.
"""

import re
from typing import Any

# fmt: off
LIMIT = 2**53 - 1
"""All whole numbers are smaller."""
'''

LINE = """
LINE: Any = (
    {"body": BODY, "private": (..., {"": dict}), "seal": HEX},
    {"body": HEADER, "seal": HEX},
)
"""
"""A line is an entry, or the first one."""


def table() -> str:
    """Return the shapes as a module of Python."""
    forms = (f'{name} = re.compile(r"{form}")' for name, form in FORMS.items())
    records = (_wrap(f"{name}: Any = {_spell(kind)}", "") for kind, name in NAMES.items())
    tables = (
        _spell_table("KINDS", "The author of an entry, its public and its private parts.", _list_kinds()),
        _spell_table("REFERS", "Fields that name sides or earlier entries.", _list_references()),
        _spell_table("TRUST", "Fields that this verifier does not judge.", _list_trusted()),
    )
    return "\n".join((HEAD_OF_TABLE, *forms, "", *records, *tables, LINE))


def _spell_table(name: str, meaning: str, rows: Iterable[str]) -> str:
    """Return a table by kind of entry. Each line of a row is wrapped by itself."""
    lines = (
        _wrap(line, " " * (8 if number else 4))
        for row in rows
        for number, line in enumerate(f"{row},".split("\n"))
    )
    return "\n".join((f"\n{name}: Any = {{", *lines, f'}}\n"""{meaning}"""'))


def _wrap(text: str, indent: str) -> str:
    """Return a text as lines. A name stays with its shape, and a range is whole."""
    lines = wrap(
        re.sub(r"(?<=\":) |(?<=\(\d,) ", "\0", text),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent + " " * 4,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(lines).replace("\0", " ")


def _list_kinds() -> Iterator[str]:
    """Yield the shapes of the public part and the private parts of each kind, with the sides that file it."""
    for kind, (public, private) in CONTENTS.items():
        everyone, reader = (
            _join([*map(_spell, records)]) if records else "()" for records in (public, private)
        )
        yield f'"{kind}": ("{AUTHORS[kind]}",\n{everyone},\n{reader})'


def _list_references() -> Iterator[str]:
    """Yield the fields that name sides or entries; shapes already cover times."""
    for kind in CONTENTS:
        references = [(path, check) for path, check in list_references(kind) if check != "time"]
        if references:
            yield f'"{kind}": {{{", ".join(_quote(path, check) for path, check in references)}}}'


def _quote(path: tuple[str, ...], check: str) -> str:
    return f'"{".".join(path)}": "{check}"'


def _list_trusted() -> Iterator[str]:
    """Yield the fields that the stand-alone verifier does not judge, by kind."""
    kinds: tuple[Kind | Literal["header"], ...] = ("header", *CONTENTS)
    for kind in kinds:
        if fields := list_fields(kind, *ELSEWHERE):
            yield f'"{kind}": {json.dumps(fields)}'


def _spell(kind: type[Record]) -> str:
    """Return one shape as the table writes it."""
    return f"{{{', '.join(sorted(_list_parts(kind)))}}}"


def _list_parts(kind: type[Record]) -> Iterator[str]:
    shape = inspect.type_info(kind)
    assert isinstance(shape, inspect.StructType)
    if shape.tag is not None:
        yield f'"{shape.tag_field}": "{shape.tag}"'
    if not shape.forbid_unknown_fields:
        yield '"": object'
    for field in shape.fields:
        instead = INSTEAD.get((kind, field.name))
        says = [instead] if instead else _list_choices(field.type)
        due = field.required or field.name in WHOLE.get(kind, ())
        yield f'"{field.name}": {_join(says if due else ["...", *says])}'


def _join(choices: list[str]) -> str:
    """Return one of several shapes as the table writes it."""
    return f"({', '.join(choices)})" if len(choices) > 1 else choices[0]


def _list_choices(kind: inspect.Type) -> list[str]:
    """Return the shapes that a value of a type may have."""
    match kind:
        case inspect.UnionType(types=types):
            return [one for each in types for one in _list_choices(each)]
        case inspect.LiteralType(values=values):
            return [f'"{value}"' for value in values]
        case inspect.StrType(pattern=pattern):
            return ["str" if pattern is None else _name_pattern(pattern)]
        case inspect.IntType(ge=None):
            return ["int"]
        case inspect.IntType(ge=least, le=most):
            return [_spell_range(least, most)]
        case _:
            return _list_simple(kind)


def _list_simple(kind: inspect.Type) -> list[str]:
    """Return the shapes of lists, of records with any names, and of values without a pattern."""
    match kind:
        case inspect.VarTupleType(item_type=item, min_length=least, max_length=most):
            shape = _join(_list_choices(item))
            return [f"[{shape}]" if most is None else f"[{shape}, {_spell_range(least, most)}]"]
        case inspect.TupleType(item_types=items):
            return [f"[{_join(_list_choices(items[0]))}, {_spell_range(len(items), len(items))}]"]
        case inspect.StructType(cls=cls):
            return [NAMES[cls] if cls in NAMES else _spell(cast(type[Record], cls))]
        case inspect.DictType(value_type=item):
            shape = _join(_list_choices(item))
            return ["dict" if shape == "object" else f'{{"": {shape}}}']
        case inspect.CustomType(cls=model) if issubclass(model, Model):
            schema = model.model_json_schema()
            return _list_described(schema, schema.get("$defs", {}))
        case _:
            return [PLAIN[type(kind)]]


def _list_described(part: dict[str, Any], models: dict[str, Any]) -> list[str]:
    """Return the shapes of a model, or of a part of one, by its JSON Schema."""
    match part:
        case {"$ref": reference}:
            return _list_described(models[reference.rpartition("/")[2]], models)
        case {"enum": values}:
            return [f'"{value}"' for value in sorted(values)]
        case {"properties": parts}:
            due = part.get("required", ())
            choices = {name: _list_described(one, models) for name, one in parts.items()}
            rows = (
                f'"{name}": {_join(says if name in due else ["...", *says])}'
                for name, says in choices.items()
            )
            return [f"{{{', '.join(sorted(rows))}}}"]
        case _:
            return _list_plain(part, models)


def _list_plain(part: dict[str, Any], models: dict[str, Any]) -> list[str]:
    """Return the shapes of texts, numbers, lists, and tables with any names."""
    match part:
        case {"type": "string"}:
            return [_name_pattern(part["pattern"]) if "pattern" in part else "str"]
        case {"type": "integer"}:
            return [_spell_range(part["minimum"], part["maximum"])]
        case {"type": "array", "items": item}:
            shape = _join(_list_described(item, models))
            return [f"[{shape}, {_spell_range(part.get('minItems'), part['maxItems'])}]"]
        case {"type": "object", "additionalProperties": item}:
            return [f'{{"": {_join(_list_described(item, models))}}}']
        case _:
            raise AssertionError(f"no shape of the verifier describes {part}")


def _spell_range(least: int | None, most: int | None) -> str:
    end = "LIMIT + 1" if most is None else str(most + 1)
    return f"range({least}, {end})" if least else f"range({end})"


def _name_pattern(pattern: str) -> str:
    """Return the name of a pattern in the table."""
    bare = pattern.removeprefix("^").removesuffix(END).removesuffix("$")
    return next(name for name, form in FORMS.items() if form == bare)


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
