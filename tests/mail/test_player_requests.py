"""Requests between players by mail: messages, takebacks and absences, each filed once."""

import sqlite3
from contextlib import closing

import pytest

from referee.evidence import standalone
from referee.i18n.request_phrases import FILED, RequestKind, find_request
from referee.mail import invitations
from referee.mail import player_requests as mailed
from referee.mail.office import FOLDER, open_office
from referee.matches import journal, matches, viewer_languages
from referee.matches.clocks import timeline
from referee.matches.judging import submission
from schemas.journal import Entry
from tests.mail.conftest import AT, PLAYERS, Club

MODERATOR = "eve@club.example"

MESSAGE = "message to entente: Shall we meet in November?\nI have time; on any day.\n"


def entries(club: Club) -> list[Entry]:
    return list(matches.find(club.shelf, "liege").entries)


def kinds(club: Club) -> list[str]:
    return [entry.body.kind for entry in entries(club)]


def tell(club: Club, side: str, text: str) -> str:
    done = club.play(side, text)
    return done.verdict


def agree(club: Club, side: str, text: str = "agree") -> None:
    """Consent, and confirm that."""
    assert tell(club, side, text) == "held"
    assert club.confirm(side).verdict == "confirmed"


def last(club: Club, side: str) -> str:
    return str(club.mails(side)[-1].get_content())


def test_a_message_reaches_its_reader_and_is_private(club: Club) -> None:
    assert tell(club, "german", MESSAGE) == "filed"
    mail = club.mails("entente")[-1]
    assert mail["Subject"] == "[liege] a message from Germany"
    assert club.mails("german")[-1]["Subject"] == "[liege] your request was filed as entry 2"
    assert "Shall we meet in November?" in mail.get_content()
    assert "I have time; on any day." in mail.get_content()
    assert "Filed as entry 2: to Entente" in last(club, "german")
    entry = entries(club)[-1]
    assert entry.body.public == {}
    assert set(entry.private) == {"german", "entente", "referee"}


@pytest.mark.parametrize(
    ("letter", "unread"),
    [
        ("Hello Eve,\naway 2026-12-24 to 2026-12-26\npass\ndone\n\nRegards\nAnna", ["pass", "done"]),
        ("pass this season\nstatus", []),
        ("Hello Eve,\nstatus\noffensive 17", ["offensive 17"]),
        ("what if\noffensive 17", []),
        (MESSAGE, []),
    ],
)
def test_the_answer_to_a_request_names_the_other_lines_of_the_letter(
    club: Club, letter: str, unread: list[str]
) -> None:
    tell(club, "german", letter)

    _, _, quoted = last(club, "german").partition("These lines of your letter were not read.")
    assert [line[2:] for line in quoted.splitlines() if line.startswith("| ")] == unread


def test_a_message_to_the_referee_is_for_him_alone(club: Club) -> None:
    before = len(club.mails("entente"))
    assert tell(club, "german", "message to referee: I shall need more time.") == "filed"
    assert len(club.mails("entente")) == before
    assert set(entries(club)[-1].private) == {"german", "referee"}


@pytest.mark.parametrize(
    ("language", "told"), [("en", 'to the moderator: "I am late.'), ("de", "an den Spielleiter: „I am late.")]
)
def test_a_message_to_the_moderator_is_mailed_to_them_once(club: Club, language: str, told: str) -> None:
    config = club.shelf / FOLDER / "config.toml"
    config.write_text(f'moderator = "{MODERATOR}"\n{config.read_text()}')
    viewer_languages.choose(club.shelf, "liege", "german", language)
    letter = club.reply("german", "message to referee: I am late.\nUntil Friday.")
    club.receive(letter)
    club.receive(letter)
    club.send()

    (mail,) = [one for one in club.mails() if one["To"] == MODERATOR]
    text = mail.get_content()
    assert "I am late.\nUntil Friday." in text
    assert PLAYERS["german"] in text
    assert told in last(club, "german")
    tell(club, "german", "message to entente: Hello.")
    assert len([one for one in club.mails() if one["To"] == MODERATOR]) == 1


@pytest.mark.parametrize("viewer", ["entente", "public"])
def test_a_copy_holds_no_message_for_others(club: Club, viewer: str) -> None:
    tell(club, "german", "message to referee: Gneisenau")
    text = b"".join(journal.copied(matches.journal_of(club.shelf, "liege"), viewer))
    assert b"Gneisenau" not in text


def test_an_own_order_that_can_be_taken_back_is(club: Club) -> None:
    tell(club, "german", "pass")
    assert tell(club, "german", "ask takeback") == "filed"
    entry = entries(club)[-1]
    assert (entry.body.kind, entry.body.side, entry.body.public["to"]) == ("retract", "german", 1)
    assert "your turn: " in str(club.mails("german")[-1]["Subject"])


def play_on(club: Club) -> None:
    """Both sides move, so that neither can take anything back alone."""
    assert tell(club, "german", "pass\ndone") == "judged"
    assert tell(club, "entente", "pass\ndone") == "judged"


def test_a_takeback_waits_for_the_consent_of_the_other_side(club: Club) -> None:
    play_on(club)
    before = len(entries(club))
    assert tell(club, "german", "Sorry, my mistake.\n\nask takeback\n") == "filed"
    ask = entries(club)[-1]
    assert ask.body.kind == "note"
    assert "asks to go back to entry 1" in last(club, "entente")
    assert "reply with a line `agree`" in " ".join(last(club, "entente").split())
    agree(club, "entente")
    agreed, back = entries(club)[-2:]
    assert (agreed.body.kind, agreed.body.side, agreed.body.public["agrees"]) == ("note", "entente", True)
    assert back.body.public["consent"] == ["entente"]
    assert back.body.public["agreements"] == {"entente": agreed.body.seq}
    assert back.body.public["to"] == 1
    assert len(entries(club)) == before + 3
    assert "your turn: " in str(club.mails("german")[-1]["Subject"])
    path = matches.journal_of(club.shelf, "liege")
    assert standalone.verified(str(path))[1] == []


@pytest.mark.parametrize("name", ["Marie", "marie dupont", "Entente"])
def test_a_message_may_name_the_player(club: Club, name: str) -> None:
    with open_office(club.shelf) as desk:
        invitations.seat_player(desk, "liege", "german", PLAYERS["german"], "Entente", AT)
        invitations.seat_player(desk, "liege", "entente", PLAYERS["entente"], "Marie Dupont", AT)
    club.send()

    assert tell(club, "german", f"message to {name}: Well played!") == "filed"
    assert "Well played!" in last(club, "entente")
    assert tell(club, "german", "message to Hans: Hello?") == "refused"


def test_mail_about_a_takeback_lists_the_entries_that_it_takes_back(club: Club) -> None:
    play_on(club)
    tell(club, "german", "ask takeback")

    text = " ".join(last(club, "entente").split())
    assert "4 entries would be taken back: - Entry 2, Germany: pass. - Entry 3, Germany: done." in text
    answer = " ".join(last(club, "german").split())
    assert "Nothing goes back until every other side agrees." in answer


def test_mail_about_a_long_takeback_lists_its_first_entries(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailed, "MOST_QUOTED", 3)
    play_on(club)
    tell(club, "german", "ask takeback to 1")

    text = last(club, "entente")
    assert text.count("- Entry ") == 3
    assert "- …" in text


@pytest.mark.parametrize(
    ("language", "text", "line"),
    [("en", "That suits me, dear friend!", "agree to takeback"),
     ("fr", "D'accord, pas de souci mon ami !", "d'accord pour la reprise")],
)  # fmt: skip
def test_words_about_a_takeback_are_answered_with_the_line_that_agrees(
    club: Club, language: str, text: str, line: str
) -> None:
    viewer_languages.choose(club.shelf, "liege", "entente", language)
    play_on(club)
    tell(club, "german", "ask takeback")

    assert tell(club, "entente", text) == "forwarded"
    assert f"`{line}`" in " ".join(last(club, "entente").split())
    assert find_request(line, [RequestKind.AGREE_TAKEBACK])


@pytest.mark.parametrize(
    ("language", "told"), [("fr", "demandé à l'entrée 6"), ("de", "erbeten in Eintrag 6"), ("en", "asked in")]
)
def test_takeback_names_its_request_in_the_language_of_the_reader(
    club: Club, language: str, told: str
) -> None:
    viewer_languages.choose(club.shelf, "liege", "entente", language)
    play_on(club)
    tell(club, "german", "ask takeback")
    agree(club, "entente")

    text = " ".join(last(club, "entente").split())
    assert told in text
    assert ("asked in" in text) == (language == "en")


def test_the_consent_is_the_letter_of_the_other_side(club: Club) -> None:
    """His mail is in the journal by its digest."""
    play_on(club)
    tell(club, "german", "ask takeback")
    letter = club.reply("entente", "agree")
    done = club.receive(letter, AT)
    club.confirm("entente")
    assert entries(club)[-2].body.public["mail"] == done.digest


FIRST = {"en": "agreed", "fr": "D'accord.", "de": "Einverstanden", "el": "Συμφωνώ"}
EXPLICIT = {
    "en": "I agree to the takeback.",
    "fr": "D'accord pour la reprise",
    "de": "Einverstanden mit der Rücknahme",
    "el": "συμφωνώ με την αναίρεση",
}


@pytest.mark.parametrize("language", FIRST)
def test_agreement_to_another_mail_asks_to_what(club: Club, language: str) -> None:
    play_on(club)
    report = str(club.mails("entente")[-1]["Message-ID"])
    tell(club, "german", "ask takeback")
    request = str(club.mails("entente")[-1]["Message-ID"])

    for headers in (f"In-Reply-To: {report}", "X-Fresh: yes"):
        letter = club.reply("entente", f"Hello,\n\n{FIRST[language]}\n")
        done = club.receive(letter.replace(f"In-Reply-To: {request}", headers))
        club.send()
        assert (done.verdict, done.code) == ("refused", "takeback-unnamed")
        assert "`agree to the takeback`" in last(club, "entente")

    agree(club, "entente", EXPLICIT[language])
    assert kinds(club)[-1] == "retract"


def test_confirmation_names_the_takeback(club: Club) -> None:
    play_on(club)
    tell(club, "german", "ask takeback")
    tell(club, "entente", "agree")
    assert "Germany: asks to go back to entry 1" in last(club, "entente")


def test_confirmation_is_asked_again_after_the_match_moved(club: Club) -> None:
    play_on(club)
    tell(club, "german", "ask takeback")
    tell(club, "entente", "agree")
    unclear = club.reply("entente", "Which takeback?")
    assert tell(club, "german", "done") == "judged"

    assert club.receive(unclear).verdict == "refused"


def test_requesting_side_cannot_agree_for_the_other(club: Club) -> None:
    play_on(club)
    tell(club, "german", "ask takeback")
    assert tell(club, "german", "agree") == "refused"
    assert "retract" not in kinds(club)


def test_refusing_side_may_agree_later(club: Club) -> None:
    play_on(club)
    tell(club, "german", "ask takeback to 1")
    assert tell(club, "entente", "refuse") == "filed"
    assert "does not agree" in last(club, "german")
    assert "retract" not in kinds(club)
    agree(club, "entente", "I agree.")
    assert kinds(club)[-1] == "retract"


def test_an_agreement_comes_too_late_when_the_match_has_moved(club: Club) -> None:
    assert tell(club, "german", "pass\ndone") == "judged"
    first = entries(club)[-1].body.seq
    tell(club, "entente", f"ask takeback to {first - 1}")
    assert kinds(club)[-1] == "note"
    assert tell(club, "entente", "pass\ndone") == "judged"
    assert tell(club, "german", "agree") == "refused"
    assert "the match has moved" in " ".join(last(club, "german").lower().split())
    assert "retract" not in kinds(club)


def test_nothing_is_agreed_to_where_nothing_was_asked(club: Club) -> None:
    assert tell(club, "german", "agree") == "refused"
    assert tell(club, "german", "ask takeback") == "refused"
    assert kinds(club) == ["ruling"]


def test_an_absence_is_announced_by_mail(club: Club) -> None:
    assert tell(club, "german", "away 2026-12-24 to 2027-01-02") == "filed"
    assert tell(club, "german", "Away from 2026-12-24 until 2027-01-02.") == "filed"
    (away,) = timeline.read_times(matches.find(club.shelf, "liege")).absences
    assert (away.side, away.content.first, away.content.last) == ("german", "2026-12-24", "2027-01-02")
    assert club.mails("entente")[-1]["Subject"] == "[liege] Germany will be away"


def test_the_same_mail_files_once_though_the_process_died(club: Club) -> None:
    raw = club.reply("german", MESSAGE)
    first = club.receive(raw)
    forget(club, first.digest)
    assert club.receive(raw).verdict == "filed"
    assert kinds(club).count("message") == 1
    club.send()
    assert len([mail for mail in club.mails("entente") if "message" in str(mail["Subject"])]) == 1


def forget(club: Club, digest: str) -> None:
    """What a process leaves that was killed before it could remember a mail."""
    with closing(sqlite3.connect(club.shelf / "_post" / "memory.sqlite")) as file, file:
        file.execute("DELETE FROM mails WHERE digest = ?", (digest,))


@pytest.mark.parametrize(
    "line",
    [
        "pass",
        "I agree with you that this is a fine game",
        "ask me later",
        "message",
        "away game",
        "refuse the flank",
        "move ge-1 to liege",
    ],
)
def test_lines_that_resemble_a_request_are_not_one(line: str) -> None:
    assert find_request(line, FILED) is None


def test_an_order_above_a_dealing_makes_it_a_letter(club: Club) -> None:
    match = matches.find(club.shelf, "liege")
    sent = submission.open_letter("letter.txt", b"pass\nagree\n", at=AT, side="german")
    assert mailed.find(match, sent) is None


@pytest.mark.parametrize("size", [0, 4001])
def test_a_message_has_words_and_an_end(club: Club, size: int) -> None:
    assert tell(club, "german", f"message to entente: {'x ' * (size // 2)}{'x' * (size % 2)}") == "refused"
    assert kinds(club) == ["ruling"]


def test_dealings_are_limited(club: Club) -> None:
    for number in range(22):
        tell(club, "german", f"message to entente: {number}")
    assert kinds(club).count("message") == 20


Found = tuple[object, dict[str, str | None], tuple[str, ...]]

FOUND: dict[str, Found | None] = {
    "message to entente: one; two\nthree; four\n": (
        RequestKind.MESSAGE, {"to": "entente", "text": "one; two"}, ("three; four",)
    ),
    "Hello,\n\nask takeback to entry 3\nthanks": (RequestKind.ASK_TAKEBACK, {"entry": "3"}, ("thanks",)),
    "ask for a takeback!": (RequestKind.ASK_TAKEBACK, {"entry": None}, ()),
    "Agreed.": (RequestKind.AGREE, {}, ()),
    "I disagree": (RequestKind.REFUSE, {}, ()),
    "away from 2026-12-24 - 2026-12-26.": (
        RequestKind.AWAY, {"first": "2026-12-24", "last": "2026-12-26"}, ()
    ),
    "I leave my seat.": (RequestKind.LEAVE, {}, ()),
    "give my seat to <carl@player.example>": (RequestKind.HAND_ON, {"address": "carl@player.example"}, ()),
    "pass\nagree": None,
    "Hello,\nhow are you?": None,
    '{"orders": [{"type": "pass"}]}': None,
}  # fmt: skip


@pytest.mark.parametrize(("text", "found"), FOUND.items())
def test_request_includes_the_lines_below_it(club: Club, text: str, found: Found | None) -> None:
    sent = submission.open_letter("letter.txt", text.encode(), at=AT, side="german")

    dealing = mailed.find(matches.find(club.shelf, "liege"), sent)

    read = dealing and (dealing.kind, dealing.parts, dealing.below)
    assert read == found


READERS: dict[str, tuple[str, ...]] = {
    "entente": ("entente",),
    "ENTENTE": ("entente",),
    "all": ("entente",),
    "Tous": ("entente",),
    "Alle": ("entente",),
    "όλους": ("entente",),
    "referee": (),
    "Schiedsrichter": (),
    "l'arbitre": (),
    "διαιτητή": (),
    "Germany, Entente and entente": ("german", "entente"),
    "Deutschland und Entente": ("german", "entente"),
}


@pytest.mark.parametrize(("named", "readers"), READERS.items())
def test_message_goes_to_the_named_players(club: Club, named: str, readers: tuple[str, ...]) -> None:
    match = matches.find(club.shelf, "liege")

    assert mailed._find_readers(match, "german", named) == readers


@pytest.mark.parametrize("named", ["nobody", "carl@player.example"])
def test_message_to_an_unknown_player_is_refused(club: Club, named: str) -> None:
    assert tell(club, "german", f"message to {named}: well?") == "refused"
    assert "message" not in kinds(club)


def test_both_sides_may_be_away_on_the_same_days(club: Club) -> None:
    for side in ("german", "entente", "german"):
        assert tell(club, side, "away 2026-12-24 to 2026-12-26") == "filed"

    found = timeline.read_times(matches.find(club.shelf, "liege")).absences
    assert [away.side for away in found] == ["german", "entente"]
