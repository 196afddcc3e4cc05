"""Purposes of rolls as text, and the upcaster of the English sentences in older journals."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from string import Formatter

from msgspec import convert

from referee.engine.facts import Parameter, Statable, kinds
from referee.i18n.fact_text import Namer, say_filed
from referee.i18n.translator import ENGLISH, Translator
from schemas.record import Purpose

Named = Mapping[str, Mapping[str, Parameter]]
"""Parameters by the English names in filed sentences, for each kind of parameter; others are numbers."""


def word(
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
