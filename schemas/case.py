"""A conformance case: a clause argued by a position, orders, dice, and what must come of them."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Generic, Literal, Self, TypeVar

from pydantic import BeforeValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from schemas.model import Model
from schemas.record import JsonValue, Place, Record


def _strip(said: object) -> object:
    return said.strip() if isinstance(said, str) else said


Words = Annotated[str, Field(min_length=1), BeforeValidator(_strip)]
"""A text that says something."""

Some = Annotated[tuple[Words, ...], Field(min_length=1)]
"""A list that names something."""

NONE: Literal["none"] = "none"
"""What stands for an expected nothing, so that no expectation is empty by oversight."""


class Throw(Model):
    """One throw that must be made; `purpose` are words of what it is for, and the rest may be left out."""

    purpose: Words
    dice: Annotated[int, Field(ge=1)] | None = None
    needed: Annotated[int, Field(ge=0)] | None = None
    hits: Annotated[int, Field(ge=0)] | None = None


class Expected(Model):
    """What must come of a case, as far as every system knows it; what is left out may be anything.

    `refused` are the clauses, by meaning or number, that are held against the last order: no more, no fewer.
    `says` are words that stand in what is held against it, facts or remedies.
    `unreadable` are words of the complaint that the last line is no order. `events` must happen in this
    order, others may between them; `exactly` are all that happen; `never` are none of them. An event is its
    type, then words that stand in it: `piece-lost fr-i1`. `rolls` are all throws; what is `needed` is how
    many faces of the die hit. `question` is the open prompt: its side, what is asked, and about what.
    `options` are all lawful answers to it, as lines of a letter; `offered` and `barred` are some that are
    lawful and some that are not; a line that stands for several orders is judged as one. `sequences` are all
    ways to answer it to its end, in words of the system.

    `carried_out` names what says no more than that orders were accepted and carried out.
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
            raise PydanticCustomError("misshapen", "nothing is expected here, and such a case can never fail")
        return self

    @property
    def refusal(self) -> bool:
        """Whether the last line must fall."""
        return any(said is not None for said in (self.refused, self.says, self.unreadable))

    @property
    def result(self) -> bool:
        """Whether something is expected that the rules have to work out."""
        return any(value is not None for name, value in self if name not in self.carried_out)


class Given(Model):
    """What a case starts from, as far as every system knows it."""

    scenario: Words | None = None
    options: Mapping[str, str] = {}


GivenT = TypeVar("GivenT", bound=Given)
ExpectedT = TypeVar("ExpectedT", bound=Expected)


class Case(Model, Generic[GivenT, ExpectedT]):
    """One case.

    `when` are lines of a letter, each with the side in front that sends it: `german: done`; without a side,
    the side that is asked. All but the last must be accepted, and a line that falls leaves nothing. `dice`
    are the faces in the order they are thrown; a last `6*` stands for sixes without end. `pack` is the one
    it is about, where the file names another: so cases of two packs stand side by side. `ruling` are
    rulings of the pack that it shows at work.
    """

    clause: Words | Some
    ruling: Words | Some | None = None
    title: Words
    pack: Words | None = None
    given: GivenT
    when: str = ""
    dice: tuple[Annotated[str, Field(pattern=r"^[1-9][0-9]{0,2}\*?$")], ...] = ()
    then: ExpectedT

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses it argues, as it quotes them."""
        return (self.clause,) if isinstance(self.clause, str) else self.clause

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings it shows."""
        return (self.ruling,) if isinstance(self.ruling, str) else self.ruling or ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of its letters."""
        return tuple(line.strip() for line in self.when.splitlines() if line.strip())

    @property
    def manners(self) -> "tuple[Manner, ...]":
        """How it argues its clauses."""
        if self.then.refusal:
            return ("refusing",)
        argued: tuple[tuple[Manner, bool], ...] = (
            ("accepting", bool(self.lines)),
            ("computed", self.then.result or not self.lines),
        )
        return tuple(manner for manner, holds in argued if holds)


class CaseFile(Model, Generic[GivenT, ExpectedT]):
    """A file of cases about one pack, but for those that name another of its family."""

    pack: Words
    cases: Annotated[tuple[Case[GivenT, ExpectedT], ...], Field(min_length=1)]


class Twin(Model):
    """A case run on another pack's data: what its words become there, and what it starts from otherwise.

    `case` is the title of the one it repeats. `areas`, `nations` and `words` rename what is written in it:
    an area with its fort; a nation in the ids of its pieces; and other words, such as an army, a card or an
    adjective. `given` takes the place of what the case says under the same keys.
    """

    case: Words
    areas: Mapping[str, str] = {}
    nations: Mapping[str, str] = {}
    words: Mapping[str, str] = {}
    given: Mapping[str, JsonValue] = {}


class Untwinned(Model):
    """Clauses that no twin argues on this pack's data, and why."""

    clauses: Some
    because: Words


class TwinFile(Model):
    """A file of twins: cases `of` one pack run on the data of another, since both books share a clause.

    `sides` are renamed in every twin, and `spoken` where it is said what a throw is for. `without` are the
    clauses that have none.
    """

    pack: Words
    of: Words
    sides: Mapping[str, str] = {}
    spoken: Mapping[str, str] = {}
    twins: Annotated[tuple[Twin, ...], Field(min_length=1)]
    without: tuple[Untwinned, ...] = ()


Manner = Literal["accepting", "refusing", "computed"]
"""How a case argues: by orders that stand, by one that falls, or by what the rules work out.

The first and the last go together.
"""


class Tried(Record):
    """One case that was run, and how what came of it differs from what must.

    A `twin` repeats a case of another pack.
    """

    place: Place
    title: str
    clauses: tuple[str, ...]
    manners: tuple[Manner, ...]
    differences: tuple[str, ...] = ()
    twin: bool = False


class Chapter(Record):
    """How well one chapter of the rulebook is argued.

    Of the clauses that are `argued`, `own` have a case written on the pack's own data, `twins` only another
    pack's case run on them, and `elsewhere` only a case of a pack that has the clause word for word.
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
    """How well one rulebook is argued, by chapter.

    `without` are the clauses that no case argues, `elsewhere` those that none argues on the pack's own data.
    """

    pack: str
    chapters: tuple[Chapter, ...]
    without: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()


class EmptyPair(Record):
    """Two clauses that have never met, and how dangerous that is: two that often act near each other more."""

    first: str
    second: str
    titles: tuple[str, str]
    danger: float


class Pairs(Record):
    """Which pairs of the clauses of a pack have met in one case, or in one player turn of a random war.

    `in_none` are the pairs that have met in neither, and `empty` the most dangerous of them.
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
    """Everything that came of running cases against packs; `pairs` where they are asked for."""

    tried: tuple[Tried, ...]
    rulebooks: tuple[Argued, ...]
    pairs: tuple[Pairs, ...] = ()

    @property
    def failing(self) -> tuple[Tried, ...]:
        """The cases that came out otherwise than they say."""
        return tuple(one for one in self.tried if one.differences)
