"""Notification mails of forums: Discourse, phpBB, and bridges that name the author in a header.

Only the forum's own mail server proves who wrote a post: the mail must come from the address of the forum,
and the club's server must vouch for it. The author is never the name in `From`, which anyone can choose.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage, Message
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from referee.mail import senders
from referee.mail.forums.faults import ForumFault
from referee.mail.forums.posts import Post, find_seat, is_known, sort_posts, write_letter
from referee.mail.office import Office, digest
from referee.matches.letters import headers, mime
from referee.platform import files
from schemas.mail import Forum, Verdict
from schemas.record import Side

AUTHOR = "X-Discourse-Sender"
"""Header of Discourse with the user name of the author of a post."""

ORIGIN = "X-phpBB-Origin"
"""Header of phpBB with the address of the forum."""

MARKS = {"discourse": ("X-Discourse-Post-Id", "X-Discourse-Topic-Id", AUTHOR), "phpbb": (ORIGIN,)}
"""Headers that only the notifications of a kind of forum have."""

MOST_POSTS = 20
"""Highest number of posts of one mail."""

_POST_ID = re.compile(r"<(?:topic/\d+/|discourse/post/)(\d+)(?:\.[^@>]*)?@")
"""The number of a post in the Message-ID of its notification by Discourse."""

_FOOTER = re.compile(r"^---\s*$", re.MULTILINE)
"""Line of Discourse between a post and the text of the forum, which may quote other posts."""

_TILDES = re.compile(r"^~{10,}[ \t]*\n", re.MULTILINE)
"""Line of phpBB above the text that one member writes to another through the forum."""

_AUTHORS = (
    re.compile(r"\bby (.+) via your account on "),
    re.compile(r"\bset to that of (.+)\.[ \t]*$", re.MULTILINE),
)
"""The two places above that line that name the member. An English forum is needed."""


def find_forum(desk: Office, mail: Message) -> Forum | None:
    """Return the forum of the settings that a mail claims to come from, or None."""
    return next((forum for forum in desk.settings.forums if _claims(forum, mail)), None)


def _claims(forum: Forum, mail: Message) -> bool:
    is_digest = headers.read_type(mail) == "multipart/digest"
    marks = MARKS.get(forum.kind, (forum.author,))
    if not is_digest and not any(mark and mark in mail for mark in marks):
        return False
    sender = headers.read_address(mail, "From").casefold()
    names = " ".join(headers.list_values(mail, "List-Id", "Message-ID", ORIGIN, "List-Archive")).casefold()
    hosts = set(re.findall(r"[a-z0-9-]+(?:\.[a-z0-9-]+)+", names))
    return sender == forum.sender.casefold() or (bool(forum.host) and forum.host.casefold() in hosts)


def is_proved(desk: Office, forum: Forum, mail: Message) -> bool:
    """Return True if the club's mail server vouches that the forum sent a mail."""
    address = headers.read_address(mail, "From")
    is_own = bool(forum.sender) and address.casefold() == forum.sender.casefold()
    return is_own and senders.vouches(desk.settings.trusted_server, mail, address)


class Taken(NamedTuple):
    """The verdict on a notification, the code of a fault, and the seat of its first author."""

    verdict: Verdict
    code: str = ""
    seat: tuple[str, Side] | None = None


def take(desk: Office, forum: Forum, mail: Message, raw: bytes) -> Taken:
    """Store the posts of a notification as letters, to be handled as the next mails."""
    posts = sort_posts(list(list_posts(desk, forum, mail, raw)))
    letters = [letter for post in posts if (letter := write_letter(desk, post)) is not None]
    for letter in letters:
        if not is_known(desk, letter):
            files.write_whole(desk.folder / "in" / f"{digest(letter)}.eml", letter)
    seat = next(filter(None, (find_seat(desk, post) for post in posts)), None)
    if not posts:
        return Taken("automatic", ForumFault.POST_WITHOUT_TEXT.code)
    return Taken("forum" if letters else "talk", seat=seat)


def list_posts(desk: Office, forum: Forum, mail: Message, raw: bytes) -> Iterator[Post]:
    """Yield the posts of a notification, or of the notifications in a digest."""
    proof = is_proved(desk, forum, mail)
    whole = message_from_bytes(raw, policy=headers.POLICY)
    if headers.read_type(mail) != "multipart/digest":
        yield from _read(forum, mail, whole, is_proved=proof)
        return
    inside = [part for part in whole.walk() if part.get_content_type() == "message/rfc822"]
    for part in inside[:MOST_POSTS]:
        inner = part.get_content()
        yield from _read(forum, inner, inner, is_proved=proof)


def _read(forum: Forum, mail: Message, whole: EmailMessage, *, is_proved: bool) -> Iterator[Post]:
    text = _read_text(whole)
    title = headers.read_text(mail, "Subject")
    identifier = headers.read_text(mail, "Message-ID") or digest(text.encode())
    time = _read_date(mail)
    match forum.kind:
        case "discourse":
            author = headers.read_text(mail, AUTHOR)
            number = _POST_ID.search(identifier)
            identifier = headers.read_text(mail, "X-Discourse-Post-Id") or (number[1] if number else "")
            text = _FOOTER.split(text, maxsplit=1)[0]
            is_proved = is_proved and bool(identifier)
            if not author:
                author, is_proved = _read_display_name(mail), False
        case "phpbb":
            author, text = _read_member(text)
        case "bridge":
            author = headers.read_text(mail, forum.author)
    if author and text.strip():
        yield Post(forum, identifier, author, title, text, time, is_proved)


def _read_member(text: str) -> tuple[str, str]:
    """Return the author and the text of a mail of a member of phpBB, or two empty texts.

    Other notifications of phpBB do not contain the post. Both places must have the same name: a member can
    choose a name that looks like one of the sentences.
    """
    head, *rest = _TILDES.split(text, maxsplit=1)
    names = [match[1] if (match := pattern.search(head)) else "" for pattern in _AUTHORS]
    return (names[0], rest[0]) if rest and names[0] == names[1] else ("", "")


def _read_display_name(mail: Message) -> str:
    """Return the name in `From`, without the name of the forum behind it. It proves nothing."""
    name = headers.read_text(mail, "From").partition("<")[0].strip(' "')
    return name.partition(" via ")[0]


def _read_text(mail: EmailMessage) -> str:
    texts = [mime.decode(part) for part in mime.sort_parts(mail).texts]
    return "\n".join(texts).replace("\r\n", "\n")


def _read_date(mail: Message) -> datetime | None:
    try:
        time = parsedate_to_datetime(headers.read_text(mail, "Date"))
    except (ValueError, TypeError):
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)
