"""Records as strangers write them: read leniently, with every fault at its place, and described to editors.

A shape is defined once, in `schemas`, as a value that is cheap to make and to read. Where a stranger wrote
the text, a reader by pydantic is derived from it; it builds the same values.
"""

from collections.abc import Callable, Hashable, Mapping
from functools import cache
from types import MappingProxyType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, UNSET, Meta, UnsetType
from msgspec.structs import FieldInfo, fields
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    WithJsonSchema,
    create_model,
)
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import InitErrorDetails, PydanticCustomError

from schemas.model import Model, ModelUnion
from schemas.record import Misshapen, OneOf, ReadBy, Record, Tagged, to_data
from schemas.shape import Shape

T = TypeVar("T")

Written = type[T] | Shape[T] | ModelUnion[T]
"""Something that is written down: a record, or a union of records."""

_CONFIG = ConfigDict(extra="forbid", defer_build=True)
_LIMITS = ("ge", "gt", "le", "lt", "min_length", "max_length")


def reader(shape: Written[T]) -> TypeAdapter[T]:
    """What reads a shape from the text of a stranger; its `validate_python` gives the record."""
    if isinstance(shape, ModelUnion):
        return shape.adapter
    return _reader(cast("Hashable", shape))


@cache
def _reader(shape: Hashable) -> TypeAdapter[Any]:
    return TypeAdapter(_translate(shape.union if isinstance(shape, Shape) else shape))


def describe(reader: TypeAdapter[Any], *, printed: bool = False) -> dict[str, Any]:
    """The JSON Schema of what a reader reads; of what is `printed`, every key is there."""
    mode: Literal["serialization", "validation"] = "serialization" if printed else "validation"
    return reader.json_schema(schema_generator=_Description, mode=mode)


class _Description(GenerateJsonSchema):
    """JSON Schema in which a record may be the default of a field."""

    def encode_default(self, dft: Any) -> Any:
        """A default as JSON."""
        return to_data(dft) if isinstance(dft, Record) else super().encode_default(dft)


@cache
def model(shape: type[Record], **more: Any) -> type[BaseModel]:
    """A record as pydantic would have it, perhaps with more fields."""
    origin = cast("type[Record]", get_origin(shape) or shape)
    filled: Mapping[Any, Any] = dict(zip(getattr(origin, "__parameters__", ()), get_args(shape), strict=True))
    hints = get_type_hints(origin, include_extras=True)
    tag = origin.__struct_config__.tag
    known: dict[str, Any] = {"type": (Literal[tag], tag)} if tag is not None else {}
    for field in fields(origin):
        hint = hints[field.name]
        known[field.name] = (_translate(hint, filled), _default(field))
    made: type[BaseModel] = create_model(
        origin.__name__,
        __config__=_CONFIG,
        __doc__=origin.__doc__,
        __module__=origin.__module__,
        **{**known, **more},
    )
    return made


def _default(field: FieldInfo) -> object:
    if field.default_factory is not NODEFAULT:
        return field.default_factory()
    if field.default is NODEFAULT:
        return ...
    return None if field.default is UNSET else field.default


def _translate(hint: Any, filled: Mapping[Any, Any] = MappingProxyType({})) -> Any:
    """A type of a field as pydantic reads it; `filled` are the parameters of a generic record."""
    hint = filled.get(hint, hint)
    origin, parts = get_origin(hint), get_args(hint)
    if isinstance(origin or hint, type) and issubclass(origin or hint, Record):
        shape = origin[tuple(filled.get(part, part) for part in parts)] if origin else hint
        return Annotated[model(shape), AfterValidator(_builder(origin or hint))]
    if origin is Annotated:
        inner = _translate(_narrow(hint), filled)
        marks = [mark for given in hint.__metadata__ for mark in _marks(given)]
        return Annotated[(inner, *marks)] if marks else inner
    if _is_model(hint):
        return hint
    if origin in {Union, UnionType}:
        return _union([None if part is UnsetType else part for part in parts], filled)
    if origin in {None, Literal}:
        return hint
    return origin[tuple(part if part is ... else _translate(part, filled) for part in parts)]


def _is_model(hint: object) -> bool:
    return isinstance(hint, type) and issubclass(hint, BaseModel)


def _narrow(hint: Any) -> Any:
    """The type in an annotation; of a base class, the models that are read in its place."""
    return next((mark.union for mark in hint.__metadata__ if isinstance(mark, OneOf)), get_args(hint)[0])


def _union(parts: list[Any], filled: Mapping[Any, Any]) -> Any:
    """A union; of several tagged records, the type tells which."""
    tagged = [part for part in parts if isinstance(part, type) and issubclass(part, Tagged | Model)]
    joined: Any = Union[tuple(_translate(part, filled) for part in parts)]  # noqa: UP007 - the parts are computed
    return Annotated[joined, Field(discriminator="type")] if len(tagged) > 1 else joined


def _marks(given: object) -> list[Any]:
    """A mark of a field in the words of pydantic."""
    match given:
        case Meta(pattern=pattern, description=description):
            limits: dict[str, Any] = {
                name: getattr(given, name) for name in _LIMITS if getattr(given, name) is not None
            }
            # Python's `$` matches before a last line break; JSON Schema and pydantic have no `\Z`.
            shown = pattern.removesuffix(r"\Z") + "$" if pattern else None
            return [Field(pattern=shown, description=description, **limits)]
        case ReadBy(read, schema):
            read_first = BeforeValidator(read)
            return [read_first, WithJsonSchema(dict(schema))] if schema else [read_first]
        case OneOf():
            return []
        case _:
            return [given]


def _builder(kind: type[Record]) -> Callable[[BaseModel], Record]:
    """What makes the record of a model that was found sound in all its fields."""

    def build(read: BaseModel) -> Record:
        try:
            return kind(**{name: getattr(read, name) for name in kind.__struct_fields__})
        except Misshapen as error:
            fault = PydanticCustomError("misshapen", cast("Any", error.fact), error.parts)
            where = (error.key,) if error.key else ()
            details = InitErrorDetails(type=fault, loc=where, input=getattr(read, error.key, read))
            raise ValidationError.from_exception_data(kind.__name__, [details]) from None

    return build
