"""Wars between programs, fought for a program."""

import os
from itertools import islice
from typing import Any

import pytest

import referee


def fight(**asked: Any) -> tuple[referee.SimulatedWar, ...]:
    """Wars of one season, in this process."""
    wars = tuple(referee.simulate("ttlm", "1914", turns=1, seed=3, **asked))
    assert all(isinstance(war, referee.SimulatedWar) for war in wars)
    return wars  # type: ignore[return-value] # as it was just asserted


def test_wars_have_numbers_from_one_and_follow_from_seed_and_number() -> None:
    wars = fight(games=2)

    assert [war.number for war in wars] == [1, 2]
    assert fight(games=1) == wars[:1]
    assert wars[0].orders != wars[1].orders


def test_one_job_fights_the_requested_wars_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", None)
    monkeypatch.setattr("multiprocessing.process.BaseProcess.start", None)

    first = next(islice(referee.simulate("ttlm", "1914", games=1_000_000, turns=1, seed=3), 1))
    assert (first,) == fight(games=1)


def test_players_and_options_equal_the_named_ones() -> None:
    with pytest.raises(referee.NotFound):
        referee.simulate("ttlm", "1914", players={"german": "napoleon"})
    with pytest.raises(referee.Misuse):
        referee.simulate("ttlm", "1914", players={"turkey": "random"})
    with pytest.raises(referee.Misuse):
        referee.simulate("ttlm", "1914", options={"weak-forts": "perhaps"})

    assert fight(games=1, players={"german": "random", "entente": "random"}) != fight(games=1)


def test_several_jobs_fight_the_same_wars() -> None:
    assert fight(games=2, jobs=2) == fight(games=2)
