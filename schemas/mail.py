"""Settings of a post office, and the answers of its commands."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from schemas.model import Many, Model
from schemas.record import ADDRESS, Name, Record, Side

Address = Annotated[str, Field(pattern=f"^{ADDRESS}$")]
"""An e-mail address without a name."""

Proof = Literal["signature", "token", "server", "address"]
"""Evidence that a player wrote a mail.

- signature: it is signed with the player's key
- token: it was sent to an address that only the player knows
- server: one's own mail server vouches for it
- address: only the address in `From`, which anyone can write
"""

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
    "rejected",
    "stranger",
    "unreadable",
    "waiting",
    "locked",
    "forum",
    "talk",
]
"""Result of a mail."""


Security = Literal["starttls", "tls", "none"]
"""Encryption of the connection to a server."""


class Delivery(Model):
    """Delivery of mail: by SMTP, by the machine's `sendmail`, or into a Maildir."""

    to: Literal["smtp", "sendmail", "maildir"]
    path: str = ""
    host: str = "localhost"
    port: Annotated[int, Field(ge=1, le=65535)] = 587
    security: Security = "starttls"
    user: str = ""
    password_command: str = ""


class Inbox(Model):
    """Source of incoming mail: a Maildir, an mbox, or a folder of an IMAP server."""

    kind: Literal["maildir", "mbox", "imap"]
    path: str = ""
    host: str = "localhost"
    port: Annotated[int, Field(ge=1, le=65535)] = 993
    security: Security = "tls"
    user: str = ""
    password_command: str = ""
    folder: str = "INBOX"


class Door(Model):
    """Channel for the public report in addition to mail: a Discourse topic, a webhook, or a folder of pages.

    `password_command` prints the key of the forum, or the secret address of the webhook. Without `matches`
    the channel shows all matches.
    """

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,40}$")]
    kind: Literal["discourse", "webhook", "folder"]
    url: str = ""
    topic: Annotated[int, Field(ge=0)] = 0
    user: str = ""
    password_command: str = ""
    path: str = ""
    matches: Many[str] = ()


class Forum(Model):
    """A forum in which players write letters, by its notification mails or by its API.

    `host` is its name in the mails, and `sender` the address that they come from. A bridge names the author
    of a message in the header `author`. With `url`, the posts of a topic of Discourse are read by the API:
    `password_command` prints the key of `user`. Without `matches`, players of all matches write there. With
    `mention`, such as @referee, only posts that contain this word are letters.
    """

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,40}$")]
    kind: Literal["discourse", "phpbb", "bridge"]
    host: str = ""
    sender: str = ""
    author: str = ""
    mention: str = ""
    url: str = ""
    topic: Annotated[int, Field(ge=0)] = 0
    user: str = ""
    password_command: str = ""
    matches: Many[str] = ()


ROUNDS = "https://api.drand.sh/v2/beacons/quicknet/rounds/{round}"
"""Address at which rounds of the beacon are published."""


class PostOffice(Model):
    """The settings of a post office, in `_post/config.toml` on the shelf.

    With `html`, reports to seats have an HTML part. With `map`, the map is attached as SVG, or shown
    in the mail as PNG. With `quiet`, a side
    that is not asked gets a report only once a day; with `battles`, also when a battle ended. With `links`, a
    mail that asks something has links that open a reply. Without `receipts`, an accepted letter after which
    its side is not asked, and about which nothing is to be said, is answered by the next report. With
    `proposal_hours`, a complete proposal is played after this time if its player sends nothing. `beacon` is
    the address of the rounds of drand quicknet; if it is empty, no round is fetched.
    """

    address: Address
    moderator: Address | None = None
    proof: Proof = "token"
    trusted_server: str = ""
    html: bool = False
    map: bool | Literal["png"] = False
    quiet: bool = True
    battles: bool = False
    links: bool = True
    receipts: bool = False
    proposal_hours: Annotated[int, Field(ge=0, le=168)] = 0
    beacon: str = ROUNDS
    inbox: Inbox | None = None
    delivery: Delivery | None = None
    doors: Many[Door] = ()
    forums: Many[Forum] = ()


MailFormat = Literal["text", "speech"]
"""Format of the text of mails to a player."""


class Seat(Record):
    """The player of a side as the post office knows it. `player` is the pseudonym in the journal.

    `key` verifies signed letters: a public key of OpenSSH, or the fingerprint of an OpenPGP key. `also` are
    further addresses of the player, each confirmed from `address`. `form` is the format of the mails: text,
    or sentences for the ear. `forum` is a forum and the name of the player there, such as club/anna.
    """

    side: Side
    address: str
    player: Name = ""
    key: str = ""
    also: tuple[str, ...] = ()
    form: MailFormat = "text"
    forum: str = ""


class Seats(Record):
    """The players of a match, its observers, and the players who are invited to a seat."""

    match: str
    seats: tuple[Seat, ...]
    spectators: tuple[str, ...] = ()
    invited: tuple[Seat, ...] = ()


class Received(Record):
    """The result of one mail. `queued` are the mails that it caused."""

    digest: str
    verdict: Verdict
    match: str = ""
    side: str = ""
    code: str = ""
    queued: tuple[str, ...] = ()


Selection = Literal["all", "unjudged", "refused", "failed"]
"""Mails that the moderator lists."""


class MailRecord(Record):
    """A received mail. `settle` is the command that settles a mail which was not judged."""

    digest: str
    at: str
    sender: str
    subject: str
    match: str
    side: str
    verdict: Verdict
    has_answer: bool
    settle: str = ""


class MailList(Record):
    """Received mails, latest first."""

    mails: tuple[MailRecord, ...]


class MailShown(Record):
    """A received mail with the lines of its text."""

    mail: MailRecord
    text: tuple[str, ...]


DovecotVersion = Literal["2.3", "2.4"]
"""Version of Dovecot with a configuration of its own: 2.4 also stands for the later ones."""


class SetupFile(Record):
    """A file of the configuration of a mail server.

    `place` is the destination of its content. `path` is the written file, or "" if the text was only printed.
    """

    name: str
    text: str
    place: str = ""
    path: str = ""


class SetupFiles(Record):
    """The configuration of the servers of a post office."""

    files: tuple[SetupFile, ...]


CheckStep = Literal["send", "receive", "mx", "tls", "spf", "dmarc"]
"""A step of the check of a post office.

- send: a mail was sent to the post office itself
- receive: a mail to an address with a plus arrived
- mx, spf, dmarc: the DNS has this record of the domain
- tls: the server of the domain offers TLS, with a valid certificate
"""


class SetupStep(Record):
    """One step of the check of a post office. `why` explains a failure."""

    step: CheckStep
    works: bool
    why: str = ""


class SetupSteps(Record):
    """The check of a post office: its mail, and its domain if it sends to other servers."""

    steps: tuple[SetupStep, ...]


class Fetched(Record):
    """The results of the mails of an inbox."""

    mails: tuple[Received, ...]


class Delivered(Record):
    """A mail that was sent, or failed."""

    key: str
    to: str
    subject: str
    sent: bool
    why: str = ""


class Outgoing(Record):
    """The results of the queued mails."""

    mails: tuple[Delivered, ...]


ClockNotice = Literal["reminder", "grace", "over", "done", "moderator", "proposal"]
"""Result of a tick of the clock.

- reminder: a player was reminded
- grace, over: a late answer was filed, and every seat gets a report
- done: `done` was filed for a side by the terms
- moderator: the moderator must decide
- proposal: a proposal without an answer was played
"""


class Notice(Record):
    """One result of a tick of the clock. `queued` are the mails about it."""

    match: str
    side: Side
    kind: ClockNotice
    due: str
    queued: tuple[str, ...] = ()


class Ticked(Record):
    """The results of a tick of the clock.

    It is `off` if the system clock jumped since the tick at `last`. Nothing is done then until the moderator
    switches it on again. `faults` are unreadable matches, with reasons.
    """

    now: str
    last: str = ""
    off: bool = False
    notices: tuple[Notice, ...] = ()
    faults: Mapping[str, str] = {}


class Round(Record):
    """The results of a round of the post office. `faults` are failed steps, which are repeated."""

    received: tuple[Received, ...]
    ticked: Ticked
    sent: tuple[Delivered, ...]
    faults: tuple[str, ...] = ()

    @property
    def is_idle(self) -> bool:
        """True if there was nothing to do."""
        return not (self.received or self.sent or self.faults or self.ticked.off or self.ticked.notices)

    @property
    def has_failures(self) -> bool:
        """True if a step failed, a match cannot be read, or a mail waits that should have gone."""
        is_waiting = any(mail.verdict == "waiting" for mail in self.received)
        has_faults = bool(self.faults or self.ticked.faults)
        return has_faults or is_waiting or not all(mail.sent for mail in self.sent)
