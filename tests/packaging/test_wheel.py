"""What is released: one version, its licence, everything that is read at run time, and the same bytes."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import referee

ROOT = Path(__file__).parents[2]

WANTED = (
    "referee/LICENSE",
    "referee/cli/pages/changes.md",
    "referee/i18n/mail_phrases.json",
    "schemas/json/journal.entry.schema.json",
    "games/ttlm/game.yaml",
    *(
        path.relative_to(ROOT).as_posix()
        for pattern in ("referee/i18n/catalogues/*.po", "games/*/languages/*.yaml")
        for path in sorted(ROOT.glob(pattern))
    ),
)
"""Files that are no code and must be installed with it."""


def build(sources: Path, into: Path, touched: int) -> Path:
    """The wheel of a copy of the sources whose files were last changed at some time."""
    for path in sources.rglob("*"):
        os.utime(path, (touched, touched))
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(into)]
    done = subprocess.run(command, cwd=sources, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = into.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The same sources built twice, a year apart."""
    folder = tmp_path_factory.mktemp("release")
    sources = folder / "sources"
    kept = shutil.ignore_patterns("__pycache__")
    for name in ("referee", "schemas", "games"):
        shutil.copytree(ROOT / name, sources / name, ignore=kept)
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, sources)
    first = build(sources, folder / "first", 1_700_000_000)
    return first, build(sources, folder / "second", 1_731_536_000)


def test_the_same_sources_give_the_same_bytes(wheels: tuple[Path, Path]) -> None:
    first, second = wheels

    assert first.name == second.name
    assert first.read_bytes() == second.read_bytes()


def test_a_wheel_bears_the_version_that_the_program_tells(wheels: tuple[Path, Path]) -> None:
    assert wheels[0].name == f"pbem_referee-{referee.__version__}-py3-none-any.whl"


def test_all_that_is_read_at_run_time_is_in_the_wheel(wheels: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(wheels[0]) as wheel:
        names = set(wheel.namelist())
        licences = [name for name in names if name.endswith(".dist-info/licenses/referee/LICENSE")]

    assert set(WANTED) <= names
    assert len(licences) == 1
