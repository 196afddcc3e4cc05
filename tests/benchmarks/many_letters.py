"""A match of one-order letters, filed one after the other by one process, while others look on.

By hand: `python -m tests.benchmarks.many_letters [--letters 10000] [--readers 100]`. Each reader asks for the
end of the log until all is filed: each answer has to be whole, and none may be older than the one before.
On Linux and macOS.
"""

import argparse
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event
from time import perf_counter, process_time

from referee.matches import matches, opening
from referee.matches.judging import batches
from referee.matches.judging.submission import Filed
from referee.matches.matches import Holder
from tests.benchmarks.long_match import AT, NAME, SECRETS, Players
from tests.benchmarks.stopwatch import ROOT
from tests.systems import system_of

GIVING_WAY = ("nice", "-n", "15")
"""Readers give way to the writer: a hundred of them would leave him a fiftieth of two processors."""

Took = tuple[float, float]
"""The seconds of the processor and of the clock that a letter took."""


class LetterWriter(Players):
    """Both sides of a match, who send each order as a letter of its own."""

    def __init__(self, shelf: Path, letters: int, seed: int) -> None:
        super().__init__(matches.find(shelf, NAME), letters, Random(seed))
        self._shelf = shelf

    def send_one(self, holder: Holder, number: int) -> Took | None:
        """File one letter, which says what no other says; nothing once the campaign is over."""
        with holder.hold(self._shelf, NAME) as (_, match):
            self._position = match.position()
        if self.over:
            return None
        order = self._chosen(self._asked())
        letter = f"side: {order.side}\n{system_of(self._rules).notation.write(order)}\n# {number}"
        line = json.dumps({"match": NAME, "letter": letter}).encode()
        begin, start = process_time(), perf_counter()
        filed = batches.judge(self._shelf, line, number, at=AT, holder=holder)
        took = process_time() - begin, perf_counter() - start
        assert isinstance(filed, Filed), letter
        assert filed.entries[-1].body.kind in {"order", "anchor"}, letter
        self.happened += 1
        return took


def file_letters(shelf: Path, letters: int, seed: int, opened: Event) -> list[Took]:
    """Open a match, and file so many letters, unless it is over before."""
    opening.open_match(shelf, NAME, "ttlm", at=AT, secrets=SECRETS)
    opened.set()
    writer = LetterWriter(shelf, letters, seed)
    took: list[Took] = []
    with Holder() as holder:
        while len(took) < letters and (one := writer.send_one(holder, len(took))) is not None:
            took.append(one)
    return took


def look_on(shelf: Path, environment: dict[str, str], over: Event, opened: Event) -> int:
    """How often a reader asked."""
    opened.wait()
    times, seen = 0, 0
    while not over.is_set():
        asked = [sys.executable, "-m", "referee", "log", NAME, "--last", "3", "--json", "--shelf", str(shelf)]
        done = subprocess.run([*GIVING_WAY, *asked], capture_output=True, env=environment, check=False)
        told = json.loads(done.stdout)
        assert done.returncode == 0, told
        number = int(told["head"].partition(":")[0])
        assert number >= seen, "an older position was shown as the newest"
        assert told["entries"][-1]["seq"] == number, "the head is not that of the last entry"
        times, seen = times + 1, number
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--letters", type=int, default=10_000)
    parser.add_argument("--readers", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment = {**kept, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": f"{folder}/cache"}
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        over = Event()
        shelf = Path(folder, "matches")
        looks: list[int] = []
        opened = Event()
        with ThreadPoolExecutor(asked.readers + 1) as pool:
            readers = [pool.submit(look_on, shelf, environment, over, opened) for _ in range(asked.readers)]
            try:
                took = file_letters(shelf, asked.letters, asked.seed, opened)
            finally:
                opened.set()
                over.set()
            looks = [reader.result() for reader in readers]
        tenth = max(1, len(took) // 10)
        told = [f"{len(took):,} letters: {sum(clock for _, clock in took):.1f} s"]
        for name, some in (("first", took[:tenth]), ("last", took[-tenth:])):
            cpu, clock = (sum(of) / tenth * 1000 for of in zip(*some, strict=True))
            told.append(f"of the {name} tenth each {cpu:.2f} ms of CPU, {clock:.2f} ms by the clock")
        if looks:
            told.append(f"{len(looks)} readers asked {sum(looks):,} times: all answers whole, none went back")
        sys.stdout.write("\n".join(told) + "\n")


if __name__ == "__main__":
    main()
