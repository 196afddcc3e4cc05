"""The tutorial system: a distribution of its own, installed, played, simulated, reported and verified."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from referee.mail import seats
from referee.mail.office import open_office
from referee.matches import matches, opening
from referee.packs import families, rulesets
from referee.packs.conformance.system_kit import check_system
from tests import warm
from tests.mail.conftest import AT, Club

ROOT = Path(__file__).parents[2]
CROWN = ROOT / "tests" / "systems_of_others" / "crown"
PAGE = ROOT / "referee" / "cli" / "pages" / "new-system.md"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the wheel of the tutorial is installed."""
    folder = tmp_path_factory.mktemp("crown")
    wheels, site = folder / "wheels", folder / "site"
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(wheels)]
    run(build, CROWN)
    (wheel,) = wheels.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    run([*pip, "--target", str(site), str(wheel)], folder)
    return site


def run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


Command = Callable[..., str]


@pytest.fixture(scope="module")
def served(site: Path) -> Iterator[Mapping[str, str]]:
    """The environment of the commands beside the installed tutorial, and a server that keeps them warm."""
    scripts = site.parent / "bin"
    scripts.mkdir()
    environment = {
        **os.environ,
        "PATH": os.pathsep.join((str(scripts), str(Path(sys.executable).parent), os.environ["PATH"])),
        "PYTHONPATH": os.pathsep.join((str(site), str(ROOT))),
        "XDG_CACHE_HOME": str(site.parent / "cache"),
    }
    with warm.program(scripts, **environment) as served:
        yield served


@pytest.fixture
def referee(served: Mapping[str, str], tmp_path: Path) -> Command:
    """Run a command beside the installed tutorial."""

    def run(*command: str, letter: str = "") -> str:
        done = subprocess.run(
            ["referee", *command],
            cwd=tmp_path, env=served, input=letter, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


def test_tutorial_is_played_by_letters_and_verified(referee: Command, tmp_path: Path) -> None:
    assert "Crown" in referee("packs", "list")
    assert "Three years" in referee("packs", "show", "crown")
    referee("packs", "check", "crown")
    referee("new", "realm", "crown", "--quiet")
    asked = json.loads(referee("prompts", "realm", "--json"))["prompts"]
    assert [prompt["side"] for prompt in asked] == ["north", "east", "south"]
    assert "claim birch" in referee("options", "realm", "--as", "north")
    for side, claim in (("north", "alder"), ("east", "elm"), ("south", "elm")):
        referee("submit", "realm", "-", "--as", side, letter=f"claim {claim}\n")
    report = referee("report", "realm", "--as", "north", "--since", "0")
    assert "The northern side wins alder" in report
    assert "elm" in report
    assert referee("map", "realm", "-o", "-").startswith("<svg")
    assert "claim alder" in referee("log", "realm")
    referee("verify", "realm")
    referee("verify", "realm", "--rejudge")
    referee("export", "realm", "--as", "south", "-o", "copy.jsonl")
    referee("verify", "./copy.jsonl")
    standalone = [sys.executable, "-m", "referee.evidence.standalone.verify", str(tmp_path / "copy.jsonl")]
    done = subprocess.run(standalone, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


SEATS = {"north": "nora@player.example", "east": "emil@player.example", "south": "sami@player.example"}


def write_mail(side: str, text: str) -> bytes:
    heads = f"From: {SEATS[side]}\nTo: referee@club.example\nMessage-ID: <{side}@player>\nSubject: [realm]"
    return f"{heads}\n\n{text}\n".encode()


def test_tutorial_is_played_by_mail(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three sides are asked, a bad order comes back with its reason, and the last claim reports the year."""
    monkeypatch.syspath_prepend(str(site))
    families._load.cache_clear()
    club = Club(tmp_path / "matches")
    club.set_up("address")
    opening.open_match(club.shelf, "realm", "crown", at=AT)
    with open_office(club.shelf) as desk:
        for side, address in SEATS.items():
            seats.take_seat(desk, "realm", side, address)
    club.send()

    club.receive(write_mail("north", "claim atlantis"))
    club.send()
    refusal = club.mails()[-1]
    for side, claim in (("north", "alder"), ("east", "elm"), ("south", "elm")):
        club.receive(write_mail(side, f"claim {claim}").replace(b"@player>", b".2@player>"))
    club.send()

    assert refusal["To"] == SEATS["north"]
    text = refusal.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert "atlantis" in text
    assert "# claim alder\n# claim birch\n# claim cedar\n# claim elm\n# rest\nEND ORDERS" in text
    reports = [mail.get_body(("plain",)).get_content() for mail in club.mails()]  # type: ignore[union-attr]
    assert sum("The northern side wins alder" in report for report in reports) >= len(SEATS)
    assert len(matches.find(club.shelf, "realm").entries) == 5


def test_page_contains_the_files_and_its_commands_work(served: Mapping[str, str], tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    for file in sorted(CROWN.rglob("*.*")):
        if file.suffix in {".py", ".yaml", ".toml"} and file.name != "__init__.py":
            assert file.read_text(encoding="utf-8").rstrip() in page, file.name
    (block,) = re.findall(r"^```sh\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    done = subprocess.run(
        ["bash", "-ec", block], cwd=tmp_path, env=served, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "L'année 1 s'achève" in done.stdout


def test_claims_stay_secret_until_all_are_made(referee: Command) -> None:
    referee("new", "realm", "crown", "--quiet")
    referee("submit", "realm", "-", "--as", "east", letter="claim elm\n")

    shown = json.loads(referee("show", "realm", "--as", "south", "--json"))
    assert shown["state"]["claims"] == {"east": "?"}
    assert "decides in secret" in referee("report", "realm", "--as", "south")


def test_report_shows_an_empty_field_as_a_hyphen(referee: Command) -> None:
    referee("new", "realm", "crown", "--quiet")
    referee("submit", "realm", "-", "--as", "north", letter="rest\n")

    report = referee("report", "realm", "--as", "north", "--since", "1")
    assert "The northern side decides: -." in " ".join(report.split())


def test_reports_have_the_frame_of_four_languages(referee: Command) -> None:
    referee("new", "realm", "crown", "--quiet")
    for side, claim in (("north", "alder"), ("east", "elm"), ("south", "elm")):
        referee("submit", "realm", "-", "--as", side, letter=f"claim {claim}\n")
    reports = {
        code: referee("report", "realm", "--as", "north", "--language", code)
        for code in ("en", "fr", "de", "el")
    }

    assert len(set(reports.values())) == 4
    assert "L'année 1 s'achève" in reports["fr"]
    assert "rapport (Nord)" in reports["fr"]
    assert "(1, Revendications)" in reports["fr"]
    assert "En attente : Nord, Est et Sud." in reports["fr"]


def test_commands_of_the_other_games_refuse_the_tutorial_in_its_own_words(
    served: Mapping[str, str], tmp_path: Path
) -> None:
    def refuse(*command: str) -> str:
        done = subprocess.run(
            ["referee", *command], cwd=tmp_path, env=served, capture_output=True, text=True, check=False
        )
        assert done.returncode == 2, done.stdout + done.stderr
        return done.stderr

    subprocess.run(["referee", "new", "realm", "crown", "--quiet"], cwd=tmp_path, env=served, check=True)
    for command in ("odds realm", "odds realm elm", "odds --pack crown --given elm"):
        told = refuse(*command.split())
        assert "this is another game" in told
        assert "table" not in told
    assert refuse("bot", "realm", "--as", "north").endswith("(write `--name random`)\n")


def test_tutorial_is_simulated_by_several_processes(referee: Command) -> None:
    wars = json.loads(referee("simulate", "crown", "--games", "4", "--jobs", "2", "--seed", "3", "--json"))
    assert wars["games"] == 4 or len(wars.get("wars", ())) == 4


def test_kit_passes_the_tutorial(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(site))
    families._load.cache_clear()
    assert check_system(rulesets.bind("crown", None, {}), games=10) == ()
