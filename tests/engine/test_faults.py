"""A fault that is told in another language: its words change, and nothing else of it."""

from referee.faults import Busy, Complaint, Unreadable
from referee.i18n.translator import message, saying
from tests.engine.test_tongue import TURNED
from tests.engine.toy import Misreading


def test_a_fault_says_the_same_in_another_language() -> None:
    fault = Busy(saying("The {side} side passes.", side="red"), Complaint(text="nobody answers"))
    told = fault.speaking(TURNED)

    assert (type(told), told.exit_code) == (Busy, 75)
    assert [str(one) for one in told.complaints] == ["Red passes.", "nobody answers"]
    assert [str(one) for one in fault.complaints] == ["The red side passes.", "nobody answers"]


def test_a_remedy_is_told_as_well() -> None:
    passed = saying("The {side} side passes.", side="blue")
    told = Complaint.of(passed, message("wait"), place="letter:1").speaking(TURNED)

    assert str(told) == "letter:1: Blue passes. (wait)"


def test_what_a_line_may_have_meant_is_known_in_every_language() -> None:
    fault = Unreadable(Misreading.NO_NUMBER, ["1", "2"], 4, word="'seven'")
    fault.spelled = (("guess ", "two", ""),)
    told = fault.speaking(TURNED)

    assert isinstance(told, Unreadable)
    assert (told.readings, told.column, told.stated) == (fault.readings, 4, fault.stated)
    assert told.spelled == fault.spelled
