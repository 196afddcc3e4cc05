"""What the rulebooks say under a number, a meaning, the id of a ruling or a code.

After a wanted change: `pytest tests/golden --rewrite-golden`, and read the difference.
"""

from collections.abc import Iterator

import pytest

from referee.faults import NotFound
from referee.reports import explanations
from schemas.answers.packs import Explanation
from tests.golden.approving import check

ASKED: tuple[tuple[str | None, str, str | None], ...] = (
    (None, "5.4.2-a", None),
    ("ttlm", "5.4.2", None),
    ("ttlm", "5.4.1", "fr"),
    ("aac", "sequence.question-open", "de"),
    ("skirmish", "combat.cover", None),
    (None, "A-24", None),
    ("ttlm", "A-1", None),
    ("ttlm", "STALE", None),
    (None, "too-far", "fr"),
    ("ttlm", "other-question", None),
)
"""A pack or all of them, what is looked up, and in which language."""


def _write(told: Explanation) -> Iterator[str]:
    for clause in told.clauses:
        yield f"{clause.pack} {clause.book} {clause.number} {clause.title} [{', '.join(clause.meanings)}]"
        yield f"    {clause.rule}"
        yield from (f"    {ruling.partition(':')[0]}" for ruling in clause.rulings)
    for ruling in told.rulings:
        yield f"{ruling.pack} {ruling.id} {ruling.title}: {ruling.text} ({ruling.because})"
    yield from map(str, told.facts)


def _explain(name: str | None, wanted: str, language: str | None) -> Iterator[str]:
    yield f"# {wanted} ({name or 'all'}, {language or 'en'})"
    try:
        yield from _write(explanations.explain_clause(name, wanted, language))
    except NotFound as fault:
        yield from map(str, fault.complaints)


def test_rulebooks_explain_as_was_approved(request: pytest.FixtureRequest) -> None:
    told = [line for asked in ASKED for line in _explain(*asked)]
    check(request, "explanations.txt", "\n".join(told) + "\n")
