"""A skirmish of eight turns played by two players who read the text of their own reports and nothing else."""

import shutil
from pathlib import Path

import pytest

from referee.dice.chain import Secrets
from referee.matches import matches, opening
from referee.matches.judging import submission
from referee.reports import documents, letter_answers
from referee.reports.formats import plain_text
from tests.skirmish import letter_writer

PACK = Path(__file__).parents[2] / "games" / "skirmish"
AT = "2026-12-01T20:00:00Z"
SECRETS = Secrets(seed="5e" * 32, hidden="c0" * 32, keys=80)
TURNS = 8
MOST_LINES, MOST_COLUMNS = 60, 72


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], list[str]]:
    """All reports that asked something, and those at the end."""
    shelf, pack = tmp_path_factory.mktemp("shelf"), tmp_path_factory.mktemp("pack") / "skirmish"
    shutil.copytree(PACK, pack)
    scenario = pack / "scenarios" / "dawn-sap.yaml"
    scenario.write_text(scenario.read_text().replace("turns: 10", f"turns: {TURNS}"))
    opening.open_match(shelf, "sap", str(pack), at=AT, scenario="dawn-sap", secrets=SECRETS)
    asking: list[str] = []
    while True:
        match = matches.find(shelf, "sap")
        reports = {side: plain_text.write(documents.report(match, side)) for side in match.header.sides}
        pages = {side: letter_writer.read(report) for side, report in reports.items()}
        if all(page.over for page in pages.values()):
            return asking, list(reports.values())
        side, page = next((side, page) for side, page in pages.items() if page.asked)
        asking.append(reports[side])
        letter = letter_writer.answer(page, bold=side == "british")
        ruling = letter_answers.submit(
            shelf, "sap", submission.open_letter("letter", letter.encode(), at=AT, side=side)
        )
        assert not ruling.refused, f"{letter}\n{ruling.refused}"


def test_no_letter_is_refused_until_the_last_turn_is_over(played: tuple[list[str], list[str]]) -> None:
    asking, last = played

    assert len(asking) == 2 + 4 * TURNS
    assert max(letter_writer.read(report).turn for report in asking) == TURNS
    assert all("The game is over" in report for report in last)


def test_men_fight_in_it(played: tuple[list[str], list[str]]) -> None:
    """Both sides shot, both saw the other, and men were lost on both."""
    pages = [letter_writer.read(report) for report in played[0]]

    assert sum(bool(page.shots) for page in pages) > TURNS
    assert sum(bool(page.enemies) for page in pages) > TURNS
    assert all(" lost" in report for report in played[1])


def test_no_report_that_asks_is_longer_than_its_limit(played: tuple[list[str], list[str]]) -> None:
    lines = [report.count("\n") for report in played[0]]

    assert max(lines) <= MOST_LINES, lines
    assert max(len(line) for report in played[0] for line in report.splitlines()) <= MOST_COLUMNS
