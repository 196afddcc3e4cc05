"""Orders in advance, line by line: what each makes of those that are kept, or why it makes no sense.

After a wanted change: `pytest tests/golden --rewrite-golden`, and read the difference.
"""

from collections.abc import Iterator

import pytest

from referee.engine.system import Rules
from referee.matches.judging import standing_order_lines
from referee.matches.judging.judge_letter import RejectedLine
from referee.matches.judging.standing_order_lines import StandingOrders
from referee.packs import rulesets
from schemas.letter import LetterLine
from tests.golden.approving import check
from tests.systems import system_of

KEPT = (
    "when losses in liege: lose first infantry",
    "when losses as defender: lose cheapest",
    "when retreat-after as attacker always: stay",
    "when losses in mons always: lose ge-i9",
    "plan for every battle as attacker:",
    "losses: lose ge-i1",
    "plan for namur as defender:",
    "losses: lose ge-i2",
    "doctrine as defender:",
    "stand-or-retreat: stand",
    "combat-cards: no more",
)
"""What a side had ordered in advance before."""

LINES = (
    # One order each
    "when losses: lose ge-i1",
    "WHEN Losses IN Liege AS Attacker IF strength < 4 ALWAYS: lose ge-i1",
    "when losses for liege this turn: lose ge-i1",
    "when losses in liege if strength < 4 and enemy strength > 2: lose ge-i1",
    "when losses in liege if it rains: lose ge-i1",
    "when losses in liege if: lose ge-i1",
    "when losses in atlantis: lose ge-i1",
    "when losses in li: lose ge-i1",
    "when losses in: lose ge-i1",
    "when losses in every battle: lose ge-i1",
    "when losses as: lose ge-i1",
    "when losses as bystander: lose ge-i1",
    "when loses: lose ge-i1",
    "when retreat: stay",
    "when breakfast: eat",
    "when : lose ge-i1",
    "when losses",
    "when losses:",
    "when losses:   ",
    # One that is there
    "when losses in liege: lose first infantry",
    "when retreat-after as attacker always: stay",
    # Plans and doctrines
    "losses: lose ge-i1",
    "plan for liege:",
    "plan for liege: losses: lose ge-i1",
    "plan for liege:losses:lose ge-i1",
    "plan for liege as attacker:|losses: lose ge-i1|retreat-after: stay",
    "plan for liege|losses: lose ge-i1",
    "plan liege:|losses: lose ge-i1",
    "plan for namur as defender:|retreat-after: stay",
    "plan for all battles as attacker:|retreat-after: stay",
    "plan for each  battle:|losses if strength < 3: lose ge-i3",
    "plan for every battle as attacker:|losses in liege: stay|when losses: lose ge-i4|losses: stay",
    "plan for:|losses: lose ge-i1",
    "plan as attacker:|losses: lose ge-i1",
    "plan for atlantis:|losses: lose ge-i1",
    "doctrine as defender:|losses: lose cheapest",
    "doctrine as attacker if strength < 4:|losses: lose cheapest",
    "doctrine as attacker this turn:|losses: lose cheapest",
    "doctrine:|losses: lose cheapest",
    "doctrine as bystander:",
    # What is taken back
    "forget all",
    "forget  ALL ",
    "forget losses",
    "forget losses in liege",
    "forget losses in namur",
    "forget losses as defender",
    "forget losses as attacker",
    "forget retreat-after",
    "forget offensive",
    "forget breakfast",
    "forget",
    "forget plan",
    "forget plan for namur",
    "forget plan for liege",
    "forget plan for every battle",
    "forget plan as defender",
    "forget plan for every battle as defender",
    "forget doctrine",
    "forget doctrine as defender",
    "forget doctrine as attacker",
)
"""Lines that come behind them, each for itself; a bar parts the lines of a plan."""


def _read(rules: Rules, before: StandingOrders, lines: list[str]) -> tuple[StandingOrders, list[str]]:
    """What Germany has ordered in advance after some lines, and what is wrong with them."""
    asked = [LetterLine(line=number, text=text, typed=text) for number, text in enumerate(lines, 1)]
    change = standing_order_lines.apply_lines(system_of(rules), rules.start(), "german", before, asked)
    return change.orders, [_complain(rules, fell) for fell in change.refused_lines]


def _complain(rules: Rules, fell: RejectedLine) -> str:
    assert isinstance(fell.source, LetterLine)
    assert fell.unreadable is not None
    near = f" ({', '.join(fell.nearest[:4])})" if fell.nearest else ""
    text = system_of(rules).language.word(fell.unreadable).text
    return f"! line {fell.source.line}, column {fell.column}: {text}{near}"


def _tell(rules: Rules, before: StandingOrders, text: str) -> Iterator[str]:
    kept, faults = _read(rules, before, text.split("|"))
    yield f"## {text}"
    yield from (f"- {one}" for one in before if one not in kept)
    yield from (f"+ {one}" for one in kept if one not in before)
    yield from faults


def test_each_line_in_advance_is_read_as_was_approved(request: pytest.FixtureRequest) -> None:
    rules = rulesets.bind("ttlm", "1914", {}).rules
    kept, faults = _read(rules, (), list(KEPT))
    assert not faults
    dated = standing_order_lines.date(kept, 7)
    told = [
        *(f"{one} (since {one.since})" for one in dated),
        *(row for line in LINES for row in _tell(rules, dated, line)),
    ]
    check(request, "advance.lines.txt", "\n".join(told) + "\n")
