"""Lawful orders in their parts, for programs."""

from pathlib import Path

import pytest

from referee.matches import matches
from referee.reports import questions


@pytest.mark.usefixtures("begun")
def test_a_family_of_games_that_knows_no_parts_tells_the_verb_alone(shelf: Path) -> None:
    found = questions.list_options(matches.find(shelf, "duel"), "red", 99).options

    assert {(one.verb, one.piece, one.start, one.to) for one in found} == {
        (verb, "", "", "") for verb in ("guess", "peek", "stop", "throw")
    }
