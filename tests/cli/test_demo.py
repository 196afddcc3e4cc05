"""The demo is a short tour, and plays everything only where it is asked to."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Referee
from tests.replay_pages import spread

GAMES = ("ttlm", "aac", "skirmish")


@pytest.mark.parametrize("game", GAMES)
def test_the_tour_is_read_in_minutes(command: Referee, game: str) -> None:
    tour = command("demo", game).out

    assert len(tour.splitlines()) <= 120
    assert [line for line in tour.splitlines() if line.startswith("== ")] == [
        "== A letter",
        "== A refusal",
        "== Dice",
        "== What changed",
        "== The map in letters",
        "== What each side sees",
        "== The proof",
        "== What to try next",
    ]


def test_the_tour_shows_a_refusal_with_its_remedy_and_dice_with_their_key(command: Referee) -> None:
    tour = command("demo", "ttlm").out
    _, refusal, dice, *_ = tour.split("\n== ")

    assert "Refused: " in refusal
    assert "Lawful is " in refusal
    assert "needs 1-2: 3 6 -> no hits" in dice
    assert "entry 13, key" in dice


def test_the_tour_shows_that_a_secret_is_kept(command: Referee) -> None:
    told = command("demo", "ttlm").out.partition("== What each side sees")[2].partition("== The proof")[0]
    german, entente = told.partition("    Germany: ")[2].split("    Entente: ")

    assert "draws 1 card." in german
    assert "draws 1 card: Offensive (4)." in entente


def test_everything_is_printed_where_it_is_asked_for(command: Referee) -> None:
    full = command("demo", "ttlm", "--full").out

    assert full.count(">>> ") >= 12
    assert full.count("END ORDERS") == 1
    assert len(full.splitlines()) > 1_000


def test_pages_are_written_and_opened_in_the_browser(tmp_path: Path) -> None:
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(f'#!/bin/sh\necho "$1" >> "{seen}"\n')
    browser.chmod(0o755)
    asked = [sys.executable, "-m", "referee", "demo", "ttlm", "--pages"]
    environment = {**os.environ, "BROWSER": f"{browser} %s", "TMPDIR": str(tmp_path)}
    done = subprocess.run(asked, env=environment, capture_output=True, text=True, check=True)

    written = [Path(line) for line in done.stdout.splitlines()]
    assert [path.name for path in written] == ["map.svg", "report.html", "replay.html"]
    assert seen.read_text().splitlines() == [path.as_uri() for path in written]
    *others, replay = (path.read_text(encoding="utf-8") for path in written)
    assert all("Liège" in text for text in (*others, spread(replay)))


@pytest.mark.parametrize("way", [(), ("--full",), ("--pages",)])
def test_as_a_record_it_answers_with_the_proof(command: Referee, way: tuple[str, ...]) -> None:
    assert command("demo", "ttlm", "--json", *way).json["entries"] == 67
