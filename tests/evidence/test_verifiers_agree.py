"""Whatever is changed in a journal of any game and format, both verifiers refuse it, or count the same dice.

In each run 4,000 changes, some seconds; by hand 100,000 with `--mutations`.
"""

import json
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from random import Random

import pytest

from referee.evidence import standalone
from referee.faults import DataFault
from referee.matches.journal import verification
from tests.evidence import close_calls, committed
from tests.evidence.agreement import OPENED, PUBLIC, Bench, try_out
from tests.evidence.refiled import FORMATS, Refiling
from tests.examples import format_2

EXAMPLES = {"ttlm": "liege", "aac": "tannenberg", "skirmish": "sap"}


def refile_examples(folder: Path) -> Iterator[tuple[Path, list[str]]]:
    """Every example in every format, and its sides."""
    for game, example in EXAMPLES.items():
        format_2.play(game, example, folder)
        for format in FORMATS:
            path = Refiling(folder / example / "journal.jsonl", format).file(
                folder / f"{game}-{format}.jsonl"
            )
            yield path, json.loads(path.read_bytes().splitlines()[0])["body"]["sides"]


@pytest.fixture(scope="module")
def benches(tmp_path_factory: pytest.TempPathFactory) -> list[Bench]:
    """Every example in every format, as each reader has it."""
    folder = tmp_path_factory.mktemp("agreement")
    found: list[Bench] = []
    for path, sides in refile_examples(folder):
        viewers = ("referee", *sides, PUBLIC, OPENED)
        found += [Bench(path, viewer, folder / "scratch") for viewer in viewers]
    return found


def test_both_prove_what_is_honest(benches: list[Bench]) -> None:
    for bench in benches:
        trial = bench.judge_honest()
        assert trial.agree
        assert isinstance(trial.ours, tuple)


def test_both_decide_alike_on_close_calls(tmp_path: Path) -> None:
    sources = {path.stem: path for path, _ in refile_examples(tmp_path)}
    sources["committed"] = committed.open_and_play(tmp_path / "dealt")
    for name, path, is_valid in close_calls.write_all(sources, tmp_path):
        _, wrong, _ = standalone.verified(str(path))

        assert (name, not wrong) == (name, is_valid)
        with nullcontext() if is_valid else pytest.raises(DataFault):
            verification.verify(path)


@pytest.mark.timeout(3600)
def test_the_verifiers_agree_on_every_change(benches: list[Bench], request: pytest.FixtureRequest) -> None:
    count = request.config.getoption("--mutations")
    divided = [trial for trial in try_out(benches, Random(count), count) if not trial.agree]
    assert [(trial.what, trial.ours, trial.theirs) for trial in divided[:5]] == []
