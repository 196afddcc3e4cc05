"""Clubs of some seeds keep the promises of the program, and each planted bug breaks one."""

from collections import Counter

import pytest

from tests.club.__main__ import run
from tests.club.sabotage import BUGS

FAULTS = (
    "PowerLoss", "Killed", "Input/output error", "No space left", "clock", "doubled mails", "late mails",
    "lost mails", "mails sent again", "undone names", "letters by hand", "mail judged", "mail refused",
    "mail repeat", "bot letters", "bot silent", "bot nonsense", "bots by hand",
)  # fmt: skip
"""Events that the clubs of the suite must meet, by the beginnings of their names."""

SEEDS = {
    "drop_sync_of_journals": 1,
    "sync_journals_after_the_answers": 5,
    "drop_sync_of_folders": 11,
    "know_letters_by_id_alone": 2,
    "note_mails_before_they_are_judged": 1,
    "refuse_earlier_times": 6,
}
"""A seed that finds each planted bug."""


def test_clubs_keep_their_promises(request: pytest.FixtureRequest) -> None:
    total: Counter[str] = Counter()
    for seed in range(1, 1 + request.config.getoption("--clubs")):
        _, counts = run(seed, days=30)
        total += counts
    missing = [name for name in FAULTS if not any(event.startswith(name) for event in total)]
    assert not missing, total


def test_a_seed_gives_the_same_journals_and_mails() -> None:
    assert run(3, days=4) == run(3, days=4)


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_noticed(bug: str) -> None:
    with pytest.raises(AssertionError):
        run(SEEDS[bug], days=12, bug=bug)
