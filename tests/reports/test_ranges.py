"""Ranges on a map: of one's own figures, in a game whose figures have some."""

from pathlib import Path

import pytest

from referee.faults import Misuse
from referee.matches import matches, opening
from referee.matches.matches import Match
from referee.reports import maps
from referee.reports.maps import Wanted
from tests.duels import AT


@pytest.fixture(scope="module")
def raid(tmp_path_factory: pytest.TempPathFactory) -> Match:
    return opening.open_match(
        tmp_path_factory.mktemp("shelf"), "raid", "skirmish", at=AT, scenario="dawn-sap"
    )


def test_the_ranges_of_a_figure_are_drawn_for_its_side(raid: Match) -> None:
    bare, ranged = (maps.picture(raid, "british", Wanted(about=about)) for about in ((), ("br-s1-1",)))

    assert bare.discs == ()
    assert [disc.text for disc in ranged.discs] == ["br-s1-1 and pistol", "br-s1-1 and defensive grenade"]


@pytest.mark.parametrize(
    ("viewer", "figure"), [("german", "br-s1-1"), ("british", "ge-g1-1"), ("british", "x")]
)
def test_the_ranges_of_others_are_not_drawn(raid: Match, viewer: str, figure: str) -> None:
    with pytest.raises(Misuse) as fault:
        maps.picture(raid, viewer, Wanted(about=(figure,)))
    assert fault.value.complaints[0].code == "not-your-piece"


def test_a_game_of_areas_has_no_ranges(example_shelf: Path) -> None:
    with pytest.raises(Misuse) as fault:
        maps.picture(matches.find(example_shelf, "liege"), "german", Wanted(about=("ge-1",)))
    assert fault.value.complaints[0].code == "no-ranges"
