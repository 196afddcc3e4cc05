"""Programs with several processes: faults and answers go from one to another."""

import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

import referee

MATCH = referee.open_in_memory("ttlm", "1914", seed=7)
GAME = MATCH.game()

FAULTS: dict[str, Callable[[], object]] = {
    "Misuse": lambda: MATCH.options(limit=-1),
    "NotFound": lambda: referee.open("nothing", "/nowhere"),
    "NotYours": lambda: MATCH.view("turkey"),
    "Unreadable": lambda: GAME.play("battel paris"),
    "Refused": lambda: GAME.play("battle paris"),
    "DataFault": lambda: MATCH.submit("", "german"),
    "Stale": lambda: MATCH.submit("pass", "german", expect_head=f"0:{'0' * 64}"),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_fault_is_the_same_after_pickling(kind: str) -> None:
    with pytest.raises(referee.Fault) as caught:
        FAULTS[kind]()

    fault = pickle.loads(pickle.dumps(caught.value))

    assert type(fault) is type(caught.value)
    assert type(fault).__name__ == kind
    assert (str(fault), vars(fault)) == (str(caught.value), vars(caught.value))


def test_refusal_of_a_worker_process_arrives() -> None:
    """A fault that cannot be read back breaks the whole pool."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        refused = pool.submit(GAME.play, "battle paris").exception(timeout=120)
        after = pool.submit(GAME.play, "pass").result(timeout=120)

    assert isinstance(refused, referee.Refused)
    assert refused.complaints[0].code == "other-question"
    assert refused.clauses
    assert after == GAME.play("pass")


def test_answers_are_the_same_after_pickling() -> None:
    turn = MATCH.turn("german")
    for answer in (
        turn,
        MATCH.options(),
        MATCH.prompts(),
        MATCH.view("german"),
        MATCH.header,
        MATCH.head,
        GAME,
    ):
        assert pickle.loads(pickle.dumps(answer)) == answer
