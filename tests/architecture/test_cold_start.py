"""What is asked at every key stroke has to answer at once: nothing heavy is imported for it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = frozenset({"pydantic", "pydantic_core", "msgspec", "yaml", "rich"})


def imported(*arguments: str, shelf: Path | None = None, stdin: str = "", **more: str) -> frozenset[str]:
    """The top-level packages that a command imports."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "REFEREE_SHELF": str(shelf or "nowhere"), **more}
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "referee", *arguments],
        capture_output=True,
        text=True,
        input=stdin,
        env=environment,
        timeout=60,
        check=False,
    )
    names = re.findall(r"^import time:.*\|\s+(\S+)$", done.stderr, re.MULTILINE)
    assert "encodings" in {name.partition(".")[0] for name in names}
    return frozenset(name.partition(".")[0] for name in names)


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["submit", "--help"], ["packs", "-h"], []])
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    assert not imported(*arguments) & HEAVY


def test_the_version_imports_no_command_line() -> None:
    assert not imported("--version") & (HEAVY | {"typer"})


def test_a_mistyped_command_imports_neither_yaml_nor_rich() -> None:
    assert not imported("shwo") & {"yaml", "rich"}


def test_completion_imports_nothing_heavy(tmp_path: Path) -> None:
    asked = {"_REFEREE_COMPLETE": "complete_bash", "COMP_WORDS": "referee show v", "COMP_CWORD": "2"}

    assert not imported(shelf=tmp_path, **asked) & HEAVY


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shelf with the example match on it."""
    shelf = tmp_path_factory.mktemp("shelf")
    done = subprocess.run(
        [sys.executable, "-m", "referee", "demo", "--keep", "--quiet", "--shelf", str(shelf)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=120,
        check=False,
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr
    return shelf


@pytest.mark.parametrize("command", ["show", "prompts", "log", "options", "report", "map"])
def test_a_command_that_only_reads_imports_neither_pydantic_nor_the_parser(
    command: str, played: Path
) -> None:
    match = next(played.iterdir()).name
    found = imported(command, match, shelf=played)

    assert "msgspec" in found, "the command read nothing"
    assert not found & {"pydantic", "typer"}


def test_a_letter_of_orders_imports_no_reader_of_records(played: Path) -> None:
    match = next(played.iterdir()).name
    found = imported("submit", match, "--as", "german", "--dry-run", shelf=played, stdin="pass\n")

    assert "msgspec" in found, "the letter was not judged"
    assert not found & {"pydantic", "typer", "yaml", "inspect"}


def test_a_line_that_is_not_plain_is_parsed(played: Path) -> None:
    match = next(played.iterdir()).name

    assert "typer" in imported("show", match, "--color", "never", shelf=played)
