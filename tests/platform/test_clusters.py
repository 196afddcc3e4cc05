"""A map over a cluster: a scheduler that is named works on the items, and what it lost is named."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from referee.platform import clusters
from referee.platform.workers import Outcome

distributed = pytest.importorskip("distributed")


def square(number: int) -> int:
    return number * number


def test_a_scheduler_works_on_items_in_their_order() -> None:
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        found = list(clusters.map_each(square, [3, 1, 3], cluster.scheduler_address, 9))

    assert found == [Outcome(9, 1), Outcome(1, 1), Outcome(9, 1)]


def test_millions_of_items_are_given_out_a_few_at_a_time() -> None:
    given_out: list[int] = []

    def count() -> Iterator[int]:
        for number in range(1000):
            given_out.append(number)
            yield number

    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        outcomes = clusters.map_each(square, count(), cluster.scheduler_address, 1)
        assert [next(outcomes).result for _ in range(3)] == [0, 1, 4]
        assert len(given_out) == clusters.AHEAD + 3
        outcomes.close()


class Future:
    """What became of an item: its result, or that its workers were killed."""

    def __init__(self, found: object, released: list[object]) -> None:
        self._found, self._released = found, released

    def result(self) -> object:
        if isinstance(self._found, Exception):
            raise self._found
        return self._found

    def release(self) -> None:
        self._released.append(self._found)


def test_an_item_whose_workers_were_killed_is_lost_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two failures are allowed, so that it was tried three times."""
    killed = distributed.KilledWorker("x", None, 2)
    released: list[object] = []

    class Client:
        def submit(self, _: object, item: int, **__: object) -> Future:
            return Future({1: 1, 9: killed, 2: 4}[item], released)

        def nthreads(self) -> dict[str, int]:
            return {"one": 1}

    @contextmanager
    def connect(*_: object) -> Iterator[Any]:
        yield Client()

    monkeypatch.setattr(clusters, "_connect", connect)

    assert list(clusters.map_each(square, [1, 9, 2], None, 1)) == [
        Outcome(1, 1),
        Outcome(None, 3),
        Outcome(4, 1),
    ]
    assert released == [1, killed, 4]
