"""Rulings as older versions filed them: a paragraph and one entry, and what fell is read off the takeback."""

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.matches import matches, moderator_entries
from referee.matches.matches import Match
from referee.reports import policy_rulings
from schemas.record import JsonValue
from tests.evidence.rulings.meuse import AGREED, play

PLAYED = 24

CASES: dict[str, tuple[int | None, dict[str, JsonValue], str]] = {
    "nothing was taken back": (None, {"paragraph": "F-1", "disputed": 24}, "F-1 No error: entry 24 stands"),
    "the entry was taken back": (
        23, {"paragraph": "F-3", "disputed": 24}, "F-3 Before an answer: entry 24 is void",
    ),
    "later ones were taken back with it": (
        21, {"paragraph": "F-3", "disputed": 22},
        "F-3 Before an answer: entry 22 is void, and so are 2 after it",
    ),
    "another takeback came before": (
        22, {"paragraph": "F-1", "disputed": 21}, "F-1 No error: entry 21 stands",
    ),
    "the policy has no such paragraph": (23, {"paragraph": "F-99", "disputed": 24}, ""),
    "no policy ruled": (23, {"disputed": 24}, ""),
}  # fmt: skip
"""To which entry a takeback went, what was filed of the ruling behind it, and how that is told."""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("shelf")
    play(root, "friendly", PLAYED)
    return root


def take_back(root: Path, to: int | None) -> Match:
    """The match with a takeback, or a remark instead, and with a remark behind it."""
    if to is None:
        moderator_entries.note(root, "meuse", "seen", by=None, private=False, at=AGREED.at)
    else:
        moderator_entries.retract(root, "meuse", to=to, by=None, reason="a slip", consent=(), at=AGREED.at)
    moderator_entries.note(root, "meuse", "ruled", by=None, private=False, at=AGREED.at)
    return matches.find(root, "meuse")


@pytest.mark.parametrize(("to", "filed", "told"), CASES.values(), ids=CASES)
def test_an_older_ruling_is_described_like_a_new_one(
    shelf: Path, tmp_path: Path, to: int | None, filed: dict[str, JsonValue], told: str
) -> None:
    shutil.copytree(shelf / "meuse", tmp_path / "meuse")
    match = take_back(tmp_path, to)
    remark = match.entries[-1]
    ruling = replace(remark, body=replace(remark.body, kind="ruling", public=filed))

    assert policy_rulings.render_ruling(match, ruling) == (f"friendly, {told}" if told else "")
