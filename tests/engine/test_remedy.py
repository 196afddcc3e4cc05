"""What helps against a name that is not known, and against a line that cannot be read."""

from gettext import NullTranslations

import pytest

from referee.engine.facts import Fact, Parameter, Stated
from referee.faults import Unreadable, suggest_in_english
from referee.i18n.fact_text import name_readings, word
from referee.i18n.translator import Translator, saying


class Misread(Fact):
    UNKNOWN = "no area is called {name}{meant}"
    NO_SUBJECT = "nothing is called {name}{names:meant_subjects}"
    MANY = "{name} may be several{more}", "write {near}"
    OTHER = "{name} is none of {known}", "orders are {verbs}"
    QUOTED = "{name}: {said}"


def test_the_nearest_name_is_offered_first():
    assert suggest_in_english("brok", ["anvil", "brook", "crag"]) == "did you mean `brook`?"


def test_few_names_are_all_listed_where_none_is_near():
    assert suggest_in_english("xyz", ["anvil", "brook", "brook"]) == "known: `anvil` and `brook`"
    assert suggest_in_english("xyz", ["anvil"]) == "known: `anvil`"


def test_many_names_are_not_listed():
    assert suggest_in_english("xyz", [f"area {n}" for n in range(13)]) == ""


def test_nothing_is_offered_where_there_is_nothing():
    assert suggest_in_english("xyz", []) == ""


@pytest.mark.parametrize(
    ("fact", "parameters", "said"),
    [
        (Misread.UNKNOWN, {"meant": (0, ())}, "no area is called x"),
        (Misread.UNKNOWN, {"meant": (0, ("a", "b"))}, "no area is called x; did you mean a or b?"),
        (Misread.UNKNOWN, {"meant": (1, ("a",))},
         "no area is called x, which mixes letters of several scripts; did you mean a?"),
        (Misread.UNKNOWN, {"meant": (1, ())}, "no area is called x, which mixes letters of several scripts"),
        (Misread.NO_SUBJECT, {"names": (0, ("a", "b"))}, "nothing is called x; did you mean a or b?"),
        (Misread.MANY, {"more": 3, "near": ("a", "b")},
         "x may be several; 3 of the readings follow (write a or b)"),
        (Misread.MANY, {"more": 0, "near": ("a",)}, "x may be several (write a)"),
        (Misread.OTHER, {"known": ("a", "b", "c"), "verbs": ("march", "fire")},
         "x is none of a, b or c (orders are march and fire)"),
        (Misread.QUOTED, {"said": saying("{which} lack", which=("a", "b"))}, "x: a and b lack"),
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_read_brings_what_it_may_have_meant(
    fact: Fact, parameters: dict[str, Parameter], said: str
) -> None:
    assert str(Unreadable(fact, name="x", **parameters)) == said


class Dutch(NullTranslations):
    """Says one template by other words."""

    def gettext(self, message: str) -> str:
        return "{which} ontbreken" if message == "{which} lack" else message


def called(kind: str, of: Parameter) -> object:
    """Spell a subject in capitals."""
    return str(of).upper() if kind == "spelled" else of


@pytest.mark.parametrize(
    ("fact", "parameters", "said"),
    [
        (Misread.NO_SUBJECT, {"names": (0, ("a", "b"))}, "nothing is called x; did you mean A or B?"),
        (Misread.UNKNOWN, {"meant": (0, ("a", "b"))}, "no area is called x; did you mean a or b?"),
        (Misread.QUOTED, {"said": saying("{which} lack", which=("a", "b"))}, "x: a and b ontbreken"),
    ],
)
def test_what_a_line_may_have_meant_is_said_in_the_language_of_the_reader(
    fact: Fact, parameters: dict[str, Parameter], said: str
) -> None:
    dutch = Translator("nl", Dutch())
    stated = Stated(fact, (("name", "x"), *parameters.items()))

    assert word(dutch, stated, name_readings(dutch, called)).text == said
