"""German names of sides and pieces fit their sentence in one form, without a case or the number of a verb.

A side is called `Entente`, `Mittelmächte` or `Schiedsrichter`: behind `von` it would need an article and an
ending. A piece is called `die 1. deutsche Armee`, which is a nominative and an accusative.
"""

import re

import polib
import pytest

from referee.i18n import languages

NAMES = r"\{(?:side|sides|viewer|piece|army)\}"
"""Parts that are names of sides, of readers or of pieces."""

BENT_NAME = re.compile(
    rf"\b(?:aus|außer|bei|mit|nach|seit|von|vom|zu) {NAMES}(?! Seiten\b)"
    r"|\A\{side\} (?:hat|ist|nimmt|spielt|wurde)\b"
)
"""A name that the word before it puts into the dative, or a name of a side with a verb of one number."""

LISTS_OF_IDS = frozenset(
    {
        "name one of {sides}",
        "{side} has a bot but is not a side of the match",
        "Inside armies ({short} of {army} is {id}): {armies}.",
    }
)
"""Messages whose part is an id or a choice of ids."""


def test_german_names_need_no_other_form() -> None:
    book = polib.pofile(str(languages.file("de")))
    texts = [
        text
        for entry in book
        if entry.msgid not in LISTS_OF_IDS
        for text in (entry.msgstr, *entry.msgstr_plural.values())
    ]

    assert [text for text in texts if BENT_NAME.search(text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "Befehle von {side}",
        "die Zustimmung von {sides}",
        "{other} wird zu {piece} aufgewertet",
        "{side} spielt {card} in dieser Schlacht.",
    ],
)
def test_bent_name_is_found(text: str) -> None:
    assert BENT_NAME.search(text)


@pytest.mark.parametrize(
    "text",
    [
        "Befehle der Seite {side}",
        "ein Würfel mit {sides} Seiten",
        "{side} bis {due}",
        "Frage an {side}: {question}",
    ],
)
def test_other_texts_are_accepted(text: str) -> None:
    assert not BENT_NAME.search(text)
