"""Marks of punctuation and numbers follow the typography of their language."""

import re

import polib
import pytest

from referee.i18n import languages

CODE = re.compile(r"`[^`]*`")
"""Lines to write, whose spaces are those of a keyboard."""

LOOSE_MARK = re.compile(r"\S [:;?!»](?=[\s),.”»]|$)|« ", re.MULTILINE)
"""A French mark of punctuation after a space that a line may break at."""


def test_french_marks_keep_to_their_word() -> None:
    book = polib.pofile(str(languages.file("fr")))
    texts = [text for entry in book for text in (entry.msgstr, *entry.msgstr_plural.values())]

    loose_texts = [text for text in texts if LOOSE_MARK.search(CODE.sub("", text))]
    assert loose_texts == [], "write a no-break space (U+00A0) before these marks"


@pytest.mark.parametrize("text", ["{side} : {question}", "combat ? Terminez", "« done", "done » et"])
def test_loose_mark_is_found(text: str) -> None:
    assert LOOSE_MARK.search(text)


@pytest.mark.parametrize(
    "text", ["{side}\u00a0: {question}", "referee help odds", "12:30", "«\u00a0done\u00a0»"]
)
def test_other_texts_are_accepted(text: str) -> None:
    assert not LOOSE_MARK.search(text)


def test_german_numbers_have_no_comma_between_thousands() -> None:
    """Readers take `70,000` for 70 with three decimals."""
    book = polib.pofile(str(languages.file("de")))
    texts = [text for entry in book for text in (entry.msgstr, *entry.msgstr_plural.values())]

    assert [text for text in texts if ":,}" in text] == []
