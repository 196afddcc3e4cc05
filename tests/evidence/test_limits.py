"""What no journal proves: the help page says exactly what the machine prints."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.evidence import copy_check, match_verification
from referee.evidence.copy_check import Unprovable
from referee.i18n.translator import ENGLISH
from referee.matches.journal import verification
from referee.matches.journal.verification import Report
from referee.texts import language_choice
from schemas.journal import Head

PAGE = Path(__file__).parents[2] / "referee" / "cli" / "pages" / "evidence.md"
BULLET = re.compile(r"^\* \*\*(?P<text>.+?)\*\* (?P<why>.+?)(?=^\* |^$)", re.MULTILINE | re.DOTALL)


def test_the_help_page_lists_exactly_what_the_machine_lists() -> None:
    section = PAGE.read_text(encoding="utf-8").split("## Limits of the proof")[1].split("\n## ")[0]
    page = [(one["text"], " ".join(one["why"].split())) for one in BULLET.finditer(section)]

    assert page == [(one.text, one.why) for one in copy_check.list_limits(ENGLISH).limits]


def test_it_says_so_in_french() -> None:
    english, french = (
        copy_check.list_limits(ENGLISH).limits,
        copy_check.list_limits(language_choice.find_tongue("fr")).limits,
    )
    assert [one.code for one in french] == [one.code for one in english]
    assert not {one.text for one in french} & {one.text for one in english}


def left(proved: Report, kept: Head | None = None) -> set[str]:
    return {one.code for one in copy_check.find_limit(proved, kept, ENGLISH)}


def test_a_journal_names_the_limits_that_apply_to_it(liege: Path) -> None:
    proved = verification.verify(liege)
    everything = {one.code for one in Unprovable}
    head = Head(seq=0, seal="ab" * 32)

    assert left(replace(proved, phrased=())) == everything - {"last-phrase"}
    assert left(replace(proved, phrased=proved.header.sides)) == everything
    assert left(replace(proved, phrased=()), kept=head) == everything - {"last-phrase", "cut-off"}
    without = replace(proved, header=replace(proved.header, policy=""))
    assert left(without) == left(proved) - {"ruling-facts"}
    assert left(replace(proved, opened=True)) == left(proved) - {"secrets-opened"}
    assert "letter-first" not in left(replace(proved, header=replace(proved.header, dice="spoken")))
    assert {one.code for one in match_verification.verify(liege).limits} == left(proved)


@pytest.mark.parametrize("limit", list(Unprovable))
def test_each_says_what_it_is_and_why(limit: Unprovable) -> None:
    assert limit.template.endswith(".")
    assert limit.remedy
