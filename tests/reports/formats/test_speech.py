"""Reports for the ear: sentences for columns, a player who reads nothing else."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import referee
from referee.faults import DataFault
from referee.matches import matches
from referee.matches.matches import Match
from referee.reports import documents, publishing
from schemas.record import to_data
from schemas.reports import Bullets, Document, Strong, Table, Text, words
from tests.reports.formats.test_spoken_facts import listen, prune, understand
from tests.reports.formats.test_spoken_facts import speak as speak_facts

LETTERS = (("I", "infantry"), ("C", "cavalry"), ("(e)", "entrenched"), ("(m)", "moved"))


def speak(*blocks: Any) -> list[str]:
    written = publishing.publish(Document(title="x", blocks=blocks, letters=LETTERS), "speech")
    return [line for line in written.splitlines()[1:] if line]


def test_a_table_is_one_sentence_for_each_cell() -> None:
    table = Table(
        columns=("Area", "Holder", "German"), rows=(("Metz", "German", "7th (em): 3I 1C"), ("", "", "1I"))
    )

    assert speak(table) == [
        "Metz, Holder: German.",
        "Metz, German: 7th (entrenched, moved): 3 infantry 1 cavalry.",
        "Metz, German: 1 infantry.",
    ]


def test_fronts_and_areas_beyond_are_sentences() -> None:
    front = Bullets(
        items=(
            (Text(text="Metz"), Text(text=" ge-7 3I"), Text(text=" > *Verdun, !Nancy, Trier")),
            (Text(text="Flanders"), Text(text=" 4I"), Text(text="")),
            (Text(text="Beyond (* enemy, ! disputed): *Verdun 2I, !Nancy empty."),),
        ),
        columns=("Area", "Your pieces", "Borders (* enemy)"),
    )

    assert speak(front) == [
        "Metz, Your pieces: ge-7 3 infantry.",
        "Metz, Borders: enemy Verdun, disputed Nancy, Trier.",
        "Flanders, Your pieces: 4 infantry.",
        "Beyond: enemy Verdun 2 infantry.",
        "Beyond: disputed Nancy empty.",
    ]


def test_a_paragraph_is_one_sentence_a_line() -> None:
    assert speak(words(Strong(text="Your turn"), ": play a card. Or pass! The 1st Army waits.")) == [
        "Your turn: play a card.",
        "Or pass!",
        "The 1st Army waits.",
    ]


@pytest.fixture(scope="module")
def liege(example_shelf: Path) -> Match:
    return matches.find(example_shelf, "liege")


def read(match: Match, *, full: bool) -> list[str]:
    """Return the sentences of a report; those that are broken for mail are joined again."""
    text = publishing.publish(documents.report(match, "german", full=full), "speech")
    outside = re.sub(r"BEGIN ORDERS.*?END ORDERS\n", "", text, flags=re.DOTALL)
    return re.sub(r"(?<![.:!?…])\n(?=\S)", " ", outside).splitlines()


@pytest.mark.parametrize("full", [False, True])
def test_a_report_has_no_columns_and_no_letters_for_kinds(liege: Match, full: bool) -> None:
    for sentence in read(liege, full=full):
        assert "  " not in sentence
        assert not re.search(r"\b\d+[ICAG]\b", sentence), sentence


def test_areas_come_from_near_to_far(liege: Match) -> None:
    sentences = read(liege, full=True)
    order = [one.partition(":")[0] for one in sentences if ": controlled by" in one]

    assert order.index("Metz") < order.index("Trier") < order.index("Mainz")
    assert order.index("Verdun") < order.index("Châlons") < order.index("Orléans")


def test_a_full_report_ends_with_every_fact(liege: Match) -> None:
    document = documents.add_facts(documents.report(liege, "german", full=True), liege, "german")
    heard = publishing.publish(document, "speech").partition("Every fact, in the words of orders.")[2]

    assert "\nPiece ge-i1: nation ge, side german, kind infantry, area namur, army\nge-1.\n" in heard
    assert heard.endswith("\nPlan 2: side entente, points 10, card limit 10.\n")


TEMPLATE = re.compile(r"^Lines to copy follow\.\n(BEGIN ORDERS.*?END ORDERS)\nEnd", re.DOTALL | re.MULTILINE)


def write_letters(heard: str) -> Iterator[str]:
    """Yield letters written by ear: the orders of an offensive, then the proposed ones, then the template."""
    found = TEMPLATE.search(heard)
    assert found is not None, heard
    head, _, proposed = found[1].partition("Proposed orders")
    lines = re.sub(r"^# ( *[a-z].*)$", r"\1", head, flags=re.MULTILINE).rpartition("\n")[0].split("\n")
    verbs = [line.split(" ")[0] for line in lines]
    once = [line for at, line in enumerate(lines) if not verbs[at].isalpha() or verbs[at] not in verbs[:at]]
    if "offensive" in verbs or not proposed:
        yield "\n".join([*once, "END ORDERS"])
    if proposed:
        first = "\n".join(line for line in head.split("\n") if not line.startswith("#"))
        yield "\n".join([first, *(line.removeprefix("# ") for line in proposed.split("\n")[1:])])
    yield found[1]


def test_a_player_who_only_listens_plays_a_season(tmp_path: Path) -> None:
    """Each letter is written from the last report; every 20 letters the player knows the whole position."""
    match = referee.create("ears", "ttlm", "1914", at="2026-12-01T20:00:00Z", shelf=tmp_path)
    begin, letters, offensives = match.view("public").title, 0, 0
    while match.waiting and match.view("public").title == begin and letters < 900:
        side = match.waiting[0]
        heard = match.write_report(side, "speech")
        if letters % 20 == 0:
            data = to_data(match.view(side))
            assert understand(listen(speak_facts(data, LETTERS))) == prune(data)
        for letter in write_letters(heard):
            letters += 1
            with suppress(DataFault):
                if not match.submit(letter, side).code:
                    offensives += "\noffensive" in letter
                    break
        else:
            pytest.fail(f"no letter for {side} was accepted: {heard}")

    assert match.view("public").title != begin
    assert offensives > 0
