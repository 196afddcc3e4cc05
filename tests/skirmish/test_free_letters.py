"""A letter in free words gets the orders that it probably means; none of them is played before a yes."""

import pytest

from referee.matches.judging import submission
from referee.matches.judging.proposals import free_letters
from referee.matches.matches import Match
from referee.reports import letter_answers
from referee.systems.proposed_orders import Proposal
from schemas.model import Order

AT = "2026-12-01T20:00:00Z"


def propose(match: Match, letter: str) -> Proposal[Order]:
    incoming = submission.open_letter("letter", letter.encode(), at=AT, side="british")
    return free_letters.propose(match.system, match.position(), "british", incoming.letter.orders)


def write(match: Match, letter: str) -> list[str]:
    """The proposed orders as lines; all figures of a unit as its name."""
    written: list[str] = []
    for one in propose(match, letter).orders:
        line = match.system.notation.write(one.order)
        for unit, count in {"br-s1": 8, "br-s2": 8, "br-mg": 3}.items():
            line = line.replace(", ".join(f"{unit}-{number}" for number in range(1, count + 1)), unit)
        written.append(line)
    return written


PROPOSED = {
    "Section 2 moves to 28,22.": ["manoeuvre br-s2 to 28.00,22.00"],
    "Section 2 rushes up to 28,22, and the commander sneaks along to 24,20.": [
        "rush br-s2 to 28.00,22.00",
        "stealthy br-hq-1 to 24.00,20.00",
    ],
    "Please move section 2 to 28,22 and the commander to 24,20. That's all.": [
        "manoeuvre br-s2 to 28.00,22.00",
        "manoeuvre br-hq-1 to 24.00,20.00",
        "done",
    ],
    "My men in section 2 go to 28,22 via 27,19, stopping after 6 inches.": [
        "manoeuvre br-s2 to 28.00,22.00 via 27.00,19.00 stop 6.00"
    ],
    "Shell 23,38 with br-art-1.\nThe commander looks around 24,27 within 6 inches.": [
        "barrage br-art-1 at 23.00,38.00",
        "look br-hq-1 around 24.00,27.00 within 6.00",
    ],
    "br-s2-4 and br-s2-6 should both walk to 32,18, thanks": ["manoeuvre br-s2-4, br-s2-6 to 32.00,18.00"],
    "Gruppe 2 geht nach 28,22 vor. Das war's.": ["manoeuvre br-s2 to 28.00,22.00", "done"],
    "La section 2 avance vers 28,22. C'est tout.": ["manoeuvre br-s2 to 28.00,22.00", "done"],
    "What a fight! Section 2 creeps forward to 28,18. Nothing else.": [
        "stealthy br-s2 to 28.00,18.00",
        "done",
    ],
}
"""Letters and the orders that they mean."""


@pytest.mark.parametrize(("letter", "orders"), PROPOSED.items())
def test_the_meant_orders_are_proposed(sap: Match, letter: str, orders: list[str]) -> None:
    assert write(sap, letter) == orders
    assert propose(sap, letter).unread == ()


LISTED = (
    "Section 2 won't move to 28,22.",
    "If c01 shoots, section 2 runs to 28,22.",
    "Shall section 2 move to 28,22?",
    "Perhaps section 2 moves to 28,22.",
    "Section 2 moved to 28,22 when they had shot at it.",
    "The enemy rushes to 24,30.",
    "They throw grenades at section 2 from 28,22.",
    "c02 fires at section 1 from 20,23!",
    "Tom says that section 2 moves to 28,22.",
    "Section 2 never goes to 28,22.",
    "Section 2 nowhere near 28,22.",
    "Gruppe 2 geht nicht nach 28,22.",
    "La section 2 n'avance pas vers 28,22.",
    "Section 2 had better be careful at 28,22.",
    "Someone rushes to 28,22.",
    "Section 2 moves to 28,22 and doesn't stop.",
)
"""Letters without an order of the side, although a figure, an enemy or a place is named."""


@pytest.mark.parametrize("letter", LISTED)
def test_a_sentence_without_an_order_is_listed_alone(sap: Match, letter: str) -> None:
    proposal = propose(sap, letter)

    assert proposal.orders == ()
    assert [one.words for one in proposal.unread] == [letter]


SAID = (
    "No. Section 2 moves to 28,22.",
    "Section 2 moves to 28,22. No.",
    "Section 2 moves to 28,22. Not really.",
    "Section 2 moves to 28,22. Non.",
    "We stay where we are.",
    "Section 1 is in a bad way.",
    "Good luck!",
    "On second thoughts, section 2 to 28,22.",
)


@pytest.mark.parametrize("letter", SAID)
def test_a_text_gets_no_proposal(sap: Match, letter: str) -> None:
    assert propose(sap, letter) == Proposal()


def test_an_illegal_order_is_listed_with_its_objections(sap: Match) -> None:
    proposal = propose(
        sap, "Section 1 rushes to 24,30, section 2 puts its masks on. The commander goes to 24,20. Done."
    )

    assert [(one.words, [it.clause for it in one.objections]) for one in proposal.unread] == [
        ("Section 1 rushes to 24,30", ["movement.wire"]),
        ("section 2 puts its masks on.", ["equipment.item"] * 8),
        ("Done.", []),
    ]
    assert len(proposal.orders) == 1, "done waits for what was left out"


def test_an_unseen_enemy_gets_the_answer_of_an_absent_one(sap: Match) -> None:
    """c09 is an enemy that the Vickers does not see, and there is no c77."""
    unseen, absent = (
        propose(sap, f"The Vickers looks at {enemy}, then moves on.") for enemy in ("c09", "c77")
    )

    assert str(unseen).replace("c09", "c77") == str(absent)


def test_nothing_is_filed_before_a_yes(sap: Match) -> None:
    text = "Section 2 rushes up to 28,22, and the commander sneaks along to 24,20. That's all."
    answer = letter_answers.rehearse(
        sap, submission.open_letter("letter", text.encode(), at=AT, side="british")
    )

    assert answer.accepted == ()
    assert answer.proposal is not None
    assert [line.order.partition(" ")[0] for line in answer.proposal.lines] == ["rush", "stealthy", "done"]
