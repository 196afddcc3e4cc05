"""Which text of a mail is signed, as the program of its signature wants it; no program is run here."""

from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest

from referee.mail import seats, senders
from referee.mail.office import open_office
from referee.mail.senders import _Signed
from referee.matches import matches, opening
from schemas.mail import Seat
from tests.mail.conftest import AT, PLAYERS, SECRETS, Club

SSH = "-----BEGIN SSH SIGNATURE-----\nU1NI\n-----END SSH SIGNATURE-----"
PGP = "-----BEGIN PGP SIGNATURE-----\n\nU1NI\n-----END PGP SIGNATURE-----"
CLEAR = f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\npass\n{PGP}"
HEAD = "From: anna@player.example\nMIME-Version: 1.0\n"
PLAIN = HEAD + "Content-Type: text/plain; charset=utf-8\n\n"


def mixed(*parts: str, kind: str = "mixed", end: str = "") -> str:
    """A mail of several parts, each with its own head."""
    body = "".join(f"--b\n{part}\n" for part in parts)
    return f'{HEAD}Content-Type: multipart/{kind}; boundary="b"\n\nnot shown\n{body}--b--\n{end}'


TEXT = "Content-Type: text/plain\n\npass\n"
BY_SSH = f"Content-Type: application/octet-stream\n\n{SSH}\n"
BY_PGP = f"Content-Type: application/pgp-signature\n\n{PGP}\n"

READINGS = tuple(_Signed("ssh", text, f"{SSH}\n".encode()) for text in (b"pass\n", b"pass", b"pass\n"))
WHOLE = (_Signed("gpg", TEXT.replace("\n", "\r\n").encode(), f"{PGP}\n".encode()),)

MAILS: dict[str, tuple[str, tuple[_Signed, ...]]] = {
    "a signature by ssh below the text": (f"{PLAIN}pass\n{SSH}\n", READINGS),
    "empty lines around the text": (
        f"{PLAIN}\n\npass\n\n{SSH}\n\n",
        (*READINGS[:2], READINGS[0]._replace(text=b"\n\npass\n\n")),
    ),
    "words below a signature by ssh": (f"{PLAIN}pass\n{SSH}\ndone\n", ()),
    "a signature that does not begin its line": (f"{PLAIN}pass {SSH}\n", ()),
    "no signature": (f"{PLAIN}pass\n", ()),
    "a text signed in the clear": (f"{PLAIN}\n{CLEAR}\n\n", (_Signed("gpg", f"{CLEAR}\n".encode()),)),
    "words above what is signed in the clear": (f"{PLAIN}hello\n{CLEAR}\n", ()),
    "words below what is signed in the clear": (f"{PLAIN}{CLEAR}\nhello\n", ()),
    "a text in HTML": (f"{PLAIN}pass\n{SSH}\n".replace("text/plain", "text/html"), ()),
    "a text in no code that is known": (f"{PLAIN}pass\n{SSH}\n".replace("utf-8", "x-none"), ()),
    "an attached signature by ssh": (mixed(TEXT, BY_SSH), READINGS),
    "words beside an attached signature": (mixed(TEXT, BY_SSH.replace("\n\n", "\n\nhello\n")), ()),
    "an attached file that signs nothing": (mixed(TEXT, "Content-Type: image/png\n\nnothing\n"), ()),
    "two attached files": (mixed(TEXT, BY_SSH, BY_SSH), ()),
    "a signature before its text": (mixed(BY_SSH, TEXT), ()),
    "a mail that is signed as a whole": (mixed(TEXT, BY_PGP, kind="signed"), WHOLE),
    "with blanks behind its end": (mixed(TEXT, BY_PGP, kind="signed", end="\n \n"), WHOLE),
    "with words behind its end": (mixed(TEXT, BY_PGP, kind="signed", end="hello\n"), ()),
    "one that only says so": (mixed(TEXT, BY_PGP), ()),
    "one with a part too many": (mixed(TEXT, BY_PGP, TEXT, kind="signed"), ()),
    "one whose text comes last": (mixed(BY_PGP, TEXT, kind="signed"), ()),
}


def read(raw: str) -> EmailMessage:
    return message_from_bytes(raw.encode(), policy=policy.default)


@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["plain ends", "ends of Windows"])
@pytest.mark.parametrize(("raw", "found"), MAILS.values(), ids=MAILS)
def test_all_of_a_text_is_signed_or_nothing_is(raw: str, found: tuple[_Signed, ...], ends: str) -> None:
    sent = raw.replace("\n", ends)

    readings = tuple(senders._find_signed(read(sent), sent.encode()))

    # What is attached comes with the ends of lines that it was sent with.
    assert tuple(one._replace(signature=one.signature.replace(b"\r\n", b"\n")) for one in readings) == found


NAMED = {
    "for liege: pass": True,
    "liege": True,
    "for liege-2: pass": False,
    "for the siege of liege2": False,
    "for old-liege": False,
    "pass": False,
}


@pytest.mark.parametrize(("text", "named"), NAMED.items())
def test_player_of_two_matches_names_the_signed_match(club: Club, text: str, named: bool) -> None:
    signed, seat = _Signed("gpg", text.encode()), Seat(side="german", address=PLAYERS["german"])
    with open_office(club.shelf) as desk:
        alone = senders._names_match(desk, signed, seat, "liege")
        opening.open_match(club.shelf, "somme", "ttlm", at=AT, secrets=SECRETS)
        seats.take_seat(desk, "somme", "german", PLAYERS["german"])

        assert (alone, senders._names_match(desk, signed, seat, "liege")) == (True, named)


@pytest.mark.parametrize("text", [f"pass\n{SSH}\n", CLEAR], ids=["by ssh", "in the clear"])
def test_nobody_signs_without_a_key_or_for_an_empty_seat(club: Club, text: str) -> None:
    raw = f"{PLAIN}{text}\n"
    with open_office(club.shelf) as desk:
        assert not senders.is_signed(desk, raw.encode(), "liege", "german")
        seats.empty_seat(desk, matches.find(club.shelf, "liege"), "german")
        assert not senders.is_signed(desk, raw.encode(), "liege", "german")
