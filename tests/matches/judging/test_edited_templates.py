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


def test_edits_in_quoted_template_are_orders_in_every_shape(
    example_shelf: Path, pytestconfig: pytest.Config
) -> None:
    match, report = matches.find(example_shelf, "liege"), write_report(example_shelf)
    failed: list[str] = []
    each = min(2, pytestconfig.getoption("--letters"))
    for number, new in enumerate(("", "Hi Tom,\n\nmy orders are below.\n\nAnna")):
        for name, shape in [*SHAPES.items()][number % each :: each]:
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


TYPED = ("move ge-1 to mons", "move ge-2 to brussels")


def interleave(report: str, mark: str) -> str:
    """Quote a report whose player removed the # of two lines and typed moves between them."""
    lines = quote(report, mark).splitlines()
    at = next(at for at, line in enumerate(lines) if line.removeprefix(mark).startswith("offensive 17"))
    return "\n".join((*lines[: at + 1], *TYPED, *lines[at + 1 :])) + "\n"


def write_half_edited(liege_shelf: Path) -> str:
    report = write_report(liege_shelf).replace("\nmove ge-1 to mons", "\n# move ge-1 to mons")
    return re.sub("^# done$", "done", report, count=1, flags=re.MULTILINE)


INTERLEAVED = ("offensive 17", *TYPED, "done")
OUTLOOK = "Dear Anna,\n\nFrom: Referee <r@club.example>\nSent: Sunday\nTo: Anna <a@x.org>\nSubject: liege\n\n"
CLIENTS = {
    "marks and blanks": ("> ", HEAD),
    "marks": (">", HEAD),
    "bars": ("| ", HEAD),
    "Outlook": ("", OUTLOOK),
}


@pytest.mark.parametrize(("mark", "head"), CLIENTS.values(), ids=CLIENTS)
def test_lines_typed_between_quoted_ones_belong_to_block(
    liege_shelf: Path, rehearse_german: Send, mark: str, head: str
) -> None:
    answer = rehearse_german(
        f"Hi Tom, see below.\n\n{head}{interleave(write_half_edited(liege_shelf), mark)}"
    )

    assert tuple(line.order for line in answer.accepted) == INTERLEAVED
    assert not answer.refused
    named = next(text for text in answer.warnings if "quoted template has them without #" in text)
    assert "`offensive 17`" in named
    assert "`done`" in named


def test_typed_remarks_between_quoted_lines_are_text(liege_shelf: Path, rehearse_german: Send) -> None:
    letter = interleave(write_half_edited(liege_shelf), "> ").replace(TYPED[1], "Thanks, and have fun!")

    answer = rehearse_german(HEAD + letter)

    assert [line.order for line in answer.accepted] == ["offensive 17", "move ge-1 to mons", "done"]


def test_wrapped_comments_between_quoted_lines_are_ignored(liege_shelf: Path, rehearse_german: Send) -> None:
    letter = quote(write_half_edited(liege_shelf)).replace(": one battle", ": one\nbattle")
    assert "\nbattle\n" in letter

    answer = rehearse_german(HEAD + letter)

    assert [line.order for line in answer.accepted] == ["offensive 17", "done"]
    assert any("rest of a wrapped comment" in warning for warning in answer.warnings)


def test_typed_lines_in_untouched_template_are_read_alone(liege_shelf: Path, rehearse_german: Send) -> None:
    report = re.sub("^(offensive 17|done)", r"# \1", write_half_edited(liege_shelf), flags=re.MULTILINE)
    letter = quote(report).replace("> # offensive 17", "offensive 17\n> # offensive 17")

    answer = rehearse_german(f"{HEAD}{letter}")

    assert [line.order for line in answer.accepted] == ["offensive 17"]
    assert not answer.warnings


HOSTILE: dict[str, tuple[Callable[[str], str], str]] = {
    "other side": (lambda text: text.replace("side: german", "side: entente"), "senders-differ"),
    "other match": (lambda text: text.replace("ORDERS liege", "ORDERS verdun"), "other-match"),
    "closed question": (lambda text: re.sub("answers: [0-9]+", "answers: 3", text), "stale"),
    "two blocks": (lambda text: f"{text}\nand\n\n{text}", "fence-twice"),
}


@pytest.mark.parametrize(("change", "code"), HOSTILE.values(), ids=HOSTILE)
def test_foreign_interleaved_block_is_refused(
    liege_shelf: Path, rehearse_german: Send, change: Callable[[str], str], code: str
) -> None:
    with pytest.raises(Fault) as fault:
        rehearse_german(HEAD + change(interleave(write_half_edited(liege_shelf), "> ")))

    assert [complaint.code for complaint in fault.value.complaints] == [code]


def test_quoted_lines_of_older_block_are_not_read(liege_shelf: Path, rehearse_german: Send) -> None:
    report = interleave(write_half_edited(liege_shelf), "> ")
    letter = "".join(f"> {line}" if line[:1] == ">" else line for line in report.splitlines(keepends=True))

    answer = rehearse_german(f"{HEAD}{letter}")

    assert not answer.accepted
    assert any("were not read" in warning for warning in answer.warnings)


def test_unquoted_block_precedes_interleaved_one(liege_shelf: Path, rehearse_german: Send) -> None:
    letter = interleave(write_half_edited(liege_shelf), "> ")

    answer = rehearse_german(f"BEGIN ORDERS liege\npass\nEND ORDERS\n\n{HEAD}{letter}")

    assert [line.order for line in answer.accepted] == ["pass"]
    assert any("were not read" in warning for warning in answer.warnings)
