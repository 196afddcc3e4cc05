"""`referee explain --code`: each clause leads to the code that carries it out, and to a case."""

import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from referee.cli.render import clause_text
from referee.packs import loading
from referee.packs.conformance import clause_code
from schemas.answers.packs import ClauseCode

DRAWN = 30
SEED = 38

NOT_NAMED = "the code carries it out without naming it, its section or its chapter; its cases expect no event"
EXCEPTIONS: Mapping[str, Mapping[str, str]] = {
    "ttlm": dict.fromkeys(("6.2-a",), NOT_NAMED),
    "aac": dict.fromkeys(("2.0-IV-b",), NOT_NAMED),
    "skirmish": dict.fromkeys(("SK-AIM-04", "SK-AIM-05", "SK-AIM-09", "SK-RAL-08", "SK-UNP-07"), NOT_NAMED),
}
"""Clauses of the draw without a function, by pack, with the reason."""


@pytest.fixture(scope="module")
def checkout() -> clause_code.Checkout:
    return clause_code.read_checkout()


def draw(pack: str) -> list[str]:
    numbers = [citation.number for citation in loading.load(pack).pack.clauses.citations]
    return random.Random(SEED).sample(numbers, DRAWN)


def leads_to_code(code: ClauseCode) -> bool:
    return bool(code.rules or code.refusals or code.events or code.orders)


@pytest.mark.parametrize("pack", EXCEPTIONS)
def test_thirty_clauses_of_each_pack_lead_to_code_and_to_a_case(
    pack: str, checkout: clause_code.Checkout
) -> None:
    found = list(clause_code.find_code(checkout, pack, draw(pack)))

    assert {one.number for one in found if not leads_to_code(one)} == set(EXCEPTIONS[pack])
    assert [one.number for one in found if not one.cases] == []


def test_a_clause_leads_to_its_function_refusal_events_and_cases(checkout: clause_code.Checkout) -> None:
    (stacking,) = clause_code.find_code(checkout, "ttlm", ["4.1-d"])

    assert stacking.basis == "meaning"
    for place in (*stacking.rules, *stacking.events, *stacking.orders):
        words = place.name.replace("-", "").lower()
        line = Path(place.file).read_text("utf-8").splitlines()[place.line - 1 : place.line + 2]
        assert words in "".join(line).lower()
    for case in stacking.cases:
        assert "4.1-d" in Path(case.file).read_text("utf-8")
    assert set(stacking.titles) == {"en", "fr", "de", "el"}


def test_the_command_says_that_cases_are_part_of_a_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (siege_gun,) = clause_code.find_code(clause_code.read_checkout(), "ttlm", ["8.3.3-h"])

    assert not siege_gun.cases
    assert "Cases: none here. Run this in a checkout" in clause_text.word_code(siege_gun)


def test_a_long_list_of_places_is_cut(checkout: clause_code.Checkout) -> None:
    (siege_gun,) = clause_code.find_code(checkout, "ttlm", ["8.3.3-h"])
    text = clause_text.word_code(siege_gun)

    assert len(siege_gun.rules) > clause_text.MOST_PLACES
    assert f"and {len(siege_gun.rules) - clause_text.MOST_PLACES} more (all with --json)" in text
