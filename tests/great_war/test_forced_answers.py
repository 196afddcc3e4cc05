"""No side is asked for the only lawful answer, and that tells nobody what a hand holds."""

from itertools import islice
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from referee.evidence import match_verification
from referee.matches import matches
from referee.matches.judging import standing_orders
from referee.matches.matches import Match
from referee.matches.shelf import JOURNAL
from referee.reports import documents
from referee.reports.formats import plain_text
from tests.benchmarks import letters
from tests.great_war.matches import record


def lay_down(war: str, root: Path) -> Match:
    path = root / war / JOURNAL
    path.parent.mkdir(parents=True)
    path.write_bytes(record.unpacked(war))
    return matches.find(root, war)


def test_machine_gave_the_only_legal_answers_of_a_match_of_format_3(tmp_path: Path) -> None:
    match = lay_down("phrased", tmp_path)
    forced = {
        entry.body.seq for entry in match.entries if any("forced" in part for part in entry.private.values())
    }
    assert forced
    for step in match.steps():
        (prompt, *_) = match.rules.prompts(step.before) or (None,)
        is_forced = prompt is not None and standing_orders.is_forced(match.system, step.before, prompt)
        assert is_forced is (step.seq in forced)
    assert match_verification.verify(tmp_path / "phrased" / JOURNAL).on_word == 0

    told = plain_text.write(documents.report(match, "referee", since=0, full=True))
    assert told.count("the only legal answer") == len(forced)


def test_no_hand_decides_what_is_forced(tmp_path: Path) -> None:
    """The same questions with other cards in both hands, as many as before, have the same answers."""
    match, drawn, met = lay_down("german-decisive", tmp_path), Random(1), 0
    for step in islice(match.steps(), 900):
        for prompt in match.rules.prompts(step.before):
            if match.system.advisor.is_plain(step.before, prompt):
                cards = drawn.sample(range(1, 56), 55)
                hands = {
                    side: replace(hand, cards=tuple(sorted(cards[n::2][: hand.size])), locked=())
                    for n, (side, hand) in enumerate(step.before.hands.items())
                }
                other = replace(step.before, hands=hands)
                assert list(match.rules.lawful(other, prompt)) == list(
                    match.rules.lawful(step.before, prompt)
                )
                met += 1
    assert met > 50


def test_a_side_without_cards_is_not_asked_for_cards_on_battles(tmp_path: Path) -> None:
    """How many cards a hand holds is public: nothing but `done` is lawful, and both sides can see that."""
    match, met = lay_down("armistice", tmp_path), 0
    for step in match.steps():
        for prompt in match.rules.prompts(step.before):
            if prompt.question == "combat-cards":
                hand = step.before.hands[prompt.side]
                empty = replace(hand, size=0, cards=(), locked=())
                bare = replace(step.before, hands={**step.before.hands, prompt.side: empty})
                assert standing_orders.is_forced(match.system, bare, prompt)
                assert not standing_orders.is_forced(match.system, step.before, prompt)
                met += 1
    assert met


@pytest.mark.parametrize("war", ["entente-decisive", "armistice"])
def test_a_player_turn_takes_two_letters_with_plans_and_six_with_answers_ahead(
    war: str, tmp_path: Path
) -> None:
    """The whole wars by hand: `python -m tests.benchmarks.letters`."""
    counts = letters.count(war, tmp_path)
    assert max(count.battles for count in counts) > 1
    assert max(count.plans for count in counts) == 2
    assert max(count.count("ahead") for count in counts) <= 6
    assert max(count.count("asked") for count in counts) > 6
