"""What commands say, word by word: each file of `transcripts/` is a desk, with what was typed and answered.

A line `$ ...` is a command, `< ...` below it what is piped in, `! ...` what it complains of, and `? ...` the
code it leaves with where that is not 0. After a wanted change: `pytest tests/cli/test_transcripts.py
--rewrite-golden`, and read the difference.
"""

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from referee.platform.ports import ports
from tests.cli.conftest import ROOT, Referee, Table

TRANSCRIPTS = Path(__file__).parent / "transcripts"

DIGEST = re.compile(r"[0-9a-f]{64}")

TOY = ("duel", "spoken", "friendly", "letters")
"""The desks where the toy game is known, and no other."""


def own_packs(folder: Path) -> None:
    """Packs that decide otherwise than the one of the example: fewer railways, and more of them."""
    changes = ("slow", "rail_areas: 3", "rail_areas: 1"), ("fast", "rail_per_turn: 2", "rail_per_turn: 3")
    for name, was, is_now in changes:
        shutil.copytree(ROOT / "games" / "ttlm", folder / name)
        tables = folder / name / "tables.yaml"
        tables.write_text(tables.read_text().replace(was, is_now))


def said(command: Referee, block: str, folder: Path) -> Iterator[str]:
    """A command with what was piped in, and what it says now."""
    first, *rest = block.splitlines()
    piped = [line[2:] for line in rest if line.startswith("< ")]
    result = command(*shlex.split(first), stdin="\n".join(piped) if piped else None)
    yield f"$ {first}"
    yield from (f"< {line}" for line in piped)
    for mark, told in (("", result.out), ("! ", result.err), ("? ", str(result.code or ""))):
        here = told.replace(str(folder), "/desk").replace(str(ROOT), "/referee")
        plain = DIGEST.sub("5ea1" * 16, here).replace("\x1b", "␛")
        yield from (f"{mark}{line}".rstrip() for line in plain.splitlines())


@pytest.mark.parametrize("name", sorted(path.stem for path in TRANSCRIPTS.glob("*.txt")))
def test_commands_say_what_was_approved(
    request: pytest.FixtureRequest, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command: Referee = request.getfixturevalue("referee" if name in TOY else "command")
    if name == "liege":
        table: Table = request.getfixturevalue("liege")
        command = table.command
        own_packs(tmp_path)
    monkeypatch.chdir(tmp_path)
    path = TRANSCRIPTS / f"{name}.txt"
    approved = path.read_text(encoding="utf-8")
    blocks = re.split(r"^\$ ", approved, flags=re.MULTILINE)[1:]

    # The same dice in every run.
    with ports.use(chance=SimpleNamespace(urandom=lambda count: b"^" * count)):
        met = "".join(f"{line}\n" for block in blocks for line in said(command, block, tmp_path))

    if request.config.getoption("--rewrite-golden"):
        path.write_text(met, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == met, f"{name} is not as it was approved"
