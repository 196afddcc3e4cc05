"""Every catalogue says every template of the code, with its parts, and nothing else."""

from string import Formatter

import polib
import pytest

from referee.i18n import languages
from referee.i18n.translator import ENGLISH
from referee.texts import language_choice
from tests.languages.templates import Template, list_templates, parts

CODES = tuple(code for code in languages.list_codes() if code != ENGLISH.language)


@pytest.fixture(scope="module")
def said() -> tuple[Template, ...]:
    return list_templates()


def test_french_and_german_catalogues_exist() -> None:
    assert {"de", "fr"} <= set(CODES)


def test_language_choice_defaults_to_english() -> None:
    assert language_choice.find_tongue(None) is ENGLISH
    assert language_choice.find_tongue("EN") is ENGLISH
    assert language_choice.find_tongue("Fr").say("Nothing.") == "Rien."
    assert language_choice.find_tongue("de").say("Nothing.") == "Nichts."


def test_template_has_one_plural(said: tuple[Template, ...]) -> None:
    plurals: dict[str, str] = {}
    for template in said:
        assert plurals.setdefault(template.text, template.many) == template.many, template.place


@pytest.mark.parametrize("code", CODES)
def test_every_template_is_translated(said: tuple[Template, ...], code: str) -> None:
    book = polib.pofile(str(languages.file(code)))
    known = {entry.msgid: entry for entry in book if entry.translated()}
    missing = [f"{template.place}: {template.text}" for template in said if template.text not in known]
    assert not missing, f"say these in {code}, with `python -m tests.languages.update {code}`"


@pytest.mark.parametrize("code", CODES)
def test_catalogue_has_no_obsolete_translation(said: tuple[Template, ...], code: str) -> None:
    book = polib.pofile(str(languages.file(code)))
    assert {entry.msgid for entry in book} == {template.text for template in said}


@pytest.mark.parametrize("code", CODES)
def test_translation_uses_parts_of_its_template(code: str) -> None:
    for entry in polib.pofile(str(languages.file(code))):
        forms = entry.msgstr_plural.values() if entry.msgid_plural else (entry.msgstr,)
        allowed = parts(entry.msgid) | parts(entry.msgid_plural)
        for form in forms:
            # The singular may say its number in words.
            assert parts(form) <= allowed, entry.msgid
            assert allowed - parts(form) <= ({"count"} if entry.msgid_plural else set()), entry.msgid
            assert _formats(form) <= _formats(entry.msgid), entry.msgid


def _formats(template: str) -> set[str]:
    return {form for _, _, form, _ in Formatter().parse(template) if form}
