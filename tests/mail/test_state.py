"""The state of a post office: queries, and expiry of its rows."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.faults import Busy
from referee.mail.state import FRESH, KnownMail, LastReport, Memory, Token

MAIL = KnownMail("d1", "<1@x>", "b1", "anna@x", "liege", "german", "unproved", True, "2026-12-01T12:00:00Z")


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    opened = Memory(tmp_path / "memory.sqlite")
    yield opened
    opened.close()


def test_a_mail_is_known_as_it_was_noted_last(memory: Memory) -> None:
    assert memory.find_mail("d1") is None
    memory.note_mail(MAIL._replace(verdict="judged"))
    memory.note_mail(MAIL)

    assert memory.find_mail("d1") == MAIL
    assert memory.find_mail("d2") is None


@pytest.mark.parametrize(
    ("message_id", "body", "answered", "known"),
    [
        ("<1@x>", "b1", True, True),
        ("<1@x>", "b2", True, False),
        ("<2@x>", "b1", True, False),
        ("<1@x>", "b1", False, False),
    ],
)
def test_a_letter_is_known_by_its_number_and_its_text_once_it_was_answered(
    memory: Memory, message_id: str, body: str, *, answered: bool, known: bool
) -> None:
    memory.note_mail(MAIL._replace(is_answered=answered))

    assert memory.knows_letter(message_id, body, "") is known


ASKED_AT = "2026-12-01T13:00:00Z"
NOTED = {
    "within the hour": ({"at": "2026-12-01T12:00:01Z"}, 1, 1),
    "an hour ago": ({"at": "2026-12-01T12:00:00Z"}, 0, 0),
    "not answered": ({"at": ASKED_AT, "is_answered": False}, 0, 0),
    "of another sender": ({"at": ASKED_AT, "sender": "bert@x"}, 0, 1),
    "of another seat": ({"at": ASKED_AT, "side": "entente"}, 1, 0),
    "of another match": ({"at": ASKED_AT, "match": "somme"}, 1, 0),
    "judged": ({"at": ASKED_AT, "verdict": "judged"}, 0, 0),
}


@pytest.mark.parametrize(("mail", "answers", "asked"), NOTED.values(), ids=NOTED)
def test_limits_are_counted_by_the_hour(
    memory: Memory, mail: dict[str, object], answers: int, asked: int
) -> None:
    memory.note_mail(MAIL._replace(**mail))  # type: ignore[arg-type] - fields by name

    assert memory.count_answers("anna@x", "unproved", ASKED_AT) == answers
    assert memory.count_asked("liege", "german", ASKED_AT) == asked


def test_answers_reports_and_pieces_are_remembered_by_their_keys(memory: Memory) -> None:
    found = memory.find_answer("d1"), memory.find_report("liege", "german"), memory.find_piece("p")
    assert found == (None, None, None)

    memory.note_answer("d1", "k1")
    memory.note_answer("d1", "k2")
    memory.note_report("liege", "german", LastReport(7, "<7@x>"))
    memory.note_report("liege", "entente", LastReport(9, "<9@x>"))
    memory.note_piece("p", "under way")
    memory.note_piece("p", "there")

    assert (memory.find_answer("d1"), memory.find_piece("p")) == ("k2", "there")
    assert memory.find_report("liege", "german") == LastReport(7, "<7@x>")


@pytest.mark.parametrize(
    ("newer", "good"), [(0, True), (FRESH - 1, True), (FRESH, False)], ids=["the latest", "old", "too old"]
)
def test_the_latest_tokens_of_a_seat_are_good(memory: Memory, newer: int, *, good: bool) -> None:
    first, waiting = Token("liege", "german", 3), Token("liege", "german", 3, "d1")
    memory.note_token("first", first)
    memory.note_token("waiting", waiting)
    for seq in range(newer):
        memory.note_token(f"t{seq}", Token("liege", "german", 4 + seq))
        memory.note_token(f"a{seq}", Token("liege", "german", 4 + seq, "d2"))
        memory.note_token(f"o{seq}", Token("liege", "entente", 4 + seq))

    assert memory.find_token("first") == (first if good else None)
    assert memory.find_token("waiting") == waiting, "what waits for its yes waits as long as it has to"
    assert memory.find_token("guessed") is None


def test_token_keeps_its_first_meaning(memory: Memory) -> None:
    memory.note_token("t", Token("liege", "german", 3))
    memory.note_token("t", Token("somme", "entente", 5))

    assert memory.find_token("t") == Token("liege", "german", 3)


def test_empty_seat_loses_its_report_and_its_tokens(memory: Memory) -> None:
    for side in ("german", "entente"):
        memory.note_report("liege", side, LastReport(7, "<7@x>"))
        memory.note_token(side, Token("liege", side, 7))

    memory.forget_reports("liege", "german")

    assert memory.find_report("liege", "german") is None
    assert memory.find_token("german") is None
    assert memory.find_report("liege", "entente") == LastReport(7, "<7@x>")
    assert memory.find_token("entente") == Token("liege", "entente", 7)


def test_a_signature_belongs_to_the_mail_that_brought_it_first(memory: Memory) -> None:
    assert [memory.note_signature("s", mail) for mail in ("d1", "d1", "d2")] == [True, True, False]


def test_matches_are_unfinished_until_that_is_forgotten(memory: Memory) -> None:
    for name in ("somme", "liege", "somme"):
        memory.note_unfinished(name)
    assert memory.list_unfinished() == ["liege", "somme"]

    memory.forget_unfinished("liege")

    assert memory.list_unfinished() == ["somme"]


def test_a_tick_is_remembered_until_it_is_forgotten(memory: Memory) -> None:
    assert memory.find_tick("last") == ""
    memory.note_tick("last", "2026-12-01T12:00:00Z")
    memory.note_tick("last", ASKED_AT)
    assert (memory.find_tick("last"), memory.find_tick("off")) == (ASKED_AT, "")

    memory.note_tick("last", None)

    assert memory.find_tick("last") == ""


def test_invalid_state_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "memory.sqlite").write_bytes(b"nothing of the kind" * 100)

    with pytest.raises(Busy, match="not a database"):
        Memory(tmp_path / "memory.sqlite")


def test_a_memory_that_was_closed_says_so(memory: Memory) -> None:
    memory.close()

    with pytest.raises((Busy, sqlite3.ProgrammingError), match="closed"):
        memory.find_mail("d1")


CHANGES: dict[str, tuple[Callable[[Memory], object], Callable[[Memory], object]]] = {
    "mail": (lambda one: one.note_mail(MAIL), lambda one: one.find_mail("d1")),
    "letter": (lambda one: one.note_mail(MAIL), lambda one: one.knows_letter("<1@x>", "b1", "")),
    "count": (lambda one: one.note_mail(MAIL), lambda one: one.count_answers("anna@x", "unproved", MAIL.at)),
    "answer": (lambda one: one.note_answer("d1", "k"), lambda one: one.find_answer("d1")),
    "report": (
        lambda one: one.note_report("liege", "german", LastReport(3, "<r>")),
        lambda one: one.find_report("liege", "german"),
    ),
    "seat left": (
        lambda one: one.forget_reports("old", "german"),
        lambda one: one.find_report("old", "german"),
    ),
    "tokens left": (lambda one: one.forget_reports("old", "german"), lambda one: one.find_token("t-old")),
    "token": (lambda one: one.note_token("t", Token("liege", "german", 1)), lambda one: one.find_token("t")),
    "signature": (lambda one: one.note_signature("s", "d1"), lambda one: one.note_signature("s", "d2")),
    "outgoing": (lambda one: one.note_outgoing("k", b"raw"), lambda one: one.find_outgoing("k")),
}


@pytest.fixture
def other(tmp_path: Path, memory: Memory) -> Iterator[Memory]:
    """The database as another worker sees it, with a report and a token from before."""
    memory.note_report("old", "german", LastReport(1, "<old>"))
    memory.note_token("t-old", Token("old", "german", 1))
    opened = Memory(tmp_path / "memory.sqlite")
    yield opened
    opened.close()


@pytest.mark.parametrize(("change", "ask"), CHANGES.values(), ids=CHANGES)
def test_change_is_seen_by_its_transaction_at_once_and_by_others_after_it(
    memory: Memory, other: Memory, change: Callable[[Memory], object], ask: Callable[[Memory], object]
) -> None:
    if "note_signature" not in ask.__code__.co_names:
        before = ask(other)
        memory.begin()
        change(memory)
        assert ask(memory) != before
        assert ask(other) == before
        memory.roll_back()
        assert ask(memory) == before

    memory.begin()
    change(memory)
    after = ask(memory)
    memory.commit()

    assert ask(memory) == ask(other) == after


def test_other_workers_write_while_a_transaction_is_open(memory: Memory, other: Memory) -> None:
    memory.begin()
    memory.note_mail(MAIL)
    other.note_mail(MAIL._replace(digest="d2"))
    memory.commit()

    assert (other.find_mail("d1"), memory.find_mail("d2")) == (MAIL, MAIL._replace(digest="d2"))


def test_worker_lists_its_own_outgoing_mails_alone(memory: Memory, other: Memory) -> None:
    memory.note_outgoing("k1", b"1")
    other.note_outgoing("k2", b"2")

    assert memory.list_outgoing(only_own=True) == [("k1", b"1")]
    assert memory.list_outgoing(only_own=False) == [("k1", b"1"), ("k2", b"2")]
    memory.forget_outgoing(["k1"])
    assert other.list_outgoing(only_own=False) == [("k2", b"2")]
