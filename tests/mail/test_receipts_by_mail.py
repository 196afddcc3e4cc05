"""Receipts of letters by mail: signed by the key of the club, and missed in a copy that lacks the letter."""

from pathlib import Path

import pytest

from referee.matches import matches
from referee.matches.club_log import receipts, recording, report_check
from referee.matches.journal import reading
from schemas.answers.club import ClubChecked
from tests.mail.conftest import Club
from tests.mail.test_club_by_mail import logged  # noqa: F401 - the fixture


@pytest.fixture
def answered(logged: Club) -> Club:  # noqa: F811 - the fixture
    """A club with a log, which answered a letter."""
    logged.play("german", "pass", at="2026-12-01T20:05:00Z")
    return logged


def check(club: Club, folder: Path, entries: int | None = None) -> ClubChecked:
    path = folder / "copy.jsonl"
    with (club.shelf / "liege" / "journal.jsonl").open("rb") as file:
        lines = list(reading.copy_lines(file, club.shelf / "liege" / "journal.jsonl", "german"))
    path.write_bytes(b"".join(lines if entries is None else lines[: entries + 1]))
    texts = {str(n): report_check.read_text(bytes(mail)) for n, mail in enumerate(club.mails("german"))}
    return report_check.check(texts, recording.demand(club.shelf).key, copy=matches.read_copy(path))


def test_answer_to_a_letter_bears_a_receipt(answered: Club, tmp_path: Path) -> None:
    texts = [report_check.read_text(bytes(mail)) for mail in answered.mails("german")]
    (receipt,) = [receipt for text in texts for receipt in receipts.find(text)]
    result = check(answered, tmp_path)

    assert receipts.holds_letter(matches.find(answered.shelf, "liege"), receipt.letter)
    assert result.receipts == 1
    assert [one.code for one in result.differences if "lost" in one.code or "receipt" in one.code] == []


def test_lost_letter_is_proved_by_its_receipt(answered: Club, tmp_path: Path) -> None:
    result = check(answered, tmp_path, entries=1)

    assert "letter-lost" in [one.code for one in result.differences]


def test_answer_to_the_other_player_has_no_receipt(answered: Club) -> None:
    texts = [report_check.read_text(bytes(mail)) for mail in answered.mails("entente")]

    assert [receipt for text in texts for receipt in receipts.find(text)] == []


def test_quoted_receipt_is_read_and_a_damaged_one_is_not(answered: Club) -> None:
    texts = [report_check.read_text(bytes(mail)) for mail in answered.mails("german")]
    (receipt,) = [receipt for text in texts for receipt in receipts.find(text)]
    quoted = "".join(f"> {line}\n" for line in receipt.lines())

    assert [one.letter for one in receipts.find(quoted)] == [receipt.letter]
    assert [*receipts.find(quoted.replace("letter ", "letters "))] == []
