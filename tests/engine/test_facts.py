"""Facts are data with a code; they are said at the edge, in any language."""

from enum import unique

from referee.engine.facts import Fact, Objection, Parameter, Worded, word
from referee.engine.faults import Complaint
from referee.engine.tongue import ENGLISH


@unique
class Shop(Fact):
    SOLD_OUT = "{Ware} is sold out, says {clerk}", "ask {clerk} for tea"
    CLOSED = "the shop is closed"


def named(kind: str, of: Parameter) -> object:
    return {"ware": "the bread", "clerk": "Anna"}.get(kind, of)


def test_a_fact_has_a_code_for_scripts() -> None:
    assert [fact.code for fact in Shop] == ["sold-out", "closed"]


def test_an_objection_is_said_with_the_names_of_the_reader() -> None:
    wording = word(ENGLISH, Objection("shop.ware", Shop.SOLD_OUT, (("ware", "b1"), ("clerk", "c7"))), named)

    assert wording.text == "The bread is sold out, says Anna"
    assert wording.remedy == "ask Anna for tea"


def test_what_a_fact_is_stated_of_is_filed_as_json() -> None:
    objection = Objection("shop.ware", Shop.SOLD_OUT, (("ware", ("b1", ("b2", 3))), ("clerk", "c7")))

    assert objection.filed_parameters() == {"ware": ["b1", ["b2", 3]], "clerk": "c7"}


def test_what_is_words_already_is_not_named_again() -> None:
    worded = Worded("{ware} is gone")

    assert word(ENGLISH, Objection("shop.ware", worded, (("ware", "b1"),)), named).text == "b1 is gone"


def test_a_complaint_of_a_fact_carries_its_code_and_its_remedy() -> None:
    complaint = Complaint.of(Shop.SOLD_OUT, ware="tea", clerk="Bob")

    assert complaint.code == "sold-out"
    assert (complaint.text, complaint.remedy) == ("Tea is sold out, says Bob", "ask Bob for tea")
    assert Complaint.of(Shop.CLOSED, "come back tomorrow").remedy == "come back tomorrow"
