"""The README and the pages of help: each console block in them is run, and must print what it says."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import unified_diff
from itertools import chain
from pathlib import Path

import pytest

from referee.cli.commands.guides import PAGES
from tests import warm

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
FOLDER = ROOT / "referee" / "cli" / "pages"
WITH_SERVERS = ("evening",)
"""The pages whose blocks want mail servers: `tests/mail/servers` runs them."""

BOOK = (ROOT / "README.md", *(FOLDER / f"{topic}.md" for topic in PAGES if topic not in WITH_SERVERS))
"""The README and the pages in their order: what one opens, the next ones find in the same folder."""

ANY_LINES = "..."
"""A line that stands for any lines; an ellipsis inside a line stands for any text."""


@dataclass(frozen=True)
class Command:
    """One command of a console block, typed at this line of a file, and what it prints."""

    file: Path
    line: int
    text: str
    expected: tuple[str, ...]


@dataclass(frozen=True)
class Difference:
    """A command that prints something else than its block says."""

    command: Command
    printed: tuple[str, ...]

    def __str__(self) -> str:
        command = self.command
        told = unified_diff(command.expected, self.printed, "written", "printed", lineterm="")
        return f"{command.file.name}:{command.line}: $ {command.text}\n" + "\n".join(told)


def blocks(file: Path) -> Iterator[tuple[int, list[str]]]:
    """The console blocks of a file with the line each begins on."""
    text = file.read_text(encoding="utf-8")
    for match in re.finditer(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield text[: match.start(1)].count("\n") + 1, match.group(1).splitlines()


def commands(file: Path) -> Iterator[Command]:
    """The commands of all blocks of a file, in the order a reader types them."""
    for begin, lines in blocks(file):
        typed: list[str] = []
        said: list[str] = []
        at = begin
        for number, line in enumerate(lines, begin):
            if line.startswith("$ "):
                if typed:
                    yield Command(file, at, "\n".join(typed), tuple(said))
                typed, said, at = [line[2:]], [], number
            elif (line.startswith("> ") or line == ">") and not said:
                typed.append(line[2:])
            else:
                said.append(line)
        if typed:
            yield Command(file, at, "\n".join(typed), tuple(said))


def pattern(expected: tuple[str, ...]) -> re.Pattern[str]:
    """What a command may print: its lines as they stand, but for the ellipses."""
    parts = [
        r"(?:.*\n)*?" if line == ANY_LINES else re.escape(line).replace("…", ".*?") + r"\n"
        for line in expected
    ]
    return re.compile("".join(parts))


def rewrite(differences: Iterable[Difference]) -> Iterator[Difference]:
    """Write into the blocks what was printed; gives those with an ellipsis, which are written by hand."""
    for difference in reversed(list(differences)):
        command = difference.command
        if any(line == ANY_LINES or "…" in line for line in command.expected):
            yield difference
            continue
        lines = command.file.read_text(encoding="utf-8").split("\n")
        first = command.line - 1 + len(command.text.split("\n"))
        lines[first : first + len(command.expected)] = difference.printed
        command.file.write_text("\n".join(lines), encoding="utf-8")


def test_every_console_block_prints_what_it_says(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    scripts = tmp_path / "bin"
    scripts.mkdir()
    folder = tmp_path / "table"
    folder.mkdir()
    environment = {
        "PATH": f"{scripts}:{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "COLUMNS": "80",
    }
    with warm.program(scripts, **environment) as served:
        ran, failed = told_otherwise(chain.from_iterable(map(commands, BOOK)), folder, dict(served))
    assert ran >= 20
    if request.config.getoption("--rewrite-golden"):
        failed = list(rewrite(failed))
    if failed:
        pytest.fail("\n\n".join(map(str, failed)), pytrace=False)


def told_otherwise(
    typed: Iterable[Command], folder: Path, environment: dict[str, str]
) -> tuple[int, list[Difference]]:
    """How many commands were run in a folder, and which of them print something else."""
    ran, failed = 0, list[Difference]()
    for command in typed:
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
        if not pattern(command.expected).fullmatch(done.stdout):
            failed.append(Difference(command, tuple(done.stdout.splitlines())))
        ran += 1
    return ran, failed


def shell_lines() -> list[str]:
    """The lines of the `sh` blocks: how to install and play, how to install and test."""
    found = re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    return [line for block in found for line in block.splitlines()]


@pytest.mark.tools
def test_the_first_line_installs_and_plays(tmp_path: Path) -> None:
    """On a machine with Python and pip only, the first line plays the demo to its end."""
    checkout = tmp_path / "referee"
    shutil.copytree(ROOT, checkout, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__"))
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
    assert "all seals are valid" in done.stdout
    assert done.stdout.splitlines()[-1].strip().startswith("referee help players")
    # It installs no extra: only the command that needs one may miss it.
    for words, code, told in (
        (["help", "take", "back"], 0, "referee retract"),
        (["packs", "list"], 0, "To The Last Man!"),
        (["packs", "redraw", "war"], 2, "pbem-referee[redraw]"),
    ):
        answer = subprocess.run(
            [checkout / ".venv" / "bin" / "referee", *words],
            cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip
        assert (answer.returncode, told in answer.stdout + answer.stderr) == (code, True), answer.stderr


def test_the_second_line_is_the_one_that_ci_runs() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "README.md" in script
    assert "pytest" in shell_lines()[1]


def test_the_readme_is_short_and_leads_to_each_page() -> None:
    assert len(README.splitlines()) <= 350
    assert {path.stem for path in FOLDER.glob("*.md")} == set(PAGES)
    assert [topic for topic in PAGES if f"(referee/cli/pages/{topic}.md)" not in README] == []


def test_every_link_of_the_book_leads_somewhere() -> None:
    for file in BOOK:
        for target in re.findall(r"\]\(([^)#]+?\.md)\)", file.read_text(encoding="utf-8")):
            assert (file.parent / target).is_file(), f"{file.name}: {target}"
