"""The reports, maps and chart of the skirmish example: what changes in them is seen in review.

After a wanted change: `pytest tests/golden --rewrite-golden`, and read the difference.
"""

import pytest

from referee.cli import demo
from referee.matches import matches
from referee.matches.matches import Match
from referee.reports import documents, maps, match_progress, publishing
from referee.reports.formats.format_names import FORMATS
from referee.reports.pictures import columns
from schemas.record import to_json
from tests.examples import format_2
from tests.golden.approving import check, name_report
from tests.replay_pages import spread

SINCE = 2
"""The last entry before the first turn."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Match, tuple[demo.Scene, ...]]:
    shelf = tmp_path_factory.mktemp("sap")
    scenes = tuple(format_2.scenes("skirmish", "sap", shelf))
    return matches.find(shelf, "sap"), scenes


@pytest.fixture(scope="module")
def sap(played: tuple[Match, tuple[demo.Scene, ...]]) -> Match:
    return played[0]


def test_the_tour_is_as_it_was_approved(
    request: pytest.FixtureRequest, played: tuple[Match, tuple[demo.Scene, ...]]
) -> None:
    check(request, "sap.tour.txt", "\n".join(map(str, demo.tour_stops(played[1]))) + "\n")


@pytest.mark.parametrize("viewer", ["british", "german", "public"])
@pytest.mark.parametrize("form", FORMATS)
def test_reports_are_as_they_were_approved(
    request: pytest.FixtureRequest, sap: Match, viewer: str, form: str
) -> None:
    report = documents.report(sap, viewer, since=SINCE, due="Sunday, 20:00 UTC")
    check(request, name_report(f"sap.{viewer}", form), publishing.publish(report, form))


@pytest.mark.parametrize("viewer", ["british", "german", "public"])
def test_full_reports_are_as_they_were_approved(
    request: pytest.FixtureRequest, sap: Match, viewer: str
) -> None:
    report = documents.report(sap, viewer, since=SINCE, due="Sunday, 20:00 UTC", full=True)
    written = publishing.publish(report, "text")
    check(request, f"sap.{viewer}.full.txt", written)
    assert max(map(columns.width, written.split("\n"))) <= 72


@pytest.mark.parametrize(
    ("viewer", "code", "due"),
    [
        ("british", "fr", "dimanche"),
        ("german", "fr", "dimanche"),
        ("british", "de", "Sonntag"),
        ("british", "el", "Κυριακή"),
    ],
)
def test_reports_in_other_languages_are_as_they_were_approved(
    request: pytest.FixtureRequest, sap: Match, viewer: str, code: str, due: str
) -> None:
    report = documents.report(sap.speaking(code), viewer, since=SINCE, due=f"{due}, 20:00 UTC")
    written = publishing.publish(report, "text")
    check(request, f"sap.{viewer}.{code}.txt", written)
    assert max(map(columns.width, written.split("\n"))) <= 72


def test_the_difference_in_french_is_as_it_was_approved(request: pytest.FixtureRequest, sap: Match) -> None:
    document = documents.list_differences(sap.speaking("fr"), "german", SINCE, len(sap.entries))
    check(request, "sap.german.diff.fr.txt", publishing.publish(document, "text"))


@pytest.mark.parametrize("viewer", ["british", "german"])
def test_the_map_is_as_it_was_approved(request: pytest.FixtureRequest, sap: Match, viewer: str) -> None:
    picture = maps.picture(sap, viewer, maps.Wanted(since=SINCE))
    check(request, f"sap.{viewer}.map.svg", maps.draw(picture))


@pytest.mark.parametrize("viewer", ["german", "public"])
def test_the_chart_is_as_it_was_approved(request: pytest.FixtureRequest, sap: Match, viewer: str) -> None:
    check(request, f"sap.{viewer}.chart.svg", match_progress.draw(match_progress.chart(sap, viewer)))


@pytest.mark.parametrize("viewer", ["british", "german"])
def test_the_difference_is_as_it_was_approved(
    request: pytest.FixtureRequest, sap: Match, viewer: str
) -> None:
    document = documents.list_differences(sap, viewer, SINCE, len(sap.entries))
    check(request, f"sap.{viewer}.diff.txt", publishing.publish(document, "text"))


@pytest.mark.parametrize(("viewer", "secret"), [("referee", True), ("british", False), ("public", False)])
def test_a_chart_that_one_side_may_not_know_is_marked(sap: Match, viewer: str, secret: bool) -> None:
    assert match_progress.chart(sap, viewer).title.startswith("SECRET") is secret


@pytest.mark.parametrize(("viewer", "enemy"), [("british", "ge-"), ("german", "br-")])
def test_neither_chart_nor_difference_nor_replay_names_an_enemy(sap: Match, viewer: str, enemy: str) -> None:
    told = [
        to_json(match_progress.chart(sap, viewer)),
        to_json(documents.list_differences(sap, viewer, SINCE, len(sap.entries))),
        to_json(documents.report(sap, viewer, since=0)),
        spread(match_progress.page(sap, viewer)),
    ]

    assert not [text for text in told if enemy in text]
