"""Two writers at once: both succeed or one is told to try again; no line is lost or mixed with another."""

import os
import signal
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from referee.faults import Busy, Stale
from referee.matches import journal
from referee.matches.journal import Draft, verification
from schemas.journal import Entry, Head, Header

# Later Pythons warn of a fork among threads, such as those of a parallel test run; these children only write.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")

AT = "1914-08-04T06:00:00Z"
forked = get_context("fork")


def note(name: str, n: int) -> Draft:
    return Draft(kind="note", at=AT, public={"text": f"{name} {n} " + "x" * 3000})


def read_note(entry: Entry) -> tuple[str, int]:
    """The name and the number in a note."""
    name, number, _ = str(entry.body.public["text"]).split()
    return name, int(number)


def started(work: Callable[..., None], *args: object) -> BaseProcess:
    process = forked.Process(target=work, args=args)
    process.start()
    return process


@pytest.fixture
def opened(path: Path, header: Header) -> Path:
    journal.create(path, header)
    return path


def append_many(path: Path, name: str, count: int) -> None:
    for n in range(count):
        with journal.writing(path, timeout=60) as writer:
            writer.append(note(name, n))


@pytest.mark.parametrize(("writers", "each"), [(2, 30), (10, 6)])
def test_writers_at_once_lose_nothing_and_mix_nothing(opened: Path, writers: int, each: int) -> None:
    processes = [started(append_many, opened, str(name), each) for name in range(writers)]
    for process in processes:
        process.join()
        assert process.exitcode == 0
    read = journal.read(opened)
    by = [read_note(entry) for entry in read.entries]
    assert len(by) == writers * each
    for name in range(writers):
        assert [n for by_name, n in by if by_name == str(name)] == list(range(each))
    assert verification.verify(opened, read.head).torn == 0


def append_if_head(path: Path, head: Head, name: str, answer: Connection) -> None:
    try:
        with journal.writing(path, timeout=60, expect_head=head) as writer:
            writer.append(note(name, 0))
        answer.send(name)
    except Stale:
        answer.send("late")


def test_one_of_many_answers_to_a_question_is_accepted(opened: Path) -> None:
    head = journal.read(opened).head
    reader, writer = forked.Pipe(duplex=False)
    processes = [started(append_if_head, opened, head, str(name), writer) for name in range(6)]
    answers = [reader.recv() for _ in processes]
    for process in processes:
        process.join()
    (winner,) = (answer for answer in answers if answer != "late")
    (entry,) = journal.read(opened).entries
    assert read_note(entry)[0] == winner


def hold(path: Path, ready: Connection) -> None:
    with journal.writing(path) as writer:
        writer.append(note("holder", 0))
        ready.send("held")
        signal.pause()


def test_a_killed_writer_releases_the_lock_and_its_entries_are_valid(opened: Path) -> None:
    reader, writer = forked.Pipe(duplex=False)
    holder = started(hold, opened, writer)
    assert reader.recv() == "held"
    with pytest.raises(Busy), journal.writing(opened, timeout=0.02):
        pass
    assert holder.pid is not None
    os.kill(holder.pid, signal.SIGKILL)
    holder.join()
    append_many(opened, "next", 1)
    assert [read_note(entry)[0] for entry in journal.read(opened).entries] == ["holder", "next"]


def append_and_tell(path: Path, told: Connection) -> None:
    for n in range(1_000_000):
        with journal.writing(path) as writer:
            (entry,) = writer.append(note("victim", n))
        told.send(entry.body.seq)


@pytest.mark.parametrize("after", range(8))
def test_confirmed_entries_survive_a_kill(opened: Path, after: int) -> None:
    reader, writer = forked.Pipe(duplex=False)
    victim = started(append_and_tell, opened, writer)
    told = [reader.recv() for _ in range(after + 1)]
    assert victim.pid is not None
    os.kill(victim.pid, signal.SIGKILL)
    victim.join()
    read = journal.read(opened)
    assert read.head.seq >= told[-1]
    append_many(opened, "next", 1)
    assert verification.verify(opened).head.seq == read.head.seq + 1


def test_readers_need_no_lock_and_never_see_half_a_line_as_whole(opened: Path) -> None:
    writer = started(append_many, opened, "writer", 40)
    seen = [0]
    while writer.is_alive():
        seen.append(journal.read(opened).head.seq)
    writer.join()
    assert seen == sorted(seen)
    assert journal.read(opened).head.seq == 40
