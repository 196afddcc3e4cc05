"""How the facts of a ruling begin and end as sentences, and what a report says it is about."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.matches import opening
from referee.matches.judging import submission
from referee.reports import documents, letter_answers, letter_results
from referee.reports.formats import plain_text
from schemas.reports import Heading, words
from tests.duels import AT


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        ("write digits only", "Write digits only"),
        ("who, then", "Who, then"),
        ("l'armée est ailleurs", "L'armée est ailleurs"),
        ("sixty-two are too many", "Sixty-two are too many"),
        ("ge-1 is not there", "ge-1 is not there"),
        ("c01 is out of sight", "c01 is out of sight"),
        ("`move` has no end", "`move` has no end"),
        ("3 are too many", "3 are too many"),
    ],
)
def test_a_fact_begins_in_a_large_letter_unless_it_begins_with_a_name(fact: str, sentence: str) -> None:
    assert letter_results._begin(fact) == sentence


@pytest.mark.parametrize(
    ("fact", "sentence"), [("done", "done."), ("done.", "done."), ("done!", "done!"), ("why?", "why?")]
)
def test_a_sentence_ends_once(fact: str, sentence: str) -> None:
    assert letter_results._sentence(fact) == sentence


@pytest.mark.parametrize("options", [{}, {"alternation": "live"}, {"alternation": "live", "flight": "true"}])
def test_a_report_says_what_was_agreed(tmp_path: Path, options: dict[str, str]) -> None:
    match = opening.open_match(tmp_path, "raid", "skirmish", at=AT, scenario="dawn-sap", options=options)
    told = " ".join(plain_text.write(documents.report(match, "public", since=0, full=True)).split())

    named = ", ".join(f"{option}={choice}" for option, choice in options.items())
    assert (f"Agreed: {named}." in told) is bool(options)
    assert ("Agreed" in told) is bool(options)
    assert "scenario dawn-sap." in told
    assert f"After entry 1, filed {AT}." in told


def test_only_headings_with_nothing_below_them_become_sentences() -> None:
    season, battle, fire = (
        Heading(text="Winter 1914"),
        Heading(text="Battle of Mons", level=4),
        words("A roll."),
    )

    assert list(letter_results._close_headings((season, fire, battle))) == [
        season,
        fire,
        words("Battle of Mons."),
    ]
    assert list(letter_results._close_headings((season, battle))) == [
        words("Winter 1914."),
        words("Battle of Mons."),
    ]
    assert list(letter_results._close_headings((battle, fire))) == [battle, fire]
    assert list(letter_results._close_headings(())) == []


def test_orders_that_followed_a_letter_end_with_no_heading(tmp_path: Path) -> None:
    match = opening.open_match(tmp_path, "verdun", "ttlm", at=AT)
    filed = submission.open_letter("letter", b"pass\ndone\n", at=AT, side="german")
    answer = letter_answers.submit(tmp_path, match.name, filed)
    battle = Heading(text="Battle of Mons", level=4)

    *_, last = letter_results.list_results(replace(answer, followed=(words("done."), battle))).blocks
    assert last == words("Battle of Mons.")
