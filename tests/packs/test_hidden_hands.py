"""A plug-in with hidden hands: its copies are judged fairly, and its sentences are translated."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from referee.engine import machine
from referee.engine.copy_check import CopiedMove, Judgement
from referee.engine.facts import Stated
from referee.faults import Unreadable
from referee.i18n.translator import Translator
from referee.packs.conformance.system_kit import SeededDice, check_system
from schemas.journal import FORMAT
from schemas.record import REFEREE, Event, Purpose
from schemas.vocabulary import VOCABULARY
from tests.packs.card_game import SIDES, TABLES, Lucky, Play, Text, bind

CARDS = bind(TABLES).system


def open_game(seed: int) -> tuple[Any, tuple[Any, ...]]:
    """The position after the deal, and its events."""
    return machine.run_on(CARDS.rules, CARDS.rules.start(), SeededDice(Random(seed)))


def judge_deal(events: tuple[Event, ...], viewer: str) -> Judgement:
    """Judge the opening in the copy of a side."""
    visible = tuple(one for event in events if (one := CARDS.secrecy.redact_event(event, viewer)) is not None)
    move: CopiedMove[Any, Any] = CopiedMove(viewer, REFEREE, None, visible, VOCABULARY, FORMAT)
    return CARDS.secrecy.judge_seen(CARDS.rules.start(), move)


@pytest.mark.parametrize("viewer", SIDES)
@pytest.mark.parametrize("seed", range(5))
def test_honest_deal_is_not_contradicted_by_a_deck_that_its_reader_does_not_see(
    viewer: str, seed: int
) -> None:
    judgement = judge_deal(open_game(seed)[1], viewer)

    assert judgement.wrong == ()
    assert [(one.number, one.said.fact.code) for one in judgement.unjudged] == [
        (number, "deck-hidden") for number in (2, 3, 4, 5)
    ]


def test_part_of_a_deal_before_the_hidden_order_is_judged() -> None:
    events = open_game(1)[1]
    dealt = replace(events[0], size=9)

    (finding,) = judge_deal((dealt, *events[1:]), "north").wrong

    assert (finding.number, finding.said.fact.code) == (1, "part-other")


def test_dice_that_follow_from_a_hidden_deck_are_not_missed() -> None:
    """The deck in the copy gives the die to a side at once; the true one may have needed no die."""
    events = tuple(event for event in open_game(1)[1] if not isinstance(event, Lucky))

    judgement = judge_deal(events, "north")

    assert judgement.wrong == ()
    assert {one.said.fact.code for one in judgement.unjudged} == {"deck-hidden"}


def test_kit_finds_nothing_in_a_game_of_hidden_hands() -> None:
    assert check_system(bind(TABLES), games=5) == ()


def test_kit_finds_tables_that_claim_to_know_hidden_facts() -> None:
    """The rules would refuse the card of another side, whose hand the reader of the copy does not see."""
    orders = (replace(TABLES.orders[0], sealed=False),)
    faults = check_system(bind(replace(TABLES, orders=orders, knows=lambda _: True)), games=5)

    assert any(fault.startswith("an honest copy of ") for fault in faults)


UNREADABLE: dict[str, tuple[str, bool]] = {
    "play x": ("no-value", True),
    "paly 3": ("no-order", True),
    "hello": ("no-order", False),
    "": ("no-order", False),
}
"""Lines, the code of their fault, and True if the fault offers the legal lines."""


@pytest.mark.parametrize("line", UNREADABLE)
def test_line_that_cannot_be_read_offers_the_legal_lines_of_its_order(line: str) -> None:
    state, _ = open_game(1)
    legal = tuple(f"play {card}" for card in state.hands["north"])

    with pytest.raises(Unreadable) as fault:
        CARDS.notation.read(state, "north", line)

    code, is_near = UNREADABLE[line]
    assert fault.value.complaints[0].code == code
    assert fault.value.readings == (legal if is_near else ())
    if code == "no-order":
        assert fault.value.complaints[0].remedy == "orders are `play {card}`"


def test_questions_refusals_and_purposes_are_translated() -> None:
    state, _ = open_game(1)
    language: Any = CARDS.speaking(Translator("fr"), None).language
    order = Play(side="north", card=9)
    (objection,) = CARDS.rules.objections(state, order)
    hand = ", ".join(map(str, state.hands["north"]))

    assert language.ask(CARDS.rules.prompts(state)[0]).text == "Jouez une carte, au tour 1."
    assert language.word(objection).text == "la carte 9 n'est pas dans votre main"
    assert language.word(objection).remedy == f"jouez l'une de {hand}"
    assert language.word_purpose(Purpose(kind="deal")) == "la donne"
    untranslated = Stated(Text.LUCK, (("side", "north"),))
    assert language.word(untranslated).text == "north adds a die"
