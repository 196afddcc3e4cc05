"""A server of IMAP that keeps no flags of ours has its mails marked as seen."""

import imaplib
from typing import cast

import pytest

from referee.faults import Misconfigured
from referee.mail.delivery import imap
from referee.mail.delivery.imap import KEYWORD, SEEN
from schemas.mail import Inbox

INBOX = Inbox(kind="imap", host="mx.club.example", user="referee", folder='a "strange\\" one')


class Server:
    """A server that answers what it was told to, and notes what it was asked."""

    def __init__(self, flags: list[bytes | None], answer: str = "OK") -> None:
        self.flags, self.answer, self.asked = flags, answer, list[tuple[str, ...]]()

    def login(self, *words: str) -> None:
        self.asked.append(words)

    def select(self, folder: str) -> tuple[str, list[bytes]]:
        self.asked.append((folder,))
        return self.answer, [b"1"]

    def response(self, _: str) -> tuple[str, list[bytes | None]]:
        return "PERMANENTFLAGS", self.flags

    def uid(self, *words: str) -> tuple[str, list[bytes | None]]:
        self.asked.append(words)
        return "OK", [None]


def open_on(server: Server) -> imap.Folder:
    return imap.open_on(cast(imaplib.IMAP4, server), INBOX, "secret")


FLAGS: list[tuple[list[bytes | None], bool]] = [
    ([rb"(\Answered \Seen \*)"], True),
    ([f"(\\Seen {KEYWORD})".encode()], True),
    ([rb"(\Answered \Seen)"], False),
    ([None], False),
]


@pytest.mark.parametrize(("flags", "keeps"), FLAGS)
def test_a_mail_that_is_done_has_our_flag_or_was_seen(flags: list[bytes | None], keeps: bool) -> None:
    server = Server(flags)
    folder = open_on(server)

    assert folder.list_new() == []
    folder.mark_done(b"7")

    assert server.asked == [
        ("referee", "secret"),
        ('"a \\"strange\\\\\\" one"',),
        ("SEARCH", f"UNKEYWORD {KEYWORD}" if keeps else "UNSEEN"),
        ("STORE", "7", "+FLAGS", KEYWORD if keeps else SEEN),
    ]


def test_a_folder_that_cannot_be_opened_is_named() -> None:
    with pytest.raises(Misconfigured, match="strange"):
        open_on(Server([None], "NO"))
