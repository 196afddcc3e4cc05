"""Every system call of an append fails, or is the last thing a writer does: the journal is before or after.

The calls are those of the interpreter under `writing`: opening, locking, reading, writing, syncing, cutting,
closing. Each in turn returns an error, or takes only a part, or the writer is killed just before or after it.
"""

import builtins
import errno
import fcntl
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from referee.faults import Fault
from referee.matches import journal
from referee.matches.journal import Draft, verification
from referee.platform.ports import ports
from schemas.journal import Header
from tests.ports import disk_with

# Later Pythons warn of a fork among threads, such as those of a parallel test run; these children only write.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")

AT = "1914-08-04T06:00:00Z"
NOTES = [Draft(kind="note", at=AT, public={"text": str(n) * 200}) for n in range(3)]
TORN = b'{"seal":"torn'
forked = get_context("fork")

Call = Callable[..., Any]
Interruption = Callable[[Call, str, tuple[Any, ...], dict[str, Any]], Any]
"""What becomes of a system call: the real one, its name, and what it was called with."""


CHANGES = ("open", "write", "fsync", "ftruncate")
"""Calls of the disk that an append makes."""


class Disk:
    """Counts the system calls of an append, and interrupts one of them."""

    def __init__(self, at: int, interruption: Interruption) -> None:
        self.at, self.interruption = at, interruption
        self.calls: list[str] = []

    def through(self, name: str, real: Call) -> Call:
        def call(*given: Any, **named: Any) -> Any:
            self.calls.append(name)
            if len(self.calls) - 1 == self.at:
                return self.interruption(real, name, given, named)
            return real(*given, **named)

        return call

    @contextmanager
    def mounted(self) -> Iterator[None]:
        calls = {name: self.through(name, getattr(os, name)) for name in CHANGES}
        with pytest.MonkeyPatch.context() as patch, ports.use(disk=disk_with(**calls)):
            # Descriptors, locks and reading are not ports.
            for name in ("close", "fstat", "stat"):
                patch.setattr(os, name, self.through(name, getattr(os, name)))
            patch.setattr(fcntl, "flock", self.through("flock", fcntl.flock))
            patch.setattr(os, "fdopen", self.reading)
            yield

    def reading(self, descriptor: int, mode: str, closefd: bool) -> Any:
        """The file of a descriptor, each of whose lines is one call to read."""
        return Read(builtins.open(descriptor, mode, closefd=closefd), self)


class Read:
    """A file that is read through a disk."""

    def __init__(self, file: Any, disk: Disk) -> None:
        self.file, self.disk = file, disk

    def __enter__(self) -> "Read":
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def __iter__(self) -> Iterator[bytes]:
        while line := self.readline():
            yield line

    def readline(self) -> bytes:
        line: bytes = self.disk.through("read", self.file.readline)()
        return line

    def read(self) -> bytes:
        rest: bytes = self.disk.through("read", self.file.read)()
        return rest

    def tell(self) -> int:
        at: int = self.file.tell()
        return at


def failing(code: int) -> Interruption:
    def fail(real: Call, name: str, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
        if name == "close":
            # A close that fails has closed.
            real(*given, **named)
        raise OSError(code, os.strerror(code))

    return fail


def short(share: float) -> Interruption:
    """A disk that takes a part of what is written, and says so."""

    def cut(real: Call, name: str, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
        if name == "write":
            descriptor, text = given
            return real(descriptor, text[: int(len(text) * share)])
        return real(*given, **named)

    return cut


def killed(after: bool, share: float = 1.0) -> Interruption:
    """The writer dies before a call, or after it; a write may have come only so far."""

    def die(real: Call, name: str, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
        if after:
            if name == "write":
                given = (given[0], given[1][: int(len(given[1]) * share)])
            real(*given, **named)
        os.kill(os.getpid(), signal.SIGKILL)

    return die


INTERRUPTIONS = {
    "EIO": failing(errno.EIO),
    "ENOSPC": failing(errno.ENOSPC),
    "EDQUOT": failing(errno.EDQUOT),
    "EROFS": failing(errno.EROFS),
    "EINTR": failing(errno.EINTR),
    "takes nothing": short(0),
    "takes half": short(0.5),
    "takes almost all": short(0.999),
    "killed before": killed(after=False),
    "killed after": killed(after=True),
    "killed in the middle": killed(after=True, share=0.5),
    "killed before the last line was whole": killed(after=True, share=0.7),
}


@pytest.fixture(params=[b"", TORN], ids=["whole", "torn"])
def before(request: pytest.FixtureRequest, path: Path, header: Header) -> bytes:
    """A journal with an entry, perhaps with a torn line after it."""
    journal.create(path, header, NOTES[0])
    text = path.read_bytes() + bytes(request.param)
    path.write_bytes(text)
    return text


def append(path: Path) -> None:
    with journal.writing(path, timeout=0.05) as writer:
        writer.append(NOTES[1], NOTES[2])


def calls_of_an_append(path: Path) -> list[str]:
    disk = Disk(-1, failing(0))
    with disk.mounted():
        append(path)
    return disk.calls


def try_append(path: Path, disk: Disk) -> str:
    """How an append ended on such a disk: done, or told what went wrong."""
    try:
        with disk.mounted():
            append(path)
    except Fault as fault:
        return f"told: {fault}"
    except Exception as error:
        return f"traceback: {error!r}"
    return "done"


def append_in_child(path: Path, disk: Disk) -> str:
    """The same in a process of its own, which may be killed on the way."""
    reader, writer = os.pipe()
    if (child := os.fork()) == 0:
        try:
            os.write(writer, try_append(path, disk).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as answer:
        told = answer.read()
    os.waitpid(child, 0)
    return told or "killed"


@pytest.mark.parametrize("interruption", INTERRUPTIONS)
def test_at_every_system_call_the_journal_is_before_or_after(
    before: bytes, path: Path, interruption: str
) -> None:
    calls = calls_of_an_append(path)
    assert {"open", "flock", "fstat", "read", "write", "fsync", "close"} <= set(calls)
    whole = before.removesuffix(TORN)
    for at, name in enumerate(calls):
        for file in path.parent.iterdir():
            file.unlink()
        path.write_bytes(before)
        attempt = append_in_child if interruption.startswith("killed") else try_append
        told = attempt(path, Disk(at, INTERRUPTIONS[interruption]))
        where = f"{interruption} at call {at}, {name}: {told}"

        assert not told.startswith("traceback"), where
        now = path.read_bytes()
        assert now.startswith(whole), where
        entries = journal.read(path).entries
        assert len(entries) in {1, 3}, where
        if told == "done":
            assert len(entries) == 3, where
        elif told.startswith("told") and "look what was filed" not in told:
            assert len(entries) == 1, where

        kept = [file.read_bytes() for file in path.parent.glob("*.torn-*")]
        if TORN in before:
            assert now.startswith(before) or TORN in kept, where
        append(path)
        assert len(journal.read(path).entries) == len(entries) + 2, where
        assert verification.verify(path).torn == 0, where


def many(path: Path, name: int, each: int) -> None:
    for n in range(each):
        with journal.writing(path, timeout=300) as writer:
            writer.append(Draft(kind="note", at=AT, public={"text": f"{name} {n}"}))


def write_at_once(path: Path, writers: int, each: int) -> None:
    """Several processes write so many entries each."""
    processes = [forked.Process(target=many, args=(path, name, each)) for name in range(writers)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
        assert process.exitcode == 0


@pytest.mark.parametrize("writers", [2, 20])
def test_writers_at_once_file_everything_in_order_and_sealed(
    path: Path, header: Header, writers: int, request: pytest.FixtureRequest
) -> None:
    """By hand, with --exhaustive, a thousand entries."""
    each = (1000 if request.config.getoption("--exhaustive") else 60) // writers
    journal.create(path, header)
    write_at_once(path, writers, each)
    read = journal.read(path)
    assert [entry.body.seq for entry in read.entries] == list(range(1, writers * each + 1))
    for name in range(writers):
        told = [str(entry.body.public["text"]).split() for entry in read.entries]
        mine = [int(number) for by, number in told if by == str(name)]
        assert mine == list(range(each))
    assert verification.verify(path, read.head).torn == 0


def test_a_clock_that_runs_backwards_is_reported(path: Path, header: Header) -> None:
    journal.create(path, header, NOTES[0])
    with journal.writing(path) as writer:
        for at in ("1914-08-05T00:00:00Z", "1914-08-01T00:00:00Z", "1914-08-06T00:00:00Z"):
            writer.append(Draft(kind="note", at=at, public={"text": at}))
    assert verification.verify(path).backwards == (3,)


def test_waiting_for_another_writer_is_not_a_clock_that_runs_backwards(path: Path, header: Header) -> None:
    """He looked at the clock before he waited, and the other filed first."""
    journal.create(path, header, NOTES[0])
    with journal.writing(path) as writer:
        for at in (
            "1914-08-05T00:00:05Z",
            "1914-08-05T00:00:00Z",
            "1914-08-04T23:59:54Z",
            "1914-08-04T12:00:00Z",
        ):
            writer.append(Draft(kind="note", at=at, public={"text": at}))
            writer.append(Draft(kind="note", at="1914-08-05T00:00:00Z", public={"text": at}))
    assert verification.verify(path).backwards == (6, 8)


def test_a_slow_disk_makes_others_wait_and_loses_nothing(path: Path, header: Header) -> None:
    from time import sleep

    def slow(descriptor: int) -> None:
        sleep(0.02)
        os.fsync(descriptor)

    journal.create(path, header)
    with ports.use(disk=disk_with(fsync=slow)):
        write_at_once(path, 4, 5)
    assert len(journal.read(path).entries) == 20
