"""Letters that come as e-mail."""

from base64 import b64encode

import pytest

from referee.matches.letters.letters import read
from tests.matches.letters.readings import complaints, orders


def mail(body: str, *headers: str, ends: str = "\n") -> bytes:
    return ends.join(["From: Jim <jim@example.org>", *headers, "", *body.split("\n")]).encode()


FLOWED = "Content-Type: text/plain; format=flowed"

MAILS = {
    "plain": (mail("pass\n> old\ndone"), [(3, "pass"), (5, "done")]),
    "with the line ends of mail": (mail("pass\n\ndone", ends="\r\n"), [(3, "pass"), (5, "done")]),
    "in quoted-printable": (
        mail("move ge-1 =\nto Li=C3=A8ge\nnote a=3Db\n", "Content-Type: text/plain; charset=utf-8",
             "Content-Transfer-Encoding: quoted-printable"),
        [(5, "move ge-1 to Liège"), (7, "note a=b")],
    ),
    "with lines broken by the sender's program": (
        mail("move ge-1, \nge-2 to liege\n> q \n> r\ndone\n-- \nJim", FLOWED),
        [(4, "move ge-1, ge-2 to liege"), (8, "done")],
    ),
    "with words broken by the sender's program": (
        mail("mo \nve ge-1  \nto liege\ndone", f"{FLOWED}; delsp=yes"),
        [(4, "move ge-1 to liege"), (7, "done")],
    ),
    "broken up to its last line": (mail("move ge-1 \nto liege ", FLOWED), [(4, "move ge-1 to liege")]),
    "broken before a quoted line and a signature": (
        mail("move ge-1 \n> q\nto \n-- \nJim", FLOWED),
        [(4, "move ge-1"), (6, "to")],
    ),
    "out of a mailbox": (
        b"From jim@x Mon May  3 10:00:00 2026\n" + mail(">From verdun\npass"),
        [(4, "From verdun"), (5, "pass")],
    ),
    "in several parts": (
        mail("--x\nContent-Type: text/html\n\n<b>pass</b>\n--x\nContent-Type: text/plain\n\npass\n--x--",
             "Content-Type: multipart/alternative; boundary=x"),
        [(11, "pass")],
    ),
    "with a header before all others": (b"X-Mark: 1\n more\n" + mail("pass"), [(5, "pass")]),
    "with the marks of a fence": (mail("Hi\nBEGIN ORDERS\npass\nEND ORDERS\n"), [(5, "pass")]),
}  # fmt: skip


@pytest.mark.parametrize(("raw", "expected"), MAILS.values(), ids=MAILS)
def test_email_keeps_line_numbers_of_file(raw: bytes, expected: list[tuple[int, str]]) -> None:
    letter = read(raw, "letter.eml")

    assert orders(letter) == expected
    assert letter.warnings == ()


def test_email_has_its_message_id() -> None:
    assert read(mail("pass", "Message-ID: <1.2@example.org>"), "a").message_id == "<1.2@example.org>"
    assert read(mail("pass"), "a").message_id is None


def test_base64_email_counts_lines_of_text_with_warning() -> None:
    letter = read(mail("cGFzcwpkb25lCg==", "Content-Transfer-Encoding: base64"), "a")

    assert orders(letter) == [(1, "pass"), (2, "done")]
    assert letter.warnings == (
        "a:1:1: the mail is encoded, so line numbers refer to its text and not to the file",
    )


@pytest.mark.parametrize("charset", ["nonsense", "us-ascii", "utf-16", "iso-8859-7"])
def test_email_with_wrong_encoding_is_read(charset: str) -> None:
    raw = mail("pass\nmove to Li\u00e8ge", f"Content-Type: text/plain; charset={charset}")

    letter = read(raw, "a")

    assert [text for _, text in orders(letter)][:1] == ["pass"]


def test_unread_attachments_are_named() -> None:
    parts = "--x\n\npass\n--x\nContent-Disposition: attachment; filename=orders.yaml\n\norders: [done]\n--x--"
    letter = read(mail(parts, "Content-Type: multipart/mixed; boundary=x"), "a")

    assert orders(letter) == [(6, "pass")]
    assert [warning.partition(" (")[0] for warning in letter.warnings] == [
        "a:1:1: the attachment `orders.yaml` was not read"
    ]


NAMED = "a:1:1: the attachment `x` was not read"
NAMELESS = "a:1:1: an attachment without a name was not read"


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ("Content-Type: text/plain; name=x", NAMED),
        ("Content-Type: text/plain\nContent-Disposition: attachment", NAMELESS),
        ("Content-Type: message/rfc822\n\nFrom: Ann", NAMELESS),
        ("Content-Type: message/rfc822; name=x\n\nFrom: Ann", NAMED),
        ("Content-Type: text/html; name=x", NAMED),
        ("Content-Type: text/html\nContent-Disposition: attachment", NAMELESS),
        ("Content-Type: text/calendar", NAMELESS),
        ("Content-Type: application/pdf; name=x", NAMED),
        ("Content-Type: application/pgp-signature", ""),
        ("Content-Type: image/png", ""),
        ("Content-Type: image/png; name=x", ""),
        ("Content-Type: image/png\nContent-Disposition: attachment; filename=x", ""),
    ],
)
def test_attachments_except_images_and_signatures_are_named(head: str, told: str) -> None:
    parts = f"--x\n\npass\n--x\n{head}\n\nattack\n--x--"
    letter = read(mail(parts, "Content-Type: multipart/mixed; boundary=x"), "a")

    assert orders(letter) == [(6, "pass")]
    assert [warning.partition(" (")[0] for warning in letter.warnings] == ([told] if told else [])


HTML = {
    "nothing": ("<p>pass</p>", ()),
    "a word": ("<p>pass</p><p>attack</p>", ("attack",)),
    "words in tags that touch": ("<div><p><b>pass</b></p><p><i>at</i>tack</p></div>", ("attack",)),
    "a word behind one that stands within words": ("pass<br>at<b>ta</b>ck", ("attack",)),
    "a word twice": ("attack ATTACK pass attack", ("attack", "ATTACK")),
    "a comment": ("<!-- hidden > storm --><p>pass</p>attack", ("attack",)),
    "a word behind what nobody sees": ("<style>p > b {}</style><p>pass</p>attack", ("attack",)),
    "a head": ("<head><title>turn</title></head><p>pass attack</p>", ("attack",)),
    "a head without an end": ("pass <head> attack", ()),
    "a comment without an end": ("pass<!-- attack", ()),
    "a sign that is spelt out": ("<p>pass &lt;attack&gt;</p>", ("attack",)),
    "a word behind the last tag": ("<p>pass</p>attack", ("attack",)),
    "as many as are named, and one more": ("a b c d e f g h i", tuple("abcdefgh")),
}  # fmt: skip


@pytest.mark.parametrize(("html", "told"), HTML.values(), ids=HTML)
@pytest.mark.parametrize("code", ["", "base64"])
def test_words_only_in_html_are_named(html: str, told: tuple[str, ...], code: str) -> None:
    text = b64encode(html.encode()).decode() if code else html
    head = f"Content-Type: text/html\n{f'Content-Transfer-Encoding: {code}' if code else 'X-Plain: 1'}"
    parts = f"--x\nContent-Type: text/plain\n\npass\n--x\n{head}\n\n{text}\n--x--"

    letter = read(mail(parts, "Content-Type: multipart/alternative; boundary=x"), "a")

    assert [text for _, text in orders(letter)] == ["pass"]
    said = [warning.split("`")[1] for warning in letter.warnings if "HTML" in warning]
    assert said == ([" ".join(told)] if told else [])


BROKEN_MAILS = {
    "no end of headers": (b"From: jim\nSubject: x\nmove ge-1 to liege\n", "missing header body separator"),
    "no boundary": (mail("pass", "Content-Type: multipart/mixed"), "no boundary in multipart"),
    "no last boundary": (
        mail("--x\n\npass", "Content-Type: multipart/mixed; boundary=x"),
        "close boundary not found",
    ),
    "broken base64": (mail("cGFzcwp", "Content-Transfer-Encoding: base64"), "invalid base64"),
    "an attachment alone": (mail("pass", "Content-Disposition: attachment"), "contains no plain text"),
    "an automatic answer": (mail("pass", "Auto-Submitted: auto-replied"), "a:1:1: "),
    "two letters": (
        (b"From jim@x Mon May  3 10:00:00 2026\n" + mail("pass\n\n")) * 2,
        "a:6:1: a second letter begins here",
    ),
    "a bottomless header": (mail("pass", "Content-Type: " + "(" * 3000), "the e-mail cannot be read"),
    "an endless header": (
        mail("pass", "Content-Type: a" + "; a=b" * 9000),
        "a:2:1: a header of the e-mail is too long",
    ),
}


@pytest.mark.parametrize(("raw", "expected"), BROKEN_MAILS.values(), ids=BROKEN_MAILS)
def test_damaged_email_is_refused(raw: bytes, expected: str) -> None:
    assert expected in complaints(raw, "a")[0]


def test_email_by_hand_is_not_automatic() -> None:
    assert orders(read(mail("pass", "Auto-Submitted: no"), "a")) == [(4, "pass")]


@pytest.mark.parametrize("charset", ["us-ascii", "utf-8", ""])
def test_utf_8_mail_is_read_despite_its_charset(charset: str) -> None:
    said = [f"Content-Type: text/plain; charset={charset}"] if charset else []
    letter = read(mail("move ge-1 to Liège", *said), "a")

    assert [text for _, text in orders(letter)] == ["move ge-1 to Liège"]
    assert letter.warnings == ()


SIGNED = """\
-----BEGIN PGP SIGNED MESSAGE-----
Hash: SHA256

pass
- - a dash
done
-----BEGIN PGP SIGNATURE-----

iQEzBAEBCAAdFiEE
=abcd
-----END PGP SIGNATURE-----
"""


def test_clear_signed_text_is_read_without_armour() -> None:
    assert orders(read(SIGNED.encode(), "a")) == [(4, "pass"), (5, "- a dash"), (6, "done")]
    assert orders(read(mail(SIGNED), "a")) == [(6, "pass"), (7, "- a dash"), (8, "done")]


MARK = "-----BEGIN {}-----".format
SIGNATURE = f"{MARK('PGP SIGNATURE')}\n\niQEz\n-----END PGP SIGNATURE-----\n"
SSH = f"{MARK('SSH SIGNATURE')}\nU1NI\n-----END SSH SIGNATURE-----\n"
BEGUN = f"{MARK('PGP SIGNED MESSAGE')}\nHash: SHA256\n\n"

IN_PART = {
    "nothing is signed": ("- one\ntwo\n", ["- one", "two"]),
    "only the midst is signed": (
        f"- one\n{BEGUN}- two\nthree\n{SIGNATURE}- four\n",
        ["- one", "two", "three", "- four"],
    ),
    "two texts are signed": (
        f"{BEGUN}- one\n{SIGNATURE}two\n{BEGUN}three\n{SIGNATURE}",
        ["one", "two", "three"],
    ),
    "the signature never ends": (f"{BEGUN}one\n{MARK('PGP SIGNATURE')}\n\niQEz\n", ["one"]),
    "the signature of nothing": (
        f"one\n{SIGNATURE}",
        ["one", MARK("PGP SIGNATURE"), "iQEz", "-----END PGP SIGNATURE-----"],
    ),
    "signed by ssh-keygen": (f"- one\ntwo\n{SSH}- three\n", ["- one", "two", "- three"]),
    "signed by both": (f"{BEGUN}- one\n{SSH}- two\n{SIGNATURE}- three\n", ["one", "two", "- three"]),
    "marks with blanks behind them": (
        f"{BEGUN.replace('SAGE-----', 'SAGE-----  ')}one\n{SIGNATURE}",
        ["one"],
    ),
}


@pytest.mark.parametrize(("text", "left"), IN_PART.values(), ids=IN_PART)
def test_signed_text_loses_only_armour(text: str, left: list[str]) -> None:
    assert [line for _, line in orders(read(text.encode(), "a"))] == left


SEALED = {
    "in the text": (b"-----BEGIN PGP MESSAGE-----\n\nhQEM\n-----END PGP MESSAGE-----\n", "OpenPGP"),
    "by OpenPGP": (
        mail("--x\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--x--",
             'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=x'),
        "OpenPGP",
    ),
    "by S/MIME": (mail("MIAG", 'Content-Type: application/pkcs7-mime; name="smime.p7m"'), "S/MIME"),
    "by Outlook": (mail("eJ8+", 'Content-Type: application/ms-tnef; name="winmail.dat"'), "winmail.dat"),
}  # fmt: skip


@pytest.mark.parametrize(("raw", "by"), SEALED.values(), ids=SEALED)
def test_encrypted_letter_is_refused_with_reason(raw: bytes, by: str) -> None:
    (complaint,) = complaints(raw)

    assert "is encrypted" in complaint
    assert by in complaint
    assert "plain text" in complaint
