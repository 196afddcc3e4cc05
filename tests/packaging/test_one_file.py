"""The program as one file: built from the installed dependencies, without a network, and run."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import referee

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "referee" / "cli" / "pages" / "clubs.md").read_text(encoding="utf-8")


def list_needed(requirements: list[str], *, seen: set[str]) -> Iterator[str]:
    """Yield the distributions that requirements need on this machine."""
    for line in requirements:
        requirement = Requirement(line)
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": ""}):
            continue
        if requirement.name in seen:
            continue
        seen.add(requirement.name)
        yield requirement.name
        yield from list_needed(distribution(requirement.name).requires or [], seen=seen)


def copy_distribution(name: str, folder: Path) -> None:
    """Copy the files of an installed distribution."""
    for file in distribution(name).files or []:
        if ".." not in file.parts and "__pycache__" not in file.parts:
            target = folder / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(str(file.locate()), target)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file that the line of the page makes, with the packages that are installed here."""
    pytest.importorskip("shiv", reason="shiv is not installed: pip install '.[test]'")
    folder = tmp_path_factory.mktemp("one-file")
    packages = folder / "packages"
    try:
        needed = list(list_needed(distribution("pbem-referee").requires or [], seen=set()))
    except PackageNotFoundError as error:
        pytest.skip(f"not installed: {error}")
    for name in needed:
        copy_distribution(name, packages)
    for name in ("referee", "schemas", "games"):
        shutil.copytree(ROOT / name, packages / name, ignore=shutil.ignore_patterns("__pycache__"))
    made = folder / "referee.pyz"
    command = [sys.executable, "-m", "shiv", "--site-packages", str(packages), "-e", "referee.__main__:main"]
    done = subprocess.run(
        [*command, "-o", str(made), "--reproducible"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return made


def run(program: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the file without the environment of the tests."""
    environment = {
        "HOME": str(folder),
        "SHIV_ROOT": str(folder),
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
    }
    return subprocess.run(
        [sys.executable, "-I", str(program), *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_the_file_plays_the_demo_alone(program: Path, tmp_path: Path) -> None:
    done = run(program, tmp_path, "demo")

    assert done.returncode == 0, done.stderr
    assert "all seals are valid" in done.stdout
    assert run(program, tmp_path, "--version").stdout == f"referee {referee.__version__}\n"


def test_the_page_gives_the_line_that_makes_it() -> None:
    assert re.search(r"^shiv --console-script referee --output-file referee\.pyz \.$", PAGE, re.MULTILINE)


CONTAINER = re.compile(r"^```containerfile\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_recipe_of_the_post_office_is_sound() -> None:
    """Read the recipe as a builder does. No builder runs here; every file that it names exists."""
    (recipe,) = CONTAINER.findall(PAGE)
    lines = [line for line in recipe.splitlines() if line and not line.startswith("#")]
    instructions = [tuple(line.split(" ", 1)) for line in lines]
    names = [name for name, _ in instructions]
    by_name = dict(instructions)

    assert names[0] == "FROM"
    assert set(names) <= {"FROM", "COPY", "RUN", "USER", "VOLUME", "ENV", "ENTRYPOINT", "CMD", "WORKDIR"}
    assert re.fullmatch(r"docker\.io/library/python:3\.\d+-slim", by_name["FROM"])
    copies = [words.split() for name, words in instructions if name == "COPY"]
    for *sources, target in copies:
        for source in sources:
            # A copied folder loses its own name: the target has to state it.
            assert (ROOT / source).is_file() or target == f"/source/{source}"
    copied = {source for *sources, _ in copies for source in sources}
    assert copied == {"pyproject.toml", "README.md", ".ci", "referee", "schemas", "games"}
    assert by_name["USER"] != "root"
    assert names.index("USER") > names.index("RUN")


def test_the_recipe_starts_the_post_office(program: Path, tmp_path: Path) -> None:
    (recipe,) = CONTAINER.findall(PAGE)
    start = dict(line.split(" ", 1) for line in recipe.splitlines() if line.startswith(("ENTRYPOINT", "CMD")))
    words = [*json.loads(start["ENTRYPOINT"]), *json.loads(start["CMD"])]

    assert words[0] == "referee"
    assert run(program, tmp_path, *words[1:], "--help").returncode == 0
