"""What is told of a case whose expectations do not hold, key by key.

After a wanted change: `pytest tests/golden --rewrite-golden`, and read the difference.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from referee.engine.faults import DataFault
from referee.packs.conformance import suite
from tests.golden.approving import check

GIVEN = {
    "season": "SPRING 1915",
    "turn": "german offensive",
    "asked": "german battles",
    "hands": {"german": ["surprise-attack", 1], "entente": [40]},
    "owners": {"reims": "entente", "lille": "german"},
    "pieces": "reims: ge-1 [2I], fr-1 [1I]\nverdun: fort 4\nlille: ge-2 [1I]",
}
"""A battle may be declared in Reims."""

EXPECTED: tuple[dict[str, object], ...] = (
    {"pieces": "reims: ge-1 [2I], fr-1 [1I]"},
    {"pieces": "reims: ge-1 [1I], fr-1 [1I]\nlille: ge-2 [1I]"},
    {"pieces": "reims: xx-1 [1I]"},
    {"gone": ["fr-2"]},
    {"gone": ["fr-1", "ge-1"]},
    {"gone": ["nobody"]},
    {"eliminated": "none"},
    {"eliminated": ["fr-3"]},
    {"status": {"reims": "disputed"}},
    {"status": {"reims": "friendly"}},
    {"status": {"lille": {"german": "friendly", "entente": "enemy"}}},
    {"status": {"lille": {"german": "enemy", "entente": "disputed"}}},
    {"status": {"lille": {"french": "enemy"}, "nowhere": "enemy"}},
    {"owner": {"lille": "german"}},
    {"owner": {"lille": "entente", "reims": "german"}},
    {"points": 99},
    {"level": "Stalemate"},
    {"strength": {"ge-1": 2, "verdun-fort": 4}},
    {"strength": {"ge-1": 3, "ge-3": 1}},
    {"supplied": {"german": {"lille": True, "reims": True}}},
    {"supplied": {"german": {"lille": False}, "entente": {"verdun": False}}},
    {"supplied": {"german": {"nowhere": True}}},
    {"hands": {"german": ["surprise-attack", 1], "entente": [40]}},
    {"hands": {"german": [1], "entente": [41]}},
    {"hands": {"german": ["no-such-card"]}},
    {"locked": {"german": [1]}},
    {"discards": [2]},
    {"pile": 1},
    {"pool": {"fr": {"infantry": 99}}},
    {"battles": "none"},
    {"battles": ["reims"]},
    {"season": "SPRING 1915"},
    {"season": "SUMMER 1915"},
    {"turn": "german offensive"},
    {"turn": "none"},
    {"first": "german"},
    {"first": "entente"},
    {"question": "german battles"},
    {"question": "entente losses"},
    {"offered": ["battle reims", "battle verdun"]},
    {"barred": ["battle reims", "battle verdun"]},
    {"refused": ["battles.disputed-only"]},
    {"rolls": [{"purpose": "german offensive fire"}]},
)
"""What each of the cases expects, where nothing more is ordered."""


def _judge(folder: Path, then: dict[str, object]) -> Iterator[str]:
    path = folder / "cases.yaml"
    one = {"clause": "5.3.1-h", "title": "x", "given": GIVEN, "then": then}
    path.write_text(yaml.safe_dump({"pack": "ttlm", "cases": [one]}), "utf-8")
    yield f"## {then}"
    try:
        (tried,) = suite.run([path]).tried
    except DataFault as fault:
        yield from (f"! {str(complaint).removeprefix(str(path))}" for complaint in fault.complaints)
    else:
        yield from tried.differences or ("holds",)


def test_each_finding_is_told_as_was_approved(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    told = [line for then in EXPECTED for line in _judge(tmp_path, then)]
    check(request, "findings.west.txt", "\n".join(told) + "\n")
