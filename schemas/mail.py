"""The settings of a post office, and what its commands answer."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from schemas.model import Many, Model
from schemas.record import Name, Record, Side

Address = Annotated[str, Field(pattern=r"^[^\s@<>,;]+@[^\s@<>,;]+$")]
"""An e-mail address without a name."""

Proof = Literal["signature", "token", "server", "address"]
"""What shows that a player wrote a mail: a signature with his key, an address that only he was sent, the word
of one's own mail server, or nothing but the address in `From`, which anyone can write."""

Verdict = Literal[
    "judged",
    "refused",
    "answered",
    "filed",
    "forwarded",
    "repeat",
    "automatic",
    "bounce",
    "unproved",
    "held",
    "confirmed",
    "denied",
    "forged",
    "stranger",
    "unreadable",
    "waiting",
]
"""What became of a mail."""


Security = Literal["starttls", "tls", "none"]
"""How the way to a server is sealed."""


class Delivery(Model):
    """How mail leaves: by SMTP, by the machine's `sendmail`, or into a Maildir."""

    to: Literal["smtp", "sendmail", "maildir"]
    path: str = ""
    host: str = "localhost"
    port: Annotated[int, Field(ge=1, le=65535)] = 587
    security: Security = "starttls"
    user: str = ""
    password_command: str = ""


class Inbox(Model):
    """Where mail waits to be taken in: a Maildir, an mbox, or a folder of an IMAP server."""

    kind: Literal["maildir", "mbox", "imap"]
    path: str = ""
    host: str = "localhost"
    port: Annotated[int, Field(ge=1, le=65535)] = 993
    security: Security = "tls"
    user: str = ""
    password_command: str = ""
    folder: str = "INBOX"


class Door(Model):
    """Where the public report goes beside mail: a topic of Discourse, a webhook, a folder of pages.

    `password_command` prints the key of the forum, or the address of the webhook, which is as secret. Without
    `matches` it shows all of them.
    """

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,40}$")]
    kind: Literal["discourse", "webhook", "folder"]
    url: str = ""
    topic: Annotated[int, Field(ge=0)] = 0
    user: str = ""
    password_command: str = ""
    path: str = ""
    matches: Many[str] = ()


class PostOffice(Model):
    """The settings of a post office, in `_post/config.toml` on the shelf.

    With `html` a report to a seat is written as a page, too; with `map` the map is attached to it.
    """

    address: Address
    moderator: Address | None = None
    proof: Proof = "token"
    trusted_server: str = ""
    html: bool = False
    map: bool = False
    inbox: Inbox | None = None
    delivery: Delivery | None = None
    doors: Many[Door] = ()


class Seat(Record):
    """Who plays a side, as the post office knows him; `player` is the pseudonym of the journal.

    `key` is what signs his letters: a public key as OpenSSH writes it, or the fingerprint of an OpenPGP key.
    `also` are further addresses that he writes from; he confirmed each of them from `address`.
    """

    side: Side
    address: str
    player: Name = ""
    key: str = ""
    also: tuple[str, ...] = ()


class Seats(Record):
    """Who plays a match, the addresses of those who look on, and who is invited to a seat."""

    match: str
    seats: tuple[Seat, ...]
    spectators: tuple[str, ...] = ()
    invited: tuple[Seat, ...] = ()


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


ClockNotice = Literal["reminder", "grace", "over", "done", "moderator"]
"""What a tick of the clock led to.

- reminder: a player was reminded
- grace, over: it was filed that an answer is late, and every seat is told
- done: `done` was filed for a side, as the terms say
- moderator: the moderator has to decide
"""


class Notice(Record):
    """One thing that a tick of the clock led to; `queued` are the mails about it."""

    match: str
    side: Side
    kind: ClockNotice
    due: str
    queued: tuple[str, ...] = ()


class Ticked(Record):
    """What a tick of the clock led to.

    It is `off` where the clock of this machine jumped from the tick at `last`: nothing is done then, before
    the moderator switches it on again. `faults` are matches that cannot be read, and why.
    """

    now: str
    last: str = ""
    off: bool = False
    notices: tuple[Notice, ...] = ()
    faults: Mapping[str, str] = {}


class Round(Record):
    """What a round of the post office did; `faults` are steps that failed, and are tried again."""

    received: tuple[Received, ...]
    ticked: Ticked
    sent: tuple[Delivered, ...]
    faults: tuple[str, ...] = ()

    @property
    def is_idle(self) -> bool:
        """Whether there was nothing to do."""
        return not (self.received or self.sent or self.faults or self.ticked.off or self.ticked.notices)
