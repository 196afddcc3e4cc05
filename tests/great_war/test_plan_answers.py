"""Answers of plans: one reading completes an answer, and an unreadable answer is refused when it is filed."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.dice.chain import Secrets
from referee.evidence.rule_checks import refusals
from referee.evidence.rule_checks.refusals import Refused
from referee.matches import matches, opening
from referee.matches.judging import standing_orders, submission
from referee.matches.matches import Match
from referee.reports import letter_answers
from schemas.answers.orders import Submitted
from schemas.letter import AdvanceOrder, FiledLine, RefusedLetter

AT = "2026-12-01T20:00:00Z"


def begin(folder: Path, seed: int = 1) -> Match:
    secrets = Secrets(seed=f"{seed:064x}", hidden="c0" * 32)
    return opening.open_match(folder, "west", "ttlm", scenario="1914", at=AT, secrets=secrets, phrases="none")


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return begin(tmp_path)


def send(match: Match, side: str, said: str) -> Submitted:
    sent = submission.open_letter("letter.txt", said.encode(), at=AT, side=side)
    return letter_answers.submit(match.folder.parent, match.name, sent)


def plan(match: Match, line: str) -> Submitted:
    return send(match, "german", f"plan for every battle as attacker:\n  {line}")


READ = {
    "losses: infantry first, then cavalry": "lose first infantry, then cavalry",
    "losses: infantry, then cavalry": "lose first infantry, then cavalry",
    "losses: infantry and cavalry": "lose first infantry, then cavalry",
    "losses: first infantry then cavalry  # as ever": "lose first infantry, then cavalry",
    "losses: lose infantry first, then cavalry": "lose first infantry, then cavalry",
    "losses: lose first the infantry, then forts": "lose first infantry, then fort",
    "losses: erst Infanterie, dann Kavallerie": "lose first infantry, then cavalry",
    "losses: d'abord infanterie, puis cavalerie": "lose first infantry, then cavalry",
    "losses: πρώτα πεζικό, μετά ιππικό": "lose first infantry, then cavalry",
    "losses: infantry": "lose first infantry",
    "losses: the cheapest first": "lose cheapest",
    "losses: ge-i1, ge-i2": "lose ge-i1, ge-i2",
    "losses: lose ge-i1": "lose ge-i1",
    "losses: lose 2nd army": "lose 2nd army",
    "losses: lose infantry": "lose infantry",
    "stand-or-retreat: ge-1 to Eifel": "retreat ge-1 to Eifel",
    "retreat-after: all cavalry to Eifel": "retreat all cavalry to Eifel",
    "retreat-after: retreat ge-1 to Eifel": "retreat ge-1 to Eifel",
    "retreat-after: stay": "stay",
    "combat-cards: none": "none",
    "combat-cards: gas": "gas",
    "combat-cards: play 42": "play 42",
}


@pytest.mark.parametrize(("line", "order"), READ.items())
def test_answer_with_one_reading_is_filed_as_an_order(match: Match, line: str, order: str) -> None:
    question = line.partition(":")[0]
    answer = plan(match, line)
    assert answer.in_advance == (f"when {question} as attacker: {order}",)


REFUSED = {
    "losses: whatever": ("no-answer", 11),
    "losses:   2 infantry": ("no-answer", 13),
    "losses: first army": ("no-answer", 11),
    "losses: lose be-99": ("piece-unknown", 16),
    "retreat-after: maybe": ("no-answer", 18),
    "retreat-after: retreat to Narnia": ("area-unknown", 29),
    "stand-or-retreat: Narnia": ("no-answer", 21),
    "stand-or-retreat: retreat ge-1": ("goal-missing", 33),
    "combat-cards: surely": ("no-answer", 17),
}


@pytest.mark.parametrize(("line", "fault"), REFUSED.items())
def test_unreadable_answer_is_refused_with_its_place(match: Match, line: str, fault: tuple[str, int]) -> None:
    answer = plan(match, line)
    (refused,) = answer.refused
    assert (refused.fact, refused.column) == fault
    assert answer.in_advance is None


def test_refusal_of_an_answer_lists_the_answers_to_its_question(match: Match) -> None:
    (refused,) = plan(match, "losses: whatever").refused
    assert refused.unreadable == '"whatever" is not an answer to `losses`'
    assert refused.remedy == "write `lose PIECES`, `lose first infantry, then cavalry` or `lose cheapest`"


@pytest.mark.parametrize("question", ["movement", "production", "offensive"])
def test_answer_outside_battles_is_kept_because_the_position_decides_its_reading(
    match: Match, question: str
) -> None:
    answer = send(match, "german", f"when {question}: whatever")
    assert not answer.refused
    assert answer.in_advance == (f"when {question}: whatever",)


OLD = AdvanceOrder(
    question="losses", order="infantry first, then cavalry", always=False, since=2, role="attacker"
)


def test_unreadable_order_of_an_older_version_is_still_listed(match: Match) -> None:
    state = match.position()
    (doubt,) = standing_orders.doubtful(match.system, state, "german", (OLD,))
    assert '"infantry" is not an order' in doubt


def test_refusal_of_an_older_version_beside_an_unreadable_answer_is_the_same_today(match: Match) -> None:
    text = "plan for every battle as attacker:\n  losses: whatever\n  retreat-after if it rains: stay\n"
    filed = FiledLine(line=3, column=20, text="retreat-after if it rains: stay", order="")
    letter = RefusedLetter(letter="ab" * 32, text=text, fallen=(filed,))
    one = Refused(side="german", letter=letter, filed=False, ordered=())
    (again,) = refusals.hear_again(match.system, match.position(), one)
    assert again.agrees
    (other,) = refusals.hear_again(
        match.system,
        match.position(),
        replace(one, letter=replace(letter, fallen=(replace(filed, line=2),))),
    )
    assert other.now is not None
    assert other.now.source.line == 2


ATTACK = "offensive 2\nmove ge-1 from aachen to liege\nbattle liege\ndone\n"
STANDING = """\
  cavalry-retreat: stay
  losses: lose first infantry, then cavalry
  stand-or-retreat: stand
  retreat-after: stay
"""
SECOND_VOLLEY = 21
"""Seed of dice by which two volleys in turn hit a fort that stands alone."""


def test_losses_of_the_next_volley_are_a_question_of_their_own(tmp_path: Path) -> None:
    match = begin(tmp_path, SECOND_VOLLEY)
    send(match, "entente", f"doctrine as defender:\n  combat-cards: no more\n{STANDING}")
    send(match, "german", f"{ATTACK}plan for liege as attacker:\n{STANDING}")

    match = matches.find(tmp_path, "west")
    orders = [move.order for step in match.steps() for move in step.moves if move.order is not None]
    assert [match.system.notation.write(one) for one in orders if one.side == "entente"] == [
        "lose liege-fort",
        "lose liege-fort",
        "lose liege-fort",
    ]
    assert [(one.side, one.question) for one in match.rules.prompts(match.position())] == [
        ("entente", "offensive")
    ]


CUT = {
    "cavalry: stay": "when cavalry-retreat as attacker: stay",
    "Cavalry if strength < 4: stay": "when cavalry-retreat as attacker if strength < 4: stay",
    "retreat: stay": "when retreat-after as attacker: stay",
    "retreat: Eifel": "when retreat-after as attacker: retreat to Eifel",
    "stand: stand": "when stand-or-retreat as attacker: stand",
    "combat: no more": "when combat-cards as attacker: no more",
    "loss: infantry first": "when losses as attacker: lose first infantry",
}


@pytest.mark.parametrize(("line", "order"), CUT.items())
def test_name_of_a_question_may_be_cut_short_in_a_plan(match: Match, line: str, order: str) -> None:
    answer = send(match, "german", f"plan for every battle as attacker:\n  retreat-after: stay\n\n  {line}")
    assert not answer.warnings
    assert answer.in_advance is not None
    assert order in answer.in_advance


NOT_CUT = {
    "no head": "pass\ncavalry: stay",
    "a short name": "plan for every battle as attacker:\n  losses: cheapest\nre: stay",
    "text between": "plan for every battle as attacker:\n  losses: cheapest\nHello Bob\ncavalry: stay",
    "a standing order above": "when losses: lose cheapest\ncavalry: stay",
    "a standing order below a plan": "doctrine as defender:\nwhen losses: lose cheapest\ncavalry: stay",
    "an order": "plan for every battle as attacker:\n  losses: cheapest\nretreat: ge-1 to Eifel",
}


@pytest.mark.parametrize("letter", NOT_CUT.values(), ids=NOT_CUT)
def test_line_elsewhere_is_not_read_as_one_of_a_plan(match: Match, letter: str) -> None:
    answer = send(match, "german", letter)
    last = letter.splitlines()[-1]
    if last == "cavalry: stay":
        assert not answer.refused
        assert any(f"`{last}`" in warning for warning in answer.warnings)
    else:
        assert last in [line.text for line in answer.refused]
    assert len(answer.in_advance or ()) < 2


def test_fault_below_a_name_that_was_cut_short_has_its_own_column(match: Match) -> None:
    (refused,) = plan(match, "cavalry if it rains: stay").refused
    assert (refused.fact, refused.line, refused.column) == ("condition-unknown", 2, 14)
    (refused,) = plan(match, "retreat: maybe").refused
    assert (refused.fact, refused.line, refused.column) == ("no-answer", 2, 12)


def test_refused_letter_with_a_name_that_was_cut_short_is_judged_alike(match: Match) -> None:
    text = "plan for every battle as attacker:\n  cavalry: stay\n  losses: whatever\n"
    answer = send(match, "german", text)
    assert [line.line for line in answer.refused] == [3]
    again = send(match, "german", text)
    assert (again.again, again.unheard) == (True, answer.unheard)

    entries = matches.find(match.folder.parent, "west").entries
    assert refusals.find_different(match.header, match.system, entries, frozenset()) == ()


def test_line_that_an_older_version_refused_is_not_completed(match: Match) -> None:
    text = "plan for every battle as attacker:\n  cavalry: stay\n  retreat: stay\n"
    filed = FiledLine(line=3, column=10, text="retreat: stay")
    letter = RefusedLetter(letter="ab" * 32, text=text, fallen=(filed,))
    one = Refused(side="german", letter=letter, filed=False, ordered=())
    (again,) = refusals.hear_again(match.system, match.position(), one)
    assert again.agrees
