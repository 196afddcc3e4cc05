"""Marks, blanks, numbers and words before names, as the catalogues must write them."""

import re

import polib
import pytest

from referee.i18n import languages

CODE = re.compile(r"`[^`]*`")
"""Lines to write, whose spaces are those of a keyboard."""

LOOSE_MARK = re.compile(r"\S [:;?!»%](?=[\s),.”»]|$)|« ", re.MULTILINE)
"""A French mark of punctuation after a space that a line may break at."""


def list_texts(code: str) -> list[str]:
    """Return the texts of a catalogue."""
    book = polib.pofile(str(languages.file(code)))
    return [text for entry in book for text in (entry.msgstr, *entry.msgstr_plural.values())]


def test_french_marks_keep_to_their_word() -> None:
    loose_texts = [text for text in list_texts("fr") if LOOSE_MARK.search(CODE.sub("", text))]
    assert loose_texts == [], "write a no-break space (U+00A0) before these marks"


@pytest.mark.parametrize(
    "text", ["{side} : {question}", "combat ? Terminez", "« done", "done » et", "95 % des"]
)
def test_loose_mark_is_found(text: str) -> None:
    assert LOOSE_MARK.search(text)


@pytest.mark.parametrize(
    "text", ["{side}\u00a0: {question}", "referee help odds", "12:30", "«\u00a0done\u00a0»"]
)
def test_other_texts_are_accepted(text: str) -> None:
    assert not LOOSE_MARK.search(text)


@pytest.mark.parametrize("code", ["de", "fr"])
def test_numbers_have_no_comma_between_thousands(code: str) -> None:
    """Readers take `70,000` for 70 with three decimals."""
    assert [text for text in list_texts(code) if ":,}" in text] == []


CONTROL_CHARACTER = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]|\u00a0 ")
"""A character that cannot be seen, or a blank after the space of a mark that was lost."""


@pytest.mark.parametrize("code", ["fr", "de", "el"])
def test_texts_have_no_control_characters(code: str) -> None:
    assert [text for text in list_texts(code) if CONTROL_CHARACTER.search(text)] == []


@pytest.mark.parametrize("text", ["Contradiction\u00a0\x01 la clé", "Contradiction\u00a0 la clé", "a\tb"])
def test_control_character_is_found(text: str) -> None:
    assert CONTROL_CHARACTER.search(text)


def test_french_texts_have_one_apostrophe() -> None:
    assert [text for text in list_texts("fr") if "\N{RIGHT SINGLE QUOTATION MARK}" in text] == [], "write '"


BARE_NAME = re.compile(
    r"\b(?:[Dd]e|[Qq]ue) \{(?:sides?|viewer|reader|owner|before|first|until)\}"
    r"|\b(?:[Dd]e|à|en) \{(?:areas?|origin|goal|boxes)\}|\ben \{season\}|\b(?:de|à) \{piece\}"
)
"""A French word that changes before some names: `de Allemagne`, `à Artois`, `de ÉTÉ 1915`, `de le fort`."""

OTHER_PARTS = {
    "of {area}",
    "It changed the chance of taking {area} from {before} to {after}.",
    "It would have changed the chance of taking {area} from {before} to {after}.",
    "Units of {piece}",
    "no way leads from {first} to {last}",
}
"""English texts whose parts are percentages, ids, armies or areas that packs spell otherwise after `of`."""


def test_french_names_stand_after_words_that_fit_all_of_them() -> None:
    for entry in polib.pofile(str(languages.file("fr"))):
        if entry.msgid not in OTHER_PARTS:
            for text in (entry.msgstr, *entry.msgstr_plural.values()):
                assert not BARE_NAME.search(CODE.sub("", text)), text


@pytest.mark.parametrize(
    "text", ["la réponse de {side}", "la marche s'arrête à {area}", "peut être jouée à partir de {first}"]
)
def test_bare_name_is_found(text: str) -> None:
    assert BARE_NAME.search(text)
