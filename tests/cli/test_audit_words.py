"""Audits, copies and repairs in words: one and several, with each part and without it."""

from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from referee.cli.render import evidence, rulings
from referee.cli.render.evidence import MOST_FINDINGS
from referee.i18n.translator import ENGLISH, Translator
from schemas.answers.complaints import FiledComplaint
from schemas.answers.evidence import Audit, Audited, Limits
from schemas.answers.matches import FoundWitness, Limit, OwnView, Tail, ViewFinding
from schemas.answers.odds import OrderChange
from schemas.record import Place, Record
from tests.cli.worded_evidence import RESOLVED, RULED, VERIFIED, Worded

VIEW = OwnView(viewer="red", orders=9, orders_judged=8, events=20, events_judged=15, rolls=4, rolls_judged=3)
JUDGED = "Judged from the view of red: 8 of 9 orders, 15 of 20 events, 3 of 4 rolls."


def find(entry: int, text: str) -> ViewFinding:
    return ViewFinding(entry=entry, event=1, code="c", text=text)


def otherwise(count: int) -> tuple[ViewFinding, ...]:
    """So many things that must be otherwise."""
    return tuple(find(entry, "the die") for entry in range(1, count + 1))


def say_otherwise(count: int) -> list[str]:
    return [f"Today's rules differ in entry {entry}: the die." for entry in range(1, count + 1)]


PROOF = "duel: all seals are valid up to entry 9."
DICE = "Dice: 12 in 5 rolls follow from 4 published keys."
HEAD = "head 9:ab"
MORE = "`referee dispute MATCH|FILE ENTRY` explains an entry."

PROVED: list[Worded] = [
    (
        replace(VERIFIED, tail=Tail(file="f", after=9, lines=1)),
        (
            "1 line after entry 9 was moved to f; nothing was deleted.",
            PROOF,
            DICE,
            HEAD,
        ),
    ),
    (
        replace(VERIFIED, tail=Tail(file="f", after=9, lines=2)),
        (
            "2 lines after entry 9 were moved to f; nothing was deleted.",
            PROOF,
            DICE,
            HEAD,
        ),
    ),
    (replace(VERIFIED, tail=Tail(file="", after=9, lines=0)), (PROOF, DICE, HEAD)),
    (
        replace(
            VERIFIED,
            fixed=0,
            witnesses=(
                FoundWitness(entry=3, head="2:aa", side="red", fixed=2),
                FoundWitness(entry=5, head="4:bb", where="a post", fixed=0),
                FoundWitness(entry=7, head="6:cc", where="a post"),
            ),
        ),
        (
            PROOF,
            DICE,
            "The head that you kept proves the history up to entry 0.",
            "Entry 3: the moderator states that red quoted 2:aa.",
            "Entry 5: the moderator states that 4:bb is recorded in a post.",
            "Entry 7: this history does not have the head 6:cc.",
            HEAD,
        ),
    ),
    (replace(VERIFIED, own_view=VIEW), (PROOF, DICE, JUDGED, HEAD)),
    (
        replace(
            VERIFIED,
            own_view=replace(
                VIEW,
                wrong=otherwise(MOST_FINDINGS),
                unjudged=(find(3, "the deck"), find(4, "the plan"), find(8, "the deck")),
            ),
        ),
        (
            PROOF,
            DICE,
            JUDGED,
            *say_otherwise(MOST_FINDINGS),
            "Not judged from this copy: the deck (2 times, first in entry 3).",
            "Not judged from this copy: the plan (1 time, in entry 4).",
            MORE,
            HEAD,
        ),
    ),
    (
        replace(VERIFIED, own_view=replace(VIEW, wrong=otherwise(MOST_FINDINGS + 1))),
        (PROOF, DICE, JUDGED, *say_otherwise(MOST_FINDINGS), "The same in 1 more case.", MORE, HEAD),
    ),
    (
        replace(VERIFIED, own_view=replace(VIEW, wrong=otherwise(MOST_FINDINGS + 2))),
        (PROOF, DICE, JUDGED, *say_otherwise(MOST_FINDINGS), "The same in 2 more cases.", MORE, HEAD),
    ),
]

BAD = Audited(journal="j", state="unbelievable")

JOURNALS: list[Worded] = [
    (Audited(journal="j", state="proved", verified=VERIFIED), ("j: proved to entry 9.",)),
    (
        Audited(journal="j", state="different", verified=replace(VERIFIED, differences=(3, 4))),
        (
            "j: proved to entry 9, but today's rules decide differently.",
            "  Today's rules would decide entries 3 and 4 differently.",
        ),
    ),
    (
        Audited(
            journal="j",
            state="different",
            verified=replace(VERIFIED, own_view=replace(VIEW, wrong=otherwise(1)), warnings=("mind it",)),
        ),
        (
            "j: proved to entry 9, but today's rules decide differently.",
            f"  {JUDGED}",
            "  Today's rules differ in entry 1: the die.",
            "  mind it",
        ),
    ),
    (
        Audited(journal="j", state="proved", verified=replace(VERIFIED, differences=(), own_view=VIEW)),
        ("j: proved to entry 9.",),
    ),
    (
        replace(
            BAD,
            complaints=(
                FiledComplaint(text="a seal is wrong", place=Place(file="j", line=4), remedy="look there"),
                FiledComplaint(text="it was changed"),
            ),
        ),
        ("j: NOT valid.", "  j:4:1: a seal is wrong (look there)", "  it was changed"),
    ),
    (replace(BAD, state="unreadable"), ("j: unreadable.",)),
    (replace(BAD, state="failed"), ("j: not checked.",)),
]

SUMS: list[Worded] = [
    (Audit(), ("0 journals.",)),
    (Audit(journals=1, proved=1), ("1 journal. Proved: 1.",)),
    (
        Audit(
            journals=27, proved=2, different=3, unbelievable=4, unreadable=5, failed=6, lost=7, judged=8,
            tried_again=9,
        ),
        (
            "27 journals. Proved: 2. Decided differently today: 3. Not valid: 4. Unreadable: 5."
            " Not checked because of an internal error: 6. Lost: 7. Judged again: 8. Tried twice because"
            " a process died: 9.",
        ),
    ),
]  # fmt: skip

CHANGE = OrderChange(
    kind="given", entry=4, side="red", order="move", area="mons", name="Mons", attacker="red", before=None,
    after=None,
)  # fmt: skip

CHANGED: list[Worded] = [
    (
        replace(RESOLVED, changed=(CHANGE,)),
        (
            *RULED[0][1][:4],
            "It changed the chance of taking Mons from none at all to none at all.",
            *RULED[0][1][4:],
        ),
    )
]

SPOKEN: list[tuple[Callable[..., str], list[Worded]]] = [
    (evidence.word_verification, PROVED),
    (evidence.word_audited, JOURNALS),
    (evidence.word_audit, SUMS),
    (rulings.word_resolution, CHANGED),
]


@pytest.mark.parametrize(
    ("say", "answer", "lines"),
    [(say, answer, lines) for say, worded in SPOKEN for answer, lines in worded],
)
def test_text_answer_contains_every_field(
    say: Callable[[Record, Translator], str], answer: Record, lines: Sequence[str]
) -> None:
    assert say(answer, ENGLISH).split("\n") == list(lines)


def test_limits_of_the_proof_are_a_list_with_hanging_indents() -> None:
    limits = Limits(
        limits=(Limit(code="a", text="word " * 15 + "end.", why="So it is."), Limit(code="b", text="No."))
    )

    assert evidence.word_limits(limits).split("\n") == [
        "- " + " ".join(["word"] * 14),
        "  word end. So it is.",
        "- No.",
    ]
