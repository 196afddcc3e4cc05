"""The club log by mail: reports carry proofs, which replies quote, and answers to letters carry receipts."""

from pathlib import Path

import pytest

from referee.matches import history, matches, opening
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


def test_lost_letter_is_proved_by_its_receipt(answered: Club, tmp_path: Path) -> None:
    result = check(answered, "german", tmp_path, entries=1)

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
