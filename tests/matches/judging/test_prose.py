"""A greeting above orders and kind words below them are prose; what may be an order is never passed over."""

import re
from pathlib import Path

import pytest

from referee.i18n import mail_phrases
from referee.systems.great_war.notation.lines import begins_as_order
from referee.systems.skirmish.notation.lines import holds_verb
from schemas.answers.orders import Submitted
from tests.matches.judging.conftest import Send

ORDERS = ("offensive 17", "move ge-1 to mons")
PAGE = Path(__file__).parent.parent / "letters" / "corpus" / "courtesies.txt"
COURTESIES = {
    row.split("|")[0]: row.split("|")[1:] for row in PAGE.read_text(encoding="utf-8").splitlines()[1:]
}


NO_COURTESIES = {
    "That is all for now.", "12 Mill Lane, York", "Tel. +44 1904 123456", "www.example.com",
    "Tel.: 030 1234567", "トムさん、",
}  # fmt: skip
"""Lines beside the courtesies that are listed."""


def accepted(answer: Submitted) -> tuple[str, ...]:
    return tuple(line.order for line in answer.accepted)


@pytest.mark.parametrize(("greeting", "leave", "below"), COURTESIES.values(), ids=COURTESIES)
def test_letter_with_greeting_is_read(rehearse_german: Send, greeting: str, leave: str, below: str) -> None:
    names = below.replace("/", "\n")

    answer = rehearse_german("\n".join((greeting, "", *ORDERS, "", leave, names, "")))

    assert (accepted(answer), answer.refused) == (ORDERS, ())
    assert {text for warning in answer.warnings for text in re.findall("`(.*?)`", warning)} <= NO_COURTESIES


def test_courtesies_need_no_warning(rehearse_german: Send) -> None:
    """A mail program shows each warning, and a greeting is no mistake."""
    letter = "\n".join(("Hello Bob,", "", *ORDERS, "", "Thanks, and good luck!", "Tom", "Leeds"))

    assert rehearse_german(letter).warnings == ()


@pytest.mark.parametrize(
    "line", ["Good luck in Mons!", "Thanks, I win at Namur", "Hello, a third offensive later", "We hold out"]
)
def test_line_with_word_of_an_order_is_listed(rehearse_german: Send, line: str) -> None:
    answer = rehearse_german("\n".join(("Hi Bob,", *ORDERS, line, "Cheers", "Tom")))

    named = [text for warning in answer.warnings for text in re.findall("`(.*?)`", warning)]
    assert [*named, *(refused.text for refused in answer.refused)] == [line]


SPOKEN_OF = [
    "here is my first offensive.",
    "Here are my moves and battles:",
    "Voici ma première offensive.",
    "Hier ist meine Offensive.",
    "This is how I move:",
]


@pytest.mark.parametrize(
    ("line", "is_text"),
    [
        ("5+3+2 = 10, le compte est bon !", True),
        ("3 + 4 = 7, my sums are right", True),
        ("17 + 3, I hope", False),
        ("17 = my card", False),
    ],
)
def test_calculation_below_orders_is_text(rehearse_german: Send, line: str, is_text: bool) -> None:
    assert (rehearse_german("\n".join((*ORDERS, line))).refused == ()) is is_text


TAKEN_BACK = [
    "On second thoughts I would rather keep the First at home.",
    "Not Mons though, that was a silly idea of mine.",
    "Scrap all of the above and start again please.",
    "Oubliez tout cela.",
    "À la réflexion, je préfère rester.",
    "Vergiss das alles bitte.",
    "Not yet.",
    "Well, not quite.",
    "Or not!",
    "Nicht wirklich.",
    "Pas encore.",
    "Όχι ακόμα.",
]


@pytest.mark.parametrize("line", TAKEN_BACK)
def test_remark_that_takes_orders_back_is_asked_about(rehearse_german: Send, line: str) -> None:
    assert rehearse_german("\n".join((*ORDERS, line))).refused
    assert rehearse_german("\n".join((ORDERS[0], f"1st Army to Mons. {line}"))).refused


@pytest.mark.parametrize("line", SPOKEN_OF)
def test_line_about_orders_without_order_is_prose(rehearse_german: Send, line: str) -> None:
    answer = rehearse_german("\n".join((line, *ORDERS)))

    assert (accepted(answer), answer.refused) == (ORDERS, ())
    (warning,) = answer.warnings
    assert f"1 `{line[:4]}" in warning


KEPT = {
    "an order in a sentence above": ("Here is offensive 17.", *ORDERS),
    "a short order in a sentence above": ("Hello, I pass.", *ORDERS),
    "a place in a sentence above": ("Here is my move to mons", *ORDERS),
    "a piece in a sentence above": ("Here is the move of ge-1", *ORDERS),
    "a card by its name above": ("Here I play Poison Gas", *ORDERS),
    "an area of one's own above": ("All of Brussels is asleep.", *ORDERS),
    "a place to go to": ("We are on our way to Verdun.", *ORDERS),
    "a mistyped place to go to": (*ORDERS, "then frist army to mnos"),
    "a piece with a verb": (*ORDERS, "We will lose the cavalry then."),
    "an army by its number": (*ORDERS, "Lead the second army well."),
    "an order of one word": (*ORDERS, "After that I pass."),
    "a mistyped order above": ("offensve 17", *ORDERS),
    "a mistyped order below": (*ORDERS, "mvooe ge-2 to mons"),
    "a piece without a verb below": (*ORDERS, "and then ge-2 as well, please"),
    "an area without a verb below": (*ORDERS, "and then all of them into Mons"),
    "a number below": (*ORDERS, "I am back on the 3rd"),
    "a mistyped word of one word": (*ORDERS, "psas"),
}


SENTENCES = [
    "My first offensive is below.",
    "here we go. I play my first Offensive.",
    "We attack with our first offensive.",
    "I hope that this works.",
    "no hard feelings!",
    "Verdun will be a hard nut.",
    "Ich hoffe, das reicht so.",
    "Voilà ce que nous avons décidé.",
    "Ελπίζω να είναι εντάξει.",
    "I am back at 20:00.",
]


@pytest.mark.parametrize("line", SENTENCES)
def test_sentence_is_prose_wherever_it_stands(rehearse_german: Send, line: str) -> None:
    for place in range(3):
        answer = rehearse_german("\n".join((*ORDERS[:place], line, *ORDERS[place:])))

        assert (accepted(answer), answer.refused) == (ORDERS, ())
        assert any(f"{place + 1} `{line}`" in warning for warning in answer.warnings)


def test_sentence_that_goes_on_in_next_line_is_prose(rehearse_german: Send) -> None:
    answer = rehearse_german("\n".join((ORDERS[0], "I hope that this works, it is", "late.", ORDERS[1])))

    assert (accepted(answer), answer.refused) == (ORDERS, ())


@pytest.mark.parametrize("lines", KEPT.values(), ids=KEPT)
def test_possible_order_is_refused_and_not_ignored(rehearse_german: Send, lines: tuple[str, ...]) -> None:
    answer = rehearse_german("\n".join(lines))

    (refused,) = answer.refused
    assert refused.text not in ORDERS
    assert answer.warnings == ()


def test_order_after_farewell_is_read(rehearse_german: Send) -> None:
    assert "move ge-2 to mons" in accepted(
        rehearse_german("\n".join((*ORDERS, "move ge-2 to mons", "Thanks!")))
    )


def test_records_contain_no_prose(rehearse_german: Send) -> None:
    answer = rehearse_german("orders:\n- Hi Tom,\n- {type: offensive, card: 17}\n- move ge-1 to mons\n")

    assert [line.text for line in answer.refused] == ["Hi Tom,"]
    assert answer.warnings == ()


def test_letter_of_prose_is_refused_by_line(rehearse_german: Send) -> None:
    answer = rehearse_german("Hi Tom,\nmay I still wait?\nAnna")

    assert len(answer.refused) == 3


@pytest.mark.parametrize("kind", ["greets", "introduces", "closes"])
def test_courtesies_do_not_begin_like_orders(kind: str) -> None:
    words = [word for language in mail_phrases.languages().values() for word in language.get(kind, ())]

    assert len(words) > 40
    assert [word for word in words if begins_as_order(word) or holds_verb(word)] == []


@pytest.mark.parametrize(("name", "named"), [("Carl", []), ("Carl Lemaire", []), ("Mons", ["Mons"])])
def test_name_below_a_farewell_is_a_signature(rehearse_german: Send, name: str, named: list[str]) -> None:
    """An area that begins with `Carl` does not make a question of the name."""
    answer = rehearse_german("\n".join((*ORDERS, "", "Cheers", name)))

    assert [text for warning in answer.warnings for text in re.findall("`(.*?)`", warning)] == named
