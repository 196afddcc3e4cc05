"""The settings of a post office, and what its commands answer."""

from typing import Annotated, Literal

from msgspec import Meta

from schemas.record import Record, Side

Address = Annotated[str, Meta(pattern=r"^[^\s@<>,;]+@[^\s@<>,;]+\Z")]
"""An e-mail address without a name."""

Proof = Literal["token", "server", "address"]
"""What shows that a player wrote a mail: an address that only he was sent, the word of one's own mail server,
or nothing but the address in `From`, which anyone can write."""

Verdict = Literal[
    "judged",
    "refused",
    "answered",
    "repeat",
    "automatic",
    "bounce",
    "unproved",
    "confirmed",
    "stranger",
    "unreadable",
]
"""What became of a mail."""


Security = Literal["starttls", "tls", "none"]
"""How the way to a server is sealed."""


class Delivery(Record):
    """How mail leaves: by SMTP, by the machine's `sendmail`, or into a Maildir."""

    to: Literal["smtp", "sendmail", "maildir"]
    path: str = ""
    host: str = "localhost"
    port: Annotated[int, Meta(ge=1, le=65535)] = 587
    security: Security = "starttls"
    user: str = ""
    password_command: str = ""


class Inbox(Record):
    """Where mail waits to be taken in: a Maildir, or a folder of an IMAP server."""

    kind: Literal["maildir", "imap"]
    path: str = ""
    host: str = "localhost"
    port: Annotated[int, Meta(ge=1, le=65535)] = 993
    security: Security = "tls"
    user: str = ""
    password_command: str = ""
    folder: str = "INBOX"


class PostOffice(Record):
    """The settings of a post office, in `_post/config.toml` on the shelf."""

    address: Address
    proof: Proof = "token"
    trusted_server: str = ""
    inbox: Inbox | None = None
    delivery: Delivery | None = None


class Seat(Record):
    """Who plays a side, as the post office knows him."""

    side: Side
    address: str


class Seats(Record):
    """Who plays a match."""

    match: str
    seats: tuple[Seat, ...]


class Received(Record):
    """What became of a mail; `queued` are the mails that wait to be sent because of it."""

    digest: str
    verdict: Verdict
    match: str = ""
    side: str = ""
    code: str = ""
    queued: tuple[str, ...] = ()


class Fetched(Record):
    """What became of the mails of an inbox."""

    mails: tuple[Received, ...]


class Delivered(Record):
    """A mail that was sent, or could not be."""

    key: str
    to: str
    subject: str
    sent: bool
    why: str = ""


class Outgoing(Record):
    """What became of the mails that waited."""

    mails: tuple[Delivered, ...]
