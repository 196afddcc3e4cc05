"""The README is the manual: every console block in it is run, and must print what it says."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
ANY_LINES = "..."
"""A line of the README that stands for any lines; an ellipsis inside a line stands for any text."""


@dataclass(frozen=True)
class Command:
    """One command of a console block and what it prints."""

    line: int
    text: str
    expected: tuple[str, ...]


def blocks() -> Iterator[tuple[int, list[str]]]:
    """The console blocks of the README with the line each begins on."""
    for match in re.finditer(r"^```console\n(.*?)^```$", README, re.MULTILINE | re.DOTALL):
        yield README[: match.start(1)].count("\n") + 1, match.group(1).splitlines()


def commands() -> Iterator[Command]:
    """The commands of all blocks, in the order a reader types them."""
    for begin, lines in blocks():
        typed: list[str] = []
        said: list[str] = []
        at = begin
        for number, line in enumerate(lines, begin):
            if line.startswith("$ "):
                if typed:
                    yield Command(at, "\n".join(typed), tuple(said))
                typed, said, at = [line[2:]], [], number
            elif line.startswith("> ") and not said:
                typed.append(line[2:])
            else:
                said.append(line)
        if typed:
            yield Command(at, "\n".join(typed), tuple(said))


def pattern(expected: tuple[str, ...]) -> re.Pattern[str]:
    """What a command may print: its lines as they stand, but for the ellipses."""
    parts = [
        r"(?:.*\n)*?" if line == ANY_LINES else re.escape(line).replace("…", ".*?") + r"\n"
        for line in expected
    ]
    return re.compile("".join(parts))


def test_every_console_block_prints_what_it_says(tmp_path: Path) -> None:
    scripts = tmp_path / "bin"
    scripts.mkdir()
    referee = scripts / "referee"
    referee.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m referee "$@"\n')
    referee.chmod(0o755)
    folder = tmp_path / "table"
    folder.mkdir()
    environment = {
        "PATH": f"{scripts}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "COLUMNS": "80",
    }
    ran = 0
    for command in commands():
        done = subprocess.run(
            ["bash", "-c", command.text],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=120,
        )
        assert pattern(command.expected).fullmatch(done.stdout), (
            f"README.md:{command.line}: $ {command.text}\nprinted:\n{done.stdout}"
        )
        ran += 1
    assert ran >= 20


def shell_lines() -> list[str]:
    """The lines of the `sh` blocks: how to install and play, how to install and test."""
    found = re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    return [line for block in found for line in block.splitlines()]


@pytest.mark.tools
def test_the_first_line_installs_and_plays(tmp_path: Path) -> None:
    """On a machine with Python and pip only, the first line ends in the demo's last report."""
    checkout = tmp_path / "referee"
    shutil.copytree(ROOT, checkout, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__", "matches"))
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        ["bash", "-c", shell_lines()[0]],
        cwd=checkout,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=280,
    )
    assert done.returncode == 0, done.stderr
    assert "END ORDERS" in done.stdout
    assert "every seal holds" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("head 67:")


def test_the_second_line_is_the_one_that_ci_runs() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "README.md" in script
    assert "pytest" in shell_lines()[1]
