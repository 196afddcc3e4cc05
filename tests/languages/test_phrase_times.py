"""No phrase takes long to search in a line that a hostile writer may send."""

import re
import time
from types import ModuleType

import pytest

from referee.i18n import second_thoughts, sentence_phrases
from referee.i18n.proposals import phrases
from referee.systems.great_war.notation.free_text.reader import LONGEST

MOST_SECONDS = 0.2
"""A pattern that tries all divisions of a line into words takes seconds or hours."""

WORDS = ("something", "a", "1st,", "no", "army 1,", "that", "cavalry against", "die", "l'armée", "et y")
BEGINNINGS = ("", "even if ", "auch wenn ", "3 against 4 is ", "in the rest of the ", "pour ", "no thanks ")


def list_patterns(module: ModuleType) -> list[tuple[str, re.Pattern[str]]]:
    return [(name, value) for name, value in vars(module).items() if isinstance(value, re.Pattern)]


@pytest.mark.parametrize("module", [phrases, second_thoughts, sentence_phrases])
def test_phrases_are_searched_in_little_time(module: ModuleType, pytestconfig: pytest.Config) -> None:
    """One in two texts has a number at its end; with --cases 1 each is searched with and without it."""
    texts = [f"{begin}{' '.join([word] * LONGEST)}"[:LONGEST] for begin in BEGINNINGS for word in WORDS]
    texts += [f"{begin}{letter * LONGEST}"[:LONGEST] for begin in BEGINNINGS for letter in "a1, ('"]
    each, slow = min(2, pytestconfig.getoption("--cases")), dict[str, float]()
    for name, pattern in list_patterns(module):
        for text in (*texts[::each], *(f"{text} 3" for text in texts[each - 1 :: each])):
            start = time.process_time()
            pattern.search(text)
            slow[name] = max(slow.get(name, 0), time.process_time() - start)
    assert {name: seconds for name, seconds in slow.items() if seconds > MOST_SECONDS} == {}
