"""Instructions of cold commands, counted by valgrind: `python -m tests.benchmarks.instructions`.

A count repeats to 0.00002 %, whatever the load of the machine, but a command takes ten seconds: this runs by
hand, where valgrind is installed. Figures are ratios to the floor, `floor_app.py`, which is counted in the
same run, so that another interpreter changes them little. `--sabotage NAME` slows the program down on
purpose, and exits with 0 only if exactly the gates that this sabotage must break are red.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from referee.matches.matches import Match
from referee.matches.shelf import JOURNAL
from tests.benchmarks import long_match
from tests.benchmarks.bench import write_letters
from tests.benchmarks.stopwatch import FLOOR, ROOT

LENGTHS: Mapping[str, tuple[int, int]] = {"60": (100, 0), "2,000": (600, 1600), "10,000": (600, 9600)}
"""Events and refused letters of a journal, by its approximate number of entries."""

COMMANDS: Mapping[str, tuple[str, ...]] = {
    "show": (),
    "prompts": (),
    "options": (),
    "log": ("--last", "20"),
    "report": ("--as", "german"),
    "submit": (),
}
"""Commands with their options."""

PROOF = """
import sys
from pathlib import Path
from referee.matches.journal import verification
if len(sys.argv) > 2:
    verification.verify(Path(sys.argv[1]))
"""
REPLAY = """
import sys
from pathlib import Path
from referee.matches import history, matches
match = matches.read(Path(sys.argv[1]))
entries = tuple(match.entries)
if len(sys.argv) > 2:
    history.position(match.rules, entries)
"""
WORKS = {"proof": PROOF, "replay": REPLAY}
"""Scripts that do some work if they have a second argument. What they do without it does not count."""

REFERENCE = "2,000"
"""Length of the journal that is proved and replayed."""

GATES: Mapping[str, float] = {
    "show": 2.1, "prompts": 1.8, "options": 1.87, "log": 1.94, "report": 2.2, "submit": 2.34,
    "proof": 1.3, "replay": 0.104,
}  # fmt: skip
"""The highest ratio to the floor of each figure, 4 to 10 % above those of 2026-11-27.

At 60, 2,000 and 10,000 entries `show` took 1.96, 1.99 and 2.02 times the floor, and `submit` 2.14, 2.24 and
2.24 times. The proof of 2,000 entries took 1.18, and the replay of their 600 events 0.094.
"""

IMPORT_ALL = """
from importlib import import_module
from referee.cli.command_table import COMMANDS
for entry in COMMANDS.values():
    import_module(f"referee.cli.commands.{entry.module}")
"""
NO_SNAPSHOTS = """
from referee.matches.snapshots import snapshot
snapshot.load_from_store = lambda path: None
"""
SLOW_PROOF = """
from referee.matches.journal import stored_entries
is_sealed = stored_entries._is_sealed
stored_entries._is_sealed = lambda *line: is_sealed(*line) and is_sealed(*line) and is_sealed(*line)
"""
SLOW_REPLAY = """
from referee.systems.great_war.rules import GreatWar
evolve = GreatWar.evolve
GreatWar.evolve = lambda *what: (evolve(*what), evolve(*what))[1]
"""


class Sabotage(NamedTuple):
    """Statements that each process runs first, and the gates that they must break."""

    statements: str
    gates: frozenset[str]


SABOTAGES: Mapping[str, Sabotage] = {
    "no-snapshots": Sabotage(NO_SNAPSHOTS, frozenset({*COMMANDS})),
    "import-all": Sabotage(IMPORT_ALL, frozenset({*COMMANDS})),
    "slow-proof": Sabotage(SLOW_PROOF, frozenset({"proof"})),
    "slow-replay": Sabotage(SLOW_REPLAY, frozenset({"replay"})),
}
"""Sabotages by name."""


def is_red(gate: str, ratio: float) -> bool:
    """Return True if a figure breaks its gate."""
    return ratio > GATES[gate]


def count(words: tuple[str, ...], environment: Mapping[str, str], letter: bytes = b"") -> int:
    """Return the number of instructions of a process of this interpreter."""
    valgrind = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
    done = subprocess.run(
        [*valgrind, sys.executable, *words], input=letter, capture_output=True, env=environment, check=True
    )
    found = re.search(rb"I\s+refs:\s+([\d,]+)", done.stderr)
    assert found is not None, done.stderr
    return int(found[1].replace(b",", b""))


class Counting:
    """Matches of some lengths, and the instructions of commands with them."""

    def __init__(self, folder: Path, lengths: tuple[str, ...], statements: str = "") -> None:
        self._statements = statements
        self._environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PYTHONHASHSEED": "0",
            "SOURCE_DATE_EPOCH": "1796155200",
            "XDG_CACHE_HOME": str(folder / "cache"),
        }
        # Byte-code must be there, as users have it.
        self._environment.pop("PYTHONDONTWRITEBYTECODE", "")
        self._matches = {length: long_match.build(folder / length, *LENGTHS[length]) for length in lengths}
        self._letters = {length: write_letters(match) for length, match in self._matches.items()}

    def measure(self, gates: Collection[str]) -> Iterator[tuple[str, str, float]]:
        """Yield each gate, the length of the journal, and the ratio to the floor."""
        floor = self._count((*FLOOR.arguments,))
        for length, match in self._matches.items():
            for name in COMMANDS.keys() & gates:
                yield name, length, self._count_command(match, name, length) / floor
        for name in WORKS.keys() & gates if REFERENCE in self._matches else ():
            words = ("-c", self._statements + WORKS[name], str(self._matches[REFERENCE].folder / JOURNAL))
            yield name, REFERENCE, (self._count((*words, "work")) - self._count(words)) / floor

    def _count_command(self, match: Match, name: str, length: str) -> int:
        script = f"{self._statements}\nfrom referee.__main__ import main\nmain()"
        words = ("-c", script, name, match.name, *COMMANDS[name], "--shelf", str(match.folder.parent))
        letter = next(self._letters[length]) if name == "submit" else b""
        return self._count(words, letter)

    def _count(self, words: tuple[str, ...], letter: bytes = b"") -> int:
        if not letter:
            # The first run compiles, and writes the snapshot.
            subprocess.run(
                [sys.executable, *words], env=self._environment, capture_output=True, check=True
            )  # fmt: skip
        return count(words, self._environment, letter)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--lengths", nargs="*", choices=LENGTHS, default=[*LENGTHS], help="lengths of journals"
    )
    parser.add_argument("--gates", nargs="*", choices=GATES, default=[*GATES], help="gates that are measured")
    parser.add_argument("--sabotage", choices=SABOTAGES, help="sabotage that must be noticed")
    asked = parser.parse_args()
    if shutil.which("valgrind") is None:
        sys.exit("valgrind is not installed")
    sabotage = SABOTAGES[asked.sabotage] if asked.sabotage else Sabotage("", frozenset())
    red: set[str] = set()
    with TemporaryDirectory() as folder:
        counting = Counting(Path(folder), tuple(asked.lengths), sabotage.statements)
        for name, length, ratio in counting.measure(asked.gates):
            red |= {name} if is_red(name, ratio) else set()
            sys.stdout.write(
                f"{name:8} {length:>6} {ratio:8.4f} {GATES[name]:6.2f} {'RED' if name in red else ''}\n"
            )
            sys.stdout.flush()
    expected = sabotage.gates.intersection(asked.gates)
    if red != expected:
        sys.exit(f"red: {sorted(red)}, expected: {sorted(expected)}")


if __name__ == "__main__":
    main()
