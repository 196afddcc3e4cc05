"""Purposes of throws: stated as data, spelled for a journal and its dice, and said at the edge."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from string import Formatter

from msgspec import convert

from referee.engine.dice import DiceOf, Draw
from referee.engine.facts import Fact, Namer, Parameter, Statable, kinds, say_filed
from referee.i18n.translator import ENGLISH, Translator
from schemas.record import Purpose, Roll, Side

RECORDED = 3
"""The first format whose journals hold purposes as records; earlier ones hold English sentences."""

Named = Mapping[str, Mapping[str, Parameter]]
"""What the English names in filed sentences stand for, by the kinds of parameters; others are numbers."""


def state_purpose(fact: Fact, /, **parameters: str | int | tuple[str | int, ...]) -> Purpose:
    """State what dice are thrown for."""
    return Purpose(kind=fact.code, parameters=parameters)


class FiledDice:
    """Dice of a match: they see each purpose as a journal of the match's format spells it.

    `word` says a purpose in the English of the pack.
    """

    def __init__(self, dice: DiceOf[str | Purpose], format: int, word: Callable[[Purpose], str]) -> None:
        self._dice, self._format, self._word = dice, format, word

    def throw(
        self, purpose: Purpose, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        """Throw `count` dice for a purpose."""
        return self._dice.throw(self._spell(purpose), count, needed=needed, sides=sides, owner=owner)

    def shuffle(self, purpose: Purpose, items: Sequence[int]) -> Draw:
        """Give the items in a hidden order."""
        return self._dice.shuffle(self._spell(purpose), items)

    def _spell(self, purpose: Purpose) -> str | Purpose:
        return purpose if self._format >= RECORDED else self._word(purpose)


def word(
    tongue: Translator,
    purposes: Mapping[str, Statable],
    filed: str | Purpose,
    name: Namer,
    named: Callable[[], Named],
) -> str:
    """A purpose in a language, or a sentence of an older journal; what no rule states is left as it is."""
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
