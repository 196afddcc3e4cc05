"""Search of the handbook: questions of newcomers, words of other languages, typing errors."""

import json

import pytest

from referee.cli.commands.guides import PAGES, ROOMS, TOPICS
from referee.cli.handbook import search, sections
from referee.cli.handbook.sections import Section
from tests.cli.conftest import Referee

QUESTIONS = {
    "how do I take back an order": "moderator: Problems",
    "where do I see the odds of a battle": "referee odds",
    "how do I start a new match": "referee new",
    "my player is on holiday": "referee clock away",
    "how do I install it on windows": "platforms: Linux, macOS and Windows",
    "can I play alone against the computer": "bots: Bots",
    "what do the letters and symbols on the map mean": "reports: Reports and maps",
    "why was my order refused": "players: A refused order",
    "how do I set a deadline": "clocks: Deadlines and time",
    "report in German language": "languages: Languages",
    "how do I backup my matches": "clubs: Running a club",
    "how do I correct a wrong position": "referee amend",
    "how to make my own map or scenario": "packs: Packs",
    "how do I resign": "orders: All orders",
    "conditional orders when my opponent attacks": "orders: Standing orders",
    "how do I set up the mail server": "evening: The servers",
    "json output for scripts": "scripting: For scripts",
    "was that move legal": "evidence: Was that legal?",
    "a page to click my orders in the browser": "players: A page that writes the letter",
    "how can I compute a die by hand": "dice: A die by hand",
}
"""Questions, and the first place that answers each."""

WORDS = {
    "stale": "stale: stale",
    "cavalry retreats before combat": "8.3.1-f: Only Cavalry retreats before combat",
    "Wahrscheinlichkeit": "referee odds",
    "submit": "referee submit",
    "mail seat": "referee mail seat",
    "takeback": "referee retract",
    "undo": "referee retract",
    "Rücknahme": "referee retract",
    "annulation": "referee retract",
    "ανάκληση": "referee retract",
    "Würfel": "dice: A die by hand",
    "προθεσμία": "clocks: Deadlines and time",
    "délai": "clocks: Deadlines and time",
}
"""Codes, clauses, commands, options, other words and words of translations."""


def first(told: str) -> str:
    return told.splitlines()[0]


@pytest.mark.sample(2)
@pytest.mark.parametrize(("question", "place"), (QUESTIONS | WORDS).items())
def test_a_question_is_answered_by_its_place_first(command: Referee, question: str, place: str) -> None:
    assert first(command("help", *question.split()).out) == place


def test_a_place_has_an_excerpt_and_the_command_that_shows_more(command: Referee) -> None:
    answer = json.loads(command("help", "take", "back", "an", "order", "--json").out)
    best = answer["results"][0]

    assert (answer["ok"], best["kind"], best["name"], best["more"]) == (
        True,
        "page",
        "moderator",
        "referee help moderator",
    )
    assert "referee retract MATCH --to ENTRY --as SIDE" in best["excerpt"]
    assert "    More: referee help moderator" in command("help", "take", "back", "an", "order").out


def test_every_place_leads_to_a_command_that_works(command: Referee) -> None:
    shown = {
        one["more"]
        for question in QUESTIONS | WORDS
        for one in json.loads(command("help", *question.split(), "--json").out)["results"]
    }

    for more in sorted(shown):
        program, *words = more.split()
        assert program == "referee"
        assert command(*words).code == 0, more


def test_topics_are_listed_with_their_titles(command: Referee) -> None:
    *lines, empty, end = command("help").out.splitlines()

    assert [line.split()[0] for line in lines] == list(TOPICS)
    assert lines[0] == "moderator     The moderator's handbook"
    assert "mail          Letters as they come in, The post office" in lines
    assert all(len(line.split()) > 1 for line in lines)
    assert (empty, end[:12]) == ("", "Show a topic")


def test_the_name_of_a_page_shows_the_page(command: Referee) -> None:
    for page in PAGES:
        assert command("help", page).out == sections.read_page(page)


@pytest.mark.parametrize(
    ("typed", "remedy"),
    [
        ("takebak", "did you mean `takeback`?"),
        ("dedline", "did you mean `deadline`?"),
        ("playrs", "did you mean `players`?"),
        ("xyzzy", "list the topics with `referee help`"),
    ],
)
def test_a_typing_error_is_answered_with_a_known_word(command: Referee, typed: str, remedy: str) -> None:
    told = command("help", typed)

    assert (told.code, remedy in told.err) == (66, True)


def test_words_that_occur_nowhere_are_named(command: Referee) -> None:
    told = command("help", "xyzzy", "takeback").out

    assert first(told) == "referee retract"
    assert told.rstrip().endswith("Found nowhere: xyzzy")


def test_a_question_of_empty_words_finds_nothing(command: Referee) -> None:
    assert command("help", "how", "do", "I").code == 66


def test_every_section_has_words_and_every_page_a_section() -> None:
    handbook = search.open_handbook(PAGES, ROOMS)
    found = {entry.section.name for entry in handbook.entries}

    assert set(PAGES) - {"glossary"} <= found
    assert all(entry.counts or entry.heads for entry in handbook.entries)


def test_a_page_is_split_by_headings_without_code_and_heads_of_tables() -> None:
    text = "# One\n\nA `b_c` *d*\nline.\n\n```sh\ncode\n```\n\n| a | b |\n|---|---|\n| `x` | y |\n"
    text += "\n## Two\n\n* e\n* f\n"

    assert [*sections.split_page("page", text)] == [
        Section("page", "page", "One", "One", ("A b_c d line.", "x: y"), "referee help page"),
        Section("page", "page", "One", "Two", ("e", "f"), "referee help page"),
    ]


def test_a_rare_word_counts_more_than_a_common_one() -> None:
    pages = [Section("page", f"p{n}", "", "", ("match order",), "") for n in range(8)]
    rare = Section("page", "rare", "", "", ("match zeppelin and very many other words",), "")
    handbook = search.index([*pages, rare], [])

    assert search.search("zeppelin order", handbook).results[0].name == "rare"


@pytest.mark.parametrize(
    ("one", "other"),
    [("moves", "moving"), ("dice", "dices"), ("entries", "entry"), ("retreats", "retreated")],
)
def test_forms_of_a_word_have_one_stem(one: str, other: str) -> None:
    assert search.stem(one) == search.stem(other)
