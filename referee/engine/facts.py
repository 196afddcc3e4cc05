"""Facts as data: each statement of the referee has a code, a template and parameters, rendered at the edge.

A chapter has one enumeration of its facts. A member consists of its English template and, if there is one,
the template of its remedy:

    class Refusal(Fact):
        RAIL_LIMIT = "{limit} pieces have used the railways this turn", "march, or wait a turn"

The code of this fact is `rail-limit`. A template with a plural is a pair of templates in a tuple of its own.
The parameters in braces are ids and numbers. A parameter is named in the reader's language by its kind, which
is its own name unless the template says another: `{area}` and `{there:area}` are both areas. A kind that the
game does not know is written as it is.
"""

from collections.abc import Iterator, Mapping
from enum import Enum, StrEnum
from functools import lru_cache
from string import Formatter
from typing import Protocol

from schemas.record import JsonValue, Side, Value


class Phrase(Protocol):
    """A template that was filled in before the language was known; as text it is English."""

    @property
    def template(self) -> str:
        """Return the English template."""
        ...

    @property
    def parts(self) -> Mapping[str, object]:
        """Return the parts of the template."""
        ...


Parameter = str | int | float | Phrase | tuple["Parameter", ...]
"""A parameter of a fact: an id, a number, the phrase of a text reader, or several of them."""


class Statable(Protocol):
    """A fact with its code and its templates."""

    @property
    def code(self) -> str:
        """The name for scripts. It stays if the words change."""
        ...

    @property
    def template(self) -> str:
        """The English template of the fact."""
        ...

    @property
    def many(self) -> str:
        """Return the English template for several; empty if the number does not matter."""
        ...

    @property
    def remedy(self) -> str:
        """The English template of the remedy, or "" if there is none."""
        ...


class Fact(Enum):
    """Base of the enumerations of facts; each chapter has its own."""

    def __init__(self, template: str | tuple[str, str], remedy: str = "") -> None:
        self.template, self.many = (template, "") if isinstance(template, str) else template
        self.remedy = remedy

    @property
    def code(self) -> str:
        """The name for scripts. It stays if the words change."""
        return self.name.lower().replace("_", "-")


def list_by_code(*chapters: type[Fact]) -> Mapping[str, Fact]:
    """Return the facts of some chapters, by code."""
    return {fact.code: fact for chapter in chapters for fact in chapter}


class Stated(Value):
    """A fact with its parameters."""

    fact: Statable
    parameters: tuple[tuple[str, Parameter], ...] = ()

    def filed_parameters(self) -> dict[str, JsonValue]:
        """Return the parameters as a journal records them."""
        return {name: _as_json(of) for name, of in self.parameters}


class Objection(Stated, kw_only=True):
    """An objection to an order: the clause by its meaning, and the fact."""

    clause: str


Objections = Iterator[Objection]
"""The objections to an order; none if it is legal."""


class Asked(Protocol):
    """A question that a side is asked, with or without its text."""

    @property
    def side(self) -> Side:
        """The side that is asked."""
        ...

    @property
    def question(self) -> str:
        """The name of the question."""
        ...

    @property
    def clause(self) -> str:
        """The meaning of the clause that asks it."""
        ...

    @property
    def subject(self) -> str:
        """The id of its subject; empty if it has none."""
        ...


class OpenQuestion(Stated, kw_only=True):
    """A question that a side is asked now, as a fact; most are about one `subject`.

    `question` is its name, and `clause` the meaning of the clause that asks it.
    """

    side: Side
    question: str
    clause: str
    subject: str = ""

    @property
    def stated(self) -> Parameter:
        """The question as the parameter of another fact: its code, and its own parameters."""
        return self.fact.code, self.parameters


def _as_json(of: Parameter) -> JsonValue:
    match of:
        case tuple():
            return [_as_json(one) for one in of]
        case str() | int() | float():
            return of
        case _:
            return str(of)


def state(fact: Statable, /, **parameters: Parameter) -> Stated:
    """State a fact."""
    return Stated(fact, tuple(parameters.items()))


def refuse(clause: StrEnum, fact: Fact, /, **parameters: Parameter) -> Objection:
    """Return an objection to an order by a clause."""
    return Objection(fact, tuple(parameters.items()), clause=str(clause))


class Wording(Value):
    """A fact in words, with its remedy."""

    text: str
    remedy: str = ""

    def __str__(self) -> str:
        return self.text + (f" ({self.remedy})" if self.remedy else "")


@lru_cache(maxsize=2048)
def kinds(template: str) -> Mapping[str, str]:
    """The kinds of the parameters that a template names, by the parameter."""
    return dict(_parts(template))


def _parts(template: str) -> Iterator[tuple[str, str]]:
    for _, part, kind, _ in Formatter().parse(template):
        if part:
            yield part[:1].lower() + part[1:], kind or part[:1].lower() + part[1:]
