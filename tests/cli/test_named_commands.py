"""Test commands that the pages name: their files, modules and options exist."""

import re
import shlex
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.conftest import COUNTS

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "referee" / "cli" / "pages"
OPTIONS = {f"--{name}" for name in COUNTS} | {"--exhaustive", "--long", "--rewrite-golden", "-k", "-m"}
COMMAND = re.compile(r"`((?:pytest|python -m tests)[^`]*)`")


def list_commands() -> Iterator[tuple[str, str]]:
    for page in ("developing", "testing"):
        text = (PAGES / f"{page}.md").read_text(encoding="utf-8")
        yield from ((page, " ".join(command.split())) for command in COMMAND.findall(text))


@pytest.mark.parametrize(("page", "command"), [*list_commands()])
def test_command_of_a_page_exists(page: str, command: str) -> None:
    program, *words = shlex.split(command)
    if program == "python":
        assert find_spec(words[1]) is not None
        return
    assert not [word for word in words if word.startswith("-") and word not in OPTIONS]
    assert not [word for word in words if word.startswith("tests") and not (ROOT / word).exists()]


def test_page_of_tests_names_each_kind_of_room() -> None:
    named = " ".join(command for page, command in list_commands() if page == "testing")

    assert {
        room
        for room in ("great_war", "evidence", "mail", "cli", "fuzz", "club", "golden", "reports")
        if f"tests/{room}" not in named and f"tests.{room}" not in named
    } == set()
