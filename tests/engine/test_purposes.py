"""What dice are thrown for: stated as data, spelled for a journal, read back from old sentences."""

from collections.abc import Mapping

import pytest
from msgspec import convert

from referee.dice.chain import SealedDice
from referee.engine.dice import FiledDice, WrittenDice, state_purpose
from referee.engine.facts import Fact
from referee.i18n import fact_text
from referee.i18n.translator import ENGLISH
from schemas.record import Purpose, Roll, to_data


class Throw(Fact):
    FIRE = "{place}: {count} dice at {needed}"
    CARD_FIRE = "{place}: {count} dice of {card} at {needed}"
    MELEE = "Melee"


THROWS = {fact.code: fact for fact in Throw}
PLACES = {"li": "Liège", "ar": "Arras"}
CARDS = {1: "Storm of Steel (1)"}
NAMES = {"place": PLACES, "card": CARDS}
NAMED = {kind: {name: of for of, name in known.items()} for kind, known in NAMES.items()}

FIRE = state_purpose(Throw.FIRE, place="li", count=3, needed=2)
SENTENCE = "Liège: 3 dice at 2"
HEX = "c0" * 32


def say(purpose: str | Purpose) -> str:
    return fact_text.word_purpose(
        ENGLISH, THROWS, purpose, lambda kind, of: NAMES.get(kind, {}).get(of, of), dict
    )


def sealed() -> SealedDice:
    return SealedDice(HEX, "verdun", 1, "german", HEX, HEX)


def test_a_purpose_is_its_kind_and_what_it_is_stated_of() -> None:
    assert to_data(FIRE) == {
        "kind": "fire",
        "parameters": {"place": "li", "count": 3, "needed": 2},
    }
    assert len({FIRE, state_purpose(Throw.FIRE, needed=2, count=3, place="li")}) == 1


def test_a_purpose_that_was_filed_is_the_same_again() -> None:
    purpose = state_purpose(Throw.FIRE, place="li", count=3, arms=("infantry", 3))
    roll = Roll(purpose=purpose, faces=(1, 2, 3))
    assert convert(to_data(roll), Roll) == roll


@pytest.mark.parametrize("format", [1, 2])
def test_journals_of_formats_1_and_2_hold_the_sentence_and_so_do_their_dice(format: int) -> None:
    dice = FiledDice(sealed(), format, say)
    assert dice.throw(FIRE, 5, needed=2) == sealed().throw(SENTENCE, 5, needed=2)
    assert dice.shuffle(FIRE, range(9)) == sealed().shuffle(SENTENCE, range(9))


def test_journals_of_format_3_hold_the_record_and_so_do_their_dice() -> None:
    roll = FiledDice(sealed(), 3, say).throw(FIRE, 5, needed=2)
    drawn = FiledDice(sealed(), 3, say).shuffle(FIRE, range(9))
    assert (roll.purpose, drawn.purpose) == (FIRE, FIRE)
    assert roll.faces != sealed().throw(SENTENCE, 5, needed=2).faces
    stem = sealed()._entry_dice.stem(FIRE).decode()
    assert stem == (
        f'["verdun",1,"german","{HEX}",{{"kind":"fire","parameters":{{"count":3,"needed":2,"place":"li"}}}}'
    )


def test_written_dice_spell_a_purpose_as_the_journal_did() -> None:
    assert FiledDice(WrittenDice([1]), 2, say).throw(FIRE, 1, needed=2).purpose == SENTENCE
    assert FiledDice(WrittenDice([1]), 3, say).throw(FIRE, 1, needed=2).purpose == FIRE


@pytest.mark.parametrize(
    ("written", "kind", "parameters"),
    [
        (SENTENCE, "fire", {"place": "li", "count": 3, "needed": 2}),
        (
            "Arras: 12 dice of Storm of Steel (1) at 10",
            "card-fire",
            {"place": "ar", "count": 12, "card": 1, "needed": 10},
        ),
        ("Melee", "melee", {}),
    ],
)
def test_a_sentence_of_an_old_journal_is_read_back(
    written: str, kind: str, parameters: Mapping[str, object]
) -> None:
    purpose = fact_text.upcast(written, THROWS, NAMED)
    assert purpose == convert({"kind": kind, "parameters": parameters}, Purpose)
    assert say(purpose) == written


@pytest.mark.parametrize(
    "written",
    ["", "Melee, defender", "Metz: 3 dice at 2", "Liège: some dice at 2", "Liège: 3 dice of Tanks (2) at 2"],
)
def test_a_sentence_that_no_rule_writes_is_left_as_it_is(written: str) -> None:
    assert fact_text.upcast(written, THROWS, NAMED) is None
    assert say(written) == written


@pytest.mark.parametrize(
    "purpose",
    [Purpose(kind="lottery"), Purpose(kind="fire"), Purpose(kind="fire", parameters={"place": "li"})],
)
def test_a_forged_record_is_shown_as_it_was_filed(purpose: Purpose) -> None:
    assert say(purpose) == str(purpose)
