"""The time from a letter in the inbox to its answer in the outgoing mail, of the real `referee mail watch`.

By hand: `python -m tests.benchmarks.latency [--matches 20] [--mails 50]`. The inbox and the outgoing mail are
Maildirs. Rounds would come every ten minutes, so that each answer shows that the letter woke the program.
"""

import argparse
import mailbox
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from tests.benchmarks import post_offices
from tests.benchmarks.stopwatch import ROOT

SELDOM = "600"
"""Seconds between two rounds without mail."""

PATIENCE = 30.0
"""Seconds after which an answer counts as missing."""

LOOK = 0.005
"""Seconds between two looks at the outgoing mail."""


def measure(folder: Path, matches: int, mails: int) -> list[float]:
    """Return the seconds until each letter was answered."""
    names = [f"front-{number}" for number in range(1, matches + 1)]
    club = post_offices.found_many(folder, mails, names)
    (club.shelf / "_post" / "config.toml").write_text(
        post_offices.MAILDIR_SETTINGS.format(folder=folder.as_posix())
    )
    inbox, outgoing = (mailbox.Maildir(folder / name, create=True) for name in ("inbox", "outgoing"))
    letters = list(islice(club.mails, mails))
    with _watching(club.shelf):
        # The first round sends the first report to both players of each match.
        _wait_for(folder / "outgoing" / "new", 2 * matches)
        outgoing.clear()
        return [_send(folder, inbox, raw) for raw in letters]


@contextmanager
def _watching(shelf: Path) -> Iterator[None]:
    command = [sys.executable, "-m", "referee", "mail", "watch", "--every", SELDOM, "--quiet"]
    watch = subprocess.Popen([*command, "--shelf", str(shelf)], cwd=ROOT)
    try:
        yield
    finally:
        watch.terminate()
        watch.wait()


def _send(folder: Path, inbox: mailbox.Maildir, raw: bytes) -> float:
    """Deliver a letter, and return the seconds until a mail leaves."""
    before = _count(folder / "outgoing" / "new")
    begin = time.perf_counter()
    inbox.add(raw)
    _wait_for(folder / "outgoing" / "new", before + 1)
    return time.perf_counter() - begin


def _wait_for(folder: Path, count: int) -> None:
    last = time.monotonic() + PATIENCE
    while (there := _count(folder)) < count:
        assert time.monotonic() < last, f"{there} of {count} mails"
        time.sleep(LOOK)


def _count(folder: Path) -> int:
    return sum(1 for _ in folder.iterdir())


def main(words: Sequence[str] | None = None) -> None:
    """Print the middle and the slowest of some answers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--mails", type=int, default=50)
    chosen = parser.parse_args(words)
    with TemporaryDirectory() as folder:
        took = measure(Path(folder), chosen.matches, chosen.mails)
    slow = quantiles(took, n=20)[-1]
    sys.stdout.write(
        f"{len(took)} letters: p50 {median(took):.3f} s, p95 {slow:.3f} s, longest {max(took):.3f} s\n"
    )


if __name__ == "__main__":
    main()
