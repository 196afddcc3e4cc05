"""A post office whose process is killed at random loses and doubles nothing, and planted bugs are noticed."""

import re
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.mail.killed_offices import Evening, run
from tests.mail.offices_with_bugs import BUGS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no shared post office")

KILLS = 3
"""Kills of an evening with a planted bug."""

EVENINGS = 10
"""Most evenings that are tried for a planted bug."""


def test_killed_office_loses_and_doubles_nothing(request: pytest.FixtureRequest) -> None:
    kills = request.config.getoption("--office-kills")

    counts = sum(run(kills, seed=1), Counter[str]())

    assert counts["kills"] == kills
    assert counts["mail judged"] > kills


def test_two_killed_workers_lose_and_double_nothing(tmp_path: Path) -> None:
    evening = Evening(tmp_path, seed=2, workers=2)

    evening.live(2)

    assert evening.counts["mail judged"]


NOTICED = {
    "answer_before_the_append": r"\w+ lost entry \d+ after a mail named it",
    "answer_the_other_side": r"\S+@player.example saw a letter of \S+@player.example",
    "forget_earlier_mails": r"lost: .*, doubled: .*@player.example",
    "note_mails_before_they_are_judged": r"lost: .*@player.example",
}
"""First words of the broken promise that each planted bug leads to."""


@pytest.mark.parametrize("bug", BUGS)
def test_planted_bug_is_noticed(bug: str, tmp_path: Path) -> None:
    for seed in range(1, EVENINGS + 1):
        try:
            Evening(tmp_path / str(seed), seed, bug=bug).live(KILLS)
        except AssertionError as promise:
            if re.match(NOTICED[bug], str(promise)):
                return
    pytest.fail(f"{EVENINGS} evenings did not notice {bug}")
