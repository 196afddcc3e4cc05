"""Words that are one slip from the name of an area are asked about, and corrected in a proposal."""

from pathlib import Path

import pytest

from referee.packs import rulesets
from referee.systems.great_war.language import misspelt_names
from referee.systems.great_war.language.misspelt_names import exchange, holds_misspelt_name, list_corrections
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.game import GreatWarGame
from tests import rehearsals
from tests.matches.judging.proposals.test_writers import FOLDER, find_result, rehearse


def find_theatre(pack: str) -> GreatWarGame:
    rules = rulesets.bind(pack, "1914", {}).rules
    assert isinstance(rules, GreatWar)
    return rules.theatre


@pytest.fixture(scope="module")
def theatre() -> GreatWarGame:
    return find_theatre("ttlm")


SLIPS = {
    "Verdn next please": "Verdun next please",
    "puis les Adennes": "puis les Ardennes",
    "let's fight in Mullhouse": "let's fight in Mulhouse",
    "c1 to Nacy": "c1 to Nancy",
    "hold Namrur": "hold Namur",
    "Angriff auf Straßbrug": "Angriff auf Strasbourg",
    "προς Βερντν": "προς Verdun",
}


@pytest.mark.parametrize(("text", "corrected"), SLIPS.items())
def test_a_slip_is_noticed_and_corrected(theatre: GreatWarGame, text: str, corrected: str) -> None:
    assert holds_misspelt_name(theatre, text)
    assert exchange(text, list_corrections(theatre, text)) == corrected


ORDINARY = (
    "Best regards, Anders", "We tried to hold the main line.", "Liebe Grüße, Lilli", "vor den Toren Verduns",
    "Der Eifer der Posten", "Vienne que pourra", "On a pris la colonne", "Λίγη υπομονή, καλά πάμε.",
    "Verdun, Mulhouse and the Ardennes", "The Bosnian infantry", "Mons moins",
)  # fmt: skip


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_words_and_cases_stay_as_they_are(theatre: GreatWarGame, text: str) -> None:
    assert not holds_misspelt_name(theatre, text)
    assert list_corrections(theatre, text) == {}


def test_each_ordinary_word_would_be_a_slip(monkeypatch: pytest.MonkeyPatch) -> None:
    theatres = [find_theatre(pack) for pack in ("ttlm", "aac")]
    words = misspelt_names.ORDINARY
    monkeypatch.setattr(misspelt_names, "ORDINARY", frozenset())
    # Other tests may have asked about these words before.
    misspelt_names.find_near.cache_clear()

    found = {word for word in words if any(holds_misspelt_name(one, word) for one in theatres)}
    misspelt_names.find_near.cache_clear()

    assert words == found


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return rehearsals.write_positions(tmp_path_factory.mktemp("positions"), FOLDER)


LETTERS = {
    ("p24", "Nobody leaves Namur, we only just got in! Verdn next please.\nDone"): ["battle verdun", "done"],
    ("p44", "French cavalry c1 to Nacy, rest is staying. done"): ["retreat fr-c1 to nancy", "done"],
    ("p08", "Surprise Attack (53) in Metz. And let's fight in Mullhouse as well. Done."): [
        "play 53 in metz", "battle mulhouse", "done",
    ],
}  # fmt: skip


@pytest.mark.parametrize(("position", "letter"), LETTERS)
def test_an_order_with_a_slip_is_proposed_and_not_lost(shelf: Path, position: str, letter: str) -> None:
    answer = rehearse(shelf, position, "en", letter)
    assert answer is not None
    assert find_result(answer)[0] == "proposed"
    assert answer.proposal is not None
    assert [line.order for line in answer.proposal.lines] == LETTERS[position, letter]
    # It quotes the words of the player.
    assert all(line.words in " ".join(letter.split()) for line in answer.proposal.lines)


MISSED = {
    "a card of the hand in a battle": ("p05", "gas in artois biitte, das wetter behalt ich noch. done"),
    "a retreat behind a refusal": ("p19", "Against a whole army, no thanks c4 falls back to Metz\n\ndone"),
    "a misspelt line of a plan": ("p25", "retreat-afteer: retreat to strasbourg\ndone"),
}


@pytest.mark.parametrize(("position", "letter"), MISSED.values(), ids=MISSED)
def test_an_order_that_the_reader_missed_is_asked_about(shelf: Path, position: str, letter: str) -> None:
    assert find_result(rehearse(shelf, position, "en", letter))[0] in {"asked", "proposed"}
