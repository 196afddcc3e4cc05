"""Facts and purposes of rolls as text: a template in the language of its reader, with the names there.

The English sentences of older journals are read back as purposes.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import TypeVar, cast

from msgspec import convert

from referee.engine.events import Template
from referee.engine.facts import Parameter, Statable, Stated, Wording, kinds
from referee.i18n.pack_names import Teller
from referee.i18n.translator import ENGLISH, Saying, Translator, fill
from schemas.record import Event, Purpose, Rolled
from schemas.reports import Block, DiceThrown

EventT = TypeVar("EventT", bound=Event)

Namer = Callable[[str, Parameter], object]
"""Returns the name of a parameter of a kind in the reader's language, or the parameter if it has none."""


def word(tongue: Translator, stated: Stated, name: Namer) -> Wording:
    """Say a fact in a language."""
    fact, parameters = stated.fact, dict(stated.parameters)
    return Wording(say(tongue, fact.template, parameters, name), say(tongue, fact.remedy, parameters, name))


def word_by_ids(stated: Stated) -> Wording:
    """Return a fact in English, with ids as names."""
    return word(ENGLISH, stated, name_readings(ENGLISH, lambda _, of: of))


def say(
    tongue: Translator, template: str, parameters: Mapping[str, Parameter], name: Namer, many: str = ""
) -> str:
    """Say a template in a language, its parameters by their names there; `many` is its plural."""
    if not template:
        return ""
    names = {part: name(kind, parameters[part]) for part, kind in kinds(many or template).items()}
    return fill(_withoutkinds(tongue.translate(template, many, names)), names)


def say_filed(
    tongue: Translator, fact: Statable, parameters: Mapping[str, Parameter], name: Namer, filed: str
) -> str:
    """Say a fact that a journal holds; a forged journal may state it of anything: then what was `filed`."""
    try:
        return say(tongue, fact.template, parameters, name)
    except (LookupError, TypeError, ValueError, AttributeError):
        return filed


def name_readings(tongue: Translator, name: Namer) -> Namer:
    """Return a function that names the parameters of unreadable lines as well as those of the rules."""

    def call(kind: str, of: Parameter) -> object:
        match kind:
            case "meant" | "meant_subjects":
                mixed, near = cast(tuple[int, tuple[str, ...]], of)
                called = near if kind == "meant" else [str(name("spelled", subject)) for subject in near]
                return _ask(tongue, called, mixed=bool(mixed))
            case "more":
                return tongue.say("; {most} of the readings follow", most=of) if of else ""
            case "near" | "known":
                return tongue.choice(cast(tuple[str, ...], of))
            case "verbs":
                return tongue.listed(cast(tuple[str, ...], of))
            case "said":
                return tongue.worded(cast(Saying | str, of))
            case _:
                return name(kind, of)

    return call


def _ask(tongue: Translator, near: Sequence[str], *, mixed: bool) -> str:
    """The question whether one of some names was meant, behind a name that nothing has."""
    meant = tongue.say("; did you mean {near}?", near=tongue.choice(near)) if near else ""
    return tongue.say(", which mixes letters of several scripts{meant}", meant=meant) if mixed else meant


def narrate_event(
    language: Teller,
    sentence: Template | Callable[[EventT], Template],
    event: EventT,
    name: Callable[[str], object],
) -> tuple[Block, ...]:
    """Return the sentence of an event with its dice; `name` returns the parameters. "" gives no block."""
    template = sentence(event) if callable(sentence) else sentence
    one, many = (template, "") if isinstance(template, str) else template
    blocks = language.told(one, many, **{part: name(part) for part in kinds(one)}) if one else ()
    dice = (DiceThrown(rolls=event.rolls),) if isinstance(event, Rolled) and event.rolls else ()
    return (*blocks, *dice)


@lru_cache(maxsize=2048)
def _withoutkinds(template: str) -> str:
    """A template that only names its parts: their kinds would be taken for formats of numbers."""
    return "".join(_pieces(template))


def _pieces(template: str) -> Iterator[str]:
    for text, part, _, _ in Formatter().parse(template):
        yield text.replace("{", "{{").replace("}", "}}")
        if part:
            yield f"{{{part}}}"


Named = Mapping[str, Mapping[str, Parameter]]
"""Parameters by the English names in filed sentences, for each kind of parameter; others are numbers."""


def word_purpose(
    tongue: Translator,
    purposes: Mapping[str, Statable],
    filed: str | Purpose,
    name: Namer,
    named: Callable[[], Named],
) -> str:
    """Return a purpose in a language, or a sentence of an older journal; an unknown purpose is unchanged."""
    if isinstance(filed, str) and tongue == ENGLISH:
        return filed
    purpose = upcast(filed, purposes, named()) if isinstance(filed, str) else filed
    if purpose is None or (fact := purposes.get(purpose.kind)) is None:
        return str(filed)
    return say_filed(tongue, fact, purpose.parameters, name, str(filed))


def upcast(written: str, purposes: Mapping[str, Statable], named: Named) -> Purpose | None:
    """Upcaster of formats 1 and 2: the purpose that a filed sentence states; nothing if no rule states it."""
    for code, fact in purposes.items():
        if found := _pattern(fact.template).fullmatch(written):
            kind_of = kinds(fact.template)
            stated = {part: _read(named, kind_of[part], text) for part, text in found.groupdict().items()}
            if None not in stated.values():
                return convert({"kind": code, "parameters": stated}, Purpose)
    return None


@lru_cache(maxsize=64)
def _pattern(template: str) -> re.Pattern[str]:
    pieces = ((re.escape(text), part) for text, part, _, _ in Formatter().parse(template))
    return re.compile("".join(text + (f"(?P<{part}>.+?)" if part else "") for text, part in pieces))


def _read(named: Named, kind: str, text: str) -> Parameter | None:
    if kind in named:
        return named[kind].get(text)
    return int(text) if text.isdecimal() else None
