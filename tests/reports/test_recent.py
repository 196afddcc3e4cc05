"""What is new to whom: the referee is told the last order, a side what came after its own."""

from pathlib import Path
from typing import Any

import pytest

from referee.matches import matches, moderator_entries
from referee.matches.matches import Match
from referee.reports import documents, event_news, publishing
from tests.duels import AT, Send
from tests.great_war.matches import record


def news(shelf: Path, viewer: str, since: int | None = None) -> list[int]:
    """The entries that a report tells of."""
    report = publishing.publish(documents.report(matches.find(shelf, "duel"), viewer, since=since), "text")
    _, _, happened = report.partition("Events")
    return [seq for seq in range(1, 20) if f"*Entry {seq}*" in happened]


def begin(shelf: Path, viewer: str) -> int:
    match = matches.find(shelf, "duel")
    return event_news.begin(match, viewer, None, None)


@pytest.mark.usefixtures("match")
def test_everything_is_new_before_the_first_order(shelf: Path) -> None:
    for viewer in ("referee", "public", "red", "blue"):
        assert (begin(shelf, viewer), news(shelf, viewer)) == (0, [1]), viewer


@pytest.mark.usefixtures("match")
def test_the_only_order_is_new_to_the_referee(shelf: Path, send: Send) -> None:
    send("hide 2", "red")

    assert (begin(shelf, "referee"), news(shelf, "referee")) == (1, [2])
    assert (begin(shelf, "red"), news(shelf, "red")) == (2, [])
    assert news(shelf, "blue") == [1, 2]


@pytest.mark.usefixtures("begun")
def test_the_last_order_is_in_the_report_of_the_referee_and_not_the_one_before(
    shelf: Path, send: Send
) -> None:
    assert news(shelf, "referee") == [3]
    send("stop", "red")
    assert news(shelf, "referee") == [4]
    send("throw 1", "blue")
    assert news(shelf, "referee") == [5]


@pytest.mark.usefixtures("begun")
def test_events_after_the_last_order_are_new_too(shelf: Path, send: Send) -> None:
    send("stop", "red")
    moderator_entries.note(shelf, "duel", "seen", by=None, private=False, at=AT)

    assert news(shelf, "referee") == [4, 5]
    assert news(shelf, "red") == [5]
    assert news(shelf, "blue") == [4, 5]
    assert news(shelf, "public") == [1, 2, 3, 4, 5]


@pytest.mark.usefixtures("begun")
def test_retracted_order_does_not_count_as_the_last_order(shelf: Path, send: Send) -> None:
    send("stop", "red")
    moderator_entries.retract(shelf, "duel", to=3, by="red", reason="", at=AT)

    assert begin(shelf, "referee") == 2
    assert begin(shelf, "red") == 2
    assert begin(shelf, "blue") == 3


@pytest.mark.usefixtures("begun")
def test_standing_order_is_news_to_its_own_side(shelf: Path, send: Send) -> None:
    send("when act: stop", "blue")
    send("stop", "red")

    assert matches.find(shelf, "duel").entries[-1].body.side == "blue"
    assert begin(shelf, "blue") == 3
    assert 6 in news(shelf, "blue")


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize("since", [0, 2, 3, 4])
def test_news_since_a_named_entry(shelf: Path, send: Send, since: int) -> None:
    send("stop", "red")

    for viewer in ("referee", "red", "blue", "public"):
        assert news(shelf, viewer, since) == list(range(since + 1, 5))


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize(("since", "happened"), [(3, "Nothing."), (2, "*Entry 3*")])
def test_a_full_report_of_nothing_new_says_so(shelf: Path, since: int, happened: str) -> None:
    report = documents.report(matches.find(shelf, "duel"), "referee", since=since, full=True)
    _, _, news = publishing.publish(report, "text").partition("Events")

    assert happened in news
    assert ("Nothing." in news) is (since == 3)


@pytest.mark.parametrize("at", [1, 60, 137, 200])
def test_a_map_shows_the_public_the_movements_of_the_present_turn(tmp_path: Path, at: int) -> None:
    (tmp_path / "war").mkdir()
    (tmp_path / "war" / "journal.jsonl").write_bytes(record.unpacked("german-decisive"))
    match = matches.find(tmp_path, "war")
    turns = {seq: _find_turn(match, seq) for seq in range(1, at + 1)}
    opening = min(seq for seq, turn in turns.items() if turn == turns[at])

    assert event_news.begin_map(match, "public", at, None) == (opening if opening > 1 else 0)
    assert event_news.begin_map(match, "public", at, 7) == 7
    assert event_news.begin_map(match, "german", at, None) == event_news.begin(match, "german", at, None)


def _find_turn(match: Match, seq: int) -> object:
    view: Any = match.system.secrecy.view(match.position(seq), "public")
    return view.turn
