"""A ruling that states what the policy of its match does not say is found, in the journal and in a copy."""

from pathlib import Path
from typing import Any

import pytest

from referee.engine.faults import DataFault
from referee.evidence import rejudging
from referee.evidence.rulings import resolving
from referee.evidence.rulings.deciding import Plea
from referee.matches import journal, shelf
from tests.evidence.rulings.meuse import AGREED, play
from tests.evidence.test_packs import Lines, reseal


@pytest.fixture(scope="module")
def ruled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match with a ruling by its policy."""
    root = tmp_path_factory.mktemp("shelf")
    play(root, "battle-by-battle", 24)
    resolving.file(root, "meuse", Plea((12, 17), "an error"), at=AGREED.at)
    return root / "meuse" / shelf.JOURNAL


def find_ruling(lines: Lines) -> dict[str, Any]:
    return next(line["body"]["public"] for line in lines[1:] if "decisions" in line["body"]["public"])


def decide_otherwise(lines: Lines) -> None:
    decision = find_ruling(lines)["decisions"][0]
    decision["outcome"] = "stands" if decision["outcome"] != "stands" else "void"


def cite_no_paragraph(lines: Lines) -> None:
    find_ruling(lines)["decisions"][0]["paragraph"] = "mercy"


def name_another_policy(lines: Lines) -> None:
    find_ruling(lines)["policy"] = "mercy"


@pytest.mark.parametrize("forge", [decide_otherwise, cite_no_paragraph, name_another_policy])
@pytest.mark.parametrize("viewer", ["referee", "german"])
def test_a_ruling_that_its_policy_does_not_give_is_found(
    ruled: Path, tmp_path: Path, viewer: str, forge: Any
) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b"".join(journal.copied(ruled, viewer)))
    rejudging.verify(path)

    reseal(path, forge)
    with pytest.raises(DataFault, match="rules otherwise than the policy"):
        rejudging.verify(path)
