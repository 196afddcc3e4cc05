"""Facts as data: what the referee states has a code, a template and parameters; it is said at the edge.

A chapter has one enumeration of its facts. A member is written as its English template, and perhaps the
template of what helps:

    class Refusal(Fact):
        RAIL_LIMIT = "{limit} pieces have used the railways this turn", "march, or wait a turn"

The code of this fact is `rail-limit`. A template that has a plural is written by `forms`. The parameters in
braces are ids and numbers. A parameter is named in the reader's language by its kind, which is its own name
unless the template says another: `{area}` and `{there:area}` are both areas. A kind that the game does not
know is written as it is.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum, StrEnum
from functools import lru_cache
from string import Formatter
from typing import Protocol

from referee.i18n.translator import Saying, Translator, fill
from schemas.record import JsonValue, Value

Parameter = str | int | float | Saying | tuple["Parameter", ...]
"""What a fact is stated of: an id, a number, what a text reader said, or several of them."""

Namer = Callable[[str, Parameter], object]
"""Names a parameter of a kind in the reader's language; what has no name is given back."""


class Statable(Protocol):
    """A fact with its code and its templates."""

    @property
    def code(self) -> str:
        """Its name for scripts, which stays whatever the words become."""
        ...

    @property
    def template(self) -> str:
        """The English template that says it."""
        ...

    @property
    def remedy(self) -> str:
        """The English template of what helps; empty where nothing does."""
        ...


class Fact(Enum):
    """A fact that may be stated; each chapter has an enumeration of its own."""

    def __init__(self, template: str | tuple[str, str], remedy: str = "") -> None:
        self.template, self.many = (template, "") if isinstance(template, str) else template
        self.remedy = remedy

    @property
    def code(self) -> str:
        """Its name for scripts, which stays whatever the words become."""
        return self.name.lower().replace("_", "-")


def list_by_code(*chapters: type[Fact]) -> Mapping[str, Fact]:
    """The facts of some chapters, by code."""
    return {fact.code: fact for chapter in chapters for fact in chapter}


class Stated(Value):
    """A fact, and what it is stated of."""

    fact: Statable
    parameters: tuple[tuple[str, Parameter], ...] = ()

    def filed_parameters(self) -> dict[str, JsonValue]:
        """What the fact is stated of, as a journal holds it."""
        return {name: _as_json(of) for name, of in self.parameters}


class Objection(Stated, kw_only=True):
    """One clause held against one order: the rule by its meaning, and the fact."""

    clause: str


def _as_json(of: Parameter) -> JsonValue:
    match of:
        case tuple():
            return [_as_json(one) for one in of]
        case Saying():
            return str(of)
        case _:
            return of


def refuse(clause: StrEnum, fact: Fact, /, **parameters: Parameter) -> Objection:
    """Hold a clause against an order."""
    return Objection(fact, tuple(parameters.items()), clause=str(clause))


class Wording(Value):
    """A fact in words, and what helps."""

    text: str
    remedy: str = ""

    def __str__(self) -> str:
        return self.text + (f" ({self.remedy})" if self.remedy else "")


def word(tongue: Translator, stated: Stated, name: Namer) -> Wording:
    """Say a fact in a language."""
    fact, parameters = stated.fact, dict(stated.parameters)
    return Wording(say(tongue, fact.template, parameters, name), say(tongue, fact.remedy, parameters, name))


def say(
    tongue: Translator, template: str, parameters: Mapping[str, Parameter], name: Namer, many: str = ""
) -> str:
    """Say a template in a language, its parameters by their names there; `many` is its plural."""
    if not template:
        return ""
    named = {part: name(kind, parameters[part]) for part, kind in kinds(many or template).items()}
    return fill(_withoutkinds(tongue.translate(template, many, named)), named)


def say_filed(
    tongue: Translator, fact: Statable, parameters: Mapping[str, Parameter], name: Namer, filed: str
) -> str:
    """Say a fact that a journal holds; a forged journal may state it of anything: then what was `filed`."""
    try:
        return say(tongue, fact.template, parameters, name)
    except (LookupError, TypeError, ValueError, AttributeError):
        return filed


@lru_cache(maxsize=2048)
def kinds(template: str) -> Mapping[str, str]:
    """The kinds of the parameters that a template names, by the parameter."""
    return dict(_parts(template))


def _parts(template: str) -> Iterator[tuple[str, str]]:
    for _, part, kind, _ in Formatter().parse(template):
        if part:
            yield part[:1].lower() + part[1:], kind or part[:1].lower() + part[1:]


@lru_cache(maxsize=2048)
def _withoutkinds(template: str) -> str:
    """A template that only names its parts: their kinds would be taken for formats of numbers."""
    return "".join(_pieces(template))


def _pieces(template: str) -> Iterator[str]:
    for text, part, _, _ in Formatter().parse(template):
        yield text.replace("{", "{{").replace("}", "}}")
        if part:
            yield f"{{{part}}}"


def declare(fact: Fact, /, **parts: object) -> Saying:
    """State a fact under its code, before it is known in which language."""
    return Saying(fact.template, fact.many, parts, fact.code)
