"""Plans for a battle, doctrines that stand, and what an order in advance may depend on (ruling A-96)."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.dice.chain import Secrets
from referee.matches import matches, opening
from referee.matches.judging import standing_orders, submission
from referee.matches.judging.standing_order_lines import FRESH
from referee.matches.judging.standing_orders import Turn
from referee.matches.matches import Match
from referee.reports import documents, letter_answers
from referee.reports.formats import plain_text
from referee.systems.great_war.state.position import Position
from schemas.answers.orders import Submitted
from schemas.letter import AdvanceOrder
from tests.evidence.rulings.meuse import play

AT = "2026-12-01T20:00:00Z"
SECRETS = Secrets(seed="5e" * 32, hidden="c0" * 32)

ATTACK = "move ge-1 from aachen to liege\nbattle liege\ndone"

PLAN = """\
plan for liege as attacker:
  cavalry-retreat: stay
  losses: lose first infantry, then cavalry
  stand-or-retreat: stand
  retreat-after: stay"""

DOCTRINE = """\
doctrine as defender:
  combat-cards: no more
  cavalry-retreat: stay
  losses: lose cheapest
  stand-or-retreat: stand
  retreat-after: stay"""


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return opening.open_match(
        tmp_path, "west", "ttlm", scenario="1914", at=AT, secrets=SECRETS, phrases="none"
    )


def send(match: Match, side: str, said: str) -> Submitted:
    sent = submission.open_letter("letter.txt", said.encode(), at=AT, side=side)
    return letter_answers.submit(match.folder.parent, match.name, sent)


def again(match: Match) -> Match:
    return matches.find(match.folder.parent, match.name)


def attack(match: Match) -> str:
    """A letter that attacks Liège with the first card that is an offensive."""
    (prompt,) = match.rules.prompts(match.position())
    lines = map(match.system.notation.write, match.rules.lawful(match.position(), prompt))
    return f"{next(line for line in lines if line.startswith('offensive'))}\n{ATTACK}\n"


def questions(match: Match) -> list[tuple[str, str]]:
    found = again(match)
    return [(prompt.side, prompt.question) for prompt in found.rules.prompts(found.position())]


def kept(match: Match, side: str) -> list[str]:
    return [str(order) for order in standing_orders.list_live(again(match), side)]


def test_a_battle_with_plans_of_both_sides_takes_two_letters(match: Match) -> None:
    send(match, "entente", DOCTRINE)
    answer = send(match, "german", attack(match) + PLAN)

    assert not answer.refused
    assert not answer.warnings
    assert questions(match) == [("entente", "offensive")]
    assert len(again(match).steps_back().__next__().moves) == 1


def test_a_plan_is_over_with_the_player_turn_and_a_doctrine_stands(match: Match) -> None:
    send(match, "entente", DOCTRINE)
    begun, _, rest = attack(match).partition("done")
    assert rest == "\n"
    send(match, "german", begun + PLAN)
    assert len(kept(match, "german")) == 4
    send(match, "german", "done")
    assert kept(match, "german") == []
    assert len(kept(match, "entente")) == 5
    assert all("as defender always" in line for line in kept(match, "entente"))


EVERY = PLAN.replace("for liege", "for every battle")


def test_a_plan_for_every_battle_answers_those_of_the_turn_alone(match: Match) -> None:
    send(match, "entente", DOCTRINE)
    begun, _, _ = attack(match).partition("done")
    send(match, "german", begun + EVERY)
    assert kept(match, "german")[1] == "when losses as attacker: lose first infantry, then cavalry"
    send(match, "german", "done")
    assert questions(match) == [("entente", "offensive")]
    assert kept(match, "german") == []


RIDES = "cavalry-retreat: retreat all cavalry in liege to"
ORDERS = (
    f"doctrine as attacker:\n{RIDES} eifel",
    f"plan for every battle as attacker:\n{RIDES} aachen",
    "plan for liege as attacker:\ncavalry-retreat: stay",
)


@pytest.mark.parametrize(("last", "goes"), [(1, "eifel"), (2, "aachen"), (3, "")])
def test_a_plan_for_one_battle_goes_before_that_for_every_battle_and_that_before_a_doctrine(
    match: Match, last: int, goes: str
) -> None:
    answer = send(match, "german", "\n".join((attack(match), *ORDERS[:last])))
    assert not answer.refused
    moves = [move for step in again(match).steps() for move in step.moves if move.order is not None]
    assert [move.order.to for move in moves if move.order.type == "retreat"] == ([goes] if goes else [])


FORGOTTEN = {
    "forget plan": [],
    "forget plan for every battle": ["when losses in liege: lose cheapest", "when offensive: pass"],
    "forget plan for all battles as defender": [
        "when losses in liege: lose cheapest",
        "when offensive: pass",
        "when losses as attacker: lose cheapest",
    ],
    "forget plan for liege": ["when offensive: pass", "when losses as attacker: lose cheapest"],
}


@pytest.mark.parametrize(("line", "left"), FORGOTTEN.items())
def test_a_plan_for_every_battle_is_forgotten_apart_from_that_for_one(
    match: Match, line: str, left: list[str]
) -> None:
    every = "plan for every battle as attacker:\n losses: lose cheapest"
    send(match, "german", f"plan for liege:\n losses: lose cheapest\nwhen offensive: pass\n{every}")
    send(match, "german", every)
    assert len(kept(match, "german")) == 3
    send(match, "german", line)
    assert [order for order in kept(match, "german") if "offensive" not in order] == [
        order for order in left if "offensive" not in order
    ]
    assert "when offensive: pass" in kept(match, "german")


KEPT = {
    "when losses: lose cheapest": "when losses: lose cheapest",
    "when losses in Liège as attacker: lose cheapest": "when losses in liege as attacker: lose cheapest",
    "when losses as def if strength<4 always: lose cheapest":
        "when losses as defender if strength < 4 always: lose cheapest",
    "when losses always in liege if enemy losses >= 2 and 5th German Army alone: lose be-i1":
        "when losses in liege if enemy losses >= 2 and alone ge-5 always: lose be-i1",
    "when stand-or-retreat this turn if with ge-1 if card 27: stand":
        "when stand-or-retreat if with ge-1 and card 27: stand",
    "when offensive this  season: pass": "when offensive if turn 1 always: pass",
    "when offensive if turn 2 always: pass": "when offensive if turn 2 always: pass",
    "plan liege:\nlosses: lose cheapest": "when losses in liege: lose cheapest",
    "plan for liege\nlosses: lose cheapest": "when losses in liege: lose cheapest",
    "doctrine as defender\nlosses: lose cheapest": "when losses as defender always: lose cheapest",
    "doctrine as defender:losses: lose cheapest": "when losses as defender always: lose cheapest",
    "doctrine as defender: losses: lose cheapest": "when losses as defender always: lose cheapest",
    "plan for liege if strength > 3: losses if losses < 2: lose cheapest":
        "when losses in liege if strength > 3 and losses < 2: lose cheapest",
}  # fmt: skip


@pytest.mark.parametrize(("line", "told"), KEPT.items())
def test_a_line_says_where_in_which_role_when_and_how_long(match: Match, line: str, told: str) -> None:
    assert not send(match, "german", line).refused
    assert kept(match, "german") == [told]


REFUSED = {
    "when re: stay": "`re` is not one question: write reinforcements, rerolls or retreat-after",
    "when losses as bystander: stay": "there is no role `bystander`: write attacker or defender",
    "when losses if it rains: stay": "is not a condition; write: strength < 5",
    "when losses if 99th army alone: stay": "",
    "plan for nowhere:": "`nowhere` is not one area",
    "plan for as attacker:": "the battle is missing; write: plan for AREA:",
    "losses: lose cheapest": "this line belongs to a plan",
    "doctrine: losses: lose cheapest": "the role is missing; write: doctrine as attacker or defender:",
    "forget doctrine": "there is no standing order for doctrine",
    "forget plan": "there is no standing order for plan",
}


@pytest.mark.parametrize(("line", "why"), REFUSED.items())
def test_a_line_that_says_it_badly_is_refused(match: Match, line: str, why: str) -> None:
    (refused,) = send(match, "german", line).refused
    assert why in refused.unreadable
    assert refused.unreadable


CONDITIONS = [
    ("when losses if ", "it rains", ": stay"),
    ("when losses if strength < 4  and ", "it rains", ": stay"),
    ("when losses if strength < 4 AND card 27 and ", "it rains", " always: stay"),
    ("plan liege if  ", "it rains", ":"),
]
"""What stands before a condition that is none, the condition, and the rest of the line."""


@pytest.mark.parametrize(("before", "condition", "after"), CONDITIONS)
def test_a_condition_that_is_none_is_told_where_it_stands(
    match: Match, before: str, condition: str, after: str
) -> None:
    (refused,) = send(match, "german", before + condition + after).refused

    assert f'"{condition}" is not a condition' in refused.unreadable
    assert refused.column == len(before) + 1


def test_a_new_doctrine_takes_the_place_of_the_one_for_the_same_role(match: Match) -> None:
    send(match, "entente", DOCTRINE)
    send(match, "entente", "doctrine as attacker:\n  losses: lose cheapest")
    send(match, "entente", "doctrine as defender:\n  stand-or-retreat: stand")
    assert kept(match, "entente") == [
        "when losses as attacker always: lose cheapest",
        "when stand-or-retreat as defender always: stand",
    ]
    send(match, "entente", "forget doctrine as attacker")
    assert len(kept(match, "entente")) == 1
    send(match, "entente", "when losses in liege: lose cheapest\nforget doctrine")
    assert kept(match, "entente") == ["when losses in liege: lose cheapest"]
    send(match, "entente", "forget plan for liege   ")
    assert kept(match, "entente") == []


REPLACED = {
    "plan for liege:": ["when rerolls in liege always: done", "when rerolls: done", "when losses: lose be-1"],
    "plan for every battle:": [
        "when rerolls in liege: done",
        "when rerolls in liege always: done",
        "when rerolls: done",
    ],
}
"""The head of a plan, and what was ordered before and stays beside it."""


@pytest.mark.parametrize(("head", "stays"), REPLACED.items())
def test_a_new_plan_takes_the_place_of_what_was_ordered_for_the_same_battles(
    match: Match, head: str, stays: list[str]
) -> None:
    before = ("rerolls in liege: done", "rerolls in liege always: done", "rerolls: done", "losses: lose be-1")
    send(match, "entente", "\n".join(f"when {line}" for line in before))
    send(match, "entente", head)

    assert kept(match, "entente") == stays


@pytest.mark.parametrize(("role", "asked"), [("defender", "german"), ("attacker", "entente")])
def test_a_line_for_the_other_role_does_not_fire(match: Match, role: str, asked: str) -> None:
    """An order for the defence once pulled cavalry out of its side's own attack."""
    send(match, "entente", DOCTRINE)
    send(match, "german", DOCTRINE.replace("defender", role))
    send(match, "german", attack(match))
    assert questions(match)[0][0] == asked


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("when offensive: pass", True),
        ("when offensive this season: pass", False),
        ("when offensive always: pass", False),
    ],
)
def test_what_was_ordered_in_a_player_turn_is_over_when_the_next_one_begins(
    match: Match, line: str, asked: bool
) -> None:
    send(match, "entente", line)
    send(match, "german", "pass\ndone")
    assert (("entente", "offensive") in questions(match)) is asked


def test_with_a_player_turn_goes_what_was_not_ordered_for_ever(match: Match) -> None:
    send(match, "entente", "when losses: lose cheapest\nwhen retreat-after always: stay")
    send(match, "german", "pass\ndone")

    assert kept(match, "entente") == ["when retreat-after always: stay"]


def test_an_order_for_this_season_ends_with_the_season(match: Match) -> None:
    send(match, "entente", "when offensive this season: pass\nwhen pass-move this season: done")
    pass_until_next_season(match)

    assert ("entente", "offensive") in questions(match)
    assert kept(match, "entente") == []


def pass_until_next_season(match: Match) -> None:
    """Let both sides do nothing until the Entente is asked for an offensive in the second season."""
    for _ in range(20):
        side, question = questions(match)[0]
        position = again(match).position()
        assert isinstance(position, Position)
        if position.map.turn == 2 and (side, question) == ("entente", "offensive"):
            return
        # Each letter names its question, so that none is taken for the same letter again.
        letter = [f"answers: {len(again(match).entries)}", *read_proposal(match, side)]
        assert not send(match, side, "\n".join(letter)).refused, question
    raise AssertionError("no second season")


def read_proposal(match: Match, side: str) -> list[str]:
    """Return the orders that the template proposes, without their number signs."""
    found = again(match)
    template = found.system.notation.template(found.position(), side)
    first = next(at for at, line in enumerate(template) if "Proposed orders" in line)
    return [line.removeprefix("# ") for line in template[first + 1 :]]


SEASON_PASSES = (
    "pass this season",
    "I pass for the rest of the season.",
    "I'll pass until the season ends",
    "Je passe cette saison.",
    "passe pour le reste de la saison",
    "Ich passe diese Saison!",
    "passen bis Saisonende",
    "πάσο ως το τέλος της εποχής",
)


@pytest.mark.parametrize("line", SEASON_PASSES)
def test_a_pass_for_the_season_answers_each_offensive_of_the_season(match: Match, line: str) -> None:
    assert not send(match, "german", line).refused
    assert kept(match, "german") == [
        "when offensive if turn 1 always: pass",
        "when pass-move if turn 1 always: done",
    ]
    assert questions(match) == [("entente", "offensive")]


@pytest.mark.parametrize(
    "line",
    [
        "I pass. Not for the rest of the season, only now.",
        "I pass for the rest of the season. No, only now.",
        "Ich passe. Nicht für den Rest der Saison, nur jetzt.",
        "Je passe. Mais pas pour toute la saison.",
        "Pass. And pass for the rest of the season as well, if I must.",
    ],
)
def test_a_second_sentence_may_limit_a_pass_to_this_turn(match: Match, line: str) -> None:
    send(match, "german", line)
    assert kept(match, "german") == []


@pytest.mark.parametrize(
    "line",
    [
        "Pass this season?",
        "when offensive this season: pass?",
        "πάσο αυτή την εποχή;",
        "he passes this season",
        "pass this season or not",
    ],
)
def test_other_words_pass_for_no_season(match: Match, line: str) -> None:
    assert send(match, "german", line).refused
    assert kept(match, "german") == []


AFTER_A_LOSS = {
    "when losses in liege if losses >= 1: lose liege-fort": [],
    "when losses in liege if losses >= 1: lose liege-fort\nwhen discards always: done": [],
    "when losses in liege if losses >= 9: lose liege-fort": [("entente", "losses")],
}


@pytest.mark.parametrize(("line", "left"), AFTER_A_LOSS.items())
def test_what_was_lost_before_meets_a_condition(
    tmp_path: Path, line: str, left: list[tuple[str, str]]
) -> None:
    """The Meuse: three hits are to be paid, and a letter pays the first of them."""
    meuse = play(tmp_path, "battle-by-battle", 21)
    assert questions(meuse) == [("entente", "losses")]

    assert not send(meuse, "entente", f"lose liege-fort\n{line}").refused
    assert [one for one in questions(meuse) if one == ("entente", "losses")] == left


def test_a_line_that_is_passed_over_is_not_blamed_on_a_condition_that_a_loss_has_met(tmp_path: Path) -> None:
    meuse = play(tmp_path, "battle-by-battle", 21)
    waits = "when discards: done\nwhen losses in liege if losses >= 1: lose ge-1"
    send(meuse, "entente", f"lose liege-fort\n{waits}")

    (_, later), (_, why) = standing_orders.list_waiting(again(meuse), "entente")
    assert later == ""
    assert "ge-1" in why
    assert "does not hold" not in why


PASS = AdvanceOrder(question="offensive", order="pass", always=False, since=5)

MEANT: dict[str, tuple[AdvanceOrder, bool]] = {
    "of this player turn": (PASS, True),
    "of a player turn that is over": (replace(PASS, since=4), False),
    "of old, for ever": (replace(PASS, since=4, always=True), True),
    "not filed yet": (replace(PASS, since=FRESH), True),
    "for another question": (replace(PASS, question="losses"), False),
    "about a place": (replace(PASS, subject="liege"), False),
    "in a role that the question has not": (replace(PASS, role="defender"), False),
    "in this season": (replace(PASS, since=4, always=True, conditions=("turn 1",)), True),
    "in another season": (replace(PASS, since=4, always=True, conditions=("turn 2",)), False),
    "under a condition that holds": (replace(PASS, conditions=("strength < 99",)), True),
    "under a second condition that does not": (
        replace(PASS, conditions=("strength < 99", "strength > 98")),
        False,
    ),
}
"""Orders in advance before an offensive, in a player turn that began with entry 5."""


@pytest.mark.parametrize(("order", "meant"), MEANT.values(), ids=MEANT)
def test_an_order_in_advance_is_meant_for_its_question_alone(
    match: Match, order: AdvanceOrder, meant: bool
) -> None:
    (prompt,) = match.rules.prompts(match.position())
    assert standing_orders.is_meant(match.system, match.position(), prompt, Turn(seq=5), order) is meant


PASSED = {
    "when offensive: offensive 99": "99",
    "when offensive as defender: pass": "it is for the defender",
    "when offensive if strength > 99: pass": "`strength > 99` is not met",
    "when offensive if strength < 99 and strength > 98: pass": "`strength > 98` is not met",
}


@pytest.mark.parametrize(("line", "why"), PASSED.items())
def test_a_line_that_was_passed_over_says_why_in_the_report(match: Match, line: str, why: str) -> None:
    send(match, "german", line)
    told = " ".join(plain_text.write(documents.report(again(match), "german")).split())
    assert "(skipped: " in told
    assert why in told.partition("(skipped: ")[2]
    assert "passed over" not in plain_text.write(documents.report(again(match), "entente"))
