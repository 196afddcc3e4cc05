"""A game with three sides, from the opening of a match to its verification."""

import json
from pathlib import Path

import pytest

from referee.engine import machine
from referee.engine.dice import WrittenDice
from tests.engine.toy import Hide
from tests.engine.trio import Trio
from tests.packs.test_systems_of_others import FAMILY, PACK, declare, referee, write

THREE = FAMILY.replace("ToySystem(Toy())", "ToySystem(Trio())") + "\n\nfrom tests.engine.trio import Trio\n"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder with the family of three sides, and a pack for it."""
    folder = tmp_path / "site"
    write(folder, {"numbers_family.py": THREE})
    declare(folder, {"numbers": "numbers_family:describe"})
    green = "  - {id: green, name: Green, adjective: green, colour: green}\n"
    write(tmp_path / "packs" / "numbers", {**PACK, "game.yaml": PACK["game.yaml"] + green})
    return folder


def test_the_machine_runs_a_game_of_three_sides() -> None:
    rules = Trio()
    state, _ = machine.run_on(rules, rules.start(), WrittenDice(orders=[tuple(range(1, 7))]))
    for side, number in (("blue", 2), ("green", 6), ("red", 4)):
        assert side in {prompt.side for prompt in rules.prompts(state)}
        state, _ = machine.play(rules, state, Hide(side=side, number=number), WrittenDice())

    assert (state.winner, rules.prompts(state)) == ("green", ())


def test_a_match_of_three_sides_is_opened_played_reported_and_verified(site: Path) -> None:
    def run(*command: str, letter: str = "") -> str:
        done = referee(site, *command, letter=letter)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run("new", "trio", "--pack", "numbers")
    prompts = json.loads(run("prompts", "trio", "--json"))["prompts"]
    assert [prompt["side"] for prompt in prompts] == ["red", "blue", "green"]
    run("submit", "trio", "-", "--as", "green", letter="hide 6\n")
    run("submit", "trio", "-", "--as", "red", letter="hide 4\n")
    waiting = json.loads(run("prompts", "trio", "--json"))
    assert [prompt["side"] for prompt in waiting["prompts"]] == ["blue"]
    report = run("report", "trio", "--as", "blue")
    assert "green hides a number" in report
    assert "the number 6" not in report
    run("submit", "trio", "-", "--as", "blue", letter="hide 2\n")
    assert "green wins" in run("report", "trio", "--as", "red")
    assert run("show", "trio", "--as", "green")
    assert "hide 2" in run("log", "trio")
    run("verify", "trio")
