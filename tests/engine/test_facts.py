"""Facts are data with a code; they are said at the edge, in any language."""

from collections.abc import Mapping
from enum import unique
from gettext import NullTranslations

import pytest

from referee.engine.facts import Fact, Objection, Parameter, Wording
from referee.faults import Complaint
from referee.i18n.fact_text import say, word
from referee.i18n.translator import ENGLISH, Translator, forms


@unique
class Shop(Fact):
    SOLD_OUT = "{Ware} is sold out, says {clerk}", "ask {clerk} for tea"
    CLOSED = "the shop is closed"


def named(kind: str, of: Parameter) -> object:
    return {"ware": "the bread", "clerk": "Anna"}.get(kind, of)


def test_a_fact_has_a_code_for_scripts() -> None:
    assert [fact.code for fact in Shop] == ["sold-out", "closed"]


def test_an_objection_is_said_with_the_names_of_the_reader() -> None:
    wording = word(
        ENGLISH, Objection(Shop.SOLD_OUT, (("ware", "b1"), ("clerk", "c7")), clause="shop.ware"), named
    )

    assert wording.text == "The bread is sold out, says Anna"
    assert wording.remedy == "ask Anna for tea"


def test_a_complaint_of_a_fact_carries_its_code_and_its_remedy() -> None:
    complaint = Complaint.of(Shop.SOLD_OUT, ware="tea", clerk="Bob")

    assert complaint.code == "sold-out"
    assert (complaint.text, complaint.remedy) == ("Tea is sold out, says Bob", "ask Bob for tea")
    assert Complaint.of(Shop.CLOSED, "come back tomorrow").remedy == "come back tomorrow"


class Parts(Fact):
    SENT = "{count} loaves went from {there:town} to {Town}", "{{as they are}}: {there:id}"


class Ask(Fact):
    LOAVES = (forms("{count} loaf for {there:town}?", "{count} loaves for {there:town}?"),)


class French(NullTranslations):
    """Says templates by other words; one names the kinds again, and the other does not."""

    words: Mapping[str, str] = {
        Parts.SENT.template: "de {there:town} à {town}, {count} pains",
        Parts.SENT.remedy: "{{tel quel}} : {there}",
        Shop.SOLD_OUT.template: "{clerk} n'a plus de {ware}",
        Shop.CLOSED.template: "c'est fermé",
        "wait": "attendre",
    }

    def gettext(self, message: str) -> str:
        return self.words.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return "{count} pain pour {there} ?" if n < 2 else "{count} pains pour {there:town} ?"


FRENCH = Translator("fr", French())


@pytest.mark.parametrize(
    ("complaint", "english", "french"),
    [
        (
            Complaint.of(Shop.SOLD_OUT, ware="tea", clerk="Bob"),
            "Tea is sold out, says Bob (ask Bob for tea)",
            "Bob n'a plus de tea (ask Bob for tea)",
        ),
        (Complaint.of(Shop.CLOSED), "the shop is closed", "c'est fermé"),
        (Complaint.of(Shop.CLOSED, "wait"), "the shop is closed (wait)", "c'est fermé (attendre)"),
        (Complaint("it rains", remedy="wait"), "it rains (wait)", "it rains (wait)"),
        (Complaint("it rains"), "it rains", "it rains"),
    ],
)
def test_a_complaint_within_another_sentence_is_said_whole_in_each_language(
    complaint: Complaint, english: str, french: str
) -> None:
    assert [tongue.worded(complaint.whole) for tongue in (ENGLISH, FRENCH)] == [english, french]
    assert str(complaint.speaking(FRENCH)) == french


def of_towns(kind: str, of: Parameter) -> object:
    return f"<{of}>" if kind == "town" else of


SENT = Objection(
    Parts.SENT, (("count", 2), ("there", "lyon"), ("town", "aix"), ("van", 7)), clause="shop.parts"
)


@pytest.mark.parametrize(
    ("tongue", "text", "remedy"),
    [
        (ENGLISH, "2 loaves went from <lyon> to <aix>", "{as they are}: lyon"),
        (FRENCH, "de <lyon> à <aix>, 2 pains", "{tel quel} : lyon"),
    ],
)
def test_a_kind_names_a_part_and_is_no_format_in_any_language(
    tongue: Translator, text: str, remedy: str
) -> None:
    assert word(tongue, SENT, of_towns) == Wording(text, remedy)


@pytest.mark.parametrize(
    ("tongue", "count", "said"),
    [
        (ENGLISH, 1, "1 loaf for <aix>?"),
        (ENGLISH, 3, "3 loaves for <aix>?"),
        (FRENCH, 1, "1 pain pour <aix> ?"),
        (FRENCH, 3, "3 pains pour <aix> ?"),
    ],
)
def test_a_question_has_a_plural_that_the_count_chooses(tongue: Translator, count: int, said: str) -> None:
    asked = Ask.LOAVES

    assert say(tongue, asked.template, {"count": count, "there": "aix"}, of_towns, asked.many) == said


def test_a_fact_without_what_its_template_names_is_not_said() -> None:
    with pytest.raises(KeyError, match="clerk"):
        word(ENGLISH, Objection(Shop.SOLD_OUT, (("ware", "b1"),), clause="shop.ware"), named)


def test_what_a_fact_is_stated_of_is_filed_as_json() -> None:
    objection = Objection(Shop.SOLD_OUT, (("ware", ("b1", ("b2", 3))), ("clerk", "c7")), clause="shop.ware")

    assert objection.filed_parameters() == {"ware": ["b1", ["b2", 3]], "clerk": "c7"}
