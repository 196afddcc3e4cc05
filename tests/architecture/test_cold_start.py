"""A command line is parsed by Typer; a command imports its own module and no other command's."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli.command_table import COMMANDS

ROOT = Path(__file__).parents[2]
COMMAND_MODULES = {f"referee.cli.commands.{entry.module}" for entry in COMMANDS.values()}


def imported(*arguments: str, shelf: Path | None = None, stdin: str = "", **more: str) -> set[str]:
    """Return the modules that a command imports."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "REFEREE_SHELF": str(shelf or "nowhere"), **more}
    done = subprocess.run(
        [sys.executable, "-v", "-m", "referee", *arguments],
        capture_output=True,
        text=True,
        input=stdin,
        env=environment,
        timeout=60,
        check=False,
    )
    modules = set(re.findall(r"^import '(\S+)' #", done.stderr, re.MULTILINE))
    assert "encodings" in modules
    return modules


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["--version"], ["shwo"], []])
def test_help_version_and_typos_import_no_command(arguments: list[str]) -> None:
    modules = imported(*arguments)

    assert "typer" in modules
    assert not modules & {*COMMAND_MODULES, "msgspec", "yaml", "rich"}


def test_completion_of_a_command_imports_no_command() -> None:
    asked = {"_REFEREE_COMPLETE": "complete_bash", "COMP_WORDS": "referee s", "COMP_CWORD": "1"}

    assert not imported(**asked) & COMMAND_MODULES


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


@pytest.mark.sample(2)
@pytest.mark.parametrize("command", ["show", "prompts", "log", "options", "report", "map", "submit"])
def test_a_command_is_parsed_by_typer_and_imports_one_module_of_commands(command: str, played: Path) -> None:
    match = next(played.iterdir()).name
    words = ["--as", "german", "--dry-run"] if command == "submit" else []
    modules = imported(command, match, *words, shelf=played, stdin="pass\n")

    assert {"typer", "pydantic"} <= modules
    assert modules & COMMAND_MODULES == {f"referee.cli.commands.{COMMANDS[command].module}"}
    if command != "submit":
        assert "referee.i18n.sentence_words" not in modules, "only letters hold sentences"


def test_no_import_hook_is_installed() -> None:
    script = "import sys; known = [*sys.meta_path]; import referee.cli.main; print(known == sys.meta_path)"

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout == "True\n"
