"""Posts to webhooks and forums: how a text is split, requests and answers."""

import http.client
import io
import socket
import ssl
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any, Literal
from urllib.error import HTTPError, URLError

import pytest

from referee.mail.delivery import webhooks
from referee.mail.delivery.webhooks import SilenceError
from referee.mail.office import open_office
from referee.mail.state import Piece
from referee.matches import matches
from referee.reports import documents, publishing
from schemas.mail import Door
from schemas.record import PUBLIC
from tests.mail.conftest import Club

CUT: dict[str, tuple[str, list[str]]] = {
    "nothing": ("", []),
    "blanks": (" \n\n", []),
    "what fits": ("ab\ncd\n", ["ab\ncd\n"]),
    "a line too many": ("ab\ncd\nef\n", ["ab\ncd\n", "ef\n"]),
    "lines as long as a piece": ("abcde\nfghij\n", ["abcde\n", "fghij\n"]),
    "a line that is too long": ("abcdefghi\n", ["abcdef", "ghi\n"]),
    "one far too long": ("abcdefghijklmno\n", ["abcdef", "ghijkl", "mno\n"]),
    "a long line behind a short one": ("ab\ncdefghij\n", ["ab\n", "cdefgh", "ij\n"]),
    "a short line behind a long one": ("abcdefgh\nij\nk\n", ["abcdef", "gh\nij\n", "k\n"]),
    "blanks at the end": ("abcde\n\n\n", ["abcde\n"]),
}


@pytest.mark.parametrize(("text", "pieces"), CUT.values(), ids=CUT)
def test_a_text_is_cut_where_lines_end_if_they_can(text: str, pieces: list[str]) -> None:
    assert list(webhooks._cut(text, 6)) == pieces


def door(kind: Literal["discourse", "webhook", "folder"], **more: Any) -> Door:
    return Door(
        name="hall", kind=kind, url="https://forum.example/", topic=7, user="referee",
        password_command="echo sesame", **more,
    )  # fmt: skip


FORUM, HOOK = door("discourse"), door("webhook")
REFUSED, SILENT = OSError("the server answered 403"), SilenceError("no answer", 0)
BUSY, BROKEN = SilenceError("the server answered 503", 503), SilenceError("the server answered 502", 502)

CARRIED: dict[str, tuple[Door, Piece | None, bool, OSError | None, bool, Piece, str]] = {
    "a new piece for a forum": (FORUM, None, False, None, True, "there", ""),
    "a new piece for a hook": (HOOK, None, False, None, True, "there", ""),
    "one that was refused": (HOOK, "refused", False, None, True, "there", ""),
    "one that is there": (FORUM, "there", False, None, False, "there", ""),
    "one that is refused now": (FORUM, None, False, REFUSED, True, "refused", "403"),
    "one that a hook refuses now": (HOOK, None, False, REFUSED, True, "refused", "403"),
    "silence of a forum": (FORUM, None, False, SILENT, True, "under way", "no answer"),
    "silence of a hook": (HOOK, None, False, SILENT, True, "under way", "no answer"),
    "a hook that took nothing": (HOOK, None, False, BUSY, True, "refused", "503"),
    "a hook that broke": (HOOK, None, False, BROKEN, True, "under way", "502"),
    "a forum that broke": (FORUM, None, False, BUSY, True, "under way", "503"),
    "under way to a forum that has it": (FORUM, "under way", True, None, False, "there", ""),
    "under way to a forum that has it not": (FORUM, "under way", False, None, True, "there", ""),
    "under way to a hook": (HOOK, "under way", False, None, False, "there", "may have arrived"),
}


@pytest.mark.parametrize(
    ("to", "state", "found", "error", "posted", "after", "said"), CARRIED.values(), ids=CARRIED
)
def test_a_piece_goes_once_whatever_the_server_says(
    club: Club, monkeypatch: pytest.MonkeyPatch, to: Door, state: Piece | None, found: bool,
    error: OSError | None, posted: bool, after: Piece, said: str,
) -> None:  # fmt: skip
    posts: list[tuple[str, str]] = []

    def post(_: Door, piece: str, mark: str) -> None:
        posts.append((piece, mark))
        if error is not None:
            raise error

    monkeypatch.setattr(webhooks, "_post", post)
    monkeypatch.setattr(webhooks, "_is_there", lambda *_: found)
    complaint = ""
    with open_office(club.shelf) as desk:
        if state is not None:
            desk.memory.note_piece("k.3", state)
        try:
            webhooks._carry_piece(desk, to, "k", 3, "text")
        except OSError as fault:
            complaint = str(fault)
        known = desk.memory.find_piece("k.3")

    assert posts == ([("text", "\n<!-- referee k.3 -->")] if posted else [])
    assert known == after
    assert (said in complaint, bool(complaint)) == (True, bool(said))


def test_the_pieces_of_a_report_are_numbered_from_one(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    carried: list[tuple[str, int, str]] = []
    monkeypatch.setattr(webhooks, "_carry_piece", lambda _, __, *piece: carried.append(piece))
    monkeypatch.setattr(webhooks, "MOST_SIGNS", {"webhook": 6 + len("\n<!-- referee k.999 -->")})
    config = club.shelf / "_post" / "config.toml"
    config.write_text(f'{config.read_text()}\n[[doors]]\nname = "hall"\nkind = "webhook"\n')
    mail = EmailMessage()
    mail[webhooks.DOOR], mail[webhooks.KEY] = "hall", "k"
    mail.set_content("abcde\nfghi\n")

    with open_office(club.shelf) as desk:
        webhooks.carry(desk, mail)

    assert carried == [("k", 1, "abcde\n"), ("k", 2, "fghi\n")]


def test_a_forum_and_a_hook_are_sent_what_they_read(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr(webhooks, "ask", lambda *words: asked.append(words))

    webhooks._post(FORUM, "a report\n\n", "<!-- mark -->")
    webhooks._post(HOOK, "a report", "<!-- mark -->")

    assert asked == [
        (
            "https://forum.example/posts.json",
            {"Api-Key": "sesame", "Api-Username": "referee"},
            {"topic_id": 7, "raw": "```text\na report\n```<!-- mark -->"},
        ),
        ("sesame?wait=true", {}, {"content": "```text\na report\n```", "allowed_mentions": {"parse": ()}}),
    ]


@pytest.mark.parametrize("door", [FORUM, HOOK], ids=["forum", "hook"])
def test_text_cannot_end_its_code_block(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr(webhooks, "ask", lambda *words: asked.append(words))

    webhooks._post(door, "a report\n```\n@everyone\n```text\nmore", "")

    assert str(asked[0][2]).count("```") == 2


def test_report_on_a_hook_keeps_its_lines_and_columns(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    contents: list[str] = []
    monkeypatch.setattr(webhooks, "ask", lambda _, __, payload: contents.append(payload["content"]))
    match = matches.find(club.shelf, "liege")
    text = publishing.publish(documents.report(match, PUBLIC), "text")
    text += "\n" + "".join(f"{name:<30}{name:>30}\n" for name in map(str, range(200)))
    room = max(len(webhooks._mark("k", 999)), len(webhooks.FENCED))
    for piece in webhooks._cut(text, 2000 - room):
        webhooks._post(HOOK, piece, "")

    assert len(contents) > 5
    assert all(len(content) <= 2000 for content in contents)
    blocks = [content.removeprefix("```text\n").removesuffix("\n```") for content in contents]
    assert [len(content) - len(block) for content, block in zip(contents, blocks, strict=True)] == [
        len("```text\n\n```") for _ in blocks
    ]
    lines = [line for block in blocks for line in block.splitlines() if line.strip()]
    assert lines == [line for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize(
    ("said", "there"), [({"raw": 'x\n<!-- "k.1" -->'}, True), ({"raw": "x"}, False), (None, False)]
)
def test_a_forum_is_asked_for_the_latest_posts_of_its_topic(
    monkeypatch: pytest.MonkeyPatch, said: object, there: bool
) -> None:
    asked: list[str] = []

    def ask(url: str, _: object) -> object:
        asked.append(url)
        return said

    monkeypatch.setattr(webhooks, "ask", ask)

    assert webhooks._is_there(FORUM, '\n<!-- "k.1" -->') is there
    assert asked == ["https://forum.example/t/7/last.json?include_raw=1"]


def refusal(code: int) -> HTTPError:
    return HTTPError("https://x.example", code, "no", http.client.HTTPMessage(), io.BytesIO())


FAILURES: dict[str, tuple[Exception, type[OSError], int, str]] = {
    "forbidden": (refusal(403), OSError, 0, "the server answered 403"),
    "the last of refusals": (refusal(499), OSError, 0, "the server answered 499"),
    "the first of failures": (refusal(500), SilenceError, 500, "the server answered 500"),
    "nobody there": (URLError(ConnectionRefusedError()), OSError, 0, "no answer: ConnectionRefusedError"),
    "no such name": (URLError(socket.gaierror()), OSError, 0, "no answer: gaierror"),
    "a line that is not covered": (URLError(ssl.SSLError()), OSError, 0, "no answer: SSLError"),
    "too late": (URLError(TimeoutError()), SilenceError, 0, "no answer: TimeoutError"),
    "gone": (ConnectionResetError(), SilenceError, 0, "no answer: ConnectionResetError"),
    "noise": (http.client.BadStatusLine("x"), SilenceError, 0, "no answer: BadStatusLine"),
}  # fmt: skip


@pytest.mark.parametrize(("error", "kind", "code", "said"), FAILURES.values(), ids=FAILURES)
def test_a_failure_says_whether_a_piece_may_have_arrived(
    monkeypatch: pytest.MonkeyPatch, error: Exception, kind: type[OSError], code: int, said: str
) -> None:
    def open_it(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(webhooks._OPENER, "open", open_it)

    with pytest.raises(OSError, match=said) as fault:
        webhooks.ask("https://x.example/", {})

    assert (type(fault.value), getattr(fault.value, "code", 0), str(fault.value)) == (kind, code, said)


@pytest.mark.parametrize(("raw", "read"), [(b'{"a":1}', {"a": 1}), (b"", None), (b"<html>", None)])
def test_an_answer_is_read_where_it_is_one(monkeypatch: pytest.MonkeyPatch, raw: bytes, read: object) -> None:
    monkeypatch.setattr(webhooks._OPENER, "open", lambda *_, **__: io.BytesIO(raw))

    assert webhooks.ask("https://x.example/", {}) == read


def test_webhook_shows_its_matches_or_all(club: Club) -> None:
    config = club.shelf / "_post" / "config.toml"
    shown = {"all": "", "one": 'matches = ["liege", "marne"]', "another": 'matches = ["marne"]'}
    lines = [f'[[doors]]\nname = "{name}"\nkind = "folder"\n{more}\n' for name, more in shown.items()]
    config.write_text("\n".join([config.read_text(), *lines]))

    with open_office(club.shelf) as desk:
        listed = webhooks.list_doors(desk, matches.find(club.shelf, "liege"))

    assert [one.name for one in listed] == ["all", "one"]


@pytest.mark.parametrize("kind", ["folder", "discourse"])
def test_next_report_of_a_webhook_shows_news_and_its_page_shows_all(club: Club, kind: str) -> None:
    config = club.shelf / "_post" / "config.toml"
    config.write_text(f'{config.read_text()}\n[[doors]]\nname = "hall"\nkind = "{kind}"\n')
    with open_office(club.shelf) as desk:
        webhooks.report(desk, matches.find(club.shelf, "liege"), desk.settings.doors[0])
    for letter in ("report", "pass"):
        club.receive(club.reply("german", letter))

    first, second = read_reports(club)
    assert first.startswith("<!DOCTYPE html>") is (kind == "folder")
    assert "draws 8 cards" in first
    assert ("draws 8 cards" in second) is (kind == "folder")
    assert "passes" in second


def read_reports(club: Club) -> list[str]:
    """What waits to go through the door, in the order of the entries that it tells of."""
    files = (club.shelf / "_post" / "out" / "new").iterdir()
    mails = [message_from_bytes(file.read_bytes(), policy=policy.default) for file in files]
    reports = sorted(
        (mail for mail in mails if webhooks.DOOR in mail), key=lambda mail: int(mail[webhooks.SEQ])
    )
    assert {(mail[webhooks.DOOR], mail[webhooks.MATCH], mail["To"]) for mail in reports} == {
        ("hall", "liege", "hall <referee@club.example>")
    }
    return [str(mail.get_content()) for mail in reports]


def test_a_folder_is_made_for_others_to_read(tmp_path: Path) -> None:
    for seq in (2, 3):
        webhooks._write_pages(tmp_path / "site" / "deep", "liege", seq, f"page {seq}")

    pages = {path.name: path.read_text() for path in (tmp_path / "site" / "deep" / "liege").iterdir()}
    assert pages == {"2.html": "page 2", "3.html": "page 3", "index.html": "page 3"}
