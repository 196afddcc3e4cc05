"""Validation of a tree as a model, with every fault in words and with its place."""

import re
from collections.abc import Container, Iterator, Mapping
from functools import cache, cached_property
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from referee.faults import Complaint, DataFault, suggest
from referee.i18n import parser_messages
from referee.i18n.translator import Saying, message, saying
from referee.texts.tree import Node, ShapeFault, Trail, Tree, inside, quote
from schemas.model import Model, ModelUnion
from schemas.record import ADDRESS, DAY, HOUR, ONE_LINE, SEVERAL_LINES, Place

T = TypeVar("T", bound=Model)

Loc = tuple[str | int, ...]
"""Location of a fault in pydantic: a trail with the branches of unions."""

MOST_COMPLAINTS = 100
"""Maximum number of faults that are reported."""

_KINDS: Mapping[ShapeFault, str] = {
    ShapeFault.MISSING: "missing union_tag_not_found",
    ShapeFault.NOT_WHOLE: "int_parsing int_type int_from_float",
    ShapeFault.NUMBER_TOO_LONG: "int_parsing_size",
    ShapeFault.NOT_TRUE_OR_FALSE: "bool_parsing bool_type",
    ShapeFault.NOT_TEXT: "string_type",
    ShapeFault.NOT_KEYS: "model_type model_attributes_type dict_type mapping_type",
    ShapeFault.NOT_LIST: "tuple_type list_type",
    ShapeFault.EMPTY: "string_too_short",
    ShapeFault.TOO_LONG: "string_too_long",
    ShapeFault.TOO_FEW: "too_short",
    ShapeFault.TOO_MANY: "too_long",
    ShapeFault.TOO_LOW: "greater_than_equal",
    ShapeFault.TOO_HIGH: "less_than_equal",
}

_FACTS = {kind: fact for fact, kinds in _KINDS.items() for kind in kinds.split()}
"""Facts by pydantic's kind of fault."""

_FORMS = {
    f"^{HOUR}$": message("write a time of day, such as 20:00"),
    f"^{DAY}$": message("write a date, such as 2026-12-24"),
    f"^{ADDRESS}$": message("write an address, such as anna@player.example"),
    **dict.fromkeys(
        (pattern.removesuffix(r"\Z") + "$" for pattern in (ONE_LINE, SEVERAL_LINES)),
        message("remove line breaks and invisible characters, such as marks of writing direction"),
    ),
    "^[a-z][a-z0-9]*(-[a-z0-9]+)*$": message(
        "write small letters and digits, with hyphens between, as in `bar-le-duc`"
    ),
}
"""Remedies for an invalid form, by the required pattern."""

_CANONICAL = re.compile(r"0|-?[1-9][0-9]*")
_LENIENT_NUMBER = re.compile(r"\s*[+-]?[0-9][0-9_]*(\.[0-9_]*)?\s*")
_LENIENT_TRUTH = frozenset({"t", "f", "y", "n", "yes", "no", "on", "off", "true", "false"})
_SPOILT = "⁇"
"""Suffix that makes a doubtful scalar invalid as a number or truth value but valid as a text."""


def validate(tree: Tree, shape: type[T] | ModelUnion[T], *, strict: bool = False) -> T:
    """Return the model that a tree describes. Raises DataFault with every fault and its place.

    Unless `strict`, texts are read as numbers and truth values, because YAML yields only texts.
    """
    reader: TypeAdapter[T] = shape.adapter if isinstance(shape, ModelUnion) else _reader_of(shape)
    loose = {} if strict else {fault["loc"]: fault for fault in _loose_spellings(tree.value, reader)}
    try:
        value = reader.validate_python(tree.value, strict=None if strict else False)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False)
        others = [fault for fault in faults if fault["loc"] not in loose]
        raise _data_fault(tree, reader, [*loose.values(), *others]) from None
    if loose:
        raise _data_fault(tree, reader, list(loose.values()))
    return value


@cache
def _reader_of(shape: type[T]) -> TypeAdapter[T]:
    """Return the reader of a model. Another one would build its validators again."""
    return TypeAdapter(shape)


def _data_fault(tree: Tree, reader: TypeAdapter[Any], faults: list[ErrorDetails]) -> DataFault:
    wording = _Wording(tree, reader)
    own_faults = [fault for fault in faults if not _is_echo(fault, faults)][:MOST_COMPLAINTS]
    return DataFault(*sorted(map(wording.complaint, own_faults), key=_by_place))


def _is_echo(fault: ErrorDetails, faults: list[ErrorDetails]) -> bool:
    """Return True if a list is "too short" only because its invalid items were not counted."""
    loc = fault["loc"]
    return fault["type"] == "too_short" and any(
        other["loc"][: len(loc)] == loc and len(other["loc"]) > len(loc) for other in faults
    )


def _by_place(complaint: Complaint) -> tuple[int, int]:
    assert complaint.place is not None, "each fault of a tree has a place"
    return complaint.place.line, complaint.place.column


def _loose_spellings(value: Node, reader: TypeAdapter[Any]) -> Iterator[ErrorDetails]:
    """Yield faults that pydantic is too lenient to find: `08` and `1_000` as numbers, `no` as a truth value.

    Doubtful scalars get a suffix that makes them texts, and the tree is validated again.
    """
    spoilt = _spoilt(value)
    if spoilt == value:
        return
    try:
        reader.validate_python(spoilt, strict=False)
    except ValidationError as error:
        for fault in error.errors(include_url=False, include_input=False):
            if fault["type"] in {"int_parsing", "bool_parsing"}:
                yield {**fault, "loc": tuple(_unspoilt(step) for step in fault["loc"])}


def _unspoilt(step: str | int) -> str | int:
    return step.removesuffix(_SPOILT) if isinstance(step, str) else step


def _spoilt(node: Node) -> Node:
    match node:
        case dict():
            return {_spoilt_number(key): _spoilt(value) for key, value in node.items()}
        case list():
            return [_spoilt(value) for value in node]
        case None:
            return None
        case _:
            text = str(node).lower() if isinstance(node, bool) else str(node)
            # Zero and one stay valid numbers but are no longer truth values.
            return f"0{text}" if text in {"0", "1"} else _spoilt_text(text)


def _spoilt_text(text: str) -> str:
    lenient = text.lower() in _LENIENT_TRUTH and text not in {"true", "false"}
    return text + _SPOILT if lenient else _spoilt_number(text)


def _spoilt_number(text: str) -> str:
    lenient = _LENIENT_NUMBER.fullmatch(text) and not _CANONICAL.fullmatch(text)
    return text + _SPOILT if lenient else text


class _Wording:
    """Wording of a tree's faults for authors of packs and letters."""

    def __init__(self, tree: Tree, reader: TypeAdapter[Any]) -> None:
        self._tree, self._reader = tree, reader

    @cached_property
    def _schema(self) -> dict[str, Any]:
        return self._reader.json_schema()

    def complaint(self, fault: ErrorDetails) -> Complaint:
        """Return a fault in words, with its place."""
        kind, loc, ctx = fault["type"], fault["loc"], fault.get("ctx", {})
        trail = _trail_of(self._tree.value, loc)
        match kind:
            case "extra_forbidden":
                return self._unknown_key(loc, trail)
            case "missing":
                trail = (*trail, loc[-1])
            case "union_tag_invalid" | "union_tag_not_found":
                trail = (*trail, str(ctx["discriminator"]).strip("'"))
            case _:
                pass
        of_key = loc[-1:] == ("[key]",)
        name = saying("the key of {whole}", whole=_name(trail[:-1])) if of_key else _name(trail)
        value = str(trail[-1]) if of_key else self._tree.get(trail)
        return _complaint(fault, name, value, self._tree.at_key(trail) if of_key else self._tree.at(trail))

    def _unknown_key(self, loc: Loc, trail: Trail) -> Complaint:
        around = self._tree.get(trail[:-1])
        used: tuple[str, ...] = tuple(around) if isinstance(around, dict) else ()
        free = [key for key in _keys_at(self._schema, loc[:-1]) if key not in used]
        key, place = str(trail[-1]), self._tree.at_key(trail)
        return Complaint.of(ShapeFault.KEY_UNKNOWN, suggest(key, free), place=place, key=quote(key))


def _complaint(fault: ErrorDetails, name: Saying | str, value: Node, place: Place) -> Complaint:
    """Return a fault in words. `name` names the value, and `found` is the value."""
    kind, ctx = fault["type"], fault.get("ctx", {})
    parts = {**ctx, "name": name, "found": quote(value)}
    match kind:
        case "literal_error" | "enum" | "union_tag_invalid":
            choices = re.findall(r"'([^']*)'", ctx.get("expected", "") or ctx.get("expected_tags", ""))
            remedy = suggest(str(value), choices)
            return Complaint.of(ShapeFault.NOT_A_CHOICE, remedy, place=place, **parts)
        case "string_pattern_mismatch":
            return Complaint.of(ShapeFault.WRONG_FORM, _FORMS.get(ctx["pattern"], ""), place=place, **parts)
        case _ if kind in _FACTS:
            return Complaint.of(_FACTS[kind], place=place, **parts)
        case _:
            message = parser_messages.reword(fault["msg"])
            return Complaint.of(ShapeFault.MISSHAPEN, place=place, name=name, said=message)


def _name(trail: Trail) -> Saying | str:
    """Return the name of the value at the end of a trail."""
    if not trail:
        return saying("the whole")
    *around, last = trail
    if isinstance(last, int):
        return saying("item {number} of {whole}", number=last + 1, whole=_name(tuple(around)))
    return quote(last)


def _trail_of(value: Node, loc: Loc) -> Trail:
    """Return the trail of a fault's location, without the names of union branches."""
    trail: Trail = ()
    node, is_in_branch = value, False
    for number, step in enumerate(loc, start=1):
        if number < len(loc) and not is_in_branch and isinstance(node, dict) and step == node.get("type"):
            is_in_branch = True
        elif step in _steps(node):
            trail = (*trail, step)
            node, is_in_branch = inside(node, step), False
    return trail


def _steps(node: Node) -> Container[str | int]:
    match node:
        case dict():
            return node
        case list():
            return range(len(node))
        case _:
            return ()


def _keys_at(schema: dict[str, Any], loc: Loc) -> tuple[str, ...]:
    """Return the keys that a model knows at a location, from its JSON Schema."""
    here = [schema]
    for step in loc:
        here = [inner for one in _branches(schema, here) for inner in _inside(one, step)]
    return tuple(key for one in _branches(schema, here) for key in one.get("properties", {}))


def _branches(root: dict[str, Any], schemas: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the schemas with references resolved and alternatives expanded."""
    for schema in schemas:
        if "$ref" in schema:
            yield from _branches(root, [root["$defs"][schema["$ref"].rpartition("/")[2]]])
        yield schema
        yield from _branches(root, schema.get("anyOf", []))


def _inside(schema: dict[str, Any], step: str | int) -> Iterator[dict[str, Any]]:
    """Yield the schema one step into a location, or of one branch of a union."""
    tags: dict[str, str] = schema.get("discriminator", {}).get("mapping", {})
    if step in tags:
        yield {"$ref": tags[str(step)]}
    elif step in schema.get("properties", {}):
        yield schema["properties"][step]
    elif isinstance(step, int):
        yield schema.get("items", {})
    elif isinstance(schema.get("additionalProperties"), dict):
        yield schema["additionalProperties"]
