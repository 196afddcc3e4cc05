"""The program of the help page: it runs, prints its table, and its types are known to a user's checker."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "referee" / "cli" / "pages" / "library.md"
LONGEST = 40
"""The most lines of a program that is read in one look."""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """The program, in a folder where nothing of ours lies."""
    (program,) = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    path = tmp_path / "script.py"
    path.write_text(program, encoding="utf-8")
    return path


def run(*command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )


def check_types(script: Path) -> str:
    """What a user's type checker says of a program."""
    return run("-m", "mypy", "--strict", "--ignore-missing-imports", script.name, folder=script.parent).stdout


def test_the_program_plays_asks_odds_and_draws_a_table(script: Path) -> None:
    assert len(script.read_text("utf-8").splitlines()) <= LONGEST

    done = run(script.name, folder=script.parent)

    assert done.stderr == ""
    first, *table, last = done.stdout.splitlines()
    assert re.fullmatch(r"Liège: taken with [\d.]+ %, german loses [\d.]+, entente loses [\d.]+", first)
    assert [line.split()[0] for line in table] == ["side", "entente", "german"]
    assert last.startswith("SUMMER 1914")
    assert run(script.name, folder=script.parent).stdout == done.stdout, "the seed says everything"


@pytest.mark.tools
def test_a_type_checker_knows_positions_prompts_and_options(script: Path) -> None:
    asked = """
def ask(match: referee.Match) -> None:
    view, position = match.view("german"), match.game().position
    if isinstance(view, referee.GreatWarView) and isinstance(position, referee.GreatWarPosition):
        reveal_type(view.areas[0].points)
        reveal_type(position.pieces["ge-1"].strength)
    reveal_type(match.prompts()[0].question)
    reveal_type(match.options()[0].to)
    reveal_type(match.game().outcomes("done")[0].chance)
"""
    script.write_text(script.read_text("utf-8") + "\n" + asked + "\nreferee.nonsense\n", encoding="utf-8")

    told = check_types(script)

    assert re.findall(r'Revealed type is "(.*)"', told) == [
        "int",
        "int",
        "str",
        "str | tuple[int, int]",
        "fractions.Fraction",
    ]
    (error,) = (line for line in told.splitlines() if " error: " in line)
    assert "nonsense" in error
