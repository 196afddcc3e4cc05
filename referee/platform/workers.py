"""Worker processes: a map over independent items that survives the death of a worker.

Each worker has a pipe of its own, and no lock is shared. The pool of the standard library shares its queues:
a worker that is killed while it waits takes their lock with it, and the others wait for ever.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Generic, NamedTuple, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

TRIES = 2
"""How often an item is tried whose worker dies."""

MOST = 61
"""Windows waits for no more pipes at once."""

_SPAWNING = get_context("spawn")
# A fork would share what the parent has open, and threads of the parent may hold locks in it.

if sys.platform == "linux":

    def count_processors() -> int:
        """How many processors this process may use."""
        return len(os.sched_getaffinity(0))

else:

    def count_processors() -> int:
        """How many processors there are."""
        return os.cpu_count() or 1


class Outcome(NamedTuple, Generic[Result]):
    """What became of an item after some tries; without a result, each try ended with the worker's death."""

    result: Result | None
    tries: int


def map_each(work: Callable[[Item], Result], items: Iterable[Item], jobs: int) -> Iterator[Outcome[Result]]:
    """The outcomes of items in their order, worked on by so many processes.

    `work` is found by its name in its module; items and results can be pickled. A worker gets one item at a
    time, and if it dies, another one gets that item once more. An exception of `work` is the end of
    its worker, so that `work` catches what it may raise.
    """
    team = _Team(work, items, max(1, min(jobs, MOST)))
    finished: dict[int, Outcome[Result]] = {}
    due = 0
    try:
        while team.give_out():
            finished |= team.collect()
            while due in finished:
                yield finished.pop(due)
                due += 1
    finally:
        team.dismiss()


class _Try(NamedTuple, Generic[Item]):
    """An item that is tried."""

    number: int
    item: Item
    tries: int = 1


class _Team(Generic[Item, Result]):
    """Some workers, what each works on, and what is still to be begun."""

    def __init__(self, work: Callable[[Item], Result], items: Iterable[Item], jobs: int) -> None:
        self._work, self._jobs = work, jobs
        self._left = (_Try(number, item) for number, item in enumerate(items))
        self._again: list[_Try[Item]] = []
        self._idle: list[_Worker[Item, Result]] = []
        self._busy: dict[object, tuple[_Worker[Item, Result], _Try[Item]]] = {}

    def give_out(self) -> bool:
        """Give every free worker an item; gives whether any item is being worked on."""
        while len(self._busy) < self._jobs:
            due = self._again.pop() if self._again else next(self._left, None)
            if due is None:
                break
            worker = self._find_taker(due.item)
            self._busy[worker.pipe] = (worker, due)
        return bool(self._busy)

    def _find_taker(self, item: Item) -> "_Worker[Item, Result]":
        """A worker that took an item: an idle one, or a new one where they are busy or dead."""
        while self._idle:
            worker = self._idle.pop()
            if worker.give(item):
                return worker
            worker.end()
        worker = _Worker[Item, Result](self._work)
        worker.give(item)
        return worker

    def collect(self) -> dict[int, Outcome[Result]]:
        """The outcomes that are there by now, by the numbers of their items; waits for a worker."""
        found: dict[int, Outcome[Result]] = {}
        for pipe in wait([worker.pipe for worker, _ in self._busy.values()]):
            worker, tried = self._busy.pop(pipe)
            try:
                result = worker.take()
            except (EOFError, OSError):
                worker.end()
                if tried.tries < TRIES:
                    self._again.append(tried._replace(tries=tried.tries + 1))
                else:
                    found[tried.number] = Outcome(None, tried.tries)
                continue
            self._idle.append(worker)
            found[tried.number] = Outcome(result, tried.tries)
        return found

    def dismiss(self) -> None:
        """End all workers, whatever they do."""
        for worker in (*self._idle, *(worker for worker, _ in self._busy.values())):
            worker.end()


class _Worker(Generic[Item, Result]):
    """A process that works on one item after another."""

    def __init__(self, work: Callable[[Item], Result]) -> None:
        self.pipe, its = _SPAWNING.Pipe()
        self._process = _SPAWNING.Process(target=_serve, args=(its, work), daemon=True)
        self._process.start()
        # The end of the pipe is seen only if the worker alone holds the other side.
        its.close()

    def give(self, item: Item) -> bool:
        """Send an item; gives whether the worker still takes one."""
        try:
            self.pipe.send(item)
        except OSError:
            return False
        return True

    def take(self) -> Result:
        """The result. Raises `EOFError` or `OSError` if the worker died."""
        result: Result = self.pipe.recv()
        return result

    def end(self) -> None:
        """End the process, and wait until it is gone."""
        self.pipe.close()
        self._process.kill()
        self._process.join()


def _serve(pipe: Connection, work: Callable[[Item], Result]) -> None:
    """Work until the parent sends no more; an interruption ends it without a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with suppress(EOFError, OSError):
        while True:
            pipe.send(work(pipe.recv()))
