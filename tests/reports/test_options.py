"""Lawful orders in their parts, for programs."""

from pathlib import Path

import pytest

from referee.matches import matches
from referee.reports import legal_orders


@pytest.mark.usefixtures("begun")
def test_a_family_of_games_that_knows_no_parts_tells_the_verb_alone(shelf: Path) -> None:
    found = legal_orders.list_options(matches.find(shelf, "duel"), "red", 99).options

    assert {(one.verb, one.piece, one.start, one.to) for one in found} == {
        (verb, "", "", "") for verb in ("guess", "peek", "stop", "throw")
    }


@pytest.mark.usefixtures("begun")
def test_it_is_said_whether_there_are_more_orders_than_were_asked_for(shelf: Path) -> None:
    match = matches.find(shelf, "duel")
    every = legal_orders.options(match, "red", 99).orders

    for limit in (1, len(every) - 1, len(every), len(every) + 1):
        lines, parts = (
            legal_orders.options(match, "red", limit),
            legal_orders.list_options(match, "red", limit),
        )
        assert lines.orders == every[:limit]
        assert tuple(one.text for one in parts.options) == every[:limit]
        assert (lines.more, parts.more) == (limit < len(every),) * 2
