"""Gates that are counts: how often a command does a piece of work, whatever the load of the machine.

Commands ask and write to a match with a journal of about 3,000 entries. A count must be the expected one
exactly. Those of verification, replay and imports change with most changes of the code: they are limits.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from itertools import islice
from pathlib import Path
from shutil import copytree
from typing import NamedTuple

from referee.cli.render import answer_text
from referee.mail import receiving
from referee.mail.office import open_office
from referee.mail.state import Memory, Token
from referee.matches import history, matches, shelf
from referee.matches.journal import verification
from referee.matches.judging import batches
from referee.matches.matches import Holder
from referee.matches.shelf import JOURNAL
from referee.platform import running_code
from schemas.answers.matches import Listed, Shelf
from tests.benchmarks import long_match, post_offices
from tests.benchmarks.bench import write_letters
from tests.benchmarks.counts import count_calls, count_command, count_steps, counting
from tests.benchmarks.long_match import AT
from tests.benchmarks.stopwatch import ROOT

EVENTS, REFUSED = 600, 2600
"""Events and refused letters of the long match."""

FURTHER = 3
"""Letters of a batch after the first one."""

MAILS = 24
"""Mails that are ready to be received."""

CROWD = 12
"""Matches of a larger club, of the same two players."""

TOKENS = 40, 4000
"""Tokens of a small and of a large post office."""

Figures = Mapping[str, float]
"""Counts by name."""


class Most(NamedTuple):
    """A limit: less work is no fault."""

    limit: float


GATES: Mapping[str, Mapping[str, int | Most]] = {
    "snapshots": {
        "show: lines read": 4,
        "show: events replayed": 0,
        "prompts: lines read": 1,
        "options: lines read": 1,
        "report: lines read": Most(250),
        "submit: lines read": 2,
        "submit: events replayed": Most(10),
    },
    "end of the journal": {"log: lines read": 21},
    "letters": {"submit: letters parsed": 1, "batch: letters parsed": FURTHER},
    "options": {"options: options listed": 1, "options: orders judged": 0},
    "objections": {"submit: orders judged": 1, "batch: orders judged": FURTHER},
    "packs": {"show: packs read": 1, "submit: packs read": 1},
    "packs of a shelf": {"list: packs read": 1},
    "lines of a list": {"rendered list: calls for twice the matches": Most(2.2)},
    "syncs": {"show: syncs": 0, "submit: syncs": 2, "batch: syncs": FURTHER, "mail: syncs": 5},
    "reports of a mail": {"mail: reports built": 1},
    "statements of a mail": {"mail: statements": 39},
    "seats of a club": {"club: files with seats read": 1},
    "matches of a club": {"club: journals read": 0},
    "missing reports": {"restart: matches reported": 1 + receiving.MOST_REPORTED},
    "code": {"show: scans of the code": 1, "submit: scans of the code": 1},
    "batch": {"batch: lines read": FURTHER},
    "snapshots of a batch": {"submit: snapshots written": 1, "batch: snapshots written": 0},
    "tokens": {"tokens: steps in a large office": 1},
    "proof": {"proof: calls for an entry": Most(147)},
    "replay": {"replay: calls for an event": Most(117)},
    "imports": {"show: modules imported": Most(275)},
}
"""The counts of each gate.

On 2026-11-27 a replay took 102 calls for an event, and `show` imported 260 modules. On 2026-11-30 a proof
took 129 calls for an entry, and a mail one statement more, which looks for the last letter of its seat: a
letter that follows one that was not played is always confirmed.
The last entries decide how much a report reads, and how many events an order brings.
"""

COMMANDS: Mapping[str, tuple[str, ...]] = {
    "show": ("show", long_match.NAME),
    "prompts": ("prompts", long_match.NAME),
    "options": ("options", long_match.NAME),
    "log": ("log", long_match.NAME, "--last", "20"),
    "report": ("report", long_match.NAME),
    "list": ("list",),
}
"""Commands that read, by name."""

FOLDERS = sum(
    1
    for top in running_code.DECIDING
    for folder, _, _ in os.walk(ROOT / top)
    if not folder.endswith("__pycache__")
)
"""Folders of the code that a snapshot depends on."""

IMPORTED = """
import atexit, sys
atexit.register(lambda: print(sum(name.split(".")[0] in ("referee", "schemas") for name in sys.modules)))
from referee.cli.main import run
run(sys.argv[1:])
"""
"""Statements that run a command, and print the number of our modules that it imported."""


class Workplace:
    """Matches and post offices, and the counts of work with them."""

    sabotage = ""
    """Statements that a process runs first."""

    def __init__(self, folder: Path) -> None:
        self._longer = long_match.build(folder / "longer", EVENTS, REFUSED)
        copytree(self._longer.folder, self._longer.folder.with_name("other"))
        self._short = long_match.build(folder / "short", 60)
        self._proved = long_match.build(folder / "proved", 60)
        self._letters = write_letters(self._longer)
        self._short_text = (self._short.folder / JOURNAL).read_bytes()
        texts = islice(write_letters(self._short), 1 + FURTHER)
        self._batch = [json.dumps({"match": long_match.NAME, "letter": it.decode()}).encode() for it in texts]
        self._club = post_offices.found(folder / "post", MAILS)
        names = [f"front-{number}" for number in range(CROWD)]
        self._crowd = post_offices.found_many(folder / "crowd", 2 * MAILS, names)
        self._open = ExitStack()
        self._desk = self._open.enter_context(open_office(self._club.shelf))
        self._large_desk = self._open.enter_context(open_office(self._crowd.shelf))
        self._offices = [_found_office(folder / f"{count}.sqlite", count) for count in TOKENS]
        self._imports: dict[str, int] = {}
        # The first runs import, and write snapshots.
        self.measure()

    def close(self) -> None:
        """Close the post office."""
        self._open.close()

    def measure(self) -> dict[str, float]:
        """Return all counts."""
        counts = {
            f"{name}: {work}": count for name, works in self._count_all() for work, count in works.items()
        }
        due = {what for figures in GATES.values() for what in figures}
        return {what: counts.get(what, 0) for what in sorted(due)}

    def _count_all(self) -> Iterator[tuple[str, Figures]]:
        shelf = self._longer.folder.parent
        for name, words in COMMANDS.items():
            yield name, _count_cold(*words, "--shelf", shelf)
        yield "submit", _count_cold("submit", long_match.NAME, "--shelf", shelf, letter=next(self._letters))
        yield "batch", self._count_batch()
        yield "rendered list", {"calls for twice the matches": _count_lines(400) / _count_lines(200)}
        yield "mail", self._count_mail()
        yield "restart", self._count_crowd(lacks_reports=True)
        yield "club", self._count_crowd(lacks_reports=False)
        less, more = (count_steps(office, partial(office.find_token, "7")) for office in self._offices)
        yield "tokens", {"steps in a large office": more / less}
        yield "show", {"modules imported": self._count_imports()}
        yield from self._count_reading()

    def _count_batch(self) -> Figures:
        """Count the work of the further letters of a batch."""
        shelf = self._short.folder.parent
        (self._short.folder / JOURNAL).write_bytes(self._short_text)
        matches.find(shelf, long_match.NAME).position()
        with Holder() as holder:
            batches.judge(shelf, self._batch[0], 1, at=AT, holder=holder)
            with counting() as counts:
                for number, line in enumerate(self._batch[1:], 2):
                    batches.judge(shelf, line, number, at=AT, holder=holder)
        return counts

    def _count_mail(self) -> Figures:
        """Count the work of a further mail to an open post office."""
        with counting() as counts:
            receiving.receive(self._desk, next(self._club.mails), AT)
        return counts

    def _count_crowd(self, *, lacks_reports: bool) -> Figures:
        """Count the work of a mail to a post office of many matches. A report of each may be missing."""
        desk = self._large_desk
        receiving.finish(desk, AT)
        for name in shelf.names(self._crowd.shelf):
            desk.holder.find(self._crowd.shelf, name)
            if lacks_reports:
                desk.memory.note_unfinished(name)
        with counting() as counts:
            receiving.receive(desk, next(self._crowd.mails), AT)
        return counts

    def _count_imports(self) -> int:
        if self.sabotage not in self._imports:
            words = (*COMMANDS["show"], "--shelf", str(self._longer.folder.parent))
            done = subprocess.run(
                [sys.executable, "-c", self.sabotage + IMPORTED, *words],
                cwd=ROOT, capture_output=True, check=True,
            )  # fmt: skip
            self._imports[self.sabotage] = int(done.stdout.split()[-1])
        return self._imports[self.sabotage]

    def _count_reading(self) -> Iterator[tuple[str, Figures]]:
        """Count the calls of a proof and of a replay."""
        path, rules, entries = self._proved.folder / JOURNAL, self._proved.rules, self._proved.entries
        calls = count_calls(lambda: verification.verify(path))
        yield "proof", {"calls for an entry": calls / len(entries)}
        calls = count_calls(lambda: history.position(rules, entries))
        events = sum(len(history.events_of(rules, entry)) for entry in entries)
        yield "replay", {"calls for an event": calls / events}


def list_red(counts: Mapping[str, float]) -> set[str]:
    """Return the gates that some counts break."""
    return {
        gate
        for gate, figures in GATES.items()
        if any(_is_red(counts[what], due) for what, due in figures.items())
    }


def _is_red(count: float, due: int | Most) -> bool:
    return count > due.limit if isinstance(due, Most) else count != due


def _count_cold(*words: str | Path, letter: bytes = b"") -> Figures:
    """Return the counts of a command that does not know the digest of the code yet."""
    running_code.digest_code.cache_clear()
    counts = count_command(*words, letter=letter)
    return {**counts, "scans of the code": counts["folders of the code scanned"] // FOLDERS}


def _count_lines(matches: int) -> int:
    """Count the calls that render the list of so many matches."""
    listed = Listed(match="front", pack="ttlm", scenario="campaign", entries=1)
    answer = Shelf(shelf="matches", matches=(listed,) * matches)
    return count_calls(lambda: answer_text.shelf(answer))


def _found_office(path: Path, tokens: int) -> Memory:
    """Return a database with open questions to the seats of many matches."""
    office = Memory(path)
    office.begin()
    for number in range(tokens):
        office.note_token(str(number), Token(f"match-{number}", "german", 1))
    office.commit()
    return office
