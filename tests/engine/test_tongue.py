"""Templates said in English and in other languages: names stay names, and stand where each wants them."""

import gettext
from collections.abc import Mapping

import pytest

from referee.i18n.translator import ENGLISH, Offered, Saying, Translator, saying
from schemas.reports import AreaName, Counter, Paragraph, Text


class Turned(gettext.NullTranslations):
    """A language that turns everything around, and has a plural for none and for many."""

    words: Mapping[str, str] = {
        "{piece} moves to {area}.": "To {area} moves {piece}!",
        "The {side} side passes.": "{Side} passes.",
        "{words} and {last}": "{last}, and before it {words}",
        "{words} or {last}": "{last}, or before it {words}",
        "": "the head of the catalogue",
    }

    def gettext(self, message: str) -> str:
        return self.words.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return "none of it" if not n else "{count} of them"


TURNED = Translator("turned", Turned())

PIECE, AREA = Counter(text="the fort", side="german"), AreaName(text="Liège")


def test_english_needs_no_catalogue() -> None:
    assert ENGLISH.say("The {side} side passes.", side="German") == "The German side passes."


def test_the_count_chooses_between_a_template_and_its_plural() -> None:
    for count, said in ((0, "0 hits"), (1, "1 hit"), (2, "2 hits")):
        assert ENGLISH.say("{count} hit", "{count} hits", count=count) == said
    assert TURNED.say("{count} hit", "{count} hits", count=0) == "none of it"


def test_names_stay_names_whatever_their_order() -> None:
    template = "{piece} moves to {area}."
    assert ENGLISH.sentence(template, piece=PIECE, area=AREA) == (
        PIECE, Text(text=" moves to "), AREA, Text(text="."),
    )  # fmt: skip
    assert TURNED.sentence(template, piece=PIECE, area=AREA) == (
        Text(text="To "), AREA, Text(text=" moves "), PIECE, Text(text="!"),
    )  # fmt: skip


def test_a_part_named_with_a_capital_stands_at_the_head_of_the_sentence() -> None:
    assert TURNED.say("The {side} side passes.", side="the Entente") == "The Entente passes."
    head, _ = ENGLISH.sentence("{Piece} stands.", piece=PIECE)
    assert head == Counter(text="The fort", side="german")
    clause = ENGLISH.sentence("{piece} stands", piece=PIECE)
    assert ENGLISH.sentence("{Clause}.", clause=clause)[0].text == "The fort"
    both = (Text(text="out of "), AreaName(text="les Vosges"))
    assert ENGLISH.sentence("{Both}", both=both) == (Text(text="Out of "), AreaName(text="les Vosges"))


def test_a_piece_nobody_knows_keeps_its_id() -> None:
    ghost = Counter(text="ge-i99")
    assert ENGLISH.sentence("{Piece}", piece=ghost) == (ghost,)


def test_numbers_are_written_as_the_template_says() -> None:
    assert ENGLISH.say("by {shift:+}", shift=2) == "by +2"
    assert ENGLISH.sentence("by {shift:+}", shift=2) == (Text(text="by +2"),)


def test_what_is_named_nowhere_is_a_mistake() -> None:
    for template in ("{piece}", "{Piece}"):
        with pytest.raises(KeyError):
            ENGLISH.say(template)
        with pytest.raises(KeyError):
            ENGLISH.sentence(template)


def test_names_with_braces_are_only_names() -> None:
    assert ENGLISH.say("{area}", area="{side}") == "{side}"
    assert ENGLISH.sentence("{area}", area=AreaName(text="{0}")) == (AreaName(text="{0}"),)


def test_lists_are_joined_as_the_language_does() -> None:
    assert [ENGLISH.listed(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "", "a", "a and b", "a, b and c",
    ]  # fmt: skip
    assert ENGLISH.choice(["a", "b", "c"]) == "a, b or c"
    assert TURNED.listed(["a", "b", "c"]) == "c, and before it a, b"
    names = [AreaName(text=name) for name in "abc"]
    assert "".join(part.text for part in ENGLISH.series(names)) == "a, b and c"
    assert "".join(part.text for part in ENGLISH.series(names[:2])) == "a and b"
    assert ENGLISH.series(names[:1]) == (names[0],)
    assert ENGLISH.series([]) == ()
    assert ENGLISH.choice(["a", "b"]) == "a or b"
    assert [ENGLISH.chain(parts) for parts in ([], ["a, b"], ["a, b", "c", "d"])] == [
        "",
        "a, b",
        "a, b; c; d",
    ]


def test_a_telling_is_one_paragraph() -> None:
    assert ENGLISH.told("{area} is quiet.", area=AREA) == (Paragraph(parts=(AREA, Text(text=" is quiet."))),)


@pytest.mark.parametrize(
    ("said", "english", "turned"),
    [
        ("as it is", "as it is", "as it is"),
        (saying(""), "", ""),
        (saying("{which} of them", which=("a", "b")), "a and b of them", "b, and before it a of them"),
        (saying("{which} of them", which=Offered(("a", "b"))), "a or b of them", "b, or before it a of them"),
        (saying("{count} hit", "{count} hits", count=0), "0 hits", "none of it"),
        (saying("so: {it}", it=saying("The {side} side passes.", side="Red")),
         "so: The Red side passes.", "so: Red passes."),
    ],
)  # fmt: skip
def test_a_saying_is_worded_with_all_that_is_in_it(said: Saying | str, english: str, turned: str) -> None:
    assert (ENGLISH.worded(said), TURNED.worded(said), str(said)) == (english, turned, english)
