"""Requests to a process that serves, line by line: how they are read, and what is made of them."""

import json
import sys
from io import BytesIO
from typing import Any

import pytest

from referee.cli import serving
from referee.cli.session import Session
from tests.cli.conftest import Referee, Table

LINES: dict[str, tuple[bytes, list[bytes | None]]] = {
    "nothing": (b"", []),
    "lines": (b"one\ntwo\n", [b"one\n", b"two\n"]),
    "a last line without an end": (b"one\ntwo", [b"one\n", b"two"]),
    "empty lines": (b"\n \nx\n", [b"\n", b" \n", b"x\n"]),
    "as long as may be": (b"1234567\nx\n", [b"1234567\n", b"x\n"]),
    "one too long": (b"12345678\nx\n", [None, b"x\n"]),
    "much too long": (b"1234567812345678123\nx\n", [None, b"x\n"]),
    "too long up to the end": (b"x\n12345678", [b"x\n", None]),
    "shorter, without an end": (b"1234567", [b"1234567"]),
}


@pytest.mark.parametrize(("sent", "read"), LINES.values(), ids=LINES)
def test_lines_are_read_up_to_their_longest(
    monkeypatch: pytest.MonkeyPatch, sent: bytes, read: list[bytes | None]
) -> None:
    monkeypatch.setattr(serving, "MOST_REQUEST", 8)

    assert list(serving.read_lines(BytesIO(sent))) == read


BEGUN = Session(shelf="here", now="noon")

COMPLETED: dict[str, list[str]] = {
    "": [],
    "--version": ["--version"],
    "-h": ["-h"],
    "list": ["list", "--json", "--shelf", "here", "--now", "noon"],
    "list --json": ["list", "--json", "--shelf", "here", "--now", "noon"],
    "list --shelf=there": ["list", "--shelf=there", "--json", "--now", "noon"],
    "list --now dusk --shelf there": ["list", "--now", "dusk", "--shelf", "there", "--json"],
    "note war -- --json": ["note", "war", "--json", "--shelf", "here", "--now", "noon", "--", "--json"],
}


@pytest.mark.parametrize(("typed", "run"), COMPLETED.items())
def test_a_line_has_what_the_process_was_begun_with_unless_it_says_otherwise(
    typed: str, run: list[str]
) -> None:
    assert serving._complete(BEGUN, typed.split(), text=False) == run


def test_words_that_are_wanted_as_text_are_not_asked_for_as_records() -> None:
    assert serving._complete(Session(), ["list"], text=True) == ["list"]
    assert serving._complete(Session(), ["list"], text=False) == ["list", "--json"]


def ask(*requests: object, session: Session | None = None) -> list[Any]:
    """The replies to some requests, in this process."""
    lines = b"".join(one if isinstance(one, bytes) else json.dumps(one).encode() + b"\n" for one in requests)
    replies = BytesIO()
    assert serving.serve(session or Session(), BytesIO(lines), replies) == 0
    return [json.loads(line) for line in replies.getvalue().splitlines()]


WRONG = {
    "no question": ({"id": 1}, "request-asks-nothing"),
    "two questions": ({"run": ["list"], "events": "liege"}, "request-asks-nothing"),
    "three questions": ({"run": ["list"], "events": "x", "options": "y"}, "request-asks-nothing"),
    "options as text": ({"options": "liege", "text": True}, "request-asks-nothing"),
    "events as text": ({"events": "liege", "text": True}, "request-asks-nothing"),
    "a null in a word": ({"run": ["list", "a\0b"]}, "request-unreadable"),
    "a null in a match to be asked": ({"options": "a\0b"}, "request-unreadable"),
    "a null in a match to be told of": ({"events": "a\0b"}, "request-unreadable"),
    "a process in the process": ({"run": ["serve"]}, "not-served"),
    "another shell": ({"run": ["--install-completion"]}, "not-served"),
    "the stream of requests": ({"run": ["verify", "/dev/stdin"]}, "stream-of-server"),
    "the stream of replies": ({"run": ["export", "x", "--output=/dev/fd/1"]}, "stream-of-server"),
    "a stream behind a letter": ({"run": ["export", "x", "-o/proc/self/fd/2"]}, "stream-of-server"),
    "help about nothing": ({"run": ["help", "nothing"]}, "topic-unknown"),
    "no match": ({"options": "nothing"}, "match-unknown"),
    "no match to be told of": ({"events": "nothing"}, "match-unknown"),
    "no name": ({"events": ""}, "match-name"),
}


@pytest.mark.parametrize(("request_", "code"), WRONG.values(), ids=WRONG)
def test_faults_of_a_request_are_in_its_reply(
    command: Referee, request_: dict[str, object], code: str
) -> None:
    assert command("list").code == 0

    (reply,) = ask(request_)

    assert (reply["ok"], reply["exit"] > 0) == (False, True)
    assert [one["code"] for one in reply["answers"][0]["complaints"]] == [code]


MISSHAPEN: dict[str, tuple[bytes, list[tuple[str, int, str]]]] = {
    "an unknown key": (b'{"rum": ["list"]}', [("key-unknown", 2, "did you mean `run`?")]),
    "a field under its Python name": (b'{"options": "x", "viewer": "german"}', [("key-unknown", 18, "")]),
    "a text in the place of words": (b'{"run": "list"}', [("not-list", 9, "")]),
    "a number as a text": (b'{"events": "x", "limit": "5"}', [("not-whole", 26, "")]),
    "a number out of range": (b'{"events": "x", "limit": 0}', [("too-low", 26, "")]),
    "a truth value as a text": (b'{"run": [], "text": "true"}', [("not-true-or-false", 21, "")]),
    "all faults at once": (
        b'{"run": [1], "text": 2, "x": 3}',
        [("not-text", 10, ""), ("not-true-or-false", 22, ""), ("key-unknown", 25, "")],
    ),
    "a list in the place of a request": (b"[1, 2]", [("not-keys", 1, "")]),
    "no JSON": (b'{"run": [', [("request-unreadable", 0, "see `referee help serving`")]),
}
"""Requests with their faults: code, column, and the beginning of the remedy."""


@pytest.mark.parametrize(("line", "faults"), MISSHAPEN.values(), ids=MISSHAPEN)
def test_all_faults_of_a_request_have_their_columns(line: bytes, faults: list[tuple[str, int, str]]) -> None:
    (reply,) = ask(line + b"\n")

    told = reply["answers"][0]["complaints"]
    assert (reply["ok"], reply["exit"]) == (False, 65)
    assert [(one["code"], one["place"]["column"] if one["place"] else 0) for one in told] == [
        (code, column) for code, column, _ in faults
    ]
    for one, (*_, remedy) in zip(told, faults, strict=True):
        assert one["remedy"].startswith(remedy)


def test_a_word_that_is_not_served_may_stand_anywhere_but_first(liege: Table) -> None:
    (reply,) = ask({"run": ["note", "liege", "serve"]})

    assert reply["ok"]


def test_no_words_at_all_are_answered_with_help(command: Referee) -> None:
    (reply,) = ask({"run": []})

    assert (reply["ok"], reply["exit"]) == (False, 2)
    (complaint,) = reply["answers"][0]["complaints"]
    assert (complaint["code"], complaint["text"]) == ("usage", command().out.rstrip("\n"))


def test_a_complaint_about_noise_is_not_longer_than_a_few_lines(command: Referee) -> None:
    (reply,) = ask(b'{"%s":1}\n' % (b"x" * 1000))

    said = reply["answers"][0]["complaints"][0]["text"]
    assert len(said) == len("the key `` is not known here") + 40
    assert command("list").code == 0


def test_process_keeps_its_first_shelf_and_time(liege: Table) -> None:
    session = Session(shelf=str(liege.folder.parent), now="2026-12-24T18:00:00Z")

    noted, other = ask(
        {"run": ["note", "liege", "hello"]}, {"run": ["list", "--shelf", "x"]}, session=session
    )

    assert noted["ok"]
    assert json.loads(liege.lines[-1])["body"]["at"] == "2026-12-24T18:00:00Z"
    assert other["answers"][0]["shelf"] == "x"


def test_several_answers_of_one_command_are_listed_and_words_are_a_text(liege: Table) -> None:
    letters = "".join(json.dumps({"match": "liege", "side": "german", "letter": one}) + "\n" for one in "ab")

    batch, shown = ask(
        {"id": 7, "run": ["submit", "-", "--batch"], "input": letters},
        {"id": "é", "run": ["show", "liege", "--as", "german"], "text": True},
    )

    assert (batch["id"], [one["ok"] for one in batch["answers"]]) == (7, [False, False])
    assert (shown["id"], len(shown["answers"]), shown["answers"][0]["ok"]) == ("é", 1, True)
    assert shown["answers"][0]["text"] == liege.command("show", "liege", "--as", "german").out


def test_letters_beyond_ascii_are_sent_as_they_are(command: Referee) -> None:
    assert command("list").code == 0
    replies = BytesIO()
    serving.serve(Session(), BytesIO('{"id":"é","run":["show","Liège"]}\n'.encode()), replies)

    assert replies.getvalue().decode().count("\\u") == 0
    assert '"id":"é"' in replies.getvalue().decode()
    assert "Liège" in replies.getvalue().decode()


class Counted(BytesIO):
    """A stream that counts how often it was flushed."""

    flushed = 0

    def flush(self) -> None:
        self.flushed += 1


def test_each_reply_is_sent_at_once_and_the_streams_are_given_back(command: Referee) -> None:
    assert command("list").code == 0
    streams, replies = (sys.stdin, sys.stdout, sys.stderr), Counted()
    serving.serve(Session(), BytesIO(b'{"run":["list"]}\n' * 3), replies)

    assert replies.flushed == 3
    assert (sys.stdin, sys.stdout, sys.stderr) == streams


def test_a_client_that_goes_ends_the_service_and_nothing_else(command: Referee) -> None:
    class Gone(BytesIO):
        def flush(self) -> None:
            raise BrokenPipeError

    assert command("list").code == 0
    assert serving.serve(Session(), BytesIO(b'{"run":["list"]}\n' * 3), Gone()) == 0


@pytest.mark.parametrize("line", [b"\n", b" \n", b"\r\n"])
def test_a_blank_line_is_answered(line: bytes) -> None:
    told = json.loads(serving.answer(BEGUN, line))

    assert (told["ok"], told["exit"], told["id"]) == (False, 65, None)
    assert told["answers"][0]["complaints"][0]["code"] == "request-unreadable"


@pytest.mark.parametrize("id", [r'"\ud800"', r'"\udfff\ud800"', '"\\u0000"', "1e400", "[[]]"])
def test_a_strange_id_is_answered(id: str) -> None:
    told = json.loads(serving.answer(BEGUN, f'{{"id":{id},"run":["serve"]}}\n'.encode()))

    assert told["exit"] not in {0, 70}
