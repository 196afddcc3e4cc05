"""Requests that are not orders, in four languages: each is judged by mail as in English."""

import re
from pathlib import Path
from textwrap import indent

import pytest

from referee.i18n.request_phrases import FILED, PHRASES, RequestKind, find_request, show_phrase
from referee.mail import seats
from referee.mail.office import FOLDER, open_office
from referee.matches import matches, viewer_languages
from tests.examples import format_2
from tests.mail.conftest import PLAYERS, Club

MODERATOR = "mia@club.example"

LANGUAGES = ("en", "fr", "de", "el")

TAKEBACKS = {
    "en": "ask takeback",
    "fr": "demande une reprise",
    "de": "Bitte um Rücknahme",
    "el": "ζητώ αναίρεση",
}
CONSENTS = {"en": "agree", "fr": "d\u2019accord", "de": "Einverstanden!", "el": "Συμφωνώ."}
REFUSALS = {"en": "I disagree", "fr": "je refuse", "de": "ich lehne ab", "el": "δεν συμφωνώ"}
MESSAGES = {
    "en": "message to entente: Shall we meet?",
    "fr": "Mot à l'Entente : Shall we meet?",
    "de": "Nachricht an die Entente: Shall we meet?",
    "el": "μήνυμα προς Entente: Shall we meet?",
}
ABSENCES = {
    "en": "away 2026-12-24 to 2026-12-26",
    "fr": "absent du 2026-12-24 au 2026-12-26",
    "de": "Verreist vom 2026-12-24 bis zum 2026-12-26",
    "el": "λείπω από 2026-12-24 έως 2026-12-26",
}
SEATS = {
    "en": "leave my seat",
    "fr": "je quitte ma place",
    "de": "ich gebe meinen Platz auf",
    "el": "αφήνω τη θέση μου",
}


def send(club: Club, side: str, text: str) -> str:
    done = club.play(side, text)
    return done.verdict


def kinds(club: Club) -> list[str]:
    return [entry.body.kind for entry in matches.find(club.shelf, "liege").entries]


def play_on(club: Club) -> None:
    """Both sides move, so that neither can take anything back alone."""
    assert send(club, "german", "pass\ndone") == "judged"
    assert send(club, "entente", "pass\ndone") == "judged"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_is_delivered(club: Club, language: str) -> None:
    assert send(club, "german", MESSAGES[language]) == "filed"
    assert "Shall we meet?" in club.mails("entente")[-1].get_content()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_takeback_is_asked_for_and_agreed_to(club: Club, language: str) -> None:
    play_on(club)
    assert send(club, "german", TAKEBACKS[language]) == "filed"
    assert send(club, "entente", CONSENTS[language]) == "held"
    assert club.confirm("entente").verdict == "confirmed"
    assert kinds(club)[-1] == "retract"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_takeback_is_refused(club: Club, language: str) -> None:
    play_on(club)
    assert send(club, "german", TAKEBACKS[language]) == "filed"
    assert send(club, "entente", REFUSALS[language]) == "filed"
    assert "retract" not in kinds(club)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_absence_is_filed(club: Club, language: str) -> None:
    assert send(club, "german", ABSENCES[language]) == "filed"
    assert kinds(club)[-1] == "absence"


@pytest.mark.parametrize("language", LANGUAGES)
def test_leaving_a_seat_is_confirmed_first(club: Club, language: str) -> None:
    assert send(club, "german", SEATS[language]) == "held"
    assert club.confirm("german").verdict == "confirmed"
    assert kinds(club)[-1] == "seat"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", RequestKind, ids=lambda kind: kind.value)
def test_each_request_has_phrases_in_each_language(kind: RequestKind, language: str) -> None:
    """The phrase that a mail shows is read as the same request."""
    assert PHRASES[kind][language]
    parts = {"to": "entente", "text": "hello", "entry": "3", "first": "2026-12-24", "last": "2026-12-26"}
    shown = show_phrase(kind, language, address="a@b.example", about="ge-1", **parts)
    found = find_request(shown, [kind])

    assert found is not None
    assert find_request(shown.upper(), [kind]) is not None


def test_no_phrase_makes_two_requests_that_are_filed() -> None:
    parts = {"to": "entente", "text": "hello", "entry": "3", "first": "2026-12-24", "last": "2026-12-26"}
    for kind in FILED:
        for language in LANGUAGES:
            line = show_phrase(kind, language, address="a@b.example", **parts)
            assert [one for one in FILED if find_request(line, [one])] == [kind]


PROSE = (
    "I will be late this week, sorry.",
    "Hello,\nI have never played such a game. Could you explain it to me?",
    "Je serai en retard cette semaine.",
    "Ich komme erst am Wochenende dazu.",
    "Θα αργήσω αυτή την εβδομάδα.",
)


@pytest.mark.parametrize("text", PROSE)
def test_prose_goes_to_the_moderator_and_files_nothing(club: Club, text: str) -> None:
    before = kinds(club)

    assert send(club, "german", text) == "forwarded"
    assert kinds(club) == before
    answer = club.mails("german")[-1].get_content()
    assert "contains no orders" in answer
    assert "message to Entente" in answer


def test_words_above_a_quoted_report_go_to_the_moderator_and_are_answered(club: Club) -> None:
    config = club.shelf / FOLDER / "config.toml"
    config.write_text(f'moderator = "{MODERATOR}"\n{config.read_text()}')
    report = indent(club.mails("german")[-1].get_content(), "> ")

    assert send(club, "german", f"Hello,\n\nagreed, thanks!\n\n{report}") == "forwarded"
    mail = next(one for one in reversed(club.mails()) if one["To"] == MODERATOR)
    text = mail.get_content()
    assert "wrote a letter without orders" in text
    assert "agreed, thanks!" in text
    assert "Hello" not in text
    answer = club.mails("german")[-1].get_content()
    assert "forwarded to the moderator" in " ".join(answer.split())
    assert send(club, "german", report) == "automatic"


def test_program_that_quotes_every_report_is_answered_three_times_an_hour(club: Club) -> None:
    report = indent(club.mails("german")[-1].get_content(), "> ")
    count = len(club.mails("german"))

    for number in range(5):
        assert send(club, "german", f"I am away in week {number}.\n\n{report}") == "forwarded"
    assert len(club.mails("german")) == count + 3


@pytest.mark.parametrize("text", ["pass", "move 1st Army to Liège", "offensive 17 please", "pas"])
def test_a_letter_with_a_word_of_the_game_is_judged(club: Club, text: str) -> None:
    assert send(club, "german", text) != "forwarded"


@pytest.mark.parametrize("word", ["help", "aide", "Hilfe!", "βοήθεια"])
def test_help_lists_the_requests(club: Club, word: str) -> None:
    assert send(club, "german", word) == "answered"
    answer = club.mails("german")[-1].get_content()
    assert all(line in answer for line in ("full report", "options", "what if", "ask takeback"))


def test_answers_name_the_sides_in_the_language_of_the_reader(club: Club) -> None:
    viewer_languages.choose(club.shelf, "liege", "german", "de")
    viewer_languages.choose(club.shelf, "liege", "entente", "de")

    send(club, "german", "rules nosuchword")
    assert "liege: Entscheid für Deutschland" in club.mails("german")[-1].get_content()
    send(club, "german", "message to entente: hallo")
    assert "`nachricht an Deutschland: …`" in " ".join(club.mails("entente")[-1].get_content().split())
    assert send(club, "entente", "nachricht an Deutschland: selber hallo") == "filed"


def test_numbers_have_the_decimal_sign_of_the_language(club: Club) -> None:
    send(club, "german", "offensive 17\nmove ge-1 to liege\nbattle liege\ndone")
    send(club, "german", "odds liege")
    english = re.findall(r"(\d+)\.(\d)(?= %)", club.mails("german")[-1].get_content())
    viewer_languages.choose(club.shelf, "liege", "german", "de")
    send(club, "german", "chancen lüttich")

    text = club.mails("german")[-1].get_content()
    assert english
    assert re.findall(r"(\d+),(\d)(?= %)", text) == english
    assert not re.search(r"\d\.\d", text)


def test_help_leaves_out_the_odds_where_none_are_computed(tmp_path: Path) -> None:
    club = Club(tmp_path / "club" / "matches")
    list(format_2.scenes("skirmish", "sap", club.shelf))
    club.set_up()
    with open_office(club.shelf) as desk:
        seats.take_seat(desk, "sap", "german", PLAYERS["german"])
    club.send()

    send(club, "german", "help")
    answer = club.mails("german")[-1].get_content()
    assert "rules …" in answer
    assert "odds" not in answer


def test_who_lists_the_players_without_addresses(club: Club) -> None:
    assert send(club, "german", "who plays?") == "answered"
    answer = club.mails("german")[-1].get_content()
    assert "Entente" in answer
    assert "message to Entente" in answer
    assert "@player.example" not in answer


@pytest.mark.parametrize(
    ("line", "to"),
    [
        ("message pour Entente: …", "Entente"),
        ("message pour l'arbitre: …", "arbitre"),
        ("message à arbitre: …", "arbitre"),
        ("mot au camp allemand: …", "allemand"),
        ("message aux Allemands: …", "Allemands"),
    ],
)
def test_recipient_stands_after_any_french_article(line: str, to: str) -> None:
    found = find_request(line, (RequestKind.MESSAGE,))

    assert found is not None
    assert found.parts["to"] == to
