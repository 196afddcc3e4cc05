"""A conformance case: a clause, a position, orders and dice, and the expected results."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Generic, Literal, Self, TypeVar

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

from schemas.model import Model
from schemas.record import JsonValue, Place, Record


def _strip(value: object) -> object:
    return value.strip() if isinstance(value, str) else value


BARE = WithJsonSchema({"type": ["string", "number"], "minLength": 1})
"""Schema of a text that an editor takes for a number if it consists of digits: a clause, a card, a die."""

Words = Annotated[str, Field(min_length=1), BeforeValidator(_strip), BARE]
"""A text that is not empty."""

Some = Annotated[tuple[Words, ...], Field(min_length=1)]
"""A list that is not empty."""

NONE: Literal["none"] = "none"
"""Marks that no result is expected, so that no list is empty by mistake."""


class Throw(Model):
    """One expected roll. `purpose` are words of its purpose; the other fields are optional."""

    purpose: Words
    dice: Annotated[int, Field(ge=1)] | None = None
    needed: Annotated[int, Field(ge=0)] | None = None
    hits: Annotated[int, Field(ge=0)] | None = None


class Expected(Model):
    """Expected results of a case in any system. A missing field is not checked.

    - refused: clauses, by meaning or number, of all objections to the last order
    - says: words in the objections or remedies
    - unreadable: words of the fault of a last line that is not an order
    - events: events that occur in this order, with others between them
    - exactly: all events; never: events that must not occur
    - rolls: all rolls, with the number of hitting faces in `needed`
    - question: the open prompt: side, question and subject
    - options: all legal answers, as lines of a letter
    - offered, barred: some legal and some illegal answers
    - sequences: all ways to answer the prompt completely, in words of the system

    An event is its type, then words in it: `piece-lost fr-i1`. A line with several orders is judged as a
    whole. `carried_out` names fields that only state that orders were accepted.
    """

    carried_out: ClassVar[frozenset[str]] = frozenset({"accepted"})

    accepted: Literal["all"] | None = None
    refused: Some | None = None
    says: Some | None = None
    unreadable: Words | None = None
    events: Some | None = None
    exactly: Literal["none"] | Some | None = None
    never: Some | None = None
    rolls: Literal["none"] | Annotated[tuple[Throw, ...], Field(min_length=1)] | None = None
    question: Words | None = None
    options: Literal["none"] | Some | None = None
    offered: Some | None = None
    barred: Some | None = None
    sequences: Some | None = None

    @model_validator(mode="after")
    def _expect_something(self) -> Self:
        if all(value is None for _, value in self):
            raise PydanticCustomError("misshapen", "nothing is expected here, so the case can never fail")
        return self

    @property
    def refusal(self) -> bool:
        """True if the last line must be refused."""
        return any(field is not None for field in (self.refused, self.says, self.unreadable))

    @property
    def result(self) -> bool:
        """True if a result is expected that the rules must compute."""
        return any(value is not None for name, value in self if name not in self.carried_out)


class Given(Model):
    """The start of a case in any system."""

    scenario: Words | None = None
    options: Mapping[str, str] = {}


GivenT = TypeVar("GivenT", bound=Given)
ExpectedT = TypeVar("ExpectedT", bound=Expected)


class Case(Model, Generic[GivenT, ExpectedT]):
    """One case.

    `when` are lines of a letter, each with its side in front: `german: done`. The default is the side with
    the open prompt. All lines but the last must be accepted. `dice` are the faces in the order of the rolls;
    a final `6*` stands for sixes without end. `pack` is the pack of the case if it differs from that of the
    file. `ruling` are rulings of the pack that the case shows.
    """

    clause: Words | Some
    ruling: Words | Some | None = None
    title: Words
    pack: Words | None = None
    given: GivenT
    when: str = ""
    dice: tuple[Annotated[str, Field(pattern=r"^[1-9][0-9]{0,2}\*?$"), BARE], ...] = ()
    then: ExpectedT

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of the case, as it cites them."""
        return (self.clause,) if isinstance(self.clause, str) else self.clause

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings that the case shows."""
        return (self.ruling,) if isinstance(self.ruling, str) else self.ruling or ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of its letters."""
        return tuple(line.strip() for line in self.when.splitlines() if line.strip())

    @property
    def manners(self) -> "tuple[Manner, ...]":
        """The manners in which it tests its clauses."""
        if self.then.refusal:
            return ("refusing",)
        manners: tuple[tuple[Manner, bool], ...] = (
            ("accepting", bool(self.lines)),
            ("computed", self.then.result or not self.lines),
        )
        return tuple(manner for manner, holds in manners if holds)


class CaseFile(Model, Generic[GivenT, ExpectedT]):
    """A file of cases about one pack. Single cases may name another pack of the same system."""

    pack: Words
    cases: Annotated[tuple[Case[GivenT, ExpectedT], ...], Field(min_length=1)]


class Twin(Model):
    """A case run on another pack's data, with renamed words and changes to its start.

    `case` is the title of the repeated case. `areas`, `nations` and `words` rename its words: an area with
    its fort, a nation in the ids of its pieces, and other words, such as an army, a card or an adjective.
    `given` replaces fields of the start.
    """

    case: Words
    areas: Mapping[str, str] = {}
    nations: Mapping[str, str] = {}
    words: Mapping[str, str] = {}
    given: Mapping[str, JsonValue] = {}


class Untwinned(Model):
    """Clauses that no twin tests on this pack's data, with the reason."""

    clauses: Some
    because: Words


class TwinFile(Model):
    """A file of twins: cases `of` one pack run on the data of another that shares the clause.

    `sides` are renamed in every twin, and `spoken` in purposes of rolls. `without` are the clauses without a
    twin.
    """

    pack: Words
    of: Words
    sides: Mapping[str, str] = {}
    spoken: Mapping[str, str] = {}
    twins: Annotated[tuple[Twin, ...], Field(min_length=1)]
    without: tuple[Untwinned, ...] = ()


Manner = Literal["accepting", "refusing", "computed"]
"""Manner in which a case tests a clause: accepted orders, a refused order, or computed results.

The first and the last can occur together.
"""


class Tried(Record):
    """One case that was run, with the differences from its expected results.

    A `twin` repeats a case of another pack.
    """

    place: Place
    title: str
    clauses: tuple[str, ...]
    manners: tuple[Manner, ...]
    differences: tuple[str, ...] = ()
    twin: bool = False


class Chapter(Record):
    """The coverage of one chapter of the rulebook.

    `argued` clauses have a case: `own` ones on the pack's own data, `twins` only a twin, and `elsewhere` ones
    only a case of a pack with the same text of the clause.
    """

    chapter: str
    clauses: int
    argued: int
    own: int
    twins: int
    elsewhere: int
    accepting: int
    refusing: int
    computed: int
    failing: int


class Argued(Record):
    """The coverage of one rulebook, by chapter.

    `without` are the clauses without a case, and `elsewhere` those without one on the pack's own data.
    """

    pack: str
    chapters: tuple[Chapter, ...]
    without: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()


class EmptyPair(Record):
    """Two clauses that were never tested together, and their risk. Frequent neighbours have a higher risk."""

    first: str
    second: str
    titles: tuple[str, str]
    danger: float


class Pairs(Record):
    """The pairs of a pack's clauses that occurred in one case, or in one player turn of a random war.

    `in_none` counts the pairs that occurred in neither, and `empty` are the riskiest of them.
    """

    pack: str
    clauses: int
    player_turns: int
    pairs: int
    in_cases: int
    in_wars: int
    in_both: int
    in_none: int
    empty: tuple[EmptyPair, ...] = ()


class Outcome(Record):
    """The results of running cases against packs. `pairs` are included on request."""

    tried: tuple[Tried, ...]
    rulebooks: tuple[Argued, ...]
    pairs: tuple[Pairs, ...] = ()

    @property
    def failing(self) -> tuple[Tried, ...]:
        """The cases with differences."""
        return tuple(one for one in self.tried if one.differences)
