"""One mail at a time to post offices of few and of many matches: the mails a second, and the CPU of a mail.

By hand: `python -m tests.benchmarks.many_mails [--matches 20 2000] [--mails 1000] [--each 5] [--tokens 0]`.
The offices stand in one process, and their mails take turns, so that their ratio does not depend on the load
of the machine. Each office is opened anew before. A match that writes gets `--each` letters, and those of
other matches come between them. `--tokens` puts so many tokens of other questions into the last office.

`--workers N` compares one worker with N that share an inbox, in a club of the last number of `--matches`:
`python -m tests.benchmarks.many_mails --workers 2 --matches 100 --waves 6`.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from referee.mail import messages, receiving, seats
from referee.mail.office import FOLDER, Office, open_office
from referee.mail.state import LastReport, Memory, Token
from referee.matches import opening
from tests.benchmarks import mail_workers, post_offices
from tests.benchmarks.long_match import AT, SECRETS
from tests.benchmarks.post_offices import PLAYERS, SETTINGS

TOGETHER = 100_000
"""Tokens that are written in one transaction."""


@dataclass
class Busy:
    """An open post office, its mails, and what they took."""

    desk: Office
    matches: int
    mails: Iterator[bytes]
    cpu: list[float] = field(default_factory=list)
    wall: float = 0.0

    def receive_next(self) -> None:
        """Receive a mail, and record what it took."""
        raw = next(self.mails)
        begin, start = process_time(), perf_counter()
        done = receiving.receive(self.desk, raw, AT)
        self.cpu.append((process_time() - begin) * 1000)
        self.wall += perf_counter() - start
        assert done.verdict == "judged", done

    def tell(self) -> str:
        """Return a row of the table."""
        first, *later = self.cpu
        return (
            f"{self.matches:7} {len(self.cpu):6} {len(self.cpu) / self.wall:7.1f} {median(later):7.1f}"
            f" {fmean(later):7.1f} {sorted(later)[int(0.95 * len(later))]:7.1f} {first:7.0f}"
        )


def found(shelf: Path, count: int) -> None:
    """Found a club whose players have the reports on the set-up of all their matches."""
    (shelf / FOLDER).mkdir(parents=True)
    (shelf / FOLDER / "config.toml").write_text(SETTINGS)
    for name in _name(count):
        opening.open_match(shelf, name, "ttlm", at=AT, secrets=SECRETS)
    with open_office(shelf) as desk:
        for name in _name(count):
            for side, address in PLAYERS.items():
                seats.take_seat(desk, name, side, address)
                head = desk.holder.find(shelf, name).journal.head
                desk.memory.note_report(name, side, LastReport(head.seq, f"<{name}.{side}@club.example>"))
            desk.memory.forget_unfinished(name)


def add_tokens(shelf: Path, count: int) -> None:
    """Put tokens of other questions into the database of a post office."""
    memory = Memory(shelf / FOLDER / "memory.sqlite")
    for first in range(0, count, TOGETHER):
        connection = memory._file
        connection.execute("BEGIN")
        connection.executemany(
            "INSERT INTO main.tokens VALUES (?, ?, 'german', ?, '')",
            ((f"{n:020x}", f"old-{n // 60}", n % 60) for n in range(first, min(first + TOGETHER, count))),
        )
        connection.execute("COMMIT")
    memory.close()


def _name(count: int) -> Sequence[str]:
    return [f"front-{number}" for number in range(1, count + 1)]


def write_mails(desk: Office, names: Sequence[str], each: int) -> Iterator[bytes]:
    """Yield letters of the matches in turn, each a reply to the question of a report."""
    played = [post_offices.play(desk.shelf, name) for name in names]
    for turn in range(each):
        for number, letters in enumerate(played):
            match, side, text = next(letters)
            seq = desk.holder.find(desk.shelf, match).journal.head.seq
            to = messages.issue_address(desk, Token(match, side, seq))
            heads = f"From: {PLAYERS[side]}\nTo: {to}\nMessage-ID: <{turn}.{number}@player.example>"
            yield f"{heads}\nSubject: Re: [{match}]\n\n{text}\n".encode()


def measure(folder: Path, sizes: Sequence[int], mails: int, each: int, tokens: int = 0) -> list[Busy]:
    """Let mails to clubs of these sizes take turns."""
    for size in sizes:
        found(folder / str(size), size)
    add_tokens(folder / str(sizes[-1]), tokens)
    with ExitStack() as stack:
        offices: list[Busy] = []
        for size in sizes:
            desk = stack.enter_context(open_office(folder / str(size)))
            # Those that write lie all over the shelf.
            names = _name(size)[:: max(1, size * each // mails)][: mails // each]
            offices.append(Busy(desk, size, write_mails(desk, names, each)))
        counts = [min(mails, size * each) for size in sizes]
        for turn in range(max(counts)):
            for one, count in zip(offices, counts, strict=True):
                # The mails of the smaller office are spread over those of the larger one.
                if turn * count // max(counts) != (turn - 1) * count // max(counts):
                    one.receive_next()
        return offices


def main(words: Sequence[str] | None = None) -> None:
    """Print a row for each post office, and the ratio of the last to the first."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, nargs="+", default=[20, 2000])
    parser.add_argument("--mails", type=int, default=1000)
    parser.add_argument("--each", type=int, default=5)
    parser.add_argument("--tokens", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--waves", type=int, default=6)
    chosen = parser.parse_args(words)
    with TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        if chosen.workers > 1:
            clubs = mail_workers.measure(Path(folder), chosen.matches[-1], chosen.waves, chosen.workers)
            sys.stdout.write(mail_workers.compare(*clubs))
            return
        offices = measure(Path(folder), chosen.matches, chosen.mails, chosen.each, chosen.tokens)
    sys.stdout.write("matches  mails  mails/s  p50 ms    mean     p95   first (CPU)\n")
    sys.stdout.writelines(f"{one.tell()}\n" for one in offices)
    ratio = median(offices[-1].cpu[1:]) / median(offices[0].cpu[1:])
    sys.stdout.write(f"p50, last office to first: {ratio:.2f}\n")


if __name__ == "__main__":
    main()
