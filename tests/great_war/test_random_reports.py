"""Reports of random games: they fit a mail, and hold nothing but what their reader's own copy holds."""

from collections.abc import Iterator
from random import Random

import pytest

from referee.matches.matches import Match
from referee.reports import documents, maps, match_progress, publishing
from referee.reports.formats.format_names import FORMATS
from referee.reports.pictures import columns
from schemas.record import PUBLIC, REFEREE, Side
from schemas.reports import Document, Verbatim
from tests.great_war.played_match import copy_of, played, shortened

WIDTH = 72

READERS = ("german", "entente", PUBLIC)


def drawn_reports(count: int, templates: str = "no") -> Iterator[tuple[Match, Match, Side, int, int]]:
    """Matches with a reader, his own copy, and a stretch of entries to be told."""
    generator = Random(count)
    for number in range(count):
        if number % 40 == 0:
            match = played(1914 + number, 2, templates)
            copies = {reader: copy_of(match, reader) for reader in READERS}
        at = generator.randint(1, len(match.entries))
        since = generator.randint(max(0, at - 60), at)
        reader = READERS[number % len(READERS)]
        yield match, copies[reader], reader, since, at


@pytest.fixture(scope="session")
def random_reports(request: pytest.FixtureRequest) -> int:
    count = request.config.getoption("--reports")
    assert isinstance(count, int)
    return count


def test_no_line_is_too_long_for_a_mail(random_reports: int) -> None:
    for match, _, reader, since, at in drawn_reports(random_reports):
        viewer = reader if at % 4 else REFEREE
        told = match.speaking("fr" if at % 2 else "en")
        report = documents.report(told, viewer, since=since, at=at, full=bool(at % 3))
        lines = publishing.publish(report, "text").split("\n")
        assert max(map(columns.width, lines)) <= WIDTH, (viewer, since, at)


@pytest.mark.parametrize("templates", ["no", "yes"])
def test_a_report_holds_nothing_that_is_not_in_its_readers_copy(random_reports: int, templates: str) -> None:
    """Where the others' secrets are not even known, every format comes out the same to the byte."""
    for match, copy, reader, since, at in drawn_reports(random_reports // 2, templates):
        full = bool(at % 2)
        whole, mine = (documents.report(one, reader, since=since, at=at, full=full) for one in (match, copy))
        for form in FORMATS:
            assert publishing.publish(whole, form) == publishing.publish(mine, form), (
                reader,
                since,
                at,
                form,
            )
        assert publishing.headline(whole) == publishing.headline(mine)
        assert documents.situation(match, reader, at) == documents.situation(copy, reader, at)
        wanted = maps.Wanted(at=at, since=since, around="reims" if at % 2 else None)
        pictures = [maps.picture(one, reader, wanted) for one in (match, copy)]
        assert maps.draw(pictures[0]) == maps.draw(pictures[1])
        changes = [documents.list_differences(one, reader, since, at) for one in (match, copy)]
        assert changes[0] == changes[1]


@pytest.mark.parametrize("reader", ["german", PUBLIC])
def test_a_course_holds_nothing_that_is_not_in_its_readers_copy(reader: Side) -> None:
    match = shortened(played(1914, 2), 90)
    copy = copy_of(match, reader)
    assert match_progress.chart(match, reader) == match_progress.chart(copy, reader)
    assert match_progress.page(match, reader) == match_progress.page(copy, reader)


def test_secrets_are_there_to_be_kept(random_reports: int) -> None:
    """The test above would prove nothing of reports that all say the same."""
    match, *_ = next(drawn_reports(1))
    told = {
        reader: publishing.publish(documents.report(match, reader, since=0), "text") for reader in READERS
    }
    assert len(set(told.values())) == len(READERS)


def test_a_letter_in_a_report_is_not_broken(random_reports: int) -> None:
    for match, _, _, since, at in drawn_reports(random_reports // 4):
        for side in match.header.sides:
            for line in _letter(documents.report(match, side, since=since, at=at)):
                assert columns.width(line) <= WIDTH


def _letter(report: Document) -> Iterator[str]:
    return (line for block in report.blocks if isinstance(block, Verbatim) for line in block.lines)
