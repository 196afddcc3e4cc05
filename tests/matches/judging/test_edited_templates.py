"""Orders that a player writes into the quoted report, as each mail program shows them."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.faults import DataFault, Fault, Stale
from referee.matches import matches
from referee.matches.judging import submission
from referee.reports import documents, letter_answers, publishing
from tests.matches.judging.conftest import Send
from tests.matches.letters.test_mail_corpus import SHAPES, dressed
from tests.read_once import lines_are_read_once  # noqa: F401 - a fixture

AT = "2026-12-01T20:00:00Z"
ORDERS = ("offensive 17", "move ge-1 to mons")
HEAD = "On Fri, Nov 20, 2026 at 9:14 PM Referee <referee@club.example> wrote:\n\n"
WITHOUT_REPORT = {"Avast", "a signature of a company"}
RUN_TOGETHER = {"quote broken again at 60 columns", "paragraphs run together"}
"""Shapes that quote no report, and shapes whose program destroys the lines of the template."""


def write_report(liege_shelf: Path, side: str = "german", language: str = "en") -> str:
    """A report whose player removed the # from an offensive and from a move, in place."""
    match = matches.find(liege_shelf, "liege").speaking(language)
    text = publishing.publish(documents.report(match, side, since=43), "text")
    return re.sub("^# (offensive 17|move ge-1 to mons)", r"\1", text, flags=re.MULTILINE)


def quote(text: str, mark: str = "> ") -> str:
    return "".join(f"{mark}{line}\n" for line in text.splitlines())


def test_edits_in_quoted_template_are_orders_in_every_shape(example_shelf: Path) -> None:
    match, report = matches.find(example_shelf, "liege"), write_report(example_shelf)
    failed: list[str] = []
    for new in ("", "Hi Tom,\n\nmy orders are below.\n\nAnna"):
        for name, shape in SHAPES.items():
            if name in WITHOUT_REPORT:
                continue
            sent = submission.open_letter(
                "letter.eml", dressed(shape, report, new).encode(), at=AT, side="german"
            )
            try:
                answer = letter_answers.rehearse(match, sent)
            except Fault:
                failed.append(name)
                continue
            stands = tuple(line.order for line in answer.accepted)
            assert stands in {ORDERS, ()}, name
            if stands != ORDERS or answer.refused:
                failed.append(name)

    assert set(failed) <= RUN_TOGETHER


@pytest.mark.parametrize("language", ["en", "fr", "de", "el"])
def test_edits_are_named_in_answer(liege_shelf: Path, send_german: Send, language: str) -> None:
    answer = send_german(f"See below.\n\n{HEAD}{quote(write_report(liege_shelf, language=language))}")

    assert tuple(line.order for line in answer.accepted) == ORDERS
    assert "read as text" in answer.warnings[0]
    assert re.search("because the quoted template has them without #: .*`offensive 17`", answer.warnings[1])


def test_changed_line_of_quoted_template_is_an_order(liege_shelf: Path, send_german: Send) -> None:
    report = write_report(liege_shelf).replace("move ge-1 to mons ", "move ge-1 and ge-2 to mons ")

    answer = send_german(HEAD + quote(report))

    assert [line.order for line in answer.accepted][1:] == ["move ge-1 to mons", "move ge-2 to mons"]


def test_orders_above_quoted_template_leave_edits_out(liege_shelf: Path, send_german: Send) -> None:
    answer = send_german(f"pass\n\n{HEAD}{quote(write_report(liege_shelf))}")

    assert [line.order for line in answer.accepted] == ["pass"]
    assert any("were not read" in warning for warning in answer.warnings)


OLDER = {
    "quoted twice": lambda report: HEAD + quote(HEAD + quote(report)),
    "below two unmarked heads": lambda report: (
        f"{HEAD}Dear Anna, you wrote:\n\nFrom: Anna <a@x.org>\nSent: Sunday\nTo: R <r@x.org>\n\n{report}"
    ),
}


@pytest.mark.parametrize("dress", OLDER.values(), ids=OLDER)
def test_edits_in_an_older_quotation_are_not_read(
    liege_shelf: Path, send_german: Send, dress: Callable[[str], str]
) -> None:
    with pytest.raises(DataFault):
        send_german(dress(write_report(liege_shelf)))


def test_edits_in_report_of_closed_question_are_stale(liege_shelf: Path, send_german: Send) -> None:
    report = write_report(liege_shelf)
    send_german("pass\ndone")

    with pytest.raises(Stale):
        send_german(HEAD + quote(report))


def test_edits_in_report_of_other_side_are_not_read(liege_shelf: Path, send_german: Send) -> None:
    report = write_report(liege_shelf).replace("side: german", "side: entente")

    with pytest.raises(DataFault):
        send_german(HEAD + quote(report))
