"""Mail that its supposed writer did not write: never judged, and rarely answered."""

import re
from collections import Counter

import pytest

from referee.faults import DataFault
from referee.matches import matches
from tests.mail.conftest import PLAYERS, Club
from tests.matches.letters.test_mail_corpus import AUTOMATIC, dressed

PLAIN = "referee@club.example"


def journal(club: Club) -> bytes:
    return (club.shelf / "liege" / "journal.jsonl").read_bytes()


def test_an_address_alone_shows_nothing(club: Club) -> None:
    before = journal(club)

    done = club.receive(club.reply("german", "pass", to=PLAIN))
    club.send()

    assert (done.verdict, len(done.queued)) == ("unproved", 1)
    assert journal(club) == before
    assert "it does not prove that you sent it" in " ".join(club.mails("german")[-1].get_content().split())


def test_the_question_quotes_the_letter_that_a_yes_would_confirm(club: Club) -> None:
    club.receive(club.reply("german", "Hello.\n\nresign", to=PLAIN))
    club.receive(club.reply("german", "pass", to=PLAIN))
    club.send()

    resignation, passing = (mail.get_content() for mail in club.mails("german")[-2:])
    assert "\n| resign\n" in resignation
    assert "\n| pass\n" in passing


def test_a_reply_to_the_question_confirms_the_letter_once(club: Club) -> None:
    club.receive(club.reply("german", "pass", to=PLAIN))
    club.send()
    confirmation = club.reply("german", "Yes, that was me.")

    assert club.receive(confirmation).verdict == "confirmed"
    entries = len(matches.find(club.shelf, "liege").entries)
    assert club.receive(confirmation + " ").verdict == "repeat"
    assert len(matches.find(club.shelf, "liege").entries) == entries
    club.send()
    assert "Accepted: pass" in club.mails("german")[-1].get_content()


TOKENS = {
    "made up": "referee+00000000000000000000@club.example",
    "cut off": "referee+0@club.example",
    "of another address": "judge+{token}@club.example",
    "of another domain": "referee+{token}@other.example",
}


@pytest.mark.parametrize("address", TOKENS.values(), ids=TOKENS)
def test_a_wrong_token_shows_nothing(club: Club, address: str) -> None:
    before = journal(club)
    token = club.mails("german")[-1]["Reply-To"].partition("+")[2].partition("@")[0]

    done = club.receive(club.reply("german", "pass", to=address.format(token=token)))

    assert done.verdict == "unproved"
    assert journal(club) == before


def test_a_token_gives_its_own_seat_and_no_other(club: Club) -> None:
    letter = club.reply("entente", "side: german\npass")

    done = club.receive(letter)

    assert (done.verdict, done.side) == ("refused", "entente")


def test_many_forged_mails_are_not_judged_and_ask_a_player_three_times(
    club: Club, request: pytest.FixtureRequest
) -> None:
    before = journal(club)
    count = max(20, request.config.getoption("--inputs") // 10)

    for number in range(count):
        club.receive(club.reply("german", "pass", f"Message-ID: <{number}@evil>", to=PLAIN))
    club.send()

    assert journal(club) == before
    assert len(club.mails("german")) == 1 + 3


RESULTS = {
    "DMARC": ("mx.club.example; dmarc=pass header.from=player.example", True),
    "DKIM of the domain": ("mx.club.example; dkim=pass header.d=player.example header.s=x", True),
    "SPF of the domain": ("mx.club.example; spf=pass smtp.mailfrom=anna@player.example", True),
    "with comments": ("mx.club.example; dkim=pass (2048-bit key; secure) header.d=player.example", True),
    "DKIM of another domain": ("mx.club.example; dkim=pass header.d=evil.example", False),
    "SPF of another domain": ("mx.club.example; spf=pass smtp.mailfrom=x@evil.example", False),
    "a longer domain": ("mx.club.example; dkim=pass header.d=notplayer.example", False),
    "a failure": ("mx.club.example; dkim=fail header.d=player.example", False),
    "nothing": ("mx.club.example; none", False),
    "another server": ("mx.evil.example; dmarc=pass header.from=player.example", False),
    "a comment that lies": ("mx.club.example; dkim=fail (dmarc=pass header.from=player.example)", False),
}


@pytest.mark.parametrize(("said", "believed"), RESULTS.values(), ids=RESULTS)
def test_the_word_of_the_own_server_is_believed_as_far_as_it_goes(
    club: Club, said: str, believed: bool
) -> None:
    club.set_up(proof="server")

    done = club.receive(club.reply("german", "pass", f"Authentication-Results: {said}", to=PLAIN))

    assert done.verdict == ("judged" if believed else "unproved")


def test_a_result_below_that_of_the_own_server_may_be_a_strangers(club: Club) -> None:
    club.set_up(proof="server")
    results = (
        "Authentication-Results: mx.club.example; dmarc=fail header.from=player.example",
        "Authentication-Results: mx.club.example; dmarc=pass header.from=player.example",
    )

    assert club.receive(club.reply("german", "pass", *results, to=PLAIN)).verdict == "unproved"


def test_a_club_may_believe_addresses(club: Club) -> None:
    club.set_up(proof="address")

    assert club.receive(club.reply("german", "pass", to=PLAIN)).verdict == "judged"
    assert club.receive("From: x@evil.example\nTo: referee@club.example\n\npass\n").verdict == "stranger"


def test_no_automatic_mail_is_judged_or_answered(club: Club) -> None:
    club.set_up(proof="address")
    report = club.mails("german")[-1].get_content()
    before, sent = journal(club), len(club.mails())

    verdicts = Counter[str]()
    for name, text in AUTOMATIC.items():
        raw = dressed(text, report, "")
        if not re.search(r"^From: ", raw, re.MULTILINE):
            raw = f"From: {PLAYERS['german']}\nTo: {PLAIN}\n{raw}"
        done = club.receive(raw)
        verdicts[done.verdict] += 1
        assert done.verdict in {"automatic", "stranger"}, name
        assert done.queued == (), name
    assert verdicts["automatic"] > 30
    club.send()

    assert journal(club) == before
    assert len(club.mails()) == sent


def test_a_bounce_sets_the_mail_aside_that_came_back(club: Club) -> None:
    (key,) = [
        path.stem
        for path in (club.shelf / "_post" / "out" / "sent").iterdir()
        if PLAYERS["german"] in path.read_text()
    ]

    done = club.receive(f"From: MAILER-DAEMON@mx.example\nTo: referee+b{key}@club.example\n\nfailed\n")

    assert done.verdict == "bounce"
    assert [path.stem for path in (club.shelf / "_post" / "out" / "failed").iterdir()] == [key]


def test_the_name_of_a_mail_without_the_sign_of_a_bounce_sets_nothing_aside(club: Club) -> None:
    sent = club.shelf / "_post" / "out" / "sent"
    before = sorted(path.stem for path in sent.iterdir())

    for key in before:
        done = club.receive(f"From: x@evil.example\nTo: referee+{key}@club.example\n\nfailed\n")
        assert done.verdict == "stranger"

    assert sorted(path.stem for path in sent.iterdir()) == before


def test_a_sender_gets_ten_refusals_an_hour(club: Club) -> None:
    for number in range(14):
        club.play("german", f"answers: 99\nnonsense {number}")
    first = len(club.mails("german"))
    club.receive(club.reply("german", "answers: 99\nnonsense later"), "2026-12-01T21:30:00Z")
    club.send()

    assert first == 1 + 10
    assert len(club.mails("german")) == first + 1


SENT = b"From: anna@player.example\nTo: referee@club.example\n"
HOSTILE = {
    "noise": SENT + b"\n" + bytes(range(256)) * 40,
    "a header without an end": SENT + b"Subject: " + b"a" * 100_000,
    "many parts": SENT + b"Content-Type: multipart/mixed; boundary=x\n\n" + b"--x\n\npass\n" * 2_000,
    "a sender that is no address": b"From: <<>>\nTo: referee@club.example\n\npass\n",
    "an unknown encoding": SENT + b"Content-Type: text/plain; charset=x-none\n\n\xff\n",
    "a mail that holds itself": SENT + b"Content-Type: message/rfc822\n\n" + SENT + b"\npass\n",
}


@pytest.mark.parametrize("raw", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("proof", ["token", "address"])
def test_hostile_mail_moves_nothing(club: Club, raw: bytes, proof: str) -> None:
    club.set_up(proof)
    entries = len(matches.find(club.shelf, "liege").entries)

    club.receive(raw)
    club.send()

    since = matches.find(club.shelf, "liege").entries[entries:]
    assert [entry for entry in since if entry.body.kind == "order"] == []


@pytest.mark.parametrize("raw", [b"", b"\nmove ge-1 to mons\n", b"hello"])
def test_sending_program_learns_that_its_input_is_not_a_mail(club: Club, raw: bytes) -> None:
    with pytest.raises(DataFault) as fault:
        club.receive(raw)

    assert fault.value.complaints[0].code == "no-mail"


def test_a_subject_cannot_add_a_header(club: Club) -> None:
    letter = club.reply("german", "pass").replace("Subject: ", "Subject: =?utf-8?q?a=0ABcc:_x=40y.z?= ")
    club.receive(letter)
    club.send()

    assert club.mails("german")[-1]["Bcc"] is None
    assert b"\nBcc:" not in club.mails("german")[-1].as_bytes()
