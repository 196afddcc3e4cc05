"""Reports are short, and still one block of keys, whole battles and the letter: over random questions."""

from pathlib import Path

import pytest

from tests.benchmarks import reports

NAMES = ("german-decisive", "last-season", "eastern-decisive", "1914")

STRAY = 5
"""By so many lines a few reports may stray, or those of another language."""


@pytest.mark.parametrize(("language", "questions"), [("en", 40), ("fr", 40), ("de", 20)])
def test_a_report_is_read_in_a_minute(tmp_path: Path, language: str, questions: int) -> None:
    lengths = list(reports.measure(questions, reports.gather_wars(NAMES, tmp_path), language=language))

    assert max(one.widest for one in lengths) <= reports.WIDTH
    assert reports.find_share(lengths, 0.5) <= reports.MEDIAN + STRAY
    assert reports.find_share(lengths, 0.95) <= reports.MOST
    asked = [one for one in lengths if one.question]
    assert reports.find_share(asked, 0.95) <= reports.ASKED + 2 * STRAY


def test_everything_is_longer(tmp_path: Path) -> None:
    wars = reports.gather_wars(NAMES[:1], tmp_path)
    short, full = (
        reports.find_share(list(reports.measure(5, wars, full=full)), 0.5) for full in (False, True)
    )

    assert full > 3 * short
