"""A map over worker processes: results in order, and no item lost to a worker that was killed."""

import os
import signal
import threading
import time
from multiprocessing import Pipe, active_children
from pathlib import Path

import pytest

from referee.platform import workers
from tests.platform.worker_jobs import die_of, square, take_turns


def test_results_come_in_the_order_of_their_items() -> None:
    assert [outcome.result for outcome in workers.map_each(take_turns, range(5), 3)] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_item_whose_worker_was_killed_is_tried_again_and_none_is_lost(jobs: int, tmp_path: Path) -> None:
    items = [tmp_path / name for name in ("a", "once-1", "b", "c", "once-2", "d")]
    for item in items:
        if item.name.startswith("once"):
            item.touch()

    outcomes = list(workers.map_each(die_of, items, jobs))

    assert [outcome.result for outcome in outcomes] == [item.name for item in items]
    assert [outcomes[1].tries, outcomes[4].tries] == [2, 2]


def test_an_item_that_kills_every_worker_is_lost_alone(tmp_path: Path) -> None:
    items = [tmp_path / name for name in ("a", "b", "deadly", "c", "d")]
    items[2].touch()

    outcomes = list(workers.map_each(die_of, items, 2))

    assert outcomes[2] == (None, 2)
    assert [outcome.result for outcome in outcomes] == ["a", "b", None, "c", "d"]


def test_a_worker_that_is_killed_from_outside_loses_nothing() -> None:
    results: list[int | None] = []
    for outcome in workers.map_each(square, range(40), 2):
        if len(results) % 10 == 3:
            for worker in active_children()[:1]:
                worker.kill()
        results.append(outcome.result)

    assert results == [number * number for number in range(40)]


def test_no_worker_stays_after_the_last_job_or_the_last_reader() -> None:
    assert len(list(workers.map_each(square, range(3), 2))) == 3
    assert active_children() == []
    some = workers.map_each(time.sleep, [0, 1000], 2)
    next(some)
    assert all(worker.daemon for worker in active_children())
    some.close()  # type: ignore[attr-defined] - a generator
    assert active_children() == []


def test_a_worker_answers_until_nothing_is_sent_and_is_ended_by_an_interruption() -> None:
    ours, its = Pipe()
    results: list[int] = []

    def ask() -> None:
        for number in (3, 4):
            ours.send(number)
            results.append(ours.recv())
        ours.close()

    before = signal.getsignal(signal.SIGINT)
    asking = threading.Thread(target=ask)
    asking.start()
    try:
        workers._serve(its, square)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGINT, before)
    asking.join()

    assert results == [9, 16]


@pytest.mark.parametrize("jobs", [0, 9])
def test_there_is_a_worker_but_no_more_than_pipes_that_can_be_waited_for(
    monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    monkeypatch.setattr(workers, "MOST", 1)
    some = workers.map_each(square, range(3), jobs)

    assert next(some).result == 0
    assert len(active_children()) == 1
    assert [outcome.result for outcome in some] == [1, 4]


def test_nothing_to_do_starts_nothing() -> None:
    assert list(workers.map_each(square, [], 0)) == []


def test_there_is_a_processor() -> None:
    assert 1 <= workers.count_processors() <= (os.cpu_count() or 1)
