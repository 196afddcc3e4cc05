"""Threads that share a match: each letter is filed once and in order, and readers see whole positions."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from random import Random

import pytest

import referee
from referee.evidence import standalone

THREADS = 6


def play(match: referee.Match, number: int, letters: "count[int]", most: int) -> list[str]:
    """Send random options until there were enough letters; gives the heads of those that were filed."""
    rng, heads = Random(number), list[str]()
    while next(letters) < most:
        if not (waiting := match.waiting):
            return heads
        try:
            options = match.options(rng.choice(waiting), limit=20)
            answer = match.submit(rng.choice(options))
        except (IndexError, referee.Stale, referee.NotYours, referee.Misuse):
            # Another thread answered the question first.
            continue
        if not answer.refused and not (answer.again or answer.code):
            heads.append(answer.head)
        if number == 0 and len(heads) % 20 == 1:
            match.view()
            match.export("german")
    return heads


@pytest.mark.parametrize("pack", ["ttlm", "skirmish"])
def test_letters_of_six_threads_are_all_filed(
    request: pytest.FixtureRequest, tmp_path: Path, pack: str
) -> None:
    most = int(request.config.getoption("--submits"))
    match = referee.open_in_memory(pack, seed=11)
    letters = count()

    with ThreadPoolExecutor(THREADS) as pool:
        heads = [
            head
            for heads in pool.map(lambda n: play(match, n, letters, most), range(THREADS))
            for head in heads
        ]

    path = tmp_path / "copy.jsonl"
    path.write_bytes(match.export())
    entries = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert heads
    assert standalone.verified(str(path))[1] == []
    filed = {f"{number}:{entry['seal']}" for number, entry in enumerate(entries)}
    assert {*heads} <= filed, "each letter that was accepted is there"
    accepted = [row for row in match.table("letters") if row.orders]
    assert len(accepted) == len(heads) == len({*heads}), "and none is there twice"
    assert referee.open(str(path)).game() == match.game()


def test_a_match_is_shared_by_tasks_that_wait_in_threads() -> None:
    match = referee.open_in_memory("ttlm", seed=11)

    async def ask() -> list[int]:
        reports = [asyncio.to_thread(match.write_report, "german") for _ in range(3)]
        return [len(text) for text in await asyncio.gather(*reports)]

    assert len({*asyncio.run(ask())}) == 1


def test_a_fault_of_a_match_in_memory_names_no_file_of_the_program() -> None:
    match = referee.open_in_memory("ttlm", seed=11)

    with pytest.raises(referee.Fault) as raised:
        match.events("german", since=f"1:{'0' * 64}")

    assert "opening.py" not in str(raised.value)
