"""What is told of a case whose expectations do not hold, key by key.

After a wanted change: `pytest tests/golden --rewrite-golden`, and read the difference.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from referee.faults import DataFault
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


TABLE = {
    "units": "british br-s1 regular: 1 at 10,10 squad-leader smle; 2 at 12,10 pinned\n"
    "german ge-g1 regular: 1 at 10,20 squad-leader grenade-stick",
    "seen": ["br-s1: ge-g1-1"],
    "off_table": ["british guns he 2 of 3"],
    "melees": ["br-s1-1 at ge-g1-1"],
    "smoke": ["7,7"],
    "dead": ["br-s1-2 at 12,10"],
}
"""Two men fight hand to hand."""

OF_FIGURES: tuple[dict[str, object], ...] = (
    {"at": {"br-s1-1": "10,10"}},
    {"at": {"br-s1-1": "11,10.5", "ge-g1-1": "10,20"}},
    {"at": {"br-s1-1": "11"}},
    {"at": {"br-s9-1": "11,11"}},
    {"pins": {"br-s1-1": 1}},
    {"posture": {"br-s1-1": "prone", "ge-g1-1": "hidden"}},
    {"status": {"br-s1-1": "active", "br-s1-2": "killed", "ge-g1": "active"}},
    {"status": {"br-s1-1": "killed", "br-s1-2": "active", "ge-g1": "dispersed"}},
    {"status": {"fr-s1": "active"}},
    {"markers": {"br-s1": 0}},
    {"markers": {"br-s1": 2}},
    {"sees": {"br-s1": ["ge-g1-1"]}},
    {"sees": {"br-s1": [], "ge-g1": ["br-s1-1"]}},
    {"melees": ["br-s1-1 at ge-g1-1"]},
    {"melees": "none"},
    {"missions": {"guns": 2}},
    {"missions": {"guns": 1}},
    {"missions": {"howitzers": 1}},
    {"smoke": 1},
    {"smoke": 0},
    {"score": {"british": 1}},
    {"score": {"french": 1}},
    {"supply": {"ge-g1-1": 9}},
    {"phase": "plotting"},
    {"phase": "firing"},
    {"turn": 9},
    {"question": "german orders"},
    {"chances": {"rally raw": {"success": "1/2"}}},
    {"chances": {"rally brave": {"success": "1/2"}}},
    {"chances": {"nothing": {"success": "1/2"}}},
)


def _judge(folder: Path, then: dict[str, object], *, skirmish: bool = False) -> Iterator[str]:
    path = folder / "cases.yaml"
    clause, given = ("SK-SEQ-01", TABLE) if skirmish else ("5.3.1-h", GIVEN)
    one = {"clause": clause, "title": "x", "given": given, "then": then}
    path.write_text(yaml.safe_dump({"pack": "skirmish" if skirmish else "ttlm", "cases": [one]}), "utf-8")
    yield f"## {then}"
    try:
        (tried,) = suite.run([path]).tried
    except DataFault as fault:
        yield from (f"! {str(complaint).removeprefix(str(path))}" for complaint in fault.complaints)
    else:
        yield from tried.differences or ("holds",)


def test_findings_equal_the_approved_ones(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    told = [line for then in EXPECTED for line in _judge(tmp_path, then)]
    check(request, "findings.west.txt", "\n".join(told) + "\n")


def test_findings_of_the_skirmish_equal_the_approved_ones(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    told = [line for then in OF_FIGURES for line in _judge(tmp_path, then, skirmish=True)]
    check(request, "findings.skirmish.txt", "\n".join(told) + "\n")
