"""The policies that come with the referee rule as the printed procedures do that they follow."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from referee.evidence import match_verification, rulings, standalone
from referee.evidence.resolution_policy import Plea
from referee.matches import journal, shelf
from referee.packs import policies
from tests.evidence.rulings.meuse import AGREED, play, send

EXAMPLES: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("policies.yaml").read_text("utf-8"))
CASES = [(some["policy"], case) for some in EXAMPLES for case in some["cases"]]


@pytest.mark.parametrize(("policy", "case"), CASES, ids=[case["title"] for _, case in CASES])
def test_a_policy_rules_as_in_its_worked_example(policy: str, case: dict[str, Any], tmp_path: Path) -> None:
    match = play(tmp_path, policy, case["filed"])
    for side, line in case.get("also", {}).items():
        send(tmp_path, side, line)
    plea = Plea(tuple(case["disputed"]), case.get("error", ""), tuple(case.get("agreed", ())))
    due = case["then"]

    ruled = rulings.file(tmp_path, match.name, plea, at=AGREED.at)

    assert (ruled.cited.policy, ruled.cited.paragraph, ruled.outcome) == (
        policy,
        due["paragraph"],
        due["outcome"],
    )
    assert list(ruled.void) == due.get("void", [])
    assert list(ruled.kept) == due.get("kept", [])
    assert [ruled.dice_kept, ruled.dice_fallen] == due["dice"]
    journal = tmp_path / match.name / shelf.JOURNAL
    assert match_verification.verify(journal, rejudge=True).differences == ()
    assert standalone.verified(str(journal))[1] == []


def test_each_policy_after_a_printed_procedure_names_it_and_has_worked_examples() -> None:
    named = {name for name in policies.names() if policies.load(name).policy.after}

    assert named == {some["policy"] for some in EXAMPLES}
    assert len(named) >= 5


def test_worked_examples_reach_every_paragraph_that_a_procedure_has() -> None:
    """Where there is no error nothing is to be resolved: one policy shows that for all."""
    reached = {case["then"]["paragraph"] for _, case in CASES}
    printed = {
        paragraph.id
        for some in EXAMPLES
        for paragraph in policies.load(some["policy"]).policy.paragraphs
        if "error" not in paragraph.when
    }

    assert printed - reached == {"W-6", "G-2", "G-6", "C-2"}


HOUSE = """\
id: house
name: House
summary: Ours.
paragraphs:
  - {{id: H-1, title: T, text: X, then: replay, back: {back}, dice: {dice}}}
"""

COMBAT = set(range(7, 25))
FALLS = {
    ("entry", 6): {6},
    ("entry", 17): {17},
    ("battle", 17): {15, 16, 17, 18, 19},
    ("segment", 6): {2, 3, 4, 5, 6},
    ("segment", 17): COMBAT,
}
"""What falls by itself, by how far a policy goes back and which entry is disputed: a move, or a loss."""


@pytest.mark.parametrize("dice", ["anew", "kept"])
@pytest.mark.parametrize(("back", "disputed"), FALLS)
def test_a_policy_of_ones_own_goes_back_as_far_as_it_says(
    tmp_path: Path, back: str, disputed: int, dice: str
) -> None:
    house = tmp_path / "house.yaml"
    house.write_text(HOUSE.format(back=back, dice=dice))
    match = play(tmp_path, str(house), 24)

    ruled = rulings.file(tmp_path, match.name, Plea((disputed,), "a slip"), at=AGREED.at)

    assert FALLS[back, disputed] <= set(ruled.void)
    assert FALLS[back, disputed].isdisjoint(ruled.kept)
    # A loss that is owed again keeps all later orders waiting.
    assert bool(ruled.kept) == (dice == "kept" and (back, disputed) in {("entry", 6), ("battle", 17)})
    assert dice == "kept" or ruled.dice_kept == sum(
        # Before the disputed entry only.
        len(roll["faces"])
        for entry in journal.read(match.folder / shelf.JOURNAL).entries[: min(ruled.void) - 1]
        for roll in _rolls(entry.body.public)
    )
    path = tmp_path / match.name / shelf.JOURNAL
    assert match_verification.verify(path, rejudge=True).differences == ()
    assert standalone.verified(str(path))[1] == []


MIXED = """\
id: house
name: House
summary: Ours.
paragraphs:
  - {{id: H-1, title: Battles, text: X, when: {{combat: true}}, then: void, back: {back}}}
  - {{id: H-2, title: Moves, text: X, then: replay, dice: kept}}
"""


@pytest.mark.parametrize(("back", "moved", "end"), [("entry", 6, 17), ("battle", 5, 8)])
def test_a_void_decision_leaves_earlier_entries_to_the_other_paragraph(
    tmp_path: Path, back: str, moved: int, end: int
) -> None:
    """A void move comes before a battle that is void with all behind it: its announcement, too."""
    house = tmp_path / "house.yaml"
    house.write_text(MIXED.format(back=back))
    match = play(tmp_path, str(house), 24)

    ruled = rulings.file(tmp_path, match.name, Plea((moved, 17), "a slip"), at=AGREED.at)

    assert (ruled.kept, ruled.void) == ((), tuple(range(moved, 25)))
    told = {int(line.rpartition("entry ")[2]) for line in ruled.again}
    assert told
    assert told <= set(range(moved + 1, end))
    path = tmp_path / match.name / shelf.JOURNAL
    assert match_verification.verify(path, rejudge=True).differences == ()
    assert standalone.verified(str(path))[1] == []


def _rolls(public: Any) -> list[Any]:
    return [roll for event in public["events"] for roll in event.get("rolls", ())]
