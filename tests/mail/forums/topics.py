"""A server that answers as the documents of Discourse's API say."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

from tests.mail import web_server
from tests.mail.web_server import Json, JsonHandler

KEY = "open-sesame-1914"

SETTINGS = """
[[forums]]
name = "hall"
kind = "discourse"
url = "http://127.0.0.1:{port}/"
topic = 7
user = "referee"
password_command = "echo open-sesame-1914"

[[doors]]
name = "hall"
kind = "discourse"
url = "http://127.0.0.1:{port}/"
topic = 7
user = "referee"
password_command = "echo open-sesame-1914"
"""


@dataclass
class Topic:
    """A topic of a forum. `broken` replaces every answer."""

    port: int = 0
    posts: list[Json] = field(default_factory=list[Json])
    asked: list[str] = field(default_factory=list[str])
    broken: str = ""
    most: int = 20

    def write(self, author: str, raw: str, **more: object) -> int:
        number = 100 + len(self.posts)
        self.posts.append(
            {
                "id": number, "post_number": len(self.posts) + 1, "username": author, "raw": raw,
                "post_type": 1, "version": 1, "wiki": False, "hidden": False, "deleted_at": None,
                "created_at": "2026-12-01T20:10:00.123Z", "cooked": f"<p>{raw}</p>", "name": "Anna",
            }
            | more
        )  # fmt: skip
        return number

    def answer(self, path: str, query: dict[str, list[str]]) -> object:
        if path == "/t/7/last.json":
            return {"post_stream": {"posts": self.posts[-self.most :]}}
        stream = [post["id"] for post in self.posts]
        if path == "/t/7.json":
            # The answer holds the first posts, without their Markdown, and the numbers of all.
            first = [{**post, "raw": None} for post in self.posts[: self.most]]
            return {"title": "[liege] Our match", "post_stream": {"posts": first, "stream": stream}}
        assert path == "/t/7/posts.json"
        assert query["include_raw"] == ["true"]
        wanted = set(map(int, query["post_ids[]"]))
        assert len(wanted) <= self.most
        found = [post for post in self.posts if post["id"] in wanted and not post["deleted_at"]]
        return {"post_stream": {"posts": found}}


@contextmanager
def serve() -> Generator[Topic]:
    """Serve a topic on a port of this machine."""
    found = Topic()

    class Handler(JsonHandler):
        def do_GET(self) -> None:  # noqa: N802 - http.server calls it so
            found.asked.append(self.path)
            parts = urlsplit(self.path)
            if self.headers["Api-Key"] != KEY or self.headers["Api-Username"] != "referee":
                self.say(403, {"errors": ["invalid access"]})
            elif found.broken:
                self.say(200, found.broken)
            else:
                self.say(200, found.answer(parts.path, parse_qs(parts.query)))

        def do_POST(self) -> None:  # noqa: N802 - http.server calls it so
            post = self.read_post()
            assert (self.path, post["topic_id"], self.headers["Api-Key"]) == ("/posts.json", 7, KEY)
            self.say(200, {"id": found.write("referee", post["raw"])})

    with web_server.serve(Handler) as found.port:
        yield found
