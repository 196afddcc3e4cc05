"""Clubs of some seeds keep the promises of the program, and each planted bug breaks one."""

import mailbox
from collections import Counter
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.club.__main__ import BROKEN, Log, run, run_all
from tests.club.sabotage import BUGS
from tests.club.world import BrokenPromiseError

FAULTS = (
    "PowerLoss", "Killed", "Input/output error", "No space left", "clock", "doubled mails", "late mails",
    "lost mails", "mails sent again", "undone names", "letters by hand", "mail judged", "mail refused",
    "mail repeat", "bot letters", "bot silent", "bot nonsense", "bots by hand",
    "rounds with the server away", "days with a held office",
)  # fmt: skip
"""Events that the clubs of the suite must meet, by the beginnings of their names."""

MORE_CLUBS = 6
"""Most clubs that are run until each event was met, beyond those that were asked for."""

MORE_SEEDS = 60
"""Most seeds that are tried for a planted bug: any change of the program gives a seed another course."""

DAYS = 12
"""Days of each of them: a bug is found early, and many short lives cost less than a long one."""

SEEDS = {
    "drop_sync_of_journals": 2,
    "sync_journals_after_the_answers": 2,
    "drop_sync_of_folders": 2,
    "know_letters_by_id_alone": 7,
    "note_mails_before_they_are_judged": 2,
    "refuse_earlier_times": 28,
    "trust_the_clock": 77,
    "leave_mails_of_dead_workers": 67,
    "load_the_dice": 2,
}
"""The first seed that is tried for each planted bug; it found it when this was written."""


FIRST_CLUB = 26
"""The first seed without a planted bug; its club met every event when this was written."""


def test_clubs_keep_their_promises(request: pytest.FixtureRequest) -> None:
    total: Counter[str] = Counter()
    clubs = request.config.getoption("--clubs")
    for number in range(clubs + MORE_CLUBS):
        _, counts = run(FIRST_CLUB + number, days=30)
        total += counts
        missing = [name for name in FAULTS if not any(event.startswith(name) for event in total)]
        if number + 1 >= clubs and not missing:
            break
    assert not missing, total


def test_a_seed_gives_the_same_journals_and_mails(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = run(24, days=5)
    # Mails get other names, whose order is not that of their times.
    times = count(1e9, -1.0)
    monkeypatch.setattr(mailbox, "time", SimpleNamespace(time=lambda: next(times)))

    assert run(24, days=5) == ran


@pytest.mark.sample(2)
@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_noticed(bug: str) -> None:
    tried = ((seed, broken_on(seed, bug)) for seed in range(SEEDS[bug], SEEDS[bug] + MORE_SEEDS))
    seed, day = next((seed, day) for seed, day in tried if day is not None)
    # The same days without the bug.
    run(seed, days=day)


def broken_on(seed: int, bug: str) -> int | None:
    """Return the day on which a club with a planted bug breaks a promise, or None if the club ends before."""
    try:
        run(seed, days=DAYS, bug=bug)
    except BrokenPromiseError as broken:
        return broken.day
    return None


def test_a_run_goes_on_where_it_was_cut_off(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log"
    begun = run_all(range(1, 3), 2, "", Log(path, 2))
    capsys.readouterr()

    whole = run_all(range(1, 4), 2, "", Log(path, 2))
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["3"]
    assert (begun["days"], whole["days"]) == (4, 6)
    assert whole == run_all(range(1, 4), 2, "", None)
    assert Log(path, 3).find(1) is None


def test_a_run_names_the_seeds_of_broken_promises_and_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    bug = "load_the_dice"
    total = run_all(range(SEEDS[bug], SEEDS[bug] + 2), 3, bug, None)

    assert f"seed {SEEDS[bug]}: day 3: a journal does not verify" in capsys.readouterr().out
    assert total[BROKEN] >= 1
