"""An archive of many recorded wars: how long an audit takes, and what it says when a worker is killed.

By hand, on Linux: `python -m tests.benchmarks.archives [--journals 1000]`. The audit runs by one process, by
one a processor, and by a cluster of Dask with four; in the last two a worker is killed at a third. All have
to say the same of each journal. `--slope` audits so many journals and twice as many instead, and prints the
processor time that each further entry costs, and that of 10^8 entries.
"""

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from tests.benchmarks.stopwatch import ROOT
from tests.great_war.matches import record

WAYS = {
    "one process": (["--jobs", "1"], False),
    "one a processor": ([], False),
    "one a processor, one killed": ([], True),
    "Dask, four workers, one killed": (["--engine", "dask", "--jobs", "4"], True),
}
"""How the archive is audited, and whether a worker is killed in it."""


def build(shelf: Path, journals: int) -> None:
    """Put so many matches on a shelf, the recorded wars in turn."""
    wars = {name: record.unpacked(name) for name in record.ENDINGS}
    for number, (name, lines) in enumerate(islice(cycle(wars.items()), journals)):
        folder = shelf / f"{name}-{number}"
        folder.mkdir(parents=True)
        (folder / "journal.jsonl").write_bytes(lines)


def run(shelf: Path, options: Sequence[str], kill_at: int | None) -> tuple[float, list[Any], bool]:
    """The seconds that an audit took, its lines, and whether a worker was killed in it."""
    asked = [sys.executable, "-m", "referee", "audit", str(shelf), "--json", "-q", *options]
    begun, answers, killed = perf_counter(), [], False
    with subprocess.Popen(asked, stdout=subprocess.PIPE, cwd=ROOT) as audit:
        assert audit.stdout is not None
        for line in audit.stdout:
            answers.append(json.loads(line))
            if len(answers) == kill_at:
                killed = _kill_one(audit.pid)
    return perf_counter() - begun, answers, killed


def _kill_one(pid: int) -> bool:
    """Kill a worker of a process, whichever of its threads began it."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    for child in (child for listed in lists for child in listed.read_text().split()):
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
            os.kill(int(child), signal.SIGKILL)
            return True
    return False


def measure(shelf: Path) -> tuple[float, int]:
    """The processor time of an audit in seconds, and the number of entries that it proved and judged."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _, (*each, _), _ = run(shelf, ["--jobs", "1"], None)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent, sum(one["verified"]["entries"] + 1 for one in each)


def print_slope(journals: int) -> None:
    """Print the cost of an entry from an archive and one of twice its size, and of 10^8 entries by it."""
    with TemporaryDirectory() as folder:
        small, large = Path(folder, "small"), Path(folder, "large")
        build(small, journals)
        build(large, 2 * journals)
        (less, entries), (more, twice) = measure(small), measure(large)
    cost = (more - less) / (twice - entries)
    sys.stdout.write(
        f"{less:.1f} s of a processor for {entries} entries, {more:.1f} s for {twice}; "
        f"{1e6 * cost:.0f} us an entry, {1e8 * cost / 3600:.1f} hours for 10^8\n"
    )


def main() -> None:
    """Print what each way took, and stop where two ways disagree."""
    parser = argparse.ArgumentParser(prog="archives", description="Audit an archive of recorded wars.")
    parser.add_argument("--journals", type=int, default=1000, metavar="N", help="so many journals")
    parser.add_argument("--slope", action="store_true", help="print the cost of an entry")
    chosen = parser.parse_args()
    journals = chosen.journals
    if chosen.slope:
        print_slope(journals)
        return
    with TemporaryDirectory() as folder:
        build(Path(folder, "shelf"), journals)
        first: list[Any] = []
        for way, (options, kills) in WAYS.items():
            took, (*each, total), killed = run(
                Path(folder, "shelf"), options, journals // 3 if kills else None
            )
            assert killed == kills, way
            told = [(one["journal"], one["state"]) for one in each]
            first = first or told
            assert told == first, way
            again = f", {total['tried_again']} tried again" if kills else ""
            line = f"{way:32} {took:7.1f} s  {total['proved']} of {total['journals']} proved{again}"
            sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
