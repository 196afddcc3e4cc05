"""Every call takes a side by any of its names, and names the sides if there is none of that name."""

from collections.abc import Callable

import pytest

import referee

GAME = referee.open_in_memory("ttlm", "1914", seed=7).game()

CALLS: dict[str, Callable[[str], object]] = {
    "view": GAME.view,
    "turn": GAME.turn,
    "read": lambda side: GAME.read(side, "pass"),
    "sample": lambda side: GAME.sample(side, 3),
    "odds": lambda side: GAME.odds(viewer=side),
}


@pytest.mark.parametrize("call", CALLS)
def test_side_has_any_name_of_its_pack(call: str) -> None:
    assert CALLS[call]("Germany") == CALLS[call]("GERMAN") == CALLS[call]("german")


@pytest.mark.parametrize("call", CALLS)
def test_unknown_side_is_refused_with_the_known_ones(call: str) -> None:
    with pytest.raises(referee.NotYours) as fault:
        CALLS[call]("Turkey")

    (complaint,) = fault.value.complaints
    others = ", public or referee" if call in {"view", "odds"} else ""
    sides = "german, entente" if others else "german or entente"
    assert complaint.text == "Turkey is not a side of this game"
    assert complaint.remedy == f"name one of {sides}{others}"
