"""A map over independent items on a cluster of machines, with Dask (an optional dependency).

Dask has no usable type hints, so protocols here declare the parts that are used.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from typing import Protocol, TypeVar, cast

from referee.platform.workers import Outcome

Item = TypeVar("Item")
Result = TypeVar("Result")
ResultT_co = TypeVar("ResultT_co", covariant=True)

AHEAD = 8
"""Number of items per thread of the cluster that are given out before the first of them is done."""

PATIENCE = 10
"""Seconds for a scheduler to answer."""


class UnreachableError(Exception):
    """No scheduler answers at an address."""


class _Future(Protocol[ResultT_co]):
    def result(self) -> ResultT_co: ...
    def release(self) -> None: ...


class _Client(Protocol):
    def submit(self, work: Callable[[Item], Result], item: Item, *, pure: bool) -> _Future[Result]: ...
    def nthreads(self) -> Mapping[str, int]: ...


class _Cluster(Protocol):
    def close(self) -> None: ...


class _KilledWorker(Exception):  # noqa: N818 - the name in Dask
    allowed_failures: int


class _Distributed(Protocol):
    KilledWorker: type[_KilledWorker]

    def Client(  # noqa: N802 - a class there
        self, address: str | _Cluster, *, timeout: int
    ) -> AbstractContextManager[_Client]: ...

    def LocalCluster(  # noqa: N802 - a class there
        self, *, n_workers: int, threads_per_worker: int, dashboard_address: None
    ) -> AbstractContextManager[_Cluster]: ...


def map_each(
    work: Callable[[Item], Result], items: Iterable[Item], scheduler: str | None, jobs: int
) -> Generator[Outcome[Result]]:
    """Yield the outcomes of items in order, computed by the machines of a scheduler.

    Only some items are with the cluster at a time, so that millions need no more memory than hundreds.
    A local cluster of `jobs` processes runs until the last item if no scheduler is named. If a worker dies,
    Dask gives its item to another one, as often as the scheduler allows. Raises `ImportError` if Dask is not
    installed, and `UnreachableError` if the scheduler does not answer.
    """
    dask = cast(_Distributed, import_module("distributed"))
    with _connect(dask, scheduler, jobs) as client:
        given_out: deque[_Future[Result]] = deque()
        for item in items:
            given_out.append(client.submit(work, item, pure=False))
            # Machines may join and leave while the items are worked on.
            if len(given_out) > AHEAD * sum(client.nthreads().values()):
                yield _collect(dask, given_out.popleft())
        while given_out:
            yield _collect(dask, given_out.popleft())


def _collect(dask: _Distributed, future: _Future[Result]) -> Outcome[Result]:
    """Wait for a result, and free its memory on the cluster."""
    try:
        return Outcome(future.result(), 1)
    except dask.KilledWorker as error:
        return Outcome(None, error.allowed_failures + 1)
    finally:
        future.release()


@contextmanager
def _connect(dask: _Distributed, scheduler: str | None, jobs: int) -> Generator[_Client]:
    if scheduler is None:
        with (
            dask.LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None) as cluster,
            dask.Client(cluster, timeout=PATIENCE) as client,
        ):
            yield client
        return
    try:
        connection = dask.Client(scheduler, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise UnreachableError(scheduler) from error
    with connection as client:
        yield client
