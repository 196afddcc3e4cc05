"""The reports, maps and chart of the example, letter by letter: what changes in them is seen in review.

After a wanted change: `pytest tests/golden --rewrite-golden`, and read the difference.
"""

from pathlib import Path
from shutil import copytree

import pytest
from msgspec.structs import replace

from referee.analysis import hindsight, odds
from referee.matches import matches
from referee.matches.judging import submission
from referee.matches.matches import Match
from referee.packs import rulesets
from referee.reports import documents, letter_answers, letter_results, maps, match_progress, publishing
from referee.reports.formats.format_names import FORMATS
from referee.reports.pictures import columns, result_charts
from tests.golden.approving import check, name_report

SINCE = 43
"""The entry before two battles."""


@pytest.fixture(scope="module")
def liege(example_shelf: Path) -> Match:
    return matches.find(example_shelf, "liege")


@pytest.mark.parametrize("viewer", ["german", "entente", "public"])
@pytest.mark.parametrize("form", FORMATS)
def test_reports_are_as_they_were_approved(
    request: pytest.FixtureRequest, liege: Match, viewer: str, form: str
) -> None:
    report = documents.report(liege, viewer, since=SINCE, due="Sunday, 20:00 UTC")
    check(request, name_report(f"liege.{viewer}", form), publishing.publish(report, form))


@pytest.mark.parametrize(
    ("viewer", "code", "due"),
    [
        ("german", "fr", "dimanche"),
        ("entente", "fr", "dimanche"),
        ("german", "de", "Sonntag"),
        ("german", "el", "Κυριακή"),
    ],
)
def test_reports_in_other_languages_are_as_they_were_approved(
    request: pytest.FixtureRequest, liege: Match, viewer: str, code: str, due: str
) -> None:
    report = documents.report(liege.speaking(code), viewer, since=SINCE, due=f"{due}, 20:00 UTC")
    written = publishing.publish(report, "text")
    check(request, f"liege.{viewer}.{code}.txt", written)
    assert max(map(columns.width, written.split("\n"))) <= 72


def test_the_map_of_a_region_is_as_it_was_approved(request: pytest.FixtureRequest, liege: Match) -> None:
    picture = maps.picture(liege, "german", maps.Wanted(at=45, since=34, around="Lüttich"))
    check(request, "liege.german.region.svg", maps.draw(picture))


def test_the_chart_is_as_it_was_approved(request: pytest.FixtureRequest, liege: Match) -> None:
    check(request, "liege.chart.svg", match_progress.draw(match_progress.chart(liege, "public")))


def test_the_difference_is_as_it_was_approved(request: pytest.FixtureRequest, liege: Match) -> None:
    document = documents.list_differences(liege, "entente", 20, 67)
    check(request, "liege.entente.diff.txt", publishing.publish(document, "text"))


@pytest.mark.parametrize(("code", "times"), [("en", 1), ("fr", 1), ("en", 12)])
def test_picture_of_luck_equals_the_approved_one(
    request: pytest.FixtureRequest, liege: Match, code: str, times: int
) -> None:
    """Where battles are many, those alone are named in which the war turned."""
    spoken = liege.speaking(code)
    told = hindsight.analyse(spoken, "public", None)
    told = replace(told, battles=told.battles * times)
    drawn = result_charts.write_luck(told, documents.sides(spoken), spoken.tongue)
    check(request, f"liege.luck.{code}.{times}.svg", drawn)


@pytest.mark.parametrize("code", ["en", "fr"])
def test_the_picture_of_odds_is_as_it_was_approved(request: pytest.FixtureRequest, code: str) -> None:
    bound = rulesets.bind("ttlm", None, {}).speaking(code)
    weighed = odds.setup_odds(bound, "reims: ge-1 [2I 1A], fr-1 [2I]", None, None, ())
    sides = documents.list_sides(bound, tuple(weighed.sides))
    check(request, f"odds.{code}.svg", result_charts.write_chances(weighed, sides, bound.tongue))


JUDGED = "offensive 17\nmove ge-1 from namur to paris\nfrobnicate\nmove ge-1 from namur to mons\n"
"""A letter of which something is accepted, refused, and not understood."""


@pytest.mark.parametrize("form", ["text", "html", "json"])
def test_a_ruling_is_as_it_was_approved(
    request: pytest.FixtureRequest, example_shelf: Path, tmp_path: Path, form: str
) -> None:
    copytree(example_shelf / "liege", tmp_path / "liege")
    sent = submission.open_letter("letter", JUDGED.encode(), at="1914-08-20T12:00:00Z", side="german")
    page = letter_results.document(letter_answers.submit(tmp_path, "liege", sent))

    check(request, name_report("liege.ruling", form), publishing.publish(page, form))
