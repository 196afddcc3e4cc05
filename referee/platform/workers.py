"""Worker processes and other engines that map over independent items and survive a lost worker.

Each worker has a pipe of its own, and no lock is shared. The pool of the standard library shares its queues:
a worker that is killed while it waits takes their lock with it, and the others wait for ever.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from enum import StrEnum
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Generic, NamedTuple, TypeVar


class Engine(StrEnum):
    """Processes of this machine, or the machines of a cluster."""

    PROCESSES = "processes"
    DASK = "dask"


Item = TypeVar("Item")
Result = TypeVar("Result")

TRIES = 2
"""Number of tries for an item whose worker dies."""

MOST = 61
"""Highest number of pipes that Windows can wait for."""

_SPAWNING = get_context("spawn")
# A fork would share the parent's open files, and locks that its threads hold.

if sys.platform == "linux":

    def count_processors() -> int:
        """Count the processors that this process may use."""
        return len(os.sched_getaffinity(0))

else:

    def count_processors() -> int:
        """Count the processors."""
        return os.cpu_count() or 1


class Outcome(NamedTuple, Generic[Result]):
    """Result of an item and the number of tries. The result is None if the worker died in each try."""

    result: Result | None
    tries: int


def map_each(work: Callable[[Item], Result], items: Iterable[Item], jobs: int) -> Iterator[Outcome[Result]]:
    """Yield the outcomes of items in order, computed by `jobs` processes.

    `work` must be a top-level function of a module, and items and results must be picklable. A worker gets
    one item at a time. If it dies, another one gets that item once more. An exception in `work` ends its
    worker, so `work` must catch its exceptions.
    """
    team = _Team(work, items, max(1, min(jobs, MOST)))
    outcomes: dict[int, Outcome[Result]] = {}
    due = 0
    try:
        while team.give_out():
            outcomes |= team.collect()
            while due in outcomes:
                yield outcomes.pop(due)
                due += 1
    finally:
        team.dismiss()


class _Try(NamedTuple, Generic[Item]):
    """An item and its number of tries."""

    number: int
    item: Item
    tries: int = 1


class _Team(Generic[Item, Result]):
    """Workers with their current items, and the items that are still to do."""

    def __init__(self, work: Callable[[Item], Result], items: Iterable[Item], jobs: int) -> None:
        self._work, self._jobs = work, jobs
        self._left = (_Try(number, item) for number, item in enumerate(items))
        self._again: list[_Try[Item]] = []
        self._idle: list[_Worker[Item, Result]] = []
        self._busy: dict[object, tuple[_Worker[Item, Result], _Try[Item]]] = {}

    def give_out(self) -> bool:
        """Give every free worker an item. Return True if a worker is busy."""
        while len(self._busy) < self._jobs:
            due = self._again.pop() if self._again else next(self._left, None)
            if due is None:
                break
            worker = self._find_taker(due.item)
            self._busy[worker.pipe] = (worker, due)
        return bool(self._busy)

    def _find_taker(self, item: Item) -> "_Worker[Item, Result]":
        """Give an item to an idle worker, or to a new one, and return the worker."""
        while self._idle:
            worker = self._idle.pop()
            if worker.give(item):
                return worker
            worker.end()
        worker = _Worker[Item, Result](self._work)
        worker.give(item)
        return worker

    def collect(self) -> dict[int, Outcome[Result]]:
        """Wait for a worker and return the outcomes that are ready, by item number."""
        outcomes: dict[int, Outcome[Result]] = {}
        for pipe in wait([worker.pipe for worker, _ in self._busy.values()]):
            worker, job = self._busy.pop(pipe)
            try:
                result = worker.take()
            except (EOFError, OSError):
                worker.end()
                if job.tries < TRIES:
                    self._again.append(job._replace(tries=job.tries + 1))
                else:
                    outcomes[job.number] = Outcome(None, job.tries)
                continue
            self._idle.append(worker)
            outcomes[job.number] = Outcome(result, job.tries)
        return outcomes

    def dismiss(self) -> None:
        """End all workers, busy ones included."""
        for worker in (*self._idle, *(worker for worker, _ in self._busy.values())):
            worker.end()


class _Worker(Generic[Item, Result]):
    """A process that works on one item after another."""

    def __init__(self, work: Callable[[Item], Result]) -> None:
        self.pipe, its = _SPAWNING.Pipe()
        self._process = _SPAWNING.Process(target=_serve, args=(its, work), daemon=True)
        self._process.start()
        # The end of the pipe is detected only if no other process holds the worker's side.
        its.close()

    def give(self, item: Item) -> bool:
        """Send an item. Return False if the worker has died."""
        try:
            self.pipe.send(item)
        except OSError:
            return False
        return True

    def take(self) -> Result:
        """Return the result. Raises `EOFError` or `OSError` if the worker died."""
        result: Result = self.pipe.recv()
        return result

    def end(self) -> None:
        """End the process and wait for its exit."""
        self.pipe.close()
        self._process.kill()
        self._process.join()


def _serve(pipe: Connection, work: Callable[[Item], Result]) -> None:
    """Work until the parent closes the pipe. An interrupt ends the process without a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with suppress(EOFError, OSError):
        while True:
            pipe.send(work(pipe.recv()))
