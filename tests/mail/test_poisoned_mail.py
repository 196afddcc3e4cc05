"""Mail that cannot be parsed or handled: it stops neither the other mail nor any command."""

from contextlib import nullcontext
from itertools import count
from pathlib import Path

import pytest

from referee.cli.main import run
from referee.faults import Busy
from referee.mail import answers, handling, messages, outbox, receiving, reminders, service
from referee.mail.delivery import imap, inboxes
from referee.mail.office import open_office
from referee.matches import matches
from referee.matches.judging import submission
from referee.matches.letters import headers
from referee.platform.ports import ports
from tests.mail.conftest import AT, PLAYERS, Club
from tests.ports import clock_with

HEAD = "From: S <s@x.y>\nTo: referee@club.example\n"
POISONS = {
    "an open quotation in Cc": HEAD + 'Cc: "\n',
    "an open bracket in Sender": HEAD + "Sender: <\n",
    "an open domain literal": HEAD + "Cc: a@[1.2\n",
    "a group without an end": "From: S <s@x.y>\nTo: <referee@club.example>, team:;a@b\n",
    "an open quotation in From": 'From: "\nTo: referee@club.example\n',
    "an open bracket in To": "From: S <s@x.y>\nTo: <\n",
    "a broken Message-ID": HEAD + "Message-ID: <@\n",
    "a broken References": HEAD + "References: <a@[\n",
    "a broken media type": HEAD + 'Content-Type: multipart/mixed; boundary*0*="\n',
    "a broken encoding": HEAD + "Content-Transfer-Encoding: <\n",
    "an unknown charset in the subject": HEAD + "Subject: =?x-none?q?a?= =?utf-8?b?=?=\n",
}
"""Headers on which the parser of the standard library raises an exception, or may."""

MODERATOR = "mona@club.example"


@pytest.fixture
def moderated(club: Club) -> Club:
    """A club whose settings name a moderator."""
    name_moderator(club)
    return club


def name_moderator(club: Club) -> None:
    config = club.shelf / "_post" / "config.toml"
    config.write_text(f'moderator = "{MODERATOR}"\n{config.read_text()}')


def told(club: Club) -> list[str]:
    """The subjects of the mails to the moderator."""
    club.send()
    return [str(mail["Subject"]) for mail in club.mails() if mail["To"] == MODERATOR]


def fail_on_poison(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Let each letter with the word poison in it raise an exception."""
    send = submission.open_letter

    def fail(name: str, raw: bytes, **how: object) -> submission.IncomingLetter:
        if b"poison" in raw:
            raise error
        return send(name, raw, **how)  # type: ignore[arg-type]  # the same call

    monkeypatch.setattr(submission, "open_letter", fail)


@pytest.mark.parametrize("poison", POISONS.values(), ids=POISONS)
def test_broken_headers_of_a_stranger_stop_no_command(
    club: Club, poison: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mail, shelf = tmp_path / "mail.eml", ["--shelf", str(club.shelf)]
    mail.write_text(f"{poison}Subject: t\n\nhello\n")

    codes = [run(["mail", *words, *shelf]) for words in (["receive", str(mail)], ["send"], ["fetch"])]

    assert codes[:2] == [0, 0], capsys.readouterr().err
    assert list((club.shelf / "_post" / "in").iterdir()) == []
    assert club.receive(club.reply("german", "pass")).verdict == "judged"


@pytest.mark.parametrize("header", ['Cc: "', "Sender: <", "Cc: a@[1.2", "Reply-To: <", "References: <a@["])
def test_a_players_letter_with_broken_headers_is_judged(club: Club, header: str) -> None:
    assert club.receive(club.reply("german", "pass", header)).verdict == "judged"


@pytest.mark.parametrize("error", [KeyError("secret"), RecursionError(), AssertionError(), ValueError("x")])
def test_mail_that_raises_is_set_aside_and_reported_once(
    moderated: Club, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    fail_on_poison(monkeypatch, error)
    letter = moderated.reply("german", "poison", "Message-ID: <p@x>")

    done = moderated.receive(letter)
    again = moderated.receive(letter)

    failed = moderated.shelf / "_post" / "failed" / f"{done.digest}.eml"
    assert (done.verdict, done.code) == ("unreadable", type(error).__name__)
    assert (again.verdict, again.queued) == ("unreadable", ())
    assert failed.read_text() == letter
    assert told(moderated) == ["a mail could not be read, and was set aside"]
    text = " ".join(moderated.mails()[-1].get_content().split())
    assert PLAYERS["german"] in text
    assert "secret" not in text
    with open_office(moderated.shelf) as desk:
        known = desk.memory.find_mail(done.digest)
    assert known is not None
    assert known.verdict == "unreadable"


def test_a_mail_that_failed_is_judged_when_it_is_handed_in_after_the_cause_is_mended(
    moderated: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = moderated.reply("german", "pass  # poison")
    with monkeypatch.context() as broken:
        fail_on_poison(broken, KeyError())
        assert moderated.receive(letter).verdict == "unreadable"

    assert moderated.receive(letter).verdict == "judged"
    assert moderated.receive(letter).verdict == "repeat"


def test_filed_letter_without_an_answer_is_answered_later(
    moderated: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = moderated.reply("german", "pass")
    with monkeypatch.context() as broken:
        broken.setattr(answers, "answer_letter", lambda *_: 1 // 0)
        assert moderated.receive(letter).verdict == "unreadable"
    entries = len(matches.find(moderated.shelf, "liege").entries)
    told(moderated)
    text = next(mail for mail in moderated.mails() if mail["To"] == MODERATOR).get_content()

    done = moderated.receive(letter)

    assert "was filed, but it could not be answered" in " ".join(text.split())
    assert (done.verdict, len(matches.find(moderated.shelf, "liege").entries)) == ("judged", entries)


def test_every_third_of_many_mails_is_poisoned_and_all_others_are_judged(
    moderated: Club, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    moderated.set_up("address")
    name_moderator(moderated)
    fail_on_poison(monkeypatch, IndexError())
    count = request.config.getoption("--mails")
    inbox = moderated.shelf.parent / "inbox"
    for name in ("new", "cur", "tmp"):
        (inbox / name).mkdir(parents=True)
    for number in range(count):
        letter = moderated.reply(
            "german", "poison" if number % 3 == 0 else f"message to entente: number {number}", 'Cc: "'
        )
        (inbox / "new" / f"{number:04}").write_text(f"X-Number: {number}\n{letter}")
    monkeypatch.setattr(handling, "MOST_SERVED", count)

    (done,) = service.watch(moderated.shelf, lambda: AT, 1, 1)
    (later,) = service.watch(moderated.shelf, lambda: AT, 1, 1)

    verdicts = [one.verdict for one in done.received]
    poisoned = len(range(0, count, 3))
    assert verdicts == ["filed" if number % 3 else "unreadable" for number in range(count)]
    assert (done.faults, later.received, later.faults) == ((), (), ())
    subjects = told(moderated)
    assert subjects.count("a mail could not be read, and was set aside") == poisoned
    assert [one for one in subjects if one.endswith("not judged")] == [f"{poisoned} mails were not judged"]
    filed = [one for one in matches.find(moderated.shelf, "liege").entries if one.body.kind == "message"]
    assert len(filed) == count - poisoned


def test_a_seat_that_cannot_be_written_to_keeps_no_other_waiting(
    moderated: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    compose = messages.compose

    def fail(desk: object, key: str, occasion: messages.Occasion, *parts: object) -> object:
        if occasion.side == "entente":
            raise LookupError
        return compose(desk, key, occasion, *parts)  # type: ignore[arg-type]  # the same call

    with monkeypatch.context() as broken:
        broken.setattr(messages, "compose", fail)
        assert moderated.receive(moderated.reply("german", "pass")).verdict == "judged"
        moderated.send()
        assert told(moderated) == ["[liege] the post office cannot write to all players"]
    before = len(moderated.mails("entente"))
    moderated.send()

    assert "Accepted: pass" in moderated.mails("german")[-1].get_content()
    assert len(moderated.mails("entente")) == before + 1


def test_a_match_that_raises_keeps_no_other_from_its_reminders(
    moderated: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reminders, "_tick_match", lambda *_: 1 // 0)

    with open_office(moderated.shelf) as desk:
        done = reminders.tick(desk, AT)

    assert list(done.faults) == ["liege"]
    assert done.faults["liege"].startswith("ZeroDivisionError, ")


def test_a_mail_that_cannot_leave_keeps_no_other_waiting(club: Club) -> None:
    club.receive(club.reply("german", "pass"))
    carried: list[str] = []

    def carry(mail: object, _: str) -> None:
        carried.append(str(mail))
        if len(carried) == 1:
            raise UnicodeError

    with open_office(club.shelf) as desk:
        sent = [one.sent for one in outbox.send(desk, carry, AT)]

    assert sent == [False, True]


def test_a_round_goes_on_after_a_step_that_raises(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reminders, "tick", lambda *_: 1 // 0)

    first, second = service.watch(club.shelf, lambda: AT, 0, 2)

    assert [bool(one.faults) for one in (first, second)] == [True, True]


def test_another_writer_is_waited_for_and_the_text_says_that_the_mail_is_kept(club: Club) -> None:
    # A second passes with each look at the clock.
    clock = clock_with(monotonic=count().__next__)
    letter = club.reply("german", "pass")
    with (
        ports.use(clock=clock),
        matches.hold(club.shelf, "liege"),
        pytest.raises(Busy, match="the mail is stored, but nothing has been"),
    ):
        club.receive(letter)

    with open_office(club.shelf) as desk:
        assert [one.verdict for one in receiving.finish(desk, AT)] == ["judged"]


ADDRESSES = {
    "Anna <anna@x.y>": ["anna@x.y"],
    '"Player, Anna" <anna@x.y>': ["anna@x.y"],
    "anna@x.y (at (home) <evil@x.y>)": ["anna@x.y"],
    "anna@x.y <evil@x.y>": ["evil@x.y"],
    '"anna@x.y" <evil@x.y>': ["evil@x.y"],
    "=?utf-8?q?anna=40x=2Ey?= <evil@x.y>": ["evil@x.y"],
    "team: a@b, c@d;, e@f": ["a@b", "c@d", "e@f"],
    "undisclosed-recipients:;": [],
    "MAILER-DAEMON (Mail Delivery System)": ["MAILER-DAEMON"],
    "Anna Player": [],
    "a@b c@d": ["a@b", "c@d"],
    '"': [],
    "<": [],
    "a@[1.2": [],
    "<a@b": ["a@b"],
    "a\\": ["a"],
}


@pytest.mark.parametrize(("text", "found"), ADDRESSES.items())
def test_addresses_are_read_from_a_header(text: str, found: list[str]) -> None:
    assert list(headers.find_addresses(text)) == found


@pytest.mark.parametrize("text", ["a@b, c@d", "a@b\nFrom: c@d", "a@b c@d"])
def test_a_header_with_several_addresses_names_no_sender(text: str) -> None:
    mail = headers.parse(f"From: {text}\n\n".encode())

    assert headers.read_address(mail, "From") == ""


def test_an_answer_can_be_written_whatever_the_subject_and_the_thread_say(club: Club) -> None:
    letter = club.reply("german", "pass", "References: <=?utf-8?q?=A8?=@x> <1@x>").replace(
        "Subject: AW:", "Subject: )\udcab =?utf-8?q?Li=\udc85=A8ge?="
    )

    assert club.receive(letter.encode("utf-8", "surrogateescape")).verdict == "judged"
    club.send()

    assert club.mails("german")[-1]["References"].startswith("<1@x>")


TEXTS = {
    b"=?utf-8?q?Li=C3=A8ge?=": "Liège",
    "Liège".encode(): "Liège",
    b"=?x-none?q?a?=": "=?x-none?q?a?=",
    b"=?utf-8?q?a=0D=0ABcc:_x?=": "a Bcc: x",
    b"=?utf-7?q?+2AA-?=": "",
    b"a\n b": "a b",
    b"\xff": "\ufffd",
}


@pytest.mark.parametrize(("raw", "text"), TEXTS.items())
def test_text_is_read_from_a_header_on_one_line(raw: bytes, text: str) -> None:
    assert headers.read_text(headers.parse(b"Subject: " + raw + b"\n\n"), "Subject") == text


def test_a_mail_that_raises_is_flagged_on_the_server(
    moderated: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_on_poison(monkeypatch, KeyError())
    letters = {b"1": moderated.reply("german", "poison"), b"2": moderated.reply("german", "pass")}
    flagged: list[bytes] = []

    class Folder:
        def list_new(self) -> list[bytes]:
            return list(letters)

        def read(self, number: bytes, _: int) -> bytes:
            return letters[number].encode()

        def mark_done(self, number: bytes) -> None:
            flagged.append(number)

    monkeypatch.setattr(imap, "open_folder", lambda _: nullcontext(Folder()))
    config = moderated.shelf / "_post" / "config.toml"
    config.write_text(config.read_text().replace('"maildir"', '"imap"', 1))

    with open_office(moderated.shelf) as desk:
        verdicts = [one.verdict for one in inboxes.fetch(desk, AT)]

    assert (verdicts, flagged) == (["unreadable", "judged"], [b"1", b"2"])
