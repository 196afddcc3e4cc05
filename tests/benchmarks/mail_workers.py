"""Mails a second of one worker of a post office and of several, which share its inbox and its outbox.

Two clubs of the same matches take turns: a wave of letters, one to each match, is handled by one process in
the first club and by several in the second. The workers of a wave begin together.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time, sleep
from typing import NamedTuple

from msgspec import json

from referee.mail import receiving, seats, service
from referee.mail.office import FOLDER, open_office
from referee.matches import opening
from tests.benchmarks import post_offices
from tests.benchmarks.long_match import AT, SECRETS
from tests.benchmarks.post_offices import MAILDIR_SETTINGS, Letter

PENDING = ("inbox/new", f"matches/{FOLDER}/in", f"matches/{FOLDER}/out/new")
"""Folders that a wave leaves empty."""

QUEUED = Path("/proc/self/schedstat")
"""File of Linux with the time that this process waited for a processor, in nanoseconds."""


class Effort(NamedTuple):
    """Seconds of a worker: by the clock, of CPU, and in the queue for a processor that others had."""

    wall: float
    cpu: float
    queued: float

    @property
    def blocked(self) -> float:
        """Seconds that the worker waited for locks and for the disk."""
        return self.wall - self.cpu - self.queued


@dataclass
class WorkedClub:
    """A club whose waves of letters are handled by some workers, and what these took."""

    folder: Path
    workers: int
    letters: Sequence[Iterator[Letter]]
    mails: int = 0
    wall: float = 0.0
    quiet: float = 0.0
    efforts: list[Effort] = field(default_factory=list[Effort])

    def handle_wave(self, number: int) -> None:
        """Let each match have a letter, and let the workers handle them."""
        for place, letters in enumerate(self.letters):
            match, side, text = next(letters)
            heads = f"From: {name_player(match, side)}\nTo: referee@club.example\nSubject: [{match}]"
            mail = f"{heads}\nMessage-ID: <{number}.{place}@player.example>\n\n{text}\n"
            path = self.folder / "inbox" / "new" / f"{place:05}"
            path.write_text(mail)
        efforts = self._work_together()
        self.mails += len(self.letters)
        self.wall += max(one.wall for one in efforts)
        self.quiet += max(one.cpu + one.blocked for one in efforts)
        self.efforts += efforts

    def _work_together(self) -> list[Effort]:
        """Start the workers at once, and return what each took."""
        start, go = os.pipe()
        results = [self._start(start, go) for _ in range(self.workers)]
        os.close(start)
        os.close(go)
        efforts: list[Effort] = []
        for child, result in results:
            with os.fdopen(result, "rb") as file:
                efforts.append(json.decode(file.read(), type=Effort))
            os.waitpid(child, 0)
        return efforts

    def _start(self, start: int, go: int) -> tuple[int, int]:
        """Fork a worker that begins when all ends of the pipe are closed. Return it and its result."""
        result, write = os.pipe()
        if child := os.fork():
            os.close(write)
            return child, result
        os.close(go)
        os.read(start, 1)
        before = Effort(perf_counter(), process_time(), _read_queued())
        while any(_holds(self.folder / name) for name in PENDING):
            service.go_round(self.folder / "matches", AT, fetches_only=True)
            sleep(0.005)
        after = Effort(perf_counter(), process_time(), _read_queued())
        effort = Effort(*(late - early for late, early in zip(after, before, strict=True)))
        os.write(write, json.encode(effort))
        os._exit(0)

    def tell(self) -> str:
        """Return a row of the table."""
        cpu, blocked, queued = (
            1000 * sum(part) / self.mails
            for part in zip(*((one.cpu, one.blocked, one.queued) for one in self.efforts), strict=True)
        )
        return (
            f"{self.workers:7} {self.mails:6} {self.mails / self.wall:7.1f} {self.mails / self.quiet:13.1f}"
            f" {cpu:8.1f} {blocked:8.1f} {queued:8.1f}"
        )


HEADS = "workers  mails mails/s quiet mails/s   CPU ms  blocked   queued"
"""Head of the table. A quiet machine never lets a worker wait for a processor."""


def _holds(folder: Path) -> bool:
    with os.scandir(folder) as inside:
        return any(True for _ in inside)


def _read_queued() -> float:
    return int(QUEUED.read_text().split()[1]) / 1e9 if QUEUED.exists() else 0.0


def name_player(match: str, side: str) -> str:
    """Return the address of a player, who plays in one match."""
    return f"{side}.{match}@player.example"


def found(folder: Path, count: int, workers: int) -> WorkedClub:
    """Found a club whose players have their first reports."""
    shelf, names = folder / "matches", [f"front-{number}" for number in range(1, count + 1)]
    (shelf / FOLDER).mkdir(parents=True)
    (shelf / FOLDER / "config.toml").write_text(MAILDIR_SETTINGS.format(folder=folder))
    for part in ("", "new", "cur", "tmp"):
        (folder / "inbox" / part).mkdir(parents=True, exist_ok=True)
    for name in names:
        opening.open_match(shelf, name, "ttlm", at=AT, secrets=SECRETS)
    with open_office(shelf) as desk:
        for name in names:
            for side in desk.holder.find(shelf, name).header.sides:
                seats.take_seat(desk, name, side, name_player(name, side))
        receiving.finish(desk, AT)
    service.go_round(shelf, AT, fetches_only=True)
    return WorkedClub(folder, workers, [post_offices.play(shelf, name) for name in names])


def measure(folder: Path, matches: int, waves: int, workers: int) -> tuple[WorkedClub, WorkedClub]:
    """Let the waves of a club with one worker and of a club with several take turns."""
    alone, together = found(folder / "one", matches, 1), found(folder / "several", matches, workers)
    for number in range(waves):
        for club in (alone, together) if number % 2 else (together, alone):
            club.handle_wave(number)
    return alone, together


def compare(alone: WorkedClub, together: WorkedClub) -> str:
    """Return the table of both clubs and their ratio."""
    wall = (together.mails / together.wall) / (alone.mails / alone.wall)
    quiet = (together.mails / together.quiet) / (alone.mails / alone.quiet)
    rows = f"{HEADS}\n{alone.tell()}\n{together.tell()}\n"
    return f"{rows}mails/s, {together.workers} workers to one: {wall:.2f}, on a quiet machine {quiet:.2f}\n"
