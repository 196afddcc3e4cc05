"""One recorded match for each way a campaign can end, and one of the East with fortified infantry.

Each proves itself, replays, and is judged alike today.

The journals were filed by the desk from letters; `python -m tests.great_war.matches.record` makes them again.
"""

from pathlib import Path

import pytest

from referee.evidence import match_verification
from referee.matches import matches
from referee.matches.matches import Match
from referee.matches.shelf import JOURNAL
from referee.reports import documents
from referee.reports.formats import plain_text
from schemas.great_war.events import CampaignEnded
from tests.great_war.matches.record import ENDINGS, FOLDER, path_of, record, unpacked

pytestmark = pytest.mark.usefixtures("older_objects_are_left_alone")

MOST_BYTES = 2_000_000
"""What all recorded matches may weigh together."""

BRIEF = ("armistice", "resignation", "phrased", "eastern-decisive")
"""The matches that are soon played again."""


@pytest.fixture(params=sorted(ENDINGS))
def ending(request: pytest.FixtureRequest) -> str:
    name = request.param
    assert isinstance(name, str)
    return name


@pytest.fixture
def recorded(ending: str, tmp_path: Path) -> Match:
    """A recorded match on a shelf."""
    (tmp_path / ending).mkdir()
    (tmp_path / ending / JOURNAL).write_bytes(unpacked(ending))
    return matches.find(tmp_path, ending)


def test_a_recorded_match_proves_itself_and_is_judged_alike_today(recorded: Match, ending: str) -> None:
    verified = match_verification.verify(recorded.folder / JOURNAL, rejudge=True)
    assert verified.differences == (), f"judged otherwise today: record {ending} anew if that is right"
    assert verified.opened
    assert verified.replayed
    assert verified.rolls or ending == "armistice"
    assert not verified.lacking
    assert not verified.torn


def test_a_recorded_match_ends_as_it_is_called(recorded: Match, ending: str) -> None:
    wanted = ENDINGS[ending]
    *_, closing, reveal = recorded.entries
    assert reveal.body.kind == "reveal"
    last = recorded.rules.events.read(closing.body.public["events"][-1])
    assert isinstance(last, CampaignEnded)
    assert last.reason == wanted.reason
    assert wanted.level in last.level
    assert recorded.position().result == last.level
    if ending == "last-season":
        assert recorded.position().turn == recorded.bound.pack.scenarios[0].last


def test_its_last_report_says_that_it_is_over_and_at_what_level(recorded: Match) -> None:
    for side in recorded.header.sides:
        told = plain_text.write(documents.report(recorded, side))
        assert f"The match is over: {recorded.position().result}." in " ".join(told.split())
        assert max(map(len, told.splitlines())) <= 72


def test_the_same_letters_make_the_same_file_to_the_byte(ending: str, games: int) -> None:
    """Those of whole campaigns take a minute each, and are made again with `--games 500`."""
    if ending in BRIEF or games >= 500:
        assert record(ending) == unpacked(ending)


def test_the_recorded_matches_are_all_there_and_small() -> None:
    kept = {path.name for path in FOLDER.glob("*.gz")}
    assert kept == {path_of(ending).name for ending in ENDINGS}
    assert sum(path_of(ending).stat().st_size for ending in ENDINGS) <= MOST_BYTES
