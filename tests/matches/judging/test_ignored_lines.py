"""What a mail carries beside the orders of its writer: templates, broken comments, older letters."""

import json
import re
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from textwrap import fill, indent

import pytest

from referee.faults import DataFault, Fault, Stale
from referee.matches import matches
from referee.matches.letters.letters import LONGEST_ORDER
from referee.reports import documents, letter_results, publishing
from tests.matches.judging.conftest import Send

AT = "2026-12-01T20:00:00Z"


def template(liege_shelf: Path, language: str = "en") -> str:
    match = matches.find(liege_shelf, "liege").speaking(language)
    report = publishing.publish(documents.report(match, "german"), "text")
    found = re.search("^BEGIN ORDERS.*?^END ORDERS$", report, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[0]


DRESSES: dict[str, Callable[[str], str]] = {
    "as it was sent": str,
    "below prose": lambda block: f"Hi Tom,\n\nI am travelling until Friday.\n\n{block}\n\nBye, Hans",
    "indented": lambda block: indent(block, "        "),
    "quoted": lambda block: indent(block, "> "),
    "quoted below prose": lambda block: f"Please wait for me.\n\n{indent(block, '> > ')}",
    "with the line ends of Windows": lambda block: block.replace("\n", "\r\n"),
    "broken at 40 columns": lambda block: "\n".join(fill(line, 40) for line in block.split("\n")),
    "broken at 30 columns": lambda block: "\n".join(fill(line, 30) for line in block.split("\n")),
    "run together": lambda block: " ".join(block.split()),
    "run together and broken": lambda block: fill(" ".join(block.split()), 60),
    "with blanks that do not break": lambda block: block.replace(" ", "\u00a0"),
    "twice": lambda block: f"{block}\n\n{block}",
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("dress", DRESSES.values(), ids=DRESSES)
@pytest.mark.parametrize("language", ["en", "fr", "de", "el"])
def test_unedited_template_is_refused(
    liege_shelf: Path, send_german: Send, dress: Callable[[str], str], language: str
) -> None:
    (liege_shelf / "liege" / "languages.json").write_text(json.dumps({"german": language}))
    journal = liege_shelf / "liege" / "journal.jsonl"
    before = journal.read_bytes()

    with pytest.raises(DataFault) as fault:
        send_german(dress(template(liege_shelf, language)))

    assert [complaint.code for complaint in fault.value.complaints][:1] == ["template-unedited"]
    assert journal.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "order"),
    [
        ("Hi Tom,\n\nI play a limited offensive, and hope for the best.\n\nHans", "offensive 17"),
        ("Our first army marches to Maubeuge under a limited offensive.", ""),
        ("No offensive for us this time, we pass.", "pass"),
    ],
)
def test_sentences_above_a_quoted_report_are_read_as_without_it(
    liege_shelf: Path, send_german: Send, words: str, order: str
) -> None:
    report = publishing.publish(documents.report(matches.find(liege_shelf, "liege"), "german"), "text")

    answer = send_german(f"{words}\n\nOn Sunday, the referee wrote:\n{indent(report, '> ')}")

    proposed = answer.proposal.lines if answer.proposal is not None else ()
    assert [line.order for line in (*answer.accepted, *proposed)] == [order] * bool(order)


@pytest.mark.parametrize("language", ["en", "fr", "de", "el"])
def test_quoted_report_holds_no_orders(liege_shelf: Path, send_german: Send, language: str) -> None:
    (liege_shelf / "liege" / "languages.json").write_text(json.dumps({"german": language}))
    send_german("limited offensive\nmove ge-1 from namur to maubeuge\nbattle maubeuge\ndone")
    match = matches.find(liege_shelf, "liege").speaking(language)
    report = publishing.publish(documents.report(match, "german"), "text")

    answer = send_german(f"retreat the cavalry to Namur\n\n{indent(report, '> ')}")

    assert [line.order for line in answer.accepted] == ["retreat ge-c1 to namur"]
    assert answer.warnings == ()


def test_uncommented_template_line_is_an_order(liege_shelf: Path, send_german: Send) -> None:
    answer = send_german(template(liege_shelf).replace("# pass", "pass"))

    assert [line.order for line in answer.accepted] == ["pass"]
    assert answer.warnings == ()


@pytest.mark.parametrize("below", ["", "\nThank you all for the game, and see you there."])
@pytest.mark.parametrize("line", ["pass", "when offensive: pass"])
def test_template_with_one_order_is_accepted(
    liege_shelf: Path, send_german: Send, line: str, below: str
) -> None:
    answer = send_german(template(liege_shelf).replace("# pass", f"{line}{below}"))

    assert [*(one.order for one in answer.accepted), *(answer.in_advance or ())] == [line]


def test_edited_report_is_accepted(liege_shelf: Path, send_german: Send) -> None:
    report = publishing.publish(documents.report(matches.find(liege_shelf, "liege"), "german"), "text")

    answer = send_german(f"Hi Tom,\n\n{report.replace('# pass', 'pass')}")

    assert [line.order for line in answer.accepted] == ["pass"]


def test_wrapped_comment_is_ignored_beside_order(liege_shelf: Path, send_german: Send) -> None:
    edited = template(liege_shelf).replace("# pass", "pass").replace("# Limited", "# Limited\n")

    answer = send_german(edited)

    assert [line.order for line in answer.accepted] == ["pass"]
    assert len(answer.warnings) == 1
    assert "rest of a wrapped comment" in answer.warnings[0]


def test_wrapped_comment_after_accepted_order_is_ignored(liege_shelf: Path, send_german: Send) -> None:
    edited = (
        template(liege_shelf).replace("# offensive 17", "offensive 17").replace("# Limited", "# Limited\n")
    )

    answer = send_german(edited)

    assert [line.order for line in answer.accepted] == ["offensive 17"]
    assert answer.warnings[0].startswith("these lines were read as the rest of a wrapped comment: 5 `")
    assert "rest of a wrapped comment" in answer.warnings[0]


def test_line_is_an_order_without_comment_above(send_german: Send) -> None:
    assert [line.order for line in send_german("Offensive (17)").accepted] == ["offensive 17"]


def test_orders_in_quoted_template_are_named(liege_shelf: Path, send_german: Send) -> None:
    quoted = indent(
        template(liege_shelf).replace("# pass", "pass").replace("side: german", "side: entente"), "> "
    )

    with pytest.raises(DataFault) as fault:
        send_german(f"Here are my orders:\n{quoted}")

    codes = [complaint.code for complaint in fault.value.complaints]
    assert codes == ["no-order", "orders-unread"]
    assert re.search(r"were not read: \d+ `pass`", fault.value.complaints[1].text)


@pytest.mark.parametrize(
    ("text", "side", "said"),
    [
        ("", None, ["no-order"]),
        ("", "german", ["no-order"]),
        ("> offensive 17\n", None, ["no-order"]),
        ("> offensive 17\n", "german", ["no-order", "orders-unread"]),
        ("offensive 17\n", None, ["sender-unknown"]),
    ],
)
def test_mail_without_orders_is_refused_before_sender_is_needed(
    send_german: Send, text: str, side: str | None, said: list[str]
) -> None:
    with pytest.raises(Fault) as fault:
        send_german(text, side)
    assert [complaint.code for complaint in fault.value.complaints] == said


OLDER = {
    "below a telephone": "offensive 17\n\nSent from my iPhone\n\npass\n",
    "below an attribution": "offensive 17\n\nOn 3 May 2026 Jim <j@x.org> wrote:\n\npass\n",
    "below a head": "offensive 17\n\nVan: Jim\nVerzonden: maandag\n\npass\n",
    "below a signature": "offensive 17\n-- \npass\n",
    "in quoted text": "offensive 17\n> pass\n",
    "in quoted text above a row of dashes": "offensive 17\n> pass\n> --------\n",
    "in quoted text above a longer heading": "offensive 17\n> pass\n> Orders\n> ------\n",
    "outside the fence": "pass\nBEGIN ORDERS liege\noffensive 17\nEND ORDERS\n",
    "in an older fence": "offensive 17\n\nSent from my iPhone\nBEGIN ORDERS\npass\nEND ORDERS\n",
}


@pytest.mark.parametrize("text", OLDER.values(), ids=OLDER)
def test_excluded_orders_are_named_and_not_run(send_german: Send, text: str) -> None:
    answer = send_german(text)

    assert [line.order for line in answer.accepted] == ["offensive 17"]
    assert any("look like orders" in warning and "`pass`" in warning for warning in answer.warnings)


def test_underlined_heading_of_a_report_is_not_named(send_german: Send) -> None:
    assert send_german("offensive 17\n> Pass  \n> -----\n> Battle liege\n> ============\n").warnings != ()
    assert send_german("offensive 17\n> Battle liege\n> ============\n").warnings == ()


def test_orders_below_prose_are_named(send_german: Send) -> None:
    """A few lines are tried for orders; prose is none of them."""
    prose = "".join(f"> It rained on day {number}.\n" for number in range(70))
    answer = send_german(f"offensive 17\n{prose}> pass\n")

    assert [warning.partition("read: ")[2].partition(" (")[0] for warning in answer.warnings] == ["72 `pass`"]


@pytest.mark.parametrize(("more", "named"), [(0, True), (1, False)])
def test_too_long_line_is_not_read_as_order(send_german: Send, more: int, named: bool) -> None:
    line = "offensive".ljust(LONGEST_ORDER + more - 2) + "17"

    assert bool(send_german(f"offensive 17\n> {line}\n").warnings) is named


def test_first_excluded_orders_are_named(send_german: Send) -> None:
    answer = send_german("offensive 17\n" + "> pass\n" * 70)

    (warning,) = answer.warnings
    assert warning.count("`pass`") == 8


def test_report_below_letter_is_not_orders(liege_shelf: Path, send_german: Send) -> None:
    report = publishing.publish(
        documents.report(matches.find(liege_shelf, "liege"), "german", since=43), "text"
    )

    quoted = indent(report, "> ", lambda _: True)
    answer = send_german(f"offensive 17\n\nOn 3 May 2026 Jim wrote:\n{quoted}")

    assert [line.order for line in answer.accepted] == ["offensive 17"]
    assert answer.warnings == ()


OPENING = "offensive 17\nmove ge-1 to mons\nmove ge-2 to mons\nbattle mons"


def test_repeated_word_may_answer_next_question(liege_shelf: Path, send_german: Send) -> None:
    """A second honest `done` is not thrown away, and one that came twice answers one question."""
    send_german(OPENING)
    first = send_german("done")
    assert [prompt.side for prompt in first.prompts] == ["german"]
    head = len(matches.find(liege_shelf, "liege").entries)

    with pytest.raises(Stale) as fault:
        send_german("done")

    (complaint,) = fault.value.complaints
    assert (complaint.code, f"answers: {head}" in complaint.remedy) == ("repeat-or-new", True)
    assert len(matches.find(liege_shelf, "liege").entries) == head
    assert send_german(f"answers: {head}\ndone").accepted


def test_repeat_has_its_own_code(send_german: Send) -> None:
    first, again = send_german("pass"), send_german("pass")

    assert (first.code, again.code, again.again) == ("", "repeat", True)
    assert again.accepted == first.accepted


@pytest.mark.parametrize("line", ["move ge-2 to mons", "The 2nd Army goes to Mons.", "2nd Army to Mons"])
def test_order_below_the_block_is_named(send_german: Send, line: str) -> None:
    answer = send_german(f"BEGIN ORDERS liege\noffensive 17\nEND ORDERS\n\n{line}\n")

    assert [one.order for one in answer.accepted] == ["offensive 17"]
    assert any(line in warning and "were not read" in warning for warning in answer.warnings)


ENCODED = (
    "From: Anna <anna@x.org>\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n"
)


@pytest.mark.parametrize(("line", "count"), [("", 0), ("and so to bed", 2), ("move ge-9 to nowhere", 1)])
def test_encoding_is_named_beside_numbers_of_lines(rehearse_german: Send, line: str, count: int) -> None:
    """A mail in base64 had a note about line numbers even if its answer names no line."""
    text = b64encode(f"offensive 17\nmove ge-1 to mons\n{line}\n".encode()).decode()

    answer = rehearse_german(f"{ENCODED}{text}\n")

    assert len(answer.warnings) == count
    assert any("is encoded" in warning for warning in answer.warnings) is (count > 0)


def test_rehearsal_of_a_proposal_accepts_no_line(rehearse_german: Send) -> None:
    """Its first lines are orders, but the whole letter is only proposed."""
    letter = (
        'limited offensive\nmove ge-1 to maubeuge\nMove your pieces. End with "done".\nbattle maubeuge\ndone'
    )
    answer = rehearse_german(letter)
    text = publishing.publish(letter_results.document(answer), "text")

    assert answer.proposal is not None
    assert answer.accepted
    assert "Nothing was played" in text
    assert "accepted" not in text
