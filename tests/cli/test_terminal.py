"""What a person at a terminal sees, and what a pipe gets: colours, maps and bars only for eyes."""

import os
import pty
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT

SIGN = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


@pytest.fixture
def shelf(example_shelf: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(example_shelf, tmp_path / "shelf"))


def environment(shelf: Path, **more: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    return {**kept, "PYTHONPATH": str(ROOT), "REFEREE_SHELF": str(shelf), "TERM": "xterm-256color", **more}


def piped(shelf: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "referee", *arguments]
    done = subprocess.run(command, env=environment(shelf), capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout


def typed(shelf: Path, *arguments: str, **more: str) -> str:
    """What a command shows on a terminal of its own."""
    ours, its = pty.openpty()
    command = [sys.executable, "-m", "referee", *arguments]
    process = subprocess.Popen(command, env=environment(shelf, **more), stdin=its, stdout=its, stderr=its)
    os.close(its)
    seen = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:
            # The terminal is gone when the last program on it has left.
            break
        if not part:
            break
        seen += part
    os.close(ours)
    assert process.wait() == 0
    return seen.decode().replace("\r\n", "\n")


def test_a_terminal_shows_the_map_in_the_colours_of_the_sides(shelf: Path) -> None:
    shown = typed(shelf, "show", "liege")

    assert "\x1b[1mSECRET: liege: situation for the referee\x1b[0m" in shown
    assert "\x1b[48;5;65m\x1b[97m#Nam\x1b[0m" in shown
    assert "\x1b[48;5;24m\x1b[97m-Par\x1b[0m" in shown
    assert "\x1b[30;103m!Lon*\x1b[0m" in typed(shelf, "show", "liege", "--at", "45")


def test_terminal_text_without_colours_equals_piped_text(shelf: Path) -> None:
    plain = piped(shelf, "show", "liege", "--as", "german")

    assert "\x1b" not in plain
    assert SIGN.sub("", typed(shelf, "show", "liege", "--as", "german")) == plain
    assert typed(shelf, "show", "liege", "--as", "german", NO_COLOR="1") == plain
    assert typed(shelf, "show", "liege", "--as", "german", TERM="dumb") == plain


def test_a_bar_is_drawn_on_a_terminal_and_wiped_away(shelf: Path) -> None:
    shown = typed(shelf, "verify", "liege", "--rejudge")

    bars = re.findall(r"\r\x1b\[Kverify \[#*\.*\] +(\d+)%", shown)
    assert len(bars) > 10
    assert list(map(int, bars)) == sorted(map(int, bars))
    assert shown.rpartition("\r\x1b[K")[2] == piped(shelf, "verify", "liege", "--rejudge")
    assert "\x1b" not in typed(shelf, "verify", "liege", "--rejudge", "--quiet")
