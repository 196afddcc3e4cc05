"""Public reports to a forum, a webhook or a folder; none receives a post twice."""

import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.mail.delivery import webhooks
from referee.mail.office import open_office
from referee.mail.state import Memory
from tests.mail.conftest import Club
from tests.mail.web_server import JsonHandler, serve

PATIENCE = 0.5

SECRET = "open-sesame-1914"


@dataclass
class Web:
    """A forum and a channel, which answer as a test wants and keep what they took."""

    port: int
    answers: list[str] = field(default_factory=list[str])
    posts: list[dict[str, object]] = field(default_factory=list[dict[str, object]])
    keys: list[str | None] = field(default_factory=list[str | None])

    def texts(self) -> list[str]:
        return [str(post.get("raw", post.get("content"))) for post in self.posts]


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Iterator[Web]:
    monkeypatch.setattr(webhooks, "TIMEOUT", PATIENCE)
    found = Web(0)

    class Handler(JsonHandler):
        def do_POST(self) -> None:  # noqa: N802 - http.server calls it so
            post = self.read_post()
            found.keys.append(self.headers["Api-Key"])
            answer = found.answers.pop(0) if found.answers else "200"
            if answer in ("200", "takes it and goes", "takes it and sleeps"):
                found.posts.append(post)
            if answer.endswith("sleeps"):
                time.sleep(2 * PATIENCE)
            elif answer.isdigit():
                self.say(int(answer), {}, location="/elsewhere")

        def do_GET(self) -> None:  # noqa: N802 - http.server calls it so
            self.say(200, {"post_stream": {"posts": found.posts[-20:]}})

    with serve(Handler) as found.port:
        yield found


def open_door(club: Club, kind: str, web: Web | None = None) -> None:
    port = web.port if web else 1
    secret = SECRET if kind == "discourse" else f"http://127.0.0.1:{port}/hooks/{SECRET}"
    lines = [
        "", "[[doors]]", 'name = "hall"', f'kind = "{kind}"', f'url = "http://127.0.0.1:{port}"', "topic = 7",
        'user = "referee"', f'password_command = "echo {secret}"', f'path = "{club.shelf.parent}/site"',
    ]  # fmt: skip
    config = club.shelf / "_post" / "config.toml"
    config.write_text(config.read_text() + "\n".join(lines) + "\n")


def move(club: Club) -> None:
    club.receive(club.reply("german", "pass"))


def send(club: Club) -> list[str]:
    """What keeps reports from going through the door."""
    return [mail.why for mail in club.send() if mail.to.startswith("hall") and not mail.sent]


@pytest.mark.parametrize("kind", ["discourse", "webhook"])
def test_channel_gets_the_public_report_once(club: Club, web: Web, kind: str) -> None:
    open_door(club, kind, web)
    move(club)

    assert send(club) == []
    count = len(web.posts)
    assert send(club) == []

    assert len(web.posts) == count >= 1
    assert "SUMMER 1914" in "".join(web.texts())
    assert set(web.keys) == {SECRET if kind == "discourse" else None}
    assert all(len(str(post.get("content", ""))) <= 2000 for post in web.posts)


FAILURES = ["429", "500", "503", "403", "302", "goes", "takes it and goes", "sleeps", "takes it and sleeps"]


@pytest.mark.parametrize("failure", FAILURES)
def test_a_forum_that_fails_gets_each_piece_once(club: Club, web: Web, failure: str) -> None:
    open_door(club, "discourse", web)
    move(club)
    web.answers = [failure]

    said = send(club)
    assert len(said) == 1
    assert SECRET not in said[0]
    assert send(club) == []

    assert len(web.posts) == len(set(web.texts())) >= 1


@pytest.mark.parametrize("failure", ["429", "500", "503", "403"])
def test_a_webhook_that_refuses_gets_each_piece_once(
    club: Club, web: Web, failure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "MOST_SIGNS", {"webhook": 200})
    open_door(club, "webhook", web)
    move(club)
    web.answers = ["200", failure, failure]

    while said := send(club):
        assert SECRET not in said[0]

    assert len(web.posts) == len(set(web.texts())) >= 2
    assert "turn 1 of 23" in "".join(web.texts()).replace("\n", " ")


@pytest.mark.parametrize("failure", ["takes it and goes", "takes it and sleeps"])
def test_a_webhook_that_gives_no_word_gets_no_piece_twice(club: Club, web: Web, failure: str) -> None:
    open_door(club, "webhook", web)
    move(club)
    web.answers = [failure]

    said = [why for _ in range(2) for why in send(club)]
    assert send(club) == []

    assert "may have arrived" in said[1]
    assert len(web.posts) == len(set(web.texts())) >= 1


@pytest.mark.parametrize("kind", ["discourse", "webhook"])
def test_a_process_that_dies_after_a_post_leads_to_no_second_one(club: Club, web: Web, kind: str) -> None:
    if sys.platform == "win32":
        pytest.skip("Windows has no fork")
    open_door(club, kind, web)
    move(club)
    child = os.fork()
    if child == 0:
        known = Memory.note_piece

        def die(self: Memory, piece: str, state: str) -> None:
            if state == "there":
                os._exit(9)
            known(self, piece, state)  # pyright: ignore[reportArgumentType] - a state

        Memory.note_piece = die  # type: ignore[method-assign, assignment]
        club.send()
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    assert len(web.posts) == 1

    while send(club):
        pass

    assert len(web.posts) == len(set(web.texts())) >= 1


def test_a_server_that_is_not_there_gets_it_later(club: Club) -> None:
    open_door(club, "webhook")
    move(club)

    assert send(club) == ["no answer: ConnectionRefusedError"]
    assert len(send(club)) == 1


def test_a_folder_has_a_page_for_each_report_and_one_for_the_match(club: Club) -> None:
    open_door(club, "folder")
    move(club)

    assert send(club) == []

    pages = sorted(path.name for path in (club.shelf.parent / "site" / "liege").iterdir())
    assert pages == ["2.html", "index.html"]
    assert "<html" in (club.shelf.parent / "site" / "liege" / "index.html").read_text()


def test_channel_shows_only_the_public_report(club: Club, web: Web) -> None:
    open_door(club, "discourse", web)
    club.receive(club.reply("german", "message to entente: Gneisenau"))
    club.receive(club.reply("german", "move everything to the moon"))
    move(club)
    send(club)

    text = "".join(web.texts())
    assert text
    assert "Gneisenau" not in text
    assert "moon" not in text
    assert "player.example" not in text


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://x.example/", "//x.example/", "", "http://[bad"])
def test_invalid_web_address_is_not_opened(url: str) -> None:
    with pytest.raises(OSError, match="not an http or https address"):
        webhooks._build_request(url, {}, None)


@pytest.mark.parametrize(
    ("said", "method", "data", "kind"),
    [(None, "GET", None, None), ({"content": "é"}, "POST", b'{"content": "\\u00e9"}', "application/json")],
    ids=["asks", "says"],
)
def test_a_server_is_asked_or_told_something_in_json(
    said: object, method: str, data: bytes | None, kind: str | None
) -> None:
    request = webhooks._build_request("https://x.example/", {"Api-Key": "k"}, said)

    assert (request.get_method(), request.data, request.get_header("Content-type")) == (method, data, kind)
    assert (request.get_header("Api-key"), request.get_header("User-agent")) == ("k", "referee")


def test_report_goes_to_the_channel_that_it_names(club: Club, tmp_path: Path) -> None:
    config = club.shelf / "_post" / "config.toml"
    lines = [
        f'[[doors]]\nname = "{name}"\nkind = "folder"\npath = "{(tmp_path / name).as_posix()}"\n'
        for name in ("hall", "yard")
    ]
    config.write_text(config.read_text() + "\n" + "\n".join(lines))
    mail = EmailMessage()
    for name, value in (
        (webhooks.DOOR, "yard"),
        (webhooks.MATCH, "liege"),
        (webhooks.SEQ, "2"),
        (webhooks.KEY, "k"),
    ):
        mail[name] = value
    mail.set_content("<html>")

    with open_office(club.shelf) as desk:
        webhooks.carry(desk, mail)
        mail.replace_header(webhooks.DOOR, "attic")
        with pytest.raises(OSError, match="attic"):
            webhooks.carry(desk, mail)

    assert not (tmp_path / "hall").exists()
    pages = tmp_path / "yard" / "liege"
    assert {path.name: oct(path.stat().st_mode & 0o777) for path in pages.iterdir()} == {
        "2.html": "0o644", "index.html": "0o644",
    }  # fmt: skip
