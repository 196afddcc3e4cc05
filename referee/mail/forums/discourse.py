"""New posts of a topic of Discourse, read by its API."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import msgspec

from referee.faults import Busy, Complaint, Fault
from referee.mail import moderator, outbox, receiving
from referee.mail.delivery import webhooks
from referee.mail.delivery.imap import ask_password
from referee.mail.forums.faults import ForumFault
from referee.mail.forums.posts import Post, find_seat, is_known, write_letter
from referee.mail.office import Office
from referee.platform import files
from schemas.mail import Forum, Received
from schemas.record import Value

MOST_POSTS = 20
"""Highest number of posts that one request asks for."""

WRITTEN = 1
"""Type of a post that a person wrote for all readers of the topic."""


class Page(Value):
    """A post of a topic, as the API gives it."""

    id: int
    username: str = ""
    raw: str | None = None
    post_type: int = 0
    version: int = 0
    wiki: bool = False
    hidden: bool = False
    deleted_at: str | None = None
    created_at: str | None = None


class Stream(Value):
    """The numbers of all posts of a topic, and some of its posts."""

    stream: tuple[int, ...] = ()
    posts: tuple[Page, ...] = ()


class Topic(Value):
    """A topic."""

    post_stream: Stream
    title: str = ""


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
        numbers = sorted(topic.post_stream.stream)
        if not mark.exists():
            _note(mark, numbers[-1] if numbers else 0)
        last = int(mark.read_text(encoding="ascii"))
        new = [number for number in numbers if number > last][:MOST_POSTS]
        pages = {page.id: page for page in _list_posts(forum, new)} if new else {}
    except (OSError, ValueError) as error:
        why = error if isinstance(error, OSError) else f"{type(error).__name__} in its answer"
        raise Busy(Complaint.of(ForumFault.FORUM_SILENT, name=forum.name, why=why)) from None
    for number in new:
        # A deleted post is missing from the answer.
        post = _read(forum, topic.title, pages[number]) if number in pages else None
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
        yield receiving.receive_from_inbox(desk, letter, at)


def _note(mark: Path, number: int) -> None:
    """Store the number of the last post that was read."""
    files.write_whole(mark, str(number).encode())


def _list_posts(forum: Forum, numbers: list[int]) -> tuple[Page, ...]:
    query = "&".join(f"post_ids[]={number}" for number in numbers)
    return _ask(forum, f"/t/{forum.topic}/posts.json?{query}&include_raw=true").post_stream.posts


def _read(forum: Forum, title: str, page: Page) -> Post | None:
    """Return a post, or None if it is hidden, a whisper, an action of the forum, or the referee's own.

    The author of an edited post or of a wiki is not proved: another person may have changed its text.
    """
    text = page.raw or ""
    is_written = page.post_type == WRITTEN and not page.hidden and page.deleted_at is None
    if not is_written or page.username.casefold() == forum.user.casefold() or not text.strip():
        return None
    is_own_text = page.version == 1 and not page.wiki
    return Post(forum, str(page.id), page.username, title, text, _read_time(page), is_own_text)


def _read_time(page: Page) -> datetime | None:
    try:
        time = datetime.fromisoformat(page.created_at or "")
    except ValueError:
        return None
    return time if time.tzinfo else None


def _ask(forum: Forum, path: str) -> Topic:
    """Return the answer of a forum. Raises `OSError` without one, `ValueError` for anything but a topic."""
    names = {"Api-Key": ask_password(forum.password_command).strip(), "Api-Username": forum.user}
    return msgspec.convert(webhooks.ask(f"{forum.url.rstrip('/')}{path}", names), Topic)
