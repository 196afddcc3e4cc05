"""What a referee reads of each conformance case of the skirmish: events, and what is held against its lines.

After a wanted change: `pytest tests/golden --rewrite-golden`, and read the difference.
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from referee.packs.conformance.case_files import FiledCase
from referee.packs.conformance.case_runner import objections, play_case
from referee.reports import event_text
from referee.reports.formats import plain_text
from tests.golden.approving import check
from tests.skirmish.filed import FILED
from tests.systems import system_of


def chapter(filed: FiledCase) -> str:
    """The file that a case stands in."""
    return Path(filed.place.file).stem


CHAPTERS = {name: tuple(those) for name, those in groupby(FILED, chapter)}


def told(filed: FiledCase) -> Iterator[str]:
    """A case as lines: its title, its story, and why its last line does not stand."""
    yield f"# {filed.case.title}"
    trial = play_case(filed)
    now = filed.bench.work.position(trial.rules, filed.case.given)
    for event in trial.events:
        for block in event_text.narrate(system_of(trial.rules), now, event):
            yield from plain_text.lines_of(block, 100)
        now = trial.rules.evolve(now, event)
    if filed.case.then.refused:
        yield from (f"refused: {trial.language.word(one)}" for one in objections(trial, filed.case.lines[-1]))


@pytest.mark.parametrize("name", [name for name in CHAPTERS if name != "chances"])
def test_report_of_a_case_equals_the_approved_one(request: pytest.FixtureRequest, name: str) -> None:
    lines = (line for filed in CHAPTERS[name] for line in told(filed))

    check(request, f"cases.{name}.txt", "\n".join(lines) + "\n")
