"""The shapes of a journal's lines, written out for the verifier that stands alone.

Our reader checks a line against the records of `schemas.journal`, the other one against a table of shapes:
`python -m referee.evidence.shapes` makes that table of these records, and a test holds the two together.
"""

from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap

from msgspec import inspect

from schemas import journal
from schemas.journal import FORMAT, TIME
from schemas.record import Record
from schemas.vocabulary import VOCABULARY

STANDALONE = Path(__file__).parent / "standalone.py"
BEFORE, AFTER = "HEX = ", "\ndef sha("
WIDTH = 120

SHAPES: dict[str, tuple[type[Record], ...]] = {
    "KEY, PURPOSE": (journal.Key, journal.FiledPurpose),
    "ROLL, DRAW": (journal.FiledRoll, journal.FiledDraw),
    "ORDER, EVENT": (journal.FiledOrder, journal.FiledEvent),
    "PUBLIC, PRIVATE": (journal.PublicPart, journal.PrivatePart),
    "BODY, HEADER": (journal.Body, journal.Header),
}
"""The records of a journal by their names in the table, each after those that it holds."""

NAMES: dict[type, str] = {
    kind: name for names, kinds in SHAPES.items() for name, kind in zip(names.split(", "), kinds, strict=True)
}

WHOLE: dict[type, frozenset[str]] = {
    journal.Header: frozenset(journal.Header.__struct_fields__) - journal.ADDED,
    journal.Body: frozenset(journal.Body.__struct_fields__),
}
"""Records whose parts have defaults for those who make them, and are all filed nevertheless."""

INSTEAD: dict[tuple[type, str], str] = {
    (journal.Header, "format"): f"range(1, {FORMAT + 1})",
    (journal.Header, "vocabulary"): f"range(1, {VOCABULARY + 1})",
    (journal.Header, "at"): "TIME",
    (journal.Body, "at"): "TIME",
    (journal.Body, "public"): "PUBLIC",
}
"""Parts of which the reader knows more than their types say."""


PATTERNS = f'TIME = re.compile(r"{TIME}")'
"""The forms of texts that have one, besides digests."""

FIRST = '{"body": HEADER, "seal": HEX}'
ENTRY = '{"body": BODY, "private": (..., {"": (..., PRIVATE)}), "seal": HEX}'
LINE = f"LINE = ({FIRST}, {ENTRY})"
"""A line is the first one, or an entry."""


def table() -> str:
    """The shapes as lines of Python."""
    lines: list[str] = [PATTERNS]
    for names, kinds in SHAPES.items():
        text = f"{names} = {', '.join(map(_spell, kinds))}"
        lines += wrap(text, WIDTH, subsequent_indent=" " * 4, break_long_words=False)
    return "\n".join((*lines, LINE))


def fill_in(text: str) -> str:
    """The text of a verifier with the present shapes in it."""
    before, _, rest = text.partition(BEFORE)
    comment, _, after = (BEFORE + rest).partition("\n")
    return f"{before}{comment}\n{table()}\n{AFTER}{after.partition(AFTER)[2]}"


def _spell(kind: type[Record]) -> str:
    """One shape as the table writes it."""
    return f"{{{', '.join(sorted(_list_parts(kind)))}}}"


def _list_parts(kind: type[Record]) -> Iterator[str]:
    shape = inspect.type_info(kind)
    assert isinstance(shape, inspect.StructType)
    if not shape.forbid_unknown_fields:
        yield '"": (..., object)'
    for field in shape.fields:
        instead = INSTEAD.get((kind, field.name))
        says = [instead] if instead else _list_choices(field.type)
        due = field.required or field.name in WHOLE.get(kind, ())
        yield f'"{field.name}": {_join(says if due else ["...", *says])}'


def _join(choices: list[str]) -> str:
    """One of several shapes as the table writes it."""
    return f"({', '.join(choices)})" if len(choices) > 1 else choices[0]


def _list_choices(kind: inspect.Type) -> list[str]:
    """The shapes that a value of a type may have."""
    choices: list[str]
    match kind:
        case inspect.UnionType(types=types):
            choices = [one for each in types for one in _list_choices(each)]
        case inspect.LiteralType(values=values):
            choices = [f'"{value}"' for value in values]
        case inspect.StrType(pattern=pattern):
            choices = ["HEX" if pattern else "str"]
        case inspect.IntType(ge=None):
            choices = ["int"]
        case inspect.IntType(ge=least, le=most):
            choices = [f"range({least}, {'MOST' if most is None else most + 1})"]
        case inspect.NoneType():
            choices = ["None"]
        case inspect.VarTupleType(item_type=item):
            choices = [f"[{_join(_list_choices(item))}]"]
        case inspect.DictType(value_type=item):
            choices = [f'{{"": {_join(["...", *_list_choices(item)])}}}']
        case inspect.StructType(cls=cls):
            choices = [NAMES[cls]]
        case _:
            raise TypeError(kind)
    return choices


if __name__ == "__main__":
    STANDALONE.write_text(fill_in(STANDALONE.read_text(encoding="utf-8")), encoding="utf-8")
