"""Lists in text answers: deadlines, open questions, entries filed again, and counts."""

from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from referee.cli.render import answer_text, opening_text
from referee.i18n.translator import ENGLISH, Translator
from schemas.answers.matches import Exported, Folds, KeptFold, Line, Listed, Log, Questions, Shelf
from schemas.answers.packs import ExplainedFact, Explanation
from schemas.clocks import Deadline
from schemas.record import Prompt, Record
from tests.cli.test_wording import OPENED, TO_PLAYERS
from tests.cli.worded_evidence import Worded

OWED = Deadline(side="green", entry=1, asked="then")
DUE = replace(OWED, side="red", due="2026-12-01T12:00:00Z", told="noon")
OPEN = Listed(match="duel", pack="p/toy", scenario="only", entries=1, waiting=("red", "blue"))

SHELVES: list[Worded] = [
    (
        Shelf(
            shelf="m",
            matches=(
                replace(OPEN, deadlines=(DUE, replace(DUE, side="blue", told="dusk", late="grace"), OWED)),
                replace(OPEN, match="old", waiting=(), entries=20),
                Listed(match="bad", fault="torn"),
            ),
        ),
        (
            "duel  toy only  1 entry     waiting for red and blue  red by noon and blue by dusk: late",
            "old   toy only  20 entries  over",
            "bad                         cannot be read: torn",
        ),
    ),
    (
        Shelf(shelf="m", matches=(replace(OPEN, deadlines=(OWED,)),)),
        ("duel  toy only  1 entry  waiting for red and blue",),
    ),
]

ASKED = Questions(match="d", viewer="red", prompts=(), waiting=("red", "blue"), head="h")
PROMPT = Prompt(side="red", question="q", clause="c", text="Throw!")

QUESTIONS: list[Worded] = [
    (
        replace(ASKED, phrases_awaited=("red", "blue"), prompts=(PROMPT,)),
        (
            "These sides must add a phrase before the first order: red and blue.",
            "red: Throw!",
            "Waiting for blue.",
        ),
    ),
    (replace(ASKED, prompts=(PROMPT, replace(PROMPT, side="blue"))), ("red: Throw!", "blue: Throw!")),
]

FILED = Line(seq=1, at="t", kind="order", side="red", text="throw 2", thrown=(), seal="s")

LOGS: list[Worded] = [
    (
        Log(
            match="d",
            viewer="red",
            entries=(
                replace(FILED, kept=True),
                replace(FILED, kept=True, stands=False),
                replace(FILED, side=None),
            ),
            head="1:ab",
        ),
        (
            "1  t  order  red  throw 2 (filed again)",
            "1  t  order  red  throw 2 (filed again) (taken back)",
            "1  t  order  -    throw 2",
            "head 1:ab",
        ),
    )
]

TABLES: list[Worded] = [
    (Exported(match="d", viewer="red", file="f", lines=1), ("1 row written to f",)),
    (Exported(match="d", viewer="red", file="f", lines=0), ("0 rows written to f",)),
]

OPENINGS: list[Worded] = [
    (
        replace(OPENED, phrases="required"),
        (
            "duel is open: toy 1, scenario only.",
            "Sides: red and blue. Dice: sealed. Options: as the pack recommends.",
            "Each side must add a phrase to the dice before the first order.",
            *TO_PLAYERS,
        ),
    )
]

FRESH = KeptFold(match="a", state="fresh", entries=2, checkpoints=1, size=1001)

FOLDS: list[Worded] = [
    (
        Folds(folder="f", folds=(FRESH,)),
        ("a  fresh  2 entries  1 checkpoint  2 kB", "Folder of the snapshots: f"),
    ),
    (
        Folds(folder="f", folds=(replace(FRESH, wrong=("position", "questions")),), checked=True),
        (
            "a  fresh  2 entries  1 checkpoint  2 kB  wrong: position and questions",
            "Folder of the snapshots: f",
        ),
    ),
    (Folds(folder="f", folds=(), cleared=2), ("2 snapshots were removed.",)),
]

EXPLAINED: list[Worded] = [
    (
        Explanation(
            clauses=(),
            rulings=(),
            facts=(ExplainedFact(code="rail", kind="refusal", text="no rail", packs=("p",)),),
        ),
        ("rail  (a refusal of p)", "  text: no rail"),
    )
]

SPOKEN: list[tuple[Callable[..., str], list[Worded]]] = [
    (answer_text.shelf, SHELVES),
    (answer_text.questions, QUESTIONS),
    (answer_text.log, LOGS),
    (answer_text.word_table_export, TABLES),
    (opening_text.word_opening, OPENINGS),
    (answer_text.word_folds, FOLDS),
    (answer_text.explanation, EXPLAINED),
]


@pytest.mark.parametrize(
    ("say", "answer", "lines"),
    [(say, answer, lines) for say, worded in SPOKEN for answer, lines in worded],
)
def test_list_contains_every_item(
    say: Callable[[Record, Translator], str], answer: Record, lines: Sequence[str]
) -> None:
    assert say(answer, ENGLISH).split("\n") == list(lines)
