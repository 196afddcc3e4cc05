"""What the composer offers, order by order: at which stage, behind which others, and where each leads.

After a wanted change: `pytest tests/golden --rewrite-golden`, and read the difference.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from referee.matches import matches, opening
from referee.matches.matches import Match
from referee.reports.composer.choices import END, Choices, find_choices
from tests.golden.approving import check
from tests.great_war.matches import record

OPENED = {
    "reinforcements": ("ttlm", "1918", "entente"),
    "deployment": ("skirmish", "dawn-sap", "german"),
}
"""Matches that were just opened, and the side that composes."""

PLAYED = {
    "last-moves": ("resignation", 13, "german"),
    "retreat": ("german-decisive", 16, "entente"),
    "battles": ("entente-decisive", 9, "entente"),
    "passing": ("armistice", 82, "german"),
    "first-offensive": ("entente-decisive", 1, "german"),
    "offensive-of-1918": ("armistice", 103, "entente"),
}
"""Recorded wars, after how many entries, and the side that composes."""

MANY = 300
"""Of so many orders it is told how many there are of a kind."""


def _cut(root: Path, war: str, entries: int) -> Match:
    """A recorded war as it stood after so many entries."""
    path = root / war / "journal.jsonl"
    path.parent.mkdir()
    path.write_bytes(b"".join(record.unpacked(war).splitlines(keepends=True)[: entries + 1]))
    return matches.find(root, war)


def _list_lines(found: Choices) -> Iterator[str]:
    """The stages, an order a line with its groups and those that it needs, and where groups lead."""
    for number, stage in enumerate(found.stages):
        yield f"stage {number}: {', '.join(stage.questions)}"
    for choice in found.choices:
        behind = f" behind {_list_numbers(choice.needs)}" if choice.needs else ""
        moves = " moves" * choice.moves
        yield f"{choice.stage} {choice.option.text} ({_list_numbers(choice.groups)}){moves}{behind}"
    for number, group in enumerate(found.groups):
        if group.leads is not None or group.again:
            leads = "the end" if group.leads == END else group.leads
            yield f"({number}) leads to {leads}" + ", again" * group.again


def _sum_up(found: Choices) -> Iterator[str]:
    """The stages, how many orders each has by their verb, and how many groups lead where."""
    counts: dict[str, Counter[str]] = {}
    for choice in found.choices:
        count = counts.setdefault(f"stage {choice.stage}, {choice.option.verb}", Counter())
        at_once, needed = int(not choice.needs), len(choice.needs)
        count.update(orders=1, moves=int(choice.moves), at_once=at_once, needed=needed)
    for number, stage in enumerate(found.stages):
        yield f"stage {number}: {', '.join(stage.questions)}"
    yield from (f"{name}: {dict(count)}" for name, count in counts.items())
    led = Counter((group.leads, group.again) for group in found.groups)
    yield from (f"{count} groups: {where}" for where, count in led.items())


def _list_numbers(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


@pytest.mark.parametrize("name", [*OPENED, *PLAYED])
def test_choices_equal_the_approved_ones(request: pytest.FixtureRequest, tmp_path: Path, name: str) -> None:
    if name in OPENED:
        pack, scenario, side = OPENED[name]
        match = opening.open_match(tmp_path, "new", pack, at="2026-12-01T20:00:00Z", scenario=scenario)
    else:
        war, entries, side = PLAYED[name]
        match = _cut(tmp_path, war, entries)
    found = find_choices(match.system, match.position(), side)

    lines = _list_lines(found) if len(found.choices) < MANY else _sum_up(found)
    check(request, f"composer.{name}.txt", "\n".join(lines) + "\n")
    for choice in found.choices:
        assert choice.option.question in found.stages[choice.stage].questions
