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


def give(letter: Any) -> referee.Player:
    """A player that always returns one letter, of any type."""
    return lambda _: letter


@pytest.mark.parametrize("letter", [None, 5, b"pass", ["pass"]])
def test_player_that_returns_another_value_than_a_letter_is_named(letter: object) -> None:
    with pytest.raises(referee.Misuse, match=r"the letter of german is of the type \w+, and must be str"):
        fight(games=1, players={"german": give(letter)})


REFUSED = {
    "move ge-1 to paris": "war-3-1: `move ge-1 to paris` does not answer the question offensive of german: "
    "this order does not answer the open question",
    "pass the salt": "war-3-1: `pass the salt` does not answer the question offensive of german: ",
    "": "war-3-1: the letter for the question offensive of german is empty",
}


@pytest.mark.parametrize("letter", REFUSED)
def test_player_whose_letters_are_refused_learns_line_and_reason(letter: str) -> None:
    with pytest.raises(referee.DataFault) as fault:
        fight(games=1, players={"german": give(letter)})

    first, second = fault.value.complaints
    assert (first.code, second.text[: len(REFUSED[letter])]) == ("bot-refused", REFUSED[letter])
    assert second.remedy == "return the `text` of one of `turn.options`"


def test_players_have_any_name_of_their_side_once() -> None:
    assert fight(games=1, players={"Germany": "random"}) == fight(games=1, players={"german": "random"})
    with pytest.raises(referee.Misuse, match="name each side once"):
        fight(games=1, players={"Germany": "random", "german": "greedy"})
    with pytest.raises(referee.NotYours, match="name one of german or entente"):
        fight(games=1, players={"turkey": give("pass")})
    with pytest.raises(referee.Misuse, match="name one of german or entente"):
        fight(games=1, players={"turkey": "random"})
    with pytest.raises(
        referee.Misuse, match=r'players\["german"\] is of the type int, and must be str or Player'
    ):
        fight(games=1, players={"german": 5})


def test_bot_of_another_game_is_refused_before_a_war_and_at_a_turn() -> None:
    with pytest.raises(referee.Misuse, match="raider does not play this family"):
        referee.simulate("ttlm", "1914", players={"german": referee.bot("raider")})
    turn = referee.open_in_memory("ttlm", "1914", seed=7).turn("german")
    assert turn is not None
    with pytest.raises(referee.Misuse, match="raider does not play this family"):
        referee.bot("raider").choose(turn)
