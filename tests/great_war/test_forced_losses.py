"""Losses that the rules take without a choice, and `done` for a question that orders of its letter open."""

from random import Random

import pytest

from referee.engine import machine
from referee.matches.judging import judge_letter
from referee.matches.judging.judge_letter import LetterJudgement
from referee.packs import rulesets
from referee.packs.conformance.great_war import setup
from referee.systems.great_war.rules import GreatWar
from schemas.great_war.case import GreatWarGiven
from schemas.letter import LetterLine
from tests.loose_dice import LooseDice
from tests.systems import system_of

WEST, EAST = ("ttlm", "1914", "german"), ("aac", "campaign", "central")

VERDUN = GreatWarGiven(
    season="WINTER 1915-16", asked="game events", pieces="posen: ge-i1\nsilesia: ge-i2, ge-i3"
)
"""Two of three infantry leave the East: the first alone differs from the others."""

ITALY = GreatWarGiven(
    season="SUMMER 1915",
    asked="game events",
    pieces="krakow: ah-1 [ah-i1 ah-i2 ah-i3 ah-i4]\nbudapest: ah-i9",
)
"""Four of five infantry leave, and only the lone one differs from the others."""

HITS = GreatWarGiven(
    asked="german losses 2 in reims", pieces="reims: ge-1 [ge-i1 ge-i2 ge-c1 ge-c2], fr-1 [3I]"
)
"""After the first loss only the other kind can pay."""

SUPPLY = GreatWarGiven(
    asked="the supply check",
    owners={"reims": "german", "chalons": "german"},
    pieces="reims: ge-1 [ge-i1 ge-i2 ge-a1]\nchalons: ge-2 [ge-i3 ge-i4], ge-i9",
)
"""One army has a choice; a like one and a lone piece have none."""


def judge(match: tuple[str, str, str], given: GreatWarGiven, *lines: str) -> LetterJudgement:
    pack, scenario, side = match
    game = rulesets.bind(pack, scenario, {})
    assert isinstance(game.rules, GreatWar)
    asked = [LetterLine(line=at, text=line, typed=line) for at, line in enumerate(lines, 1)]
    dice = LooseDice(Random(1))
    start, _ = machine.run_on(game.rules, setup.position(game.rules, given), dice)
    return judge_letter.judge_lines(system_of(game.rules), start, side, asked, lambda _: dice)


COMPLETE = {
    "a withdrawal in two lines": (EAST, VERDUN, ("lose ge-i1", "lose ge-i2")),
    "a withdrawal in one line": (EAST, VERDUN, ("lose ge-i1, ge-i3",)),
    "a withdrawal from an army": (EAST, ITALY, ("lose ah-i9, ah-i1, ah-i2, ah-i3",)),
    "hits": (WEST, HITS, ("lose ge-i1", "lose ge-c1")),
    "hits, the other way round": (WEST, HITS, ("lose ge-c2, ge-i2",)),
    "attrition": (WEST, SUPPLY, ("lose ge-i1", "lose ge-i3", "lose ge-i9")),
    "attrition, the losses without a choice first": (
        WEST,
        SUPPLY,
        ("lose ge-i9", "lose ge-i4", "lose ge-a1"),
    ),
}


@pytest.mark.parametrize(("match", "given", "lines"), COMPLETE.values(), ids=COMPLETE)
def test_loss_that_is_taken_anyway_is_left_out(
    match: tuple[str, str, str], given: GreatWarGiven, lines: tuple[str, ...]
) -> None:
    judgement = judge(match, given, *lines)

    assert (judgement.refused_lines, judgement.unjudged_lines) == ([], [])
    assert judgement.superfluous


WRONG = {
    "one more than was asked": (EAST, VERDUN, ("lose ge-i1, ge-i2, ge-i3",)),
    "a kind that cannot pay": (WEST, HITS, ("lose ge-i1", "lose ge-i2")),
    "the same again": (WEST, HITS, ("lose ge-i1", "lose ge-c1", "lose ge-c2")),
    "a piece of another army": (WEST, SUPPLY, ("lose ge-i1", "lose ge-i2")),
}


@pytest.mark.parametrize(("match", "given", "lines"), WRONG.values(), ids=WRONG)
def test_other_loss_is_refused(
    match: tuple[str, str, str], given: GreatWarGiven, lines: tuple[str, ...]
) -> None:
    assert judge(match, given, *lines).refused_lines


def test_done_behind_the_last_loss_does_not_close_production() -> None:
    judgement = judge(WEST, SUPPLY, "lose ge-i1", "done")

    assert [one.order.type for one in judgement.accepted_orders] == ["forfeit"]
    assert [one.order for one in judgement.superfluous if not one.objections]


def test_done_behind_the_last_pass_of_a_season_does_not_close_production() -> None:
    given = GreatWarGiven(passes=1, asked="german offensive", pieces="metz: ge-1 [2I]")
    judgement = judge(WEST, given, "pass", "done", "done")

    assert [one.order.type for one in judgement.accepted_orders] == ["pass", "done"]
    assert (judgement.refused_lines, len(judgement.superfluous)) == ([], 1)


def test_done_behind_a_crisis_closes_movement() -> None:
    given = GreatWarGiven(
        season="SPRING 1915", asked="german movement", hands={"german": ("54",)}, pieces="lille: uk-i1"
    )
    judgement = judge(WEST, given, "play 54", "done")

    assert [one.order.type for one in judgement.accepted_orders] == ["play", "done"]


def test_done_behind_a_purchase_closes_production() -> None:
    judgement = judge(WEST, SUPPLY, "lose ge-i1", "done", "buy 3 cards", "done")

    assert [one.order.type for one in judgement.accepted_orders] == ["forfeit", "buy", "done"]
    assert not judgement.refused_lines


def test_done_behind_the_last_discard_does_not_close_reinforcements() -> None:
    given = GreatWarGiven(
        season="SUMMER 1915", asked="discards", hands={"central": tuple(str(card) for card in range(1, 14))}
    )
    judgement = judge(EAST, given, "discard 1", "done")

    assert [one.order.type for one in judgement.accepted_orders] == ["discard"]
    assert not judgement.refused_lines
