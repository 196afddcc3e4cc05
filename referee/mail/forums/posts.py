"""Posts of forums as letters: each becomes a mail of its author, and goes the way of all mail.

A post counts as written by the player only if the forum proved its author. The reply address in the letter
belongs to the author's seat, so an unproved post is asked about at the registered address.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from email.header import Header
from email.message import Message
from email.mime.text import MIMEText
from email.utils import format_datetime
from typing import NamedTuple

from referee.faults import Complaint, Misuse
from referee.mail import messages, seats
from referee.mail.forums.faults import ForumFault
from referee.mail.office import Office
from referee.mail.state import Token
from referee.matches.letters import headers
from referee.matches.matches import Match
from schemas.mail import Forum
from schemas.record import Side

EARLIEST = 1970
"""Last year before the time of any post."""

DOMAIN = "@forum>"
"""End of the Message-ID of a post."""

LONGEST_TITLE = 200
"""Highest number of characters of a title that are kept."""


class Post(NamedTuple):
    """A post of a forum.

    `id` identifies it in its forum. `time` is None if unknown. `is_proved` is True if the
    forum itself says who its author is.
    """

    forum: Forum
    id: str
    author: str
    title: str
    text: str
    time: datetime | None
    is_proved: bool


def is_post(mail: Message) -> bool:
    """Return True for the letter of a post."""
    return headers.read_text(mail, "Message-ID").endswith(DOMAIN)


def find_seat(desk: Office, post: Post) -> tuple[str, Side] | None:
    """Return the match and side of a post's author, or None unless there is exactly one.

    A player of several matches names one in the title of the topic, such as [verdun].
    """
    own_seats = seats.list_seats_of(desk, seats.name_forum_player(f"{post.forum.name}/{post.author}"))
    matches = post.forum.matches
    own_seats = [seat for seat in own_seats if not matches or seat[0] in matches]
    named_seats = [seat for seat in own_seats if f"[{seat[0]}]" in post.title]
    candidates = named_seats or own_seats
    return candidates[0] if len(candidates) == 1 else None


def write_letter(desk: Office, post: Post) -> bytes | None:
    """Return a post as a mail of the player who wrote it.

    Return None if its author has no seat, or if it does not mention the referee as its forum demands.
    """
    seat = find_seat(desk, post)
    if seat is None or post.forum.mention.casefold() not in post.text.casefold():
        return None
    name, side = seat
    match = desk.holder.find(desk.shelf, name)
    address = seats.find_address(desk.shelf, name, side) if post.is_proved else ""
    # JSON may contain halves of characters, which no mail can contain.
    mail = MIMEText(post.text.encode("utf-8", "replace").decode(), "plain", "utf-8")
    # The name is quoted, so that no name of a forum can be read as an address.
    mail["From"] = f'"{_encode(f"{post.author}, {post.forum.name}")}" <{address}>'
    mail["To"] = messages.issue_address(desk, Token(name, side, _count_before(match, post)))
    mail["Subject"] = _encode(post.title[:LONGEST_TITLE])
    # A forged notification must not take the name of the true post, which comes later; nor can a mail have a
    # name that only this post office can make.
    name_of_post = desk.sign(f"post {post.forum.name} {post.id} {post.is_proved}")
    mail["Message-ID"] = f"<post.{name_of_post}{DOMAIN}"
    if post.time is not None:
        mail["Date"] = format_datetime(post.time)
    return mail.as_bytes()


def is_known(desk: Office, letter: bytes) -> bool:
    """Return True if the letter of the same post was handled, by mail or by the API."""
    return desk.memory.knows_message(headers.read_text(headers.parse(letter), "Message-ID"))


def _encode(text: str) -> str:
    """Return a text for a header, on one line and without characters that end a quoted name."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    plain = line.replace("\\", " ").replace('"', " ").replace("=?", "= ?")
    return plain if plain.isascii() else Header(plain, "utf-8", maxlinelen=10_000).encode()


def _count_before(match: Match, post: Post) -> int:
    """Return the number of entries that the author of a post could know. An undated post knows none."""
    if post.time is None or post.time.year <= EARLIEST:
        return 0
    time = post.time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return sum(entry.body.at <= time for entry in match.entries)


def check_player(desk: Office, name: str, side_name: str, player: str) -> str:
    """Return the name of a player in a forum without superfluous blanks.

    Raises Misuse for an unknown forum, and for the name of another player.
    """
    match = desk.holder.find(desk.shelf, name)
    forum, _, author = player.partition("/")
    names = [one.name for one in desk.settings.forums]
    if forum not in names or not author.strip() or not author.isprintable():
        raise Misuse(Complaint.of(ForumFault.FORUM_UNKNOWN, name=player))
    side = match.side(side_name)
    key = seats.name_forum_player(player)
    others = [one for name, one in seats.list_seats_of(desk, key) if name == match.name and one != side]
    if others:
        fault = ForumFault.FORUM_NAME_TAKEN
        raise Misuse(Complaint.of(fault, name=player, side=others[0], match=match.name))
    return f"{forum}/{' '.join(author.split())}"


def sort_posts(posts: Sequence[Post]) -> list[Post]:
    """Return posts in the order in which they were written. Undated posts come last."""
    return sorted(posts, key=lambda post: (post.time is None, post.time or datetime.max))
