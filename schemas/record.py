"""Base classes of records and values, and unions of records by type."""

from collections.abc import Callable, Mapping, Sequence
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Generic,
    Literal,
    TypeAlias,
    TypeVar,
    cast,
    dataclass_transform,
    get_args,
)

from msgspec import Meta, Struct, StructMeta, ValidationError, convert, defstruct, field, json
from pydantic import BaseModel


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value(Struct, frozen=True):
    """An immutable value with named fields; it compares by value, and can be hashed, copied and pickled."""


Side = str
"""Id of a side in its pack, such as `german`. The moderator is `referee`."""

REFEREE: Side = "referee"
"""The moderator, who sees everything and has no pieces."""

PUBLIC: Side = "public"
"""A viewer who sees only public facts."""

OBEYED = r"\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff"
"""Invisible control characters outside ASCII that a terminal or a browser may obey."""

ONE_LINE = rf"^[^\x00-\x1f{OBEYED}]*\Z"
"""The pattern of a name."""

SEVERAL_LINES = rf"^[^\x00-\x08\x0b-\x1f{OBEYED}]*\Z"
"""The pattern of a text, which may have line ends and tabulators."""

DAY, HOUR = "[0-9]{4}-[0-9]{2}-[0-9]{2}", "([01][0-9]|2[0-3]):[0-5][0-9]"
"""The patterns of a day and of a time of day."""

ADDRESS = r"[^\s@<>,;]+@[^\s@<>,;]+"
"""The pattern of an e-mail address without a name."""

Name = Annotated[str, Meta(pattern=ONE_LINE)]
"""A name or title: one line without control characters."""

if TYPE_CHECKING:
    JsonValue: TypeAlias = "dict[str, JsonValue] | list[JsonValue] | str | int | float | bool | None"
else:
    JsonValue = Any
"""Any JSON value."""


class RecordMeta(StructMeta):
    """Makes all fields of records keyword-only, also in subclasses."""

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **config: Any
    ) -> "RecordMeta":
        """Create a class of records."""
        config.setdefault("kw_only", True)
        return super().__new__(cls, name, bases, namespace, **config)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class Record(Struct, metaclass=RecordMeta, frozen=True, forbid_unknown_fields=True):
    """An immutable value that refuses unknown fields."""


class Tagged(Record, tag_field="type"):
    """A record with a `type` field that names its class."""

    @property
    def type(self) -> str:
        """Value of the `type` field."""
        return str(self.__struct_config__.tag)


def to_data(record: Record | BaseModel) -> dict[str, Any]:
    """Return a record or a model as JSON data, with every field."""
    data: dict[str, Any] = json.decode(json.encode(record, enc_hook=dump_model))
    return data


def to_json(record: Record | BaseModel) -> str:
    """Return a record or a model as the text of a JSON object, with every field."""
    return json.encode(record, enc_hook=dump_model).decode()


def dump_model(value: object) -> dict[str, Any]:
    """Return a model inside a record as JSON data, for msgspec."""
    assert isinstance(value, BaseModel), "records contain records, models and JSON values"
    return value.model_dump(mode="json")


class Since(Struct, frozen=True):
    """First vocabulary with a field; a field without it is in all vocabularies."""

    vocabulary: int


class Purpose(Record):
    """Purpose of a roll or a shuffle: its kind, and ids and numbers as parameters."""

    kind: str
    parameters: Mapping[str, str | int | tuple[str | int, ...]] = {}

    def __hash__(self) -> int:
        return hash((self.kind, *sorted(self.parameters.items())))

    def __str__(self) -> str:
        return " ".join((self.kind, *(f"{name}={of}" for name, of in self.parameters.items())))


class Roll(Record):
    """A roll of dice: its purpose, the needed number and the faces.

    In a public roll, `draw` is the index of its first die in the draws of the entry; with the published key
    of the entry, anyone can recompute the faces. A secret roll has its own `key` for its viewers. Its `owner`
    is a commitment that the owner can open, and every reader after the secrets are revealed. In formats 1
    and 2 the purpose is an English sentence, and there is no owner.
    """

    purpose: str | Purpose
    sides: int = 6
    needed: int = 0
    draw: int = 0
    key: str = ""
    owner: Annotated[str, Since(3)] = ""
    faces: tuple[int, ...] = ()

    @property
    def hits(self) -> int:
        """Number of dice at or below the needed number."""
        return sum(face <= self.needed for face in self.faces)

    def at_least(self, least: int | None) -> tuple[int, int]:
        """Return how many faces of a die, and how many of these dice, reach a number; (0, 0) without one."""
        if not least:
            return 0, 0
        faces = min(self.sides, max(0, self.sides + 1 - least))
        return faces, sum(face >= least for face in self.faces)


class Event(Tagged):
    """An event. Rules refuse orders, and never events."""


class Rolled(Event):
    """An event with dice."""

    rolls: tuple[Roll, ...] = ()

    def throwers(self) -> tuple[Side | None, ...]:
        """Return the side of each roll (default: the side of the event)."""
        return (getattr(self, "side", None),) * len(self.rolls)

    def odds(self) -> tuple[tuple[int, int], ...]:
        """Return for each roll the number of faces that hit, and the number of its dice that hit."""
        return tuple((roll.needed, roll.hits) for roll in self.rolls)


class Shuffled(Event):
    """An event of a hidden draw; `order` is empty for viewers who may not see it."""

    purpose: str | Purpose
    size: int
    order: tuple[int, ...] = ()


class Revealed(Event):
    """An event that reveals a hidden fact; like a roll, it cannot be taken back by a side."""


class FiledObjection(Record):
    """One objection to an order: its clause, with fact and remedy as text.

    `fact` and `parameters` are the same as data; entries of earlier versions lack them.
    """

    clause: str
    text: str
    remedy: str = ""
    fact: str = ""
    parameters: Mapping[str, JsonValue] = {}


class Prompt(Record):
    """A question to one side that has to be answered before the match continues."""

    side: Side
    question: str
    clause: str
    text: str
    subject: str = ""


Provenance = Literal["rulebook", "documented", "reconstruction"]
"""Source of a figure in a pack."""


def join_words(words: Sequence[str]) -> str:
    """Return words as a list in a sentence: `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


class Place(Record):
    """A place in a file: line and column, counted from 1."""

    file: str
    line: Annotated[int, Meta(ge=1)] = 1
    column: Annotated[int, Meta(ge=1)] = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


T_co = TypeVar("T_co", covariant=True)


class Shape(Generic[T_co]):
    """A union of tagged records, such as all events of a system.

    `upcast` turns a value of an earlier format into one of today. Only values that cannot be read go there.
    `read_part` reads a part that is a pydantic model: it gets the model's type and the JSON tree.
    """

    def __init__(
        self,
        union: object,
        upcast: Callable[[object], object] | None = None,
        read_part: Callable[[type, object], object] | None = None,
    ) -> None:
        self.union = union
        self._upcast = upcast
        self._read_part = read_part
        # The decoder caches a struct, but not a union: reading through a box takes a fraction of the time.
        self._box: type[Any] = defstruct("_Box", [("content", union)])

    @property
    def kinds(self) -> Mapping[str, type[Tagged]]:
        """The records of the union, by their types."""
        single = (cast("type[Tagged]", self.union),)
        kinds: tuple[type[Tagged], ...] = get_args(self.union) or single
        return {str(kind.__struct_config__.tag): kind for kind in kinds}

    def read(self, value: object) -> T_co:
        """The record that a tree of JSON is; raises msgspec's `ValidationError` where it is none."""
        try:
            return self._convert(value)
        except ValidationError as error:
            if self._upcast is None or (earlier := self._upcast(value)) == value:
                raise ValidationError(str(error).replace("$.content", "$")) from None
            return self._convert(earlier)

    def _convert(self, value: object) -> T_co:
        read: T_co = convert({"content": value}, self._box, dec_hook=self._read_part).content
        return read
