"""Letters put together by lot from what mail programs and players write: which lines of each count.

After a wanted change: `pytest tests/golden --rewrite-golden`, and read the difference.
"""

from random import Random

import pytest

from referee.faults import DataFault
from referee.matches.letters.letters import read
from schemas.letter import LetterLine
from tests.golden.approving import check

LINES = (
    "pass", "pass", "done # why", "# none", "", "Dear Jim,", "> move a", ">> pass", "| pass", "-- ", "--",
    "BEGIN ORDERS", "BEGIN ORDERS liege", "END ORDERS", "*BEGIN ORDERS verdun now*", "[/code]END ORDERS",
    "On 3 May 2026, Jim <j@x.org> wrote:", "On 3 May 2026,", "Jim <j@x.org> wrote:",
    "From: Jim <j@x.org>", "Sent: Monday", "Subject: turn", "Absender: Jo <j@x.org>", "Datum: heute",
    "Begin forwarded message:", "-----Original Message-----", "Sent from my iPhone", "match: liege",
    "side: german", "answers: 3", "phrase: seven swans", "Report for Germany: liege",
    "=========================", "BEGIN ORDERS liege side: german # pass END ORDERS", "orders:",
)  # fmt: skip

LETTERS, LONGEST = 400, 7
"""How many letters, and how many lines each has at most."""


def _tell(text: str) -> str:
    try:
        letter = read(text.encode(), "a")
    except DataFault as fault:
        return "refused: " + "; ".join(str(one).partition(" (")[0] for one in fault.complaints)
    lines = [one for one in letter.orders if isinstance(one, LetterLine)]
    counted = ", ".join(f"{one.line} {one.text}" for one in lines)
    left = ", ".join(f"{one.line} {one.text}" for one in letter.left)
    said = [
        f"{name} {value}"
        for name in ("match", "side", "answers", "phrase")
        if (value := getattr(letter, name)) is not None
    ]
    above = [
        f"{one.line} below {one.above}" for one in letter.orders if isinstance(one, LetterLine) and one.above
    ]
    told = [counted or "no order", *([f"left {left}"] if left else []), *said, *above]
    told += ["template"] * letter.template
    return "; ".join([*told, *(warning.partition(" (")[0] for warning in letter.warnings)])


def test_letters_by_lot_are_read_as_was_approved(request: pytest.FixtureRequest) -> None:
    rng, told = Random(1), list[str]()
    for _ in range(LETTERS):
        rows = rng.choices(LINES, k=rng.randint(2, LONGEST))
        told += [" / ".join(rows), f"    {_tell(chr(10).join(rows))}"]
    check(request, "letters.by-lot.txt", "\n".join(told) + "\n")
