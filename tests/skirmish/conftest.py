"""Matches that several tests of the skirmish ask about."""

import pytest

from referee.matches import matches
from referee.matches.matches import Match
from tests.examples import format_2


@pytest.fixture(scope="module")
def sap(tmp_path_factory: pytest.TempPathFactory) -> Match:
    """The example, where both sides are asked for the movements of their third turn."""
    shelf = tmp_path_factory.mktemp("sap")
    list(format_2.scenes("skirmish", "sap", shelf))
    return matches.find(shelf, "sap")
