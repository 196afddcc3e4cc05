"""The programs of the help page: they run, and type checkers find nothing in them."""

import asyncio
import os
import subprocess
import sys
import threading
import tomllib
from pathlib import Path
from urllib.request import urlopen

import pytest

import referee
from tests.programs import chat_bot, learning, tournament, web_page

ROOT = Path(__file__).parents[2]
PROGRAMS = ROOT / "tests" / "programs"
PAGE = ROOT / "referee" / "cli" / "pages" / "programs.md"


def run(*command: str, folder: Path) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "MYPYPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_page_contains_the_programs() -> None:
    page = PAGE.read_text(encoding="utf-8")

    for program in PROGRAMS.glob("*.py"):
        assert program.read_text(encoding="utf-8").rstrip() in page, program.name


def test_notebook_prints_its_cells(tmp_path: Path) -> None:
    lines = run(str(PROGRAMS / "notebook.py"), folder=tmp_path).splitlines()

    assert lines[0] == "marches from Koblenz to Paris: 6"
    assert lines[2].startswith("Liège is taken with ")
    assert 0 < float(lines[-1].rpartition(" ")[2]) < 2


def test_tournament_ranks_own_players_and_bots(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], pytestconfig: pytest.Config
) -> None:
    """The player of its own against a bot; with --cases 1 each of the three against each."""
    players = {name: tournament.PLAYERS[name] for name in ("improvise", "tempers")}
    if pytestconfig.getoption("--cases") > 1:
        monkeypatch.setattr(tournament, "PLAYERS", players)
    tournament.main()
    lines = capsys.readouterr().out.splitlines()

    assert [line.split()[0] for line in lines] == [*tournament.PLAYERS]
    assert sum(int(line.split()[1]) for line in lines) == 0


def test_web_page_serves_threads() -> None:
    server = web_page.serve()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        address = f"http://127.0.0.1:{server.server_port}"
        with urlopen(f"{address}/map.svg?side=german") as answer:
            assert answer.read().startswith(b"<svg")
        with urlopen(f"{address}/?side=entente") as answer:
            assert b"<html" in answer.read()
    finally:
        server.shutdown()
        server.server_close()


class Channel:
    """A channel that remembers its messages."""

    def __init__(self) -> None:
        self.messages: list[str] = []

    async def send(self, content: str) -> None:
        self.messages.append(content)


def test_chat_bot_answers_while_the_loop_goes_on() -> None:
    match = referee.open_in_memory("ttlm", "1914", seed=7)
    bot, channel = chat_bot.ChatBot(match, {"anna": "german"}), Channel()

    async def talk() -> None:
        await bot.on_message("anna", "!options", channel)
        await bot.on_message("anna", "offensive 1", channel)
        await asyncio.gather(*(bot.on_message("anna", "move 1st army to liege", channel) for _ in range(4)))
        await bot.on_message("anna", "!report", channel)
        await bot.on_message("bert", "move 2nd army to liege", channel)

    asyncio.run(talk())
    assert "offensive" in channel.messages[0]
    assert channel.messages[1] == "accepted"
    assert "accepted" in channel.messages[2:6]
    assert not match.verify(rejudge=True).differs


def test_learning_environment_steps_clones_and_resamples() -> None:
    environment = learning.Environment()
    state = environment.state
    clone = state.clone()
    view = state.information_state_string(0)
    for agent in environment.agent_iter(12):
        observation, _, over, _, info = environment.last()
        assert (agent, over) == (environment.agent_selection, False)
        assert isinstance(observation, referee.GreatWarView)
        environment.step(info["legal"][0])

    assert clone.game == learning.State(clone.game).game
    assert clone.information_state_string(0) == view
    assert clone.resample_from_infostate(0, 3).information_state_string(0) == view
    assert len({clone.action_to_string(action) for action in clone.legal_actions()}) == len(
        clone.legal_actions()
    )


def test_pyright_reads_the_programs_with_the_tree() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    assert PROGRAMS.relative_to(ROOT).as_posix() in settings["tool"]["pyright"]["include"]


@pytest.mark.tools
def test_mypy_finds_nothing_in_the_programs() -> None:
    run("-m", "mypy", "--strict", "--explicit-package-bases", str(PROGRAMS), folder=ROOT)
