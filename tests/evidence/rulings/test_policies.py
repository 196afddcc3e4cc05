"""The policies that come with the referee rule as the printed procedures do that they follow."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from referee.evidence import rejudging, standalone
from referee.evidence.rulings import resolving
from referee.evidence.rulings.deciding import Plea
from referee.matches import shelf
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

    ruled = resolving.file(tmp_path, match.name, plea, at=AGREED.at)

    assert (ruled.cited.policy, ruled.cited.paragraph, ruled.outcome) == (
        policy,
        due["paragraph"],
        due["outcome"],
    )
    assert list(ruled.void) == due.get("void", [])
    assert list(ruled.kept) == due.get("kept", [])
    assert [ruled.dice_kept, ruled.dice_fallen] == due["dice"]
    journal = tmp_path / match.name / shelf.JOURNAL
    assert rejudging.verify(journal, rejudge=True).differences == ()
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
