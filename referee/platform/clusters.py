"""A cluster of machines: the same map over independent items, by Dask, which is an extra.

Dask has no types that a strict reader knows; what is used of it stands here as protocols.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from typing import Protocol, TypeVar, cast

from referee.platform.workers import Outcome

Item = TypeVar("Item")
Result = TypeVar("Result")
ResultT_co = TypeVar("ResultT_co", covariant=True)

PATIENCE = 10
"""Seconds in which a scheduler has to answer."""


class UnreachableError(Exception):
    """No scheduler answers at an address."""


class _Future(Protocol[ResultT_co]):
    def result(self) -> ResultT_co: ...
    def release(self) -> None: ...


class _Client(Protocol):
    def map(
        self, work: Callable[[Item], Result], items: Sequence[Item], *, pure: bool
    ) -> Sequence[_Future[Result]]: ...


class _Cluster(Protocol):
    def close(self) -> None: ...


class _KilledWorker(Exception):  # noqa: N818 - it is named there
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
    work: Callable[[Item], Result], items: Sequence[Item], scheduler: str | None, jobs: int
) -> Iterator[Outcome[Result]]:
    """The outcomes of items in their order, worked on by the machines of a scheduler.

    Without a scheduler a cluster of so many processes is begun here, and ended behind the last item. Dask
    gives an item whose worker dies to another one, as often as its scheduler allows. Raises `ImportError`
    where Dask is not installed, and `UnreachableError`.
    """
    dask = cast(_Distributed, import_module("distributed"))
    with _connect(dask, scheduler, jobs) as client:
        for future in client.map(work, items, pure=False):
            try:
                yield Outcome(future.result(), 1)
            except dask.KilledWorker as killed:
                yield Outcome(None, killed.allowed_failures + 1)
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
        connected = dask.Client(scheduler, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise UnreachableError(scheduler) from error
    with connected as client:
        yield client
