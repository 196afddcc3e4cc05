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
    dataclass_transform,
    get_args,
)

from msgspec import Meta, Struct, StructMeta, ValidationError, convert, defstruct, field, json
from pydantic import BaseModel


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value(Struct, frozen=True):
    """A value with named parts that never changes: equal to its like, hashable, copyable, picklable."""


Side = str
"""A side's id, as its pack names it: `german`. The moderator is `referee`."""

REFEREE: Side = "referee"
"""The moderator, who sees everything and owns no piece."""

PUBLIC: Side = "public"
"""The eye of a stranger, who sees only what everyone may know."""

OBEYED = r"\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff"
"""Characters that are not seen and that a terminal or a browser may obey, beside those of ASCII."""

ONE_LINE = rf"^[^\x00-\x1f{OBEYED}]*\Z"
"""The pattern of a name."""

SEVERAL_LINES = rf"^[^\x00-\x08\x0b-\x1f{OBEYED}]*\Z"
"""The pattern of a text: it has line ends and tabulators as well."""

Name = Annotated[str, Meta(pattern=ONE_LINE)]
"""A name or title: one line, without characters that are obeyed and not seen."""

Prose = Annotated[str, Meta(pattern=SEVERAL_LINES)]
"""A text of one or more lines, without characters that are obeyed and not seen."""

if TYPE_CHECKING:
    JsonValue: TypeAlias = "dict[str, JsonValue] | list[JsonValue] | str | int | float | bool | None"
else:
    JsonValue = Any
"""What JSON can hold."""


class RecordMeta(StructMeta):
    """Makes the fields of records go by name, in subclasses as well."""

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **config: Any
    ) -> "RecordMeta":
        """A class of records."""
        config.setdefault("kw_only", True)
        return super().__new__(cls, name, bases, namespace, **config)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class Record(Struct, metaclass=RecordMeta, frozen=True, forbid_unknown_fields=True):
    """A value that never changes and refuses what it does not know."""


class Tagged(Record, tag_field="type"):
    """A record that says by its `type` which of several it is."""

    @property
    def type(self) -> str:
        """What kind of record it is, as it is written down."""
        return str(self.__struct_config__.tag)


def to_data(record: Record | BaseModel) -> dict[str, Any]:
    """Return a record or a model as JSON holds it, with every field."""
    data: dict[str, Any] = json.decode(json.encode(record, enc_hook=dump_model))
    return data


def to_json(record: Record | BaseModel) -> str:
    """Return a record or a model as the text of a JSON object, with every field."""
    return json.encode(record, enc_hook=dump_model).decode()


def dump_model(value: object) -> dict[str, Any]:
    """Return a model inside a record as JSON holds it, for msgspec."""
    assert isinstance(value, BaseModel), "records hold records, models and what JSON knows"
    return value.model_dump(mode="json")


class Since(Struct, frozen=True):
    """The vocabulary that a field came in; fields without such a mark were always there."""

    vocabulary: int


class Purpose(Record):
    """What dice are thrown or cards are mixed for: its kind, and the ids and numbers that it is stated of."""

    kind: str
    parameters: Mapping[str, str | int | tuple[str | int, ...]] = {}

    def __hash__(self) -> int:
        return hash((self.kind, *sorted(self.parameters.items())))

    def __str__(self) -> str:
        return " ".join((self.kind, *(f"{name}={of}" for name, of in self.parameters.items())))


class Roll(Record):
    """Dice that were thrown: what for, what was needed, and what came up.

    Of a throw that everyone sees, `draw` is the index of the first of these dice in its entry's stream of
    draws; with it anyone can compute the faces again from the entry's published key. A throw that not
    everyone sees has a `key` of its own, for those who see it, and names its owner by a commitment in
    `owner` that he can open, and all readers at the end. Journals of formats 1 and 2 hold the purpose
    as an English sentence, and no owner.
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
        """How many dice came up at the needed number or under."""
        return sum(face <= self.needed for face in self.faces)

    def at_least(self, least: int | None) -> tuple[int, int]:
        """How many faces of such a die reach a number, and how many of these dice did; without one, none."""
        if not least:
            return 0, 0
        faces = min(self.sides, max(0, self.sides + 1 - least))
        return faces, sum(face >= least for face in self.faces)


class Event(Tagged):
    """What happened. An event is never refused."""


class Rolled(Event):
    """Something that dice decided."""

    rolls: tuple[Roll, ...] = ()

    def throwers(self) -> tuple[Side | None, ...]:
        """Whose dice each roll was: the event's own side's, unless its kind knows better."""
        return (getattr(self, "side", None),) * len(self.rolls)

    def odds(self) -> tuple[tuple[int, int], ...]:
        """For each roll, how many faces of its dice hit, and how many of its dice did."""
        return tuple((roll.needed, roll.hits) for roll in self.rolls)


class Shuffled(Event):
    """Something that a hidden draw decided; `order` is empty for those who may not know it."""

    purpose: str | Purpose
    size: int
    order: tuple[int, ...] = ()


class Revealed(Event):
    """Something that came out of a hidden place; like dice that were thrown, it cannot be unseen."""


class FiledObjection(Record):
    """One clause that was held against one order: the rule by its meaning, the fact, and the remedy in words.

    `fact` and `parameters` are the same as data; entries of earlier versions have none.
    """

    clause: str
    text: str
    remedy: str = ""
    fact: str = ""
    parameters: Mapping[str, JsonValue] = {}


class Prompt(Record):
    """A question the match waits on, addressed to one side."""

    side: Side
    question: str
    clause: str
    text: str
    subject: str = ""


Provenance = Literal["rulebook", "documented", "reconstruction"]
"""Where a figure of a pack comes from."""


def join_words(words: Sequence[str], conjunction: str = "and") -> str:
    """Words as a sentence lists them: `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}"


class Place(Record):
    """Where something stands in a text: file, line and column, counted from one."""

    file: str
    line: Annotated[int, Meta(ge=1)] = 1
    column: Annotated[int, Meta(ge=1)] = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


T_co = TypeVar("T_co", covariant=True)


class Shape(Generic[T_co]):
    """A union of tagged records, such as all orders of a system.

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
        return {str(kind.__struct_config__.tag): kind for kind in get_args(self.union)}

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
