"""New posts of a topic of Discourse, read by its API."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from referee.faults import Busy, Complaint, Fault
from referee.mail import moderator, outbox
from referee.mail.delivery import inboxes, webhooks
from referee.mail.delivery.imap import ask_password
from referee.mail.forums.faults import ForumFault
from referee.mail.forums.posts import Post, find_seat, is_known, write_letter
from referee.mail.office import Office, write_whole
from schemas.mail import Forum, Received

MOST_POSTS = 20
"""Highest number of posts that one request asks for."""

WRITTEN = 1
"""Type of a post that a person wrote for all readers of the topic."""

Json = dict[str, Any]
"""An object of JSON."""


def fetch(desk: Office, at: str) -> Iterator[Received]:
    """Receive the new posts of each forum that has an API. Raises `Busy` if one does not answer.

    The first look only notes the last post: older posts were written before the referee read the topic.
    """
    for forum in desk.settings.forums:
        if forum.url:
            yield from _fetch(desk, forum, at)


def _fetch(desk: Office, forum: Forum, at: str) -> Iterator[Received]:
    mark = desk.folder / f"forum-{forum.name}"
    try:
        topic = _ask(forum, f"/t/{forum.topic}.json")
        numbers = sorted(map(int, topic["post_stream"]["stream"]))
        title = str(topic.get("title", ""))
        if not mark.exists():
            _note(mark, numbers[-1] if numbers else 0)
        last = int(mark.read_text(encoding="ascii"))
        new = [number for number in numbers if number > last][:MOST_POSTS]
        posts = {int(post["id"]): post for post in _list_posts(forum, new)} if new else {}
    except (OSError, ValueError, KeyError, TypeError) as error:
        why = error if isinstance(error, OSError) else f"{type(error).__name__} in its answer"
        raise Busy(Complaint.of(ForumFault.FORUM_SILENT, name=forum.name, why=why)) from None
    for number in new:
        # A deleted post is missing from the answer.
        post = _read(forum, title, posts[number]) if number in posts else None
        if post is not None:
            yield from _receive(desk, post, at)
        _note(mark, number)


def _receive(desk: Office, post: Post, at: str) -> Iterator[Received]:
    """Receive a post of a player. A damaged match does not delay the others: the moderator is notified."""
    try:
        letter = write_letter(desk, post)
    except Fault as fault:
        if moderator.is_of_machine(fault):
            raise
        seat = find_seat(desk, post)
        match = seat[0] if seat else ""
        keys = moderator.tell_failed_match(desk, match, fault, at)
        outbox.release(desk)
        code = fault.complaints[0].code
        yield Received(digest="", verdict="unreadable", match=match, code=code, queued=keys)
        return
    if letter is not None and not is_known(desk, letter):
        yield inboxes.receive(desk, letter, at)


def _note(mark: Path, number: int) -> None:
    """Store the number of the last post that was read."""
    write_whole(mark, str(number).encode())


def _list_posts(forum: Forum, numbers: list[int]) -> list[Json]:
    query = "&".join(f"post_ids[]={number}" for number in numbers)
    answer = _ask(forum, f"/t/{forum.topic}/posts.json?{query}&include_raw=true")
    return cast("list[Json]", answer["post_stream"]["posts"])


def _read(forum: Forum, title: str, post: Json) -> Post | None:
    """Return a post, or None if it is hidden, a whisper, an action of the forum, or the referee's own.

    The author of an edited post or of a wiki is not proved: another person may have changed its text.
    """
    author, text = str(post.get("username", "")), str(post.get("raw", ""))
    is_written = post.get("post_type") == WRITTEN and not post.get("hidden") and not post.get("deleted_at")
    if not is_written or author.casefold() == forum.user.casefold() or not text.strip():
        return None
    is_own_text = post.get("version") == 1 and not post.get("wiki")
    return Post(forum, str(post["id"]), author, title, text, _read_time(post), is_own_text)


def _read_time(post: Json) -> datetime | None:
    try:
        time = datetime.fromisoformat(str(post.get("created_at")))
    except ValueError:
        return None
    return time if time.tzinfo else None


def _ask(forum: Forum, path: str) -> Json:
    names = {"Api-Key": ask_password(forum.password_command).strip(), "Api-Username": forum.user}
    answer = webhooks.ask(f"{forum.url.rstrip('/')}{path}", names)
    if not isinstance(answer, dict):
        raise TypeError
    return cast("Json", answer)
