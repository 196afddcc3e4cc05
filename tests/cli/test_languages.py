"""Each side is answered in its own language, which may be chosen and changed, and the journal has none."""

import json
from pathlib import Path

import pytest

from referee.i18n import languages
from referee.i18n.translator import ENGLISH
from tests.cli.conftest import Referee, Table
from tests.replay_pages import spread


@pytest.fixture
def west(command: Referee) -> Referee:
    """A match in which the German side reads French."""
    assert command("new", "west", "ttlm", "--language", "german=fr").code == 0
    return command


def test_each_side_gets_its_own_language(west: Referee) -> None:
    german, entente = west("report", "west", "--as", "german"), west("report", "west", "--as", "entente")
    assert "Jouer une carte Offensive, ou passer ?" in " ".join(german.out.split())
    assert "points de victoire" in german.out
    assert "Waiting for Germany." in entente.out


def test_a_language_may_be_asked_for_once(west: Referee) -> None:
    assert "Area control" in west("show", "west", "--as", "german", "--language", "en").out
    assert "Contrôle des zones" in west("show", "west", "--as", "public", "--language", "fr").out
    assert "à vous\u00a0: Jouer une carte" in west("report", "west", "--as", "german", "--subject").out
    assert "L'infanterie" not in west("log", "west", "--as", "german").out
    assert "ouverture" in west("log", "west", "--as", "german").out


def test_a_language_may_be_changed(west: Referee) -> None:
    changed = west("language", "west", "Entente", "fr")
    known = ENGLISH.listed(languages.list_codes())
    assert changed.out == f"west: german=fr, entente=fr, referee=en, public=en. Available: {known}.\n"
    assert "Contrôle des zones" in west("show", "west", "--as", "entente").out
    west("language", "west", "german", "en")
    assert west("language", "west").out.startswith("west: german=en, entente=fr")


def test_everybody_may_read_one_language(command: Referee) -> None:
    command("new", "west", "ttlm", "--language", "fr", "--language", "public=en")
    answer = json.loads(command("language", "west", "--json").out)
    assert answer["languages"] == {"german": "fr", "entente": "fr", "referee": "fr", "public": "en"}


@pytest.mark.parametrize("choice", ["klingon", "german=klingon", "nobody=fr", "german=", "=", ""])
def test_unknown_language_is_refused(command: Referee, shelf: Path, choice: str) -> None:
    assert command("new", "west", "ttlm", "--language", choice).code == 2
    assert not shelf.exists()


def test_language_needs_a_side_of_the_match(west: Referee) -> None:
    assert west("language", "west", "nobody", "fr").code == 77
    assert west("language", "west", "german", "klingon").code == 2
    assert west("show", "west", "--language", "klingon").code == 2


def test_a_journal_has_no_language(west: Referee, shelf: Path) -> None:
    journal = (shelf / "west" / "journal.jsonl").read_bytes()
    west("language", "west", "entente", "fr")
    assert (shelf / "west" / "journal.jsonl").read_bytes() == journal
    assert b'"fr"' not in journal


@pytest.mark.parametrize(
    "kept", ["", "[]", '{"german": "klingon"}', '{"german": 1}', "{", '{"german": ["fr"]}']
)
def test_a_spoilt_choice_is_a_complaint_and_no_language(west: Referee, shelf: Path, kept: str) -> None:
    (shelf / "west" / "languages.json").write_text(kept)
    told = west("show", "west", "--as", "german")
    assert told.code == 65
    assert "languages.json" in told.err
    assert west("show", "west", "--as", "german", "--language", "fr").code == 0


def test_maps_charts_and_pages_are_drawn_in_a_language(west: Referee) -> None:
    for command in (["map"], ["chart"], ["replay"], ["diff", "1", "1"]):
        name, *more = command
        drawn = west(name, "west", *more, "--as", "german")
        assert drawn.code == 0
        assert "ÉTÉ 1914" in (spread(drawn.out) if name == "replay" else drawn.out), name


def test_a_page_says_its_language(west: Referee) -> None:
    page = west("report", "west", "--as", "german", "--format", "html").out
    assert '<html lang="fr">' in page
    assert json.loads(west("report", "west", "--as", "german", "--format", "json").out)["language"] == "fr"


def test_a_game_without_names_in_a_language_is_reported_in_it_as_far_as_may_be(
    referee: Referee, duel: None
) -> None:
    told = referee("report", "duel", "--as", "red", "--language", "fr")
    assert told.code == 0
    assert "Votre réponse" in told.out


@pytest.mark.parametrize("language", ["en", "fr", "de", "el"])
def test_verdicts_are_coloured_in_every_language(liege: Table, language: str) -> None:
    liege.command("language", "liege", "german", language)
    green = {
        "en": "Would be accepted",
        "fr": "Serait accepté",
        "de": "Würde angenommen",
        "el": "Θα γινόταν δεκτό",
    }[language]
    red = {
        "en": ("Refused", "Not understood"),
        "fr": ("Refusé", "Pas compris"),
        "de": ("Abgelehnt", "Nicht verstanden"),
        "el": ("Απορρίφθηκε", "Δεν έγινε κατανοητό"),
    }[language]

    def shown(letter: str) -> str:
        return liege.submit(letter, "german", "--dry-run", "--color", "always").out

    assert f"\n\x1b[1m\x1b[32m{green}\x1b[0m" in shown("offensive 17\n")
    assert f"\n\x1b[1m\x1b[31m{red[0]}\x1b[0m" in shown("offensive 99\n")
    assert f"\n\x1b[1m\x1b[31m{red[1]}\x1b[0m" in shown("ofensiv 17 18\n")
    assert "\x1b" not in liege.submit("offensive 99\n", "german", "--dry-run").out
    told = liege.submit("offensive 99\n", "german", "--dry-run", "--color", "always", "--json")
    assert "\x1b" not in told.out


def test_a_word_that_looks_like_a_verdict_is_not_painted(liege: Table) -> None:
    assert liege.command("note", "liege", "Refused: nothing").code == 0
    assert "\x1b" not in liege.command("log", "liege", "--color", "always").out
    assert "[31m" not in liege.command("report", "liege", "--color", "always").out


@pytest.mark.parametrize("way", ["name", "file"])
def test_journal_faults_use_the_language_of_the_referee(liege: Table, way: str) -> None:
    liege.command("language", "liege", "referee", "fr")
    liege.journal.write_bytes(liege.journal.read_bytes().replace(b'"seq":30', b'"seq":31', 1))
    match = "liege" if way == "name" else liege.journal
    told = liege.command("verify", match)
    assert told.code == 65
    assert "journal.jsonl:31:1: entrée 30\u00a0: a changé depuis la pose du sceau" in told.err
    assert "entry 30 was changed" in liege.command("verify", match, "--language", "en").err
    assert "entry 30 was changed" in liege.command("show", "liege", "--as", "german").err


@pytest.mark.parametrize(
    "options",
    [
        ("--faces", "1,2,9", "--source", "me"),
        ("--faces", "x", "--source", "me"),
        ("--expect-head", "nonsense"),
        ("--beacon", "3"),
    ],
)
def test_errors_of_the_moderator_are_in_his_language(liege: Table, options: tuple[str, ...]) -> None:
    """The ruling goes to the player, who reads German; the moderator wrote the options."""
    liege.command("language", "liege", "german", "de")
    english = liege.submit("pass\n", "german", *options)
    liege.command("language", "liege", "referee", "fr")
    french = liege.submit("pass\n", "german", *options)
    liege.command("language", "liege", "german", "fr")

    assert english.code != 0
    assert french.err != english.err
    assert french.err == liege.submit("pass\n", "german", *options).err


def test_an_empty_note_is_refused_in_the_language_of_the_moderator(liege: Table) -> None:
    liege.command("language", "liege", "german", "de")
    assert "the note is empty" in liege.command("note", "liege", "", "--as", "german").err
