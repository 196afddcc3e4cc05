"""Letters of writers that arrive in another shape are played as before, or asked about.

A mail program wraps lines, a keyboard doubles blanks and leaves accents out, a finger slips in the name of an
area. `--letters 1` alters each letter of the writers that is played.
"""

import re
import textwrap
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

import pytest

from referee.matches import matches
from referee.systems.great_war.language.lexicon import lexicon
from referee.systems.great_war.rules import GreatWar
from tests import rehearsals
from tests.matches.judging.proposals.test_writers import (
    FOLDER,
    LANGUAGES,
    LETTERS,
    WrittenLetter,
    find_result,
    rehearse,
)


def wrap(width: int) -> Callable[[str], str]:
    return lambda text: "\n".join(textwrap.fill(line, width) for line in text.split("\n"))


def leave_accents_out(text: str) -> str:
    return "".join(one for one in unicodedata.normalize("NFD", text) if unicodedata.category(one) != "Mn")


CHANGES: Mapping[str, Callable[[str], str]] = {
    "wrapped at 72 columns": wrap(72),
    "wrapped at 60 columns": wrap(60),
    "wrapped at 50 columns": wrap(50),
    "two blanks between words": lambda text: text.replace(" ", "  "),
    "no accents": leave_accents_out,
    "decomposed accents": lambda text: unicodedata.normalize("NFD", text),
    "small letters": str.lower,
    "blank lines": lambda text: text.replace("\n", "\n\n"),
}

PLAYED = [one for one in LETTERS if one.result == "played"]


def draw_letters(pytestconfig: pytest.Config) -> list[WrittenLetter]:
    """Return all letters by hand, and else a few."""
    return PLAYED[:: pytestconfig.getoption("--letters") ** 2]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return rehearsals.write_positions(tmp_path_factory.mktemp("positions"), FOLDER)


def find_difference(shelf: Path, letter: WrittenLetter, text: str) -> list[str]:
    """Return the orders that only one of two letters gives, none if the altered one is asked about.

    A `done` may be missing: its question stays open.
    """
    answer = rehearse(shelf, letter.position, LANGUAGES[letter.writer.partition(" ")[0]], text)
    result, orders = find_result(answer)
    if result != "played":
        return []
    before, now = Counter(letter.orders), Counter(orders)
    return [order for order in (before - now).elements() if order != "done"] + [*(now - before).elements()]


@pytest.mark.parametrize("change", CHANGES)
def test_an_altered_letter_gives_its_orders_or_is_asked_about(
    shelf: Path, change: str, pytestconfig: pytest.Config
) -> None:
    altered = [(one, CHANGES[change](one.letter)) for one in draw_letters(pytestconfig)]
    wrong = [
        (text, difference)
        for letter, text in altered
        if text != letter.letter and (difference := find_difference(shelf, letter, text))
    ]
    assert wrong == []


def slip(word: str, generator: Random) -> str:
    """Return a word without a letter, with a letter twice, or with two letters exchanged."""
    at = generator.randrange(1, len(word) - 1)
    slips = (
        word[:at] + word[at + 1 :],
        word[:at] + word[at] + word[at:],
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
    )
    return generator.choice(slips)


@pytest.mark.parametrize("seed", range(3))
def test_a_slip_in_the_name_of_an_area_loses_no_order(
    shelf: Path, seed: int, pytestconfig: pytest.Config
) -> None:
    wrong: list[tuple[str, list[str]]] = []
    for number, letter in enumerate(draw_letters(pytestconfig)):
        generator = Random(f"{seed} {number}")
        rules = matches.find_bound(shelf, letter.position).rules
        assert isinstance(rules, GreatWar)
        areas = lexicon(rules.theatre).areas
        words = [one for one in re.finditer(r"[^\W\d_]{5,}", letter.letter) if areas.holds(one[0])]
        if words:
            word = generator.choice(words)
            text = letter.letter[: word.start()] + slip(word[0], generator) + letter.letter[word.end() :]
            if difference := find_difference(shelf, letter, text):
                wrong.append((text, difference))
    assert wrong == []
