"""A post office on a disk that fills up loses no mail, files none twice, and answers each once.

The disk is a small file system of its own, so that files, the journal and the memory all run out of it.
"""

import os
import random
import shutil
import sys
from pathlib import Path

import pytest

from referee.faults import Fault
from referee.matches import matches
from tests.mail.conftest import Club, copy_club
from tests.mail.test_killed_processes import check, club, letters, work  # noqa: F401 - the fixture
from tests.small_disk import disk, fill  # noqa: F401 - the fixture

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="tmpfs is Linux's")

LEAST_LEFT, MOST_LEFT = 0, 256 * 1024
"""How many bytes are left for a process."""


def work_on(club: Club) -> int:  # noqa: F811 - no fixture here
    """What a process comes to: all its work (0), or a complaint (1); anything else is a fault of ours (2)."""
    child = os.fork()
    if child == 0:
        try:
            work(club)
        except (Fault, OSError):
            os._exit(1)
        except BaseException:
            os._exit(2)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_no_mail_is_lost_doubled_or_answered_twice(
    club: Club,  # noqa: F811 - the fixture
    disk: Path,  # noqa: F811 - the fixture
    example_shelf: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chance = random.Random(1915)
    # The cache may be gone at any time; here it fills the same disk.
    monkeypatch.setenv("XDG_CACHE_HOME", str(disk / "cache"))
    stopped, mails = 0, 0
    while stopped < request.config.getoption("--kills"):
        copied = copy_club(club, disk / "club", "address")
        done = 1
        while done:
            ballast = fill(disk, chance.randint(LEAST_LEFT, MOST_LEFT))
            done = work_on(copied)
            ballast.unlink()
            assert done in (0, 1)
            stopped += done
        work(copied)
        check(copied, matches.find(example_shelf, "liege"))
        mails += len(letters())
        shutil.rmtree(disk / "club")
        shutil.rmtree(disk / "cache", ignore_errors=True)
    assert stopped > 0
    print(f"{stopped} times the disk was full over {mails} mails")  # noqa: T201 - `-s` shows the figures
