"""1,092 letters by twenty-four writers to eighty-two reports, and three hundred and thirty traps.

The writers are language models in the role of players, ten English, seven German, seven French. They saw
the reports of the positions and nothing else. When the reader first read them, it played 110 of the 200
letters of the first four writers, 89 of the 150 of the next three, 58 of the 100 of the next two, 53 of the
100 of the next two, 87 of the 200 of the next four, 62 of the 150 of the next three, 33 of the 96 of the next
three, and 59 of the 96 of the last three. Most of the last but three give reasons and tell of pieces that
stay; the last three answer in a few words. Rules and words were added after that. The letters in own words
that are played were compared by reading with the intentions of their writers; of the templates, only some
were.

A trap names orders that its writer does not give, or not in that way: he doubts, jokes, reports, shrinks them
or takes them back. When the reader first read them, it played 25 of the first 150, 42 of the next hundred and
8 of the last 80. Words of them were added after that, so that other traps would catch it more often.
"""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee.matches import matches
from schemas.answers.orders import Submitted
from tests import rehearsals
from tests.read_once import lines_are_read_once  # noqa: F401 - a fixture

FOLDER = Path(__file__).parent / "writers"

LANGUAGES = {"English": "en", "German": "de", "French": "fr"}


class WrittenLetter(NamedTuple):
    """A letter with the expected result, and the orders if it is played."""

    writer: str
    position: str
    result: str
    orders: list[str]
    letter: str


class Trap(NamedTuple):
    """A letter that must not be played."""

    position: str
    language: str
    is_played: bool
    letter: str


def list_lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / name).read_text().splitlines()]


POSITIONS = rehearsals.read_positions(FOLDER)
LETTERS = [WrittenLetter(**line) for line in list_lines("letters.jsonl")]
TRAPS = [Trap(**line) for line in list_lines("traps.jsonl")]


NEAR_MISSES: dict[str, tuple[str, ...]] = {
    "p01 en": (
        "The 8th Army is too far out. Leave it there. Done",
        "The 8th Army is too far out. I would pull it back to Insterburg. Done",
        "My opponent has the 8th Army in Grodno. He pulls it back to Insterburg. Done",
        "The 8th Army is in Grodno. Do not pull it back to Insterburg. Done",
    ),
    "p04 en": (
        "My brother, a general: 4th Army to Ardennes. Done",
        "A thought: 4th Army to Ardennes. Done",
        "A bad joke: 4th Army to Ardennes. Done",
        "From the report: 4th Army to Ardennes. Done",
        "Last turn: 4th Army to Ardennes. Done",
        "Option one: 4th Army to Ardennes. Done",
        "What he fears: 4th Army to Ardennes. Done",
        "Question: 4th Army to Ardennes? Done",
        "Rumour: 4th Army to Ardennes. Done",
        "Draft: 4th Army to Ardennes. Done",
        "For comparison: 4th Army to Ardennes. Done",
        "In an ideal world: 4th Army to Ardennes. Done",
        "Forbidden: 4th Army to Ardennes. Done",
        "Too early: 4th Army to Ardennes. Done",
    ),
    "p08 en": ("I save card 53 for the battle in Metz. Done",),
    "p10 en": (
        "Everybody back to Verdun except the guns. Done",
        "Everybody back to Verdun but the 3rd Army covers them. Done",
        "Everyone would go back to Verdun. Done",
        "The French all go back to Verdun, the papers say. Done",
        "You all go back to Verdun. Done",
        "All of them back to Verdun? Done",
        "Almost everybody back to Verdun. Done",
        "Everybody back to Verdun tomorrow. Done",
        "Everybody back to Verdun, that was the old plan. Done",
        "Half of everybody back to Verdun. Done",
    ),
    "p13 en": (
        "I keep Kerensky for the next turn.",
        "I keep Kerensky for later and play 21.",
    ),
    "p14 en": (
        "I pay with anything but 47.",
        "ge-i7 takes no hit.",
        "The hit on ge-i7 hurts.",
        "ge-i7 took the last hit.",
    ),
    "p22 en": (
        "Discard the Bad Weathers except 48.",
        "Discard the three Bad Weathers, no, keep 48.",
        "Discard 47, 48, 49 and 26, or 33 instead of 26.",
        "Not the Bad Weathers, discard 26, 33, 20, 55.",
    ),
    "p24 en": (
        "No of course not. Or wait, yes. Done",
        "No of course not, retreat to Liège. Done",
    ),
    "p29 en": (
        "ru-i1 is the one I like best. Keep it.",
        "Spare ru-i1. Take another one.",
        "ru-i1 goes to the Caucasus? Never.",
        "Take any but ru-i1.",
        "If it must be, ru-i1.",
        "I lose ru-i1 every year.",
    ),
    "p36 en": (
        "To Krakow, if it has a fort.",
        "To Krakow, it has no room.",
        "To Krakow, unless it is taken.",
        "To Krakow, that is where I would go.",
    ),
    "p43 en": (
        "I don't play Surprise Attack in Metz but in Aachen. Done",
        "No battle in Metz or Aachen. Done",
        "No battle in Metz, or rather one. Done",
        "Never fight in Metz or you lose. Done",
    ),
    "p47 fr": (
        "La 5e armée est trop loin. Il la ramène dans les Ardennes. Fini.",
        "La 5e armée est trop loin. Je la ramènerais dans les Ardennes. Fini.",
        "La 5e armée est trop loin. On la ramène dans les Ardennes ? Fini.",
    ),
    "p49 en": (
        "All armies dig in but the 2nd Army. Done",
        "Trenches for everyone but the 2nd Army. Done",
        "The 2nd Army is entrenched already. Done",
        "The 2nd Army has trenches. 3 cards. Done",
        "2nd Army needs no trenches. Done",
        "Trenches for the 2nd Army next year. Done",
        "Trenches for the 2nd Army and the 1st Army to Longwy. Done",
        "Trenches for the 2nd Army, not the 1st. Done",
        "3 cards, trenches for the 2nd Army, 2 cards. Done",
        "I wonder about trenches for the 2nd Army. Done",
        "Trenches for the French 2nd Army. Done",
    ),
}
"""Letters beside orders by a few words, by position and language: none of their orders is played."""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return rehearsals.write_positions(tmp_path_factory.mktemp("positions"), FOLDER)


def rehearse(shelf: Path, position: str, language: str, letter: str) -> Submitted | None:
    """Return the answer to a letter, or None if it is no letter."""
    match, side = matches.find(shelf, position).speaking(language), POSITIONS[position].side
    return rehearsals.rehearse(match, side, letter)


def find_result(answer: Submitted | None) -> tuple[str, list[str]]:
    """Return the kind of an answer, and the orders that are played."""
    if answer is None:
        return "asked", []
    if not (answer.refused or answer.code):
        return "played", [line.order for line in answer.accepted]
    if not any(line.unreadable for line in answer.refused):
        return "illegal", []
    return "proposed" if answer.proposal and answer.proposal.lines else "asked", []


@pytest.mark.parametrize("writer", sorted({one.writer for one in LETTERS}))
def test_letters_are_played_as_they_were_meant(shelf: Path, writer: str, pytestconfig: pytest.Config) -> None:
    letters = [one for one in LETTERS if one.writer == writer][:: pytestconfig.getoption("--letters")]
    results = {
        one.position: find_result(
            rehearse(shelf, one.position, LANGUAGES[writer.partition(" ")[0]], one.letter)
        )
        for one in letters
    }
    assert results == {one.position: (one.result, one.orders) for one in letters}


def test_traps_are_not_played(shelf: Path) -> None:
    """Five traps are known to be played. The remarks of most hold no word that casts a doubt."""
    played = [
        one.letter
        for one in TRAPS
        if find_result(rehearse(shelf, one.position, one.language, one.letter))[0] == "played"
    ]
    assert played == [one.letter for one in TRAPS if one.is_played]
    assert len(played) == 5


def test_traps_begin_with_orders(shelf: Path, pytestconfig: pytest.Config) -> None:
    """Alone, the first sentence of two in five is played, so that it is the rest that stops it."""
    traps = TRAPS[:: pytestconfig.getoption("--letters")]
    firsts = [one._replace(letter=one.letter.partition("\n")[0].partition(". ")[0]) for one in traps]
    answers = [rehearse(shelf, one.position, one.language, one.letter) for one in firsts]
    played = sum(bool(answer and answer.accepted and not answer.refused) for answer in answers)
    assert played * len(TRAPS) >= 90 * len(traps)


@pytest.mark.parametrize("place", sorted(NEAR_MISSES))
def test_letters_beside_an_order_by_a_few_words_are_asked_about(shelf: Path, place: str) -> None:
    position, _, language = place.partition(" ")
    for letter in NEAR_MISSES[place]:
        answer = rehearse(shelf, position, language, letter)
        assert find_result(answer)[0] != "played", letter


def test_a_sentence_that_is_not_understood_is_called_so(shelf: Path) -> None:
    """A misspelt order keeps its own fault, with the orders that are like it."""
    places = {
        "The cossacks stay and fight in Silesia for glory.": "this sentence is not understood as a whole",
        "Keep the guns. I give the Limited Offensive instead.": "this sentence is not understood as a whole",
        "retreta ru-c2 to posen": '"retreta" is not an order; did you mean retreat?',
    }
    for letter, fault in places.items():
        answer = rehearse(shelf, "p18", "en", letter)
        assert answer is not None
        assert [line.unreadable for line in answer.refused] == [fault]
