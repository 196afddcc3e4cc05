"""The club log by mail: reports carry proofs, which replies quote, and answers to letters carry receipts."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.cli.render import club_text
from referee.faults import Complaint, NotFound
from referee.i18n.translator import ENGLISH
from referee.matches import history, matches, moderator_entries, opening
from referee.matches.club_log import receipts, recording, report_check
from referee.matches.journal import reading
from referee.reports import legal_orders
from schemas.answers.club import ClubChecked
from tests.mail.conftest import AT, PLAYERS, SECRETS, Club

LETTERS = 6


@pytest.fixture
def logged(tmp_path: Path) -> Club:
    """A club with a log; both players were sent their first report."""
    club = Club(tmp_path / "club" / "matches")
    club.set_up()
    recording.start(club.shelf, "club.example")
    opening.open_match(club.shelf, "liege", "ttlm", at=AT, secrets=SECRETS)
    club.seat()
    club.send()
    return club


def find_report(club: Club, side: str) -> str:
    """Return the last report that a player was sent."""
    texts = [str(mail.get_content()) for mail in club.mails(side)]
    return [text for text in texts if "referee club log, leaf" in text][-1]


def answer(club: Club, *, below: bool) -> None:
    """Reply for the side that is asked: its first option, above or inside the template of its report."""
    match = matches.find(club.shelf, "liege")
    side = next(iter(history.list_awaited_sides(match.rules, match.position())))
    (order,) = legal_orders.options(match, side, 1).orders
    report = find_report(club, side)
    begin, end = report.index("BEGIN ORDERS"), report.index("END ORDERS")
    if below:
        letter = f"{report[begin:end]}{order}\nEND ORDERS\n"
    else:
        quoted = report[:end] + order + "\n" + report[end:]
        letter = "Here are my orders.\n\n" + "\n".join(f"> {line}" for line in quoted.splitlines())
        letter = letter.replace(f"> {order}\n", f"{order}\n")
    done = club.receive(club.reply(side, letter), at=f"2026-12-01T20:{len(match.entries):02}:00Z")
    assert (done.verdict, done.match) == ("judged", "liege"), (done, letter)
    club.send()


def check(club: Club, side: str, folder: Path, entries: int | None = None) -> ClubChecked:
    """Check the mails of a player with his copy, or with its first entries."""
    texts = {str(n): report_check.read_text(bytes(mail)) for n, mail in enumerate(club.mails(side))}
    path = folder / f"{side}.jsonl"
    journal = club.shelf / "liege" / "journal.jsonl"
    with journal.open("rb") as file:
        lines = list(reading.copy_lines(file, journal, side))
    path.write_bytes(b"".join(lines if entries is None else lines[: entries + 1]))
    return report_check.check(texts, recording.demand(club.shelf).key, copy=matches.read_copy(path))


@pytest.mark.parametrize("below", [True, False], ids=["in the template", "inside the quoted report"])
def test_replies_quote_the_log_and_each_player_checks_his_own_mails(
    logged: Club, tmp_path: Path, below: bool
) -> None:
    for _ in range(LETTERS):
        answer(logged, below=below)

    match = matches.find(logged.shelf, "liege")
    assert {turn.side for turn in report_check.list_turns(match)} == {*PLAYERS}
    for side in PLAYERS:
        checked = check(logged, side, tmp_path)
        assert checked.differences == ()
        assert len(checked.sizes) >= 2


@pytest.fixture
def answered(logged: Club) -> Club:
    """A club with a log, which answered a letter."""
    logged.play("german", "pass", at="2026-12-01T20:05:00Z")
    return logged


def test_answer_to_a_letter_bears_a_receipt(answered: Club, tmp_path: Path) -> None:
    texts = [report_check.read_text(bytes(mail)) for mail in answered.mails("german")]
    (receipt,) = [receipt for text in texts for receipt in receipts.find(text)]
    result = check(answered, "german", tmp_path)

    assert receipts.holds_letter(matches.find(answered.shelf, "liege"), receipt.letter)
    assert result.receipts == 1
    assert [one.code for one in result.differences if "lost" in one.code or "receipt" in one.code] == []


def test_copy_older_than_a_mail_is_named_and_accuses_no_one(answered: Club, tmp_path: Path) -> None:
    result = check(answered, "german", tmp_path, entries=1)

    assert {one.code for one in result.differences} == {"copy-ends"}
    text = club_text.word_check(result, signed=True, tongue=ENGLISH)
    assert "your copy ends at entry 1, before the head 2:" in text
    assert "(ask for a new copy; if it does not have this head either," in text


def test_letter_of_another_history_is_lost_and_its_receipt_proves_it(answered: Club, tmp_path: Path) -> None:
    texts = {"mine": "\n".join(report_check.read_text(bytes(mail)) for mail in answered.mails("german"))}
    other = tmp_path / "other"
    opening.open_match(other, "liege", "ttlm", at=AT, secrets=SECRETS)
    for number in range(3):
        text = f"remark {number}"
        moderator_entries.note(other, "liege", text, by=None, private=False, at=AT)
    copy = matches.find(other, "liege")

    codes = {one.code for one in report_check.check(texts, copy=copy).differences}
    assert {"letter-lost", "head-of-other-history"} <= codes


def test_text_of_a_fault_has_its_remedy_and_no_empty_file_name(answered: Club, tmp_path: Path) -> None:
    fault = Complaint.of(report_check.QuoteDifference.UNQUOTED, side="Germany", entries="3")
    answer = replace(check(answered, "german", tmp_path), differences=(fault.record,))

    assert club_text.word_check(answer, signed=True, tongue=ENGLISH).splitlines()[-1] == (
        "no letter of Germany quotes a head at these entries: 3"
        " (ask its player which head the letters quoted, or compare your copies)"
    )


def test_files_without_a_proof_are_refused_with_the_file_that_has_one() -> None:
    with pytest.raises(NotFound, match="none of these files has a proof of the club log") as fault:
        report_check.check({"ruling.txt": "Accepted.\n"})

    assert "the reports that you were sent" in str(fault.value)


def test_answer_to_the_other_player_has_no_receipt(answered: Club) -> None:
    texts = [report_check.read_text(bytes(mail)) for mail in answered.mails("entente")]

    assert [receipt for text in texts for receipt in receipts.find(text)] == []


def test_quoted_receipt_is_read_and_a_damaged_one_is_not(answered: Club) -> None:
    texts = [report_check.read_text(bytes(mail)) for mail in answered.mails("german")]
    (receipt,) = [receipt for text in texts for receipt in receipts.find(text)]
    quoted = "".join(f"> {line}\n" for line in receipt.lines())

    assert [one.letter for one in receipts.find(quoted)] == [receipt.letter]
    assert [*receipts.find(quoted.replace("letter ", "letters "))] == []
