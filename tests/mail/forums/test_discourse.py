"""Topics of Discourse, read and written by its API, against a server that answers as its documents say."""

import mailbox
from unittest.mock import Mock

import pytest

from referee.faults import Busy
from referee.mail import receiving, service
from referee.mail.forums import discourse
from referee.mail.office import FOLDER, open_office
from referee.matches import matches
from schemas.mail import Received
from tests.mail.conftest import Club
from tests.mail.forums.conftest import choose_forum
from tests.mail.forums.topics import KEY, SETTINGS, Topic
from tests.mail.web_server import Json

LATER = "2026-12-01T20:30:00Z"


@pytest.fixture
def hall(club: Club, topic: Topic) -> Club:
    """A club whose players write in a topic. The referee has read its first post."""
    path = club.shelf / FOLDER / "config.toml"
    path.write_text(path.read_text() + SETTINGS.format(port=topic.port))
    mailbox.Maildir(club.shelf.parent / "inbox", create=True)
    choose_forum(club, "hall", german="anna", entente="bert")
    topic.write("anna", "offensive 17", created_at="2026-12-01T19:00:00.000Z")
    assert fetch(club) == []
    return club


def fetch(club: Club) -> list[Received]:
    with open_office(club.shelf) as desk:
        return list(discourse.fetch(desk, LATER))


def list_verdicts(done: list[Received]) -> list[tuple[str, str]]:
    return [(one.verdict, one.side) for one in done]


def read_journal(club: Club) -> bytes:
    return (club.shelf / "liege" / "journal.jsonl").read_bytes()


def test_new_posts_are_letters_and_are_read_once(hall: Club, topic: Topic) -> None:
    topic.write("carla", "What a match!")
    topic.write("anna", "[quote=bert]offensive 17[/quote]\npass")

    assert list_verdicts(fetch(hall)) == [("judged", "german")]
    before = read_journal(hall)
    assert fetch(hall) == []
    assert read_journal(hall) == before


def test_report_in_the_topic_is_not_judged(hall: Club, topic: Topic) -> None:
    topic.write("anna", "pass")
    done = service.go_round(hall.shelf, LATER)

    assert done.faults == ()
    assert list_verdicts(list(done.received)) == [("judged", "german")]
    reports = [str(post["raw"]) for post in topic.posts if post["username"] == "referee"]
    assert reports
    assert all(text.startswith("```text\n") for text in reports)
    assert fetch(hall) == []


def test_answer_to_a_post_goes_to_the_mailbox(hall: Club, topic: Topic) -> None:
    topic.write("anna", "move everything to the moon")
    (done,) = fetch(hall)
    before = len(topic.posts)
    hall.send()

    assert done.verdict == "refused"
    assert "moon" in hall.mails("german")[-1].get_content()
    assert [post for post in topic.posts[before:] if "moon" in str(post["raw"])] == []


UNPROVED: dict[str, Json] = {"edited": {"version": 2}, "a wiki": {"wiki": True}}


@pytest.mark.parametrize("more", UNPROVED.values(), ids=UNPROVED)
def test_post_that_another_may_have_changed_is_asked_about(hall: Club, topic: Topic, more: Json) -> None:
    before = read_journal(hall)
    topic.write("anna", "pass", **more)

    assert list_verdicts(fetch(hall)) == [("unproved", "german")]
    assert read_journal(hall) == before


SKIPPED: dict[str, Json] = {
    "hidden": {"hidden": True},
    "a whisper": {"post_type": 4},
    "an action of the forum": {"post_type": 3},
    "deleted": {"deleted_at": "2026-12-01T20:12:00.000Z"},
    "empty": {"raw": ""},
    "of a stranger": {"username": "Anna2"},
    "with a name of another script": {"username": "аnna"},
}


@pytest.mark.parametrize("more", SKIPPED.values(), ids=SKIPPED)
def test_other_posts_are_passed_over(hall: Club, topic: Topic, more: Json) -> None:
    before = read_journal(hall)
    topic.write("anna", "pass")
    topic.posts[-1] |= more

    assert fetch(hall) == []
    assert read_journal(hall) == before


def test_post_before_the_question_is_refused(hall: Club, topic: Topic) -> None:
    topic.write("anna", "pass")
    topic.write("bert", "pass", created_at="2026-12-01T19:30:00.000Z")

    assert list_verdicts(fetch(hall)) == [("judged", "german"), ("refused", "entente")]


def test_long_topic_is_read_in_parts(hall: Club, topic: Topic) -> None:
    for number in range(45):
        topic.write("carla", f"Word {number}")
    topic.write("anna", "pass")

    assert [list_verdicts(fetch(hall)) for _ in range(3)] == [[], [], [("judged", "german")]]


STRANGE: dict[str, Json] = {
    "half a character": {"raw": "pass \ud800"},
    "a title of another year": {"created_at": "0001-01-01T00:00:00+14:00"},
    "a time without a zone": {"created_at": "2026-12-01T20:10:00"},
    "no time": {"created_at": None},
}


@pytest.mark.parametrize("more", STRANGE.values(), ids=STRANGE)
def test_strange_post_stops_no_later_post(hall: Club, topic: Topic, more: Json) -> None:
    topic.write("anna", "pass")
    topic.posts[-1] |= more
    topic.write("anna", "message to entente: good luck")

    assert [one.verdict for one in fetch(hall)][-1] == "filed"


def test_damaged_match_stops_no_other_post(hall: Club, topic: Topic) -> None:
    (hall.shelf / "liege" / "journal.jsonl").write_text("{}\n")
    topic.write("anna", "pass")
    topic.write("carla", "What a match!")

    assert [(one.verdict, one.match) for one in fetch(hall)] == [("unreadable", "liege")]
    assert fetch(hall) == []


BROKEN = {
    "no JSON": "<html>",
    "a list": "[]",
    "no posts": "{}",
    "words for numbers": '{"post_stream": {"stream": ["a"]}}',
    "null": "null",
    "posts without numbers": '{"post_stream": {"stream": [900], "posts": [{}]}}',
}


@pytest.mark.parametrize("answer", BROKEN.values(), ids=BROKEN)
def test_broken_answer_is_a_fault_and_stops_no_other_step(hall: Club, topic: Topic, answer: str) -> None:
    topic.broken = answer
    with pytest.raises(Busy, match="hall"):
        fetch(hall)

    done = service.go_round(hall.shelf, LATER)
    assert len(done.faults) == 1
    assert KEY not in done.faults[0]
    topic.broken = ""
    topic.write("anna", "pass")
    assert list_verdicts(fetch(hall)) == [("judged", "german")]


def test_killed_process_reads_a_post_again_and_files_it_once(
    hall: Club, topic: Topic, monkeypatch: pytest.MonkeyPatch
) -> None:
    topic.write("anna", "pass")
    monkeypatch.setattr(discourse, "_note", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        fetch(hall)
    monkeypatch.undo()
    entries = len(matches.find(hall.shelf, "liege").entries)

    assert fetch(hall) == []
    with open_office(hall.shelf) as desk:
        receiving.finish(desk, LATER)
    assert len(matches.find(hall.shelf, "liege").entries) == entries
