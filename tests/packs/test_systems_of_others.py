"""A family of games that another package brings: found by its name, read, played, reported and verified."""

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from referee.packs import families
from referee.systems import families as installed

ROOT = Path(__file__).parents[2]

FAMILY = '''
from referee.packs.families import Family
from schemas.rulebook import AnyPack, Clauses, Game, Rulings, Scenario
from tests.engine.toy import Toy, ToySystem


def describe() -> Family:
    return Family(
        pack=AnyPack,
        files={"game": Game, "clauses": Clauses, "rulings": Rulings},
        scenario=Scenario,
        bind=lambda pack, scenario, options: ToySystem(Toy()),
        language=lambda: (Toy.orders, Toy.events),
        misfits=lambda pack: iter(()),
        code=(),
    )


def describe_nothing() -> None:
    """Return something else."""
'''

PACK: Mapping[str, str] = {
    "game.yaml": """
id: numbers
name: Two numbers
version: "1"
system: numbers
sides:
  - {id: red, name: Red, adjective: red, colour: red}
  - {id: blue, name: Blue, adjective: blue, colour: blue}
""",
    "clauses.yaml": """
book: Two numbers
citations:
  - {number: "1.1", title: Hiding, rule: Hide a number from one to six.}
meanings: {}
""",
    "rulings.yaml": "rulings: []\n",
    "scenarios/short.yaml": "id: short\nname: A short game\nsource: rulebook\n",
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder as an installed package leaves it, and a pack for its family."""
    folder = tmp_path / "site"
    write(folder, {"numbers_family.py": FAMILY})
    declare(folder, {"numbers": "numbers_family:describe"})
    write(tmp_path / "packs" / "numbers", PACK)
    return folder


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


def declare(folder: Path, points: Mapping[str, str]) -> None:
    lines = "".join(f"{name} = {value}\n" for name, value in points.items())
    info = {"METADATA": "Metadata-Version: 2.1\nName: numbers\nVersion: 1\n"}
    write(folder / "numbers-1.dist-info", {**info, "entry_points.txt": f"[{installed.GROUP}]\n{lines}"})


def referee(site: Path, *command: str, letter: str = "") -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(site), str(ROOT))),
        "REFEREE_PACKS": str(site.parent / "packs"),
        "XDG_CACHE_HOME": str(site.parent / "cache"),
    }
    return subprocess.run(
        [sys.executable, "-m", "referee", *command],
        cwd=site.parent, env=environment, input=letter, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_a_family_of_another_package_is_played_by_its_name_alone(site: Path):
    def played(*command: str, letter: str = "") -> str:
        done = referee(site, *command, letter=letter)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    assert "Two numbers" in played("packs", "show", "numbers")
    played("new", "duel", "--pack", "numbers")
    assert json.loads(played("prompts", "duel", "--json"))["prompts"][0]["question"] == "hide"
    played("submit", "duel", "-", "--as", "red", letter="hide 3\n")
    played("submit", "duel", "-", "--as", "blue", letter="hide 5\n")
    assert "throw 3" in played("options", "duel", "--as", "red")
    played("submit", "duel", "-", "--as", "red", letter="throw 3\n")
    assert "red" in played("report", "duel")
    played("verify", "duel")
    assert played("show", "duel")


def test_an_unknown_system_is_refused_with_the_nearest_installed_name(site: Path):
    game = site.parent / "packs" / "numbers" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("system: numbers", "system: nmbers"), "utf-8")

    refused = referee(site, "packs", "check", "numbers")

    assert refused.returncode == 65
    assert "there is no rule system `nmbers` (did you mean `numbers`?)" in refused.stderr


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("numbers_family:describe_nothing", "returns no Family"),
        ("numbers_family:missing", "missing"),
        ("no_such_package:describe", "no_such_package"),
        ("numbers_broken:describe", "ZeroDivisionError: division by zero (numbers_broken.py, line 2)"),
    ],
)
def test_a_package_that_does_not_work_is_a_fault_without_a_traceback(site: Path, value: str, reason: str):
    write(site, {"numbers_broken.py": "LEVELS = 4\nSHARE = LEVELS / 0\n"})
    declare(site, {"numbers": value})

    refused = referee(site, "packs", "check", "numbers")

    assert refused.returncode == 65
    assert "the package of the rule system numbers does not work" in refused.stderr
    assert reason in refused.stderr
    assert "Traceback" not in refused.stderr


def test_cases_are_refused_for_a_family_without_casework(site: Path):
    write(site.parent, {"cases/one.yaml": "pack: numbers\ncases: []\n"})

    refused = referee(site, "packs", "conform", "cases/one.yaml")

    assert refused.returncode == 2
    assert "no cases are run for the rule system numbers" in refused.stderr


def test_our_own_families_are_declared_and_found_without_entry_points(
    monkeypatch: pytest.MonkeyPatch,
):
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    monkeypatch.setattr(installed, "entry_points", lambda **_: pytest.fail("entry points were read"))

    assert tuple(declared[installed.GROUP]) == families.SYSTEMS
    for name, value in declared[installed.GROUP].items():
        described = EntryPoint(name, value, installed.GROUP).load()()
        assert described == families.family(name)
