"""Base of everything that people write: pydantic models, validated when they are built."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Generic, Self, TypeVar, cast, get_args

import msgspec
from msgspec import Meta
from pydantic import BaseModel, ConfigDict, Field, Strict, TypeAdapter, ValidationError

from schemas.record import ONE_LINE, SEVERAL_LINES, Side

T_co = TypeVar("T_co", covariant=True)
Item = TypeVar("Item")

Many = Annotated[tuple[Item, ...], Strict(False)]
"""A tuple that can also be read from a list, as in YAML and JSON. Its items are read strictly."""


# Python's `$` matches before a last line break, and pydantic's at the end only; pydantic has no `\Z`.
Name = Annotated[str, Field(pattern=ONE_LINE.removesuffix(r"\Z") + "$")]
"""A name or title: one line without invisible control characters."""

Prose = Annotated[str, Field(pattern=SEVERAL_LINES.removesuffix(r"\Z") + "$")]
"""A text of one or more lines without invisible control characters."""


SLUG = "[a-z][a-z0-9]*(-[a-z0-9]+)*"

Slug = Annotated[str, Meta(pattern=rf"^{SLUG}\Z"), Field(pattern=f"^{SLUG}$")]
"""An id: short, lower-case, stable. msgspec reads the first pattern, pydantic the second."""


class Model(BaseModel):
    """A frozen model that refuses unknown fields and converts no value to another type."""

    # Validators are built at the first use: a command builds few of all models.
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)

    def replace(self, **changes: object) -> Self:
        """Return a copy with other values in some fields, validated as any other."""
        return type(self)(**{**dict(self), **changes})


class Order(Model):
    """An order of a side. An order may be refused.

    No text in it is empty, or longer than a line of a letter may be.
    """

    model_config = ConfigDict(str_min_length=1, str_max_length=1000)

    type: str
    side: Side


class ModelUnion(Generic[T_co]):
    """A union of models with different `type`, such as all orders of a system."""

    def __init__(self, union: object) -> None:
        self.union = union

    @cached_property
    def kinds(self) -> Mapping[str, type[Model]]:
        """The models of the union, by their types."""
        return {kind.model_fields["type"].default: kind for kind in self._models}

    @property
    def _models(self) -> tuple[type[Model], ...]:
        """The models of the union; a single model is a union of one."""
        return get_args(self.union) or (cast("type[Model]", self.union),)

    @cached_property
    def adapter(self) -> TypeAdapter[T_co]:
        """Reader of the whole union."""
        if len(self._models) == 1:
            return TypeAdapter(cast("type[T_co]", self.union))
        return TypeAdapter(cast("type[T_co]", Annotated[self.union, Field(discriminator="type")]))

    def read(self, value: object) -> T_co:
        """Return the model that a tree of JSON describes.

        Raises msgspec's `ValidationError` with the first fault, as the readers of other journal parts do.
        """
        try:
            return self.adapter.validate_python(value)
        except ValidationError as error:
            raise msgspec.ValidationError(_describe_first(error, 1)) from None


def read_part(model: type, tree: object) -> object:
    """Read a part of a record that is a model, for msgspec; raises its `ValidationError`."""
    assert issubclass(model, Model), "records contain records, models and JSON"
    try:
        return model.model_validate(tree)
    except ValidationError as error:
        raise msgspec.ValidationError(_describe_first(error)) from None


def _describe_first(error: ValidationError, steps: int = 0) -> str:
    """Describe the first fault as msgspec does, without the first steps of its place: branches of a union."""
    fault, *_ = error.errors(include_url=False, include_input=False)
    place = "".join(f".{step}" for step in fault["loc"][steps:])
    return f"{fault['msg']} - at `${place}`"
