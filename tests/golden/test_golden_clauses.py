"""Which clauses act in the events of two recorded wars: each kind of event with the clauses that it brings.

After a wanted change: `pytest tests/golden --rewrite-golden`, and read the difference.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from referee.matches import matches
from referee.packs.conformance.great_war import results
from referee.systems.great_war.rules import GreatWar
from tests.golden.approving import check
from tests.great_war.matches import record

WARS = ("german-decisive", "armistice")

TOLD = ("kind", "mode", "compulsory", "phase", "fate", "lapsed", "card", "reason")
"""What of an event decides which clauses act in it."""


def _list_acting(root: Path, war: str) -> Iterator[str]:
    path = root / war / "journal.jsonl"
    path.parent.mkdir()
    path.write_bytes(record.unpacked(war))
    match = matches.find(root, war)
    rules: Any = cast(GreatWar, match.rules)
    for step in match.steps():
        state = step.before
        for event in step.events:
            named = TOLD if event.type != "piece-arrived" else (*TOLD, "origin")
            parts = [f"{name}={getattr(event, name)}" for name in named if getattr(event, name, None)]
            acting = ", ".join(results.clauses(rules, state, event))
            yield f"{' '.join([event.type, *parts])}: {acting}".strip()
            state = rules.evolve(state, event)


@pytest.mark.parametrize("war", WARS)
def test_clauses_act_in_events_as_was_approved(
    request: pytest.FixtureRequest, tmp_path: Path, war: str
) -> None:
    told = sorted(set(_list_acting(tmp_path, war)))
    check(request, f"touched.{war}.txt", "\n".join(told) + "\n")
