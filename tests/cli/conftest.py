"""The command line, run in this process on a shelf of its own: the toy game, or the example of a real one."""

import io
import json
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import resvg_py
import typer
from typer.core import TyperCommand, TyperGroup

from referee.cli import groups
from referee.cli.command_table import COMMANDS
from referee.cli.groups import load_command
from referee.cli.main import run
from referee.packs import loading, rulesets
from referee.platform import files
from tests.engine import toy_pack
from tests.foreseen import battles_are_foreseen_once, choices_are_found_once  # noqa: F401 - fixtures
from tests.forked import workers_are_forked  # noqa: F401 - a fixture


@dataclass(frozen=True)
class Result:
    """What a command printed, and the code it left with."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Referee = Callable[..., Result]

ROOT = Path(__file__).parents[2]
"""Where a process of its own finds the program."""

NOW = "1796155200"
"""The time of all commands: the first of December 2026."""

MARCH = "offensive 17\nmove ge-1 from namur to mons\n"
"""A letter that opens an offensive and marches; nothing in it is irrevocable."""

BATTLE = "offensive 17\nmove ge-1 from namur to mons\nbattle mons\ndone\ndone\n"
"""A whole attack, up to the first dice and the first question to the Entente."""

READERS = ("show", "log", "report", "prompts", "options", "verify", "export", "map")
"""The commands that change nothing."""


class Typed(io.TextIOWrapper):
    """A standard input that somebody may sit at."""

    def __init__(self, text: bytes | None) -> None:
        super().__init__(io.BytesIO(text or b""))
        self._sat_at = text is None

    def isatty(self) -> bool:
        return self._sat_at


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    return tmp_path / "matches"


@pytest.fixture(scope="session", autouse=True)
def commands_are_built_once() -> Iterator[None]:
    """One tree of commands serves the whole process: building it takes longer than most commands."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(groups, "load_command", cache(groups.load_command))
        yield


@pytest.fixture(scope="session", autouse=True)
def pictures_are_painted_once() -> Iterator[None]:
    """A drawing that was painted is not painted again: that takes more than a second."""
    paint = cache(resvg_py.svg_to_bytes)

    def recall(*, font_files: Sequence[str] = (), **named: Any) -> bytes:
        # The patch lasts for the session, and so other rooms paint by it as well.
        return paint(font_files=tuple(font_files), **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(resvg_py, "svg_to_bytes", recall)
        yield


def open_cache(folder: Path) -> Path:
    """A cache without a fold; the packs that were read before lie in it, so that they are not read again."""
    cache, packs = folder / "referee", files.cache_folder() / "packs"
    packs.mkdir(mode=0o700, parents=True, exist_ok=True)
    cache.mkdir(mode=0o700, parents=True)
    (cache / "packs").symlink_to(packs)
    return cache


@pytest.fixture
def command(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Referee:
    """Run a command; `stdin` is what is piped in, nothing is a terminal."""
    monkeypatch.setenv("REFEREE_SHELF", str(shelf))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", NOW)
    monkeypatch.delenv("NO_COLOR", raising=False)

    def call(*arguments: object, stdin: str | bytes | None = None) -> Result:
        text = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", Typed(text))
        capfdbinary.readouterr()
        code = run([str(argument) for argument in arguments])
        sys.stdout.flush()
        told = capfdbinary.readouterr()
        return Result(code, told.out.decode(), told.err.decode())

    return call


@pytest.fixture
def referee(command: Referee, monkeypatch: pytest.MonkeyPatch) -> Referee:
    """Run a command where the toy game is known, and no other."""
    monkeypatch.setattr(rulesets, "bind", toy_pack.bind)
    monkeypatch.setattr(loading, "load", toy_pack.load)
    return command


@pytest.fixture
def duel(referee: Referee) -> None:
    """A match of the toy game with both numbers hidden; red is to act."""
    assert referee("new", "duel", "toy").code == 0
    assert referee("submit", "duel", "--as", "red", stdin="hide 2").code == 0
    assert referee("submit", "duel", "--as", "blue", stdin="hide 5").code == 0


@dataclass(frozen=True)
class Table:
    """A finished example on a shelf of its own; Germany is to answer, after entry 67."""

    command: Referee
    folder: Path

    @property
    def journal(self) -> Path:
        return self.folder / "journal.jsonl"

    @property
    def lines(self) -> list[bytes]:
        return self.journal.read_bytes().splitlines(keepends=True)

    def submit(self, letter: str | bytes | Path, side: str | None = "german", *more: str) -> Result:
        """Send a letter by the standard input, or a file."""
        signed = ["--as", side] if side else []
        if isinstance(letter, Path):
            return self.command("submit", "liege", letter, *signed, *more)
        return self.command("submit", "liege", "-", *signed, *more, stdin=letter)

    def report(self, side: str = "german") -> str:
        return self.command("report", "liege", "--as", side).out

    def holds(self) -> bool:
        """Whether the journal is proved from end to end."""
        return self.command("verify", "liege", "--rejudge").code == 0


@pytest.fixture
def liege(command: Referee, example_shelf: Path, shelf: Path) -> Table:
    """The example, played to its end."""
    shutil.copytree(example_shelf / "liege", shelf / "liege")
    return Table(command, shelf / "liege")


def load_tree() -> TyperGroup:
    """Return the group of all commands, each imported."""
    return TyperGroup(name="referee", commands={name: load_command(name) for name in COMMANDS})


def list_parameters(command: TyperCommand) -> list[Any]:
    """Return the parameters of a command, those that every command has included."""
    return [*command.get_params(typer.Context(command))]
