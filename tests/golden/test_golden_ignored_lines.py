"""Letters put together by lot from orders, broken orders and prose: what is taken for an order in each.

After a wanted change: `pytest tests/golden --rewrite-golden`, and read the difference.
"""

from pathlib import Path
from random import Random

import pytest

from referee.faults import DataFault
from referee.matches import matches
from referee.matches.judging import ignored_lines
from referee.matches.judging.submission import open_letter
from referee.matches.matches import Match
from schemas.letter import LetterLine
from tests.golden.approving import check

LINES = (
    "Dear Jim,", "Hello all", "here is my first offensive.", "Here are my orders:", "It rained all day.",
    "offensive 17", "offensive", "17", "  17", "pass", "move ge-1", "  to mons", "to mons", "mons",
    "    and ge-2", "move ge-1 to mons", "move ge-1 to nowhere", "mvoe ge-1 to mons", "battle mons", "done",
    "when losses: lose first infantry", "plan for mons as attacker:", "  losses: lose first infantry", "",
    "# pass", "# pass   # give up", "give up", "Best wishes", "Hans", "Tel. 0123 456789", "Thank you, Jim!",
    "> offensive 17", "> It rained.", "> when losses: lose cheapest", "-- ", "I hope that you are well.",
)  # fmt: skip

LETTERS, LONGEST = 160, 6
"""How many letters, and how many lines each has at most."""


def _tell(match: Match, text: str) -> str:
    try:
        sent = open_letter("a", text.encode(), at="2026-12-01T20:00:00Z", side="german")
        letter, warnings = ignored_lines.examine(match, "german", sent.letter, sent.warnings)
    except DataFault as fault:
        told = (f"{one.code} {one.text.partition(': ')[2]}".strip() for one in fault.complaints)
        return "refused: " + "; ".join(told)
    counted = [f"{one.line} {one.text}" for one in letter.orders if isinstance(one, LetterLine)]
    return ", ".join(counted) + "".join(f"; {one.code} {one.text.partition(': ')[2]}" for one in warnings)


def test_ignored_lines_of_random_letters_equal_the_approved_ones(
    request: pytest.FixtureRequest, example_shelf: Path
) -> None:
    match, rng, told = matches.find(example_shelf, "liege"), Random(2), list[str]()
    for _ in range(LETTERS):
        rows = rng.choices(LINES, k=rng.randint(2, LONGEST))
        told += [" / ".join(rows), f"    {_tell(match, chr(10).join(rows))}"]
    check(request, "leftovers.by-lot.txt", "\n".join(told) + "\n")
