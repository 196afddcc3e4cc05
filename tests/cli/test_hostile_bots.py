"""Foreign programs read no secret, harm nothing and hold nothing up, or they are not started."""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from referee.analysis.bots import bot_play, registry
from referee.analysis.bots.registry import Seated
from referee.faults import Fault
from referee.matches import matches
from referee.matches.shelf import JOURNAL
from referee.platform import confinement
from referee.platform.confinement import LADDER, Means
from schemas.bots import Turn
from tests.cli import hostile_bots
from tests.cli.conftest import Referee, Result

LONGEST = 5.0
"""Seconds after which a hostile program has cost too much time."""

CONFINING = [Means.BUBBLEWRAP, Means.LANDLOCK]
SAID = {
    Means.BUBBLEWRAP: "player{pid} is confined by bubblewrap: it sees none of your files and no network",
    Means.LANDLOCK: "player{pid} is confined by Landlock: it sees none of your files and no network",
    Means.USER: "player{pid} runs as another user",
}


@pytest.fixture
def war(command: Referee, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A match whose first question goes to the German side."""
    monkeypatch.setattr(bot_play, "SECONDS", 3.0)
    assert command("new", "war", "ttlm").code == 0
    shelf.chmod(0o700)
    return shelf / "war"


@pytest.fixture
def listeners(tmp_path: Path) -> Iterator[tuple[int, str]]:
    """A port and the path of a socket that answer; the path is an abstract name as well.

    Nothing may arrive at the same port as a datagram.
    """
    path = str(tmp_path / "socket")
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams,
        socket.socket(socket.AF_UNIX) as named,
        socket.socket(socket.AF_UNIX) as abstract,
    ):
        for one, where in ((named, path), (abstract, f"\0{path}")):
            one.bind(where)
            one.listen()
        Path(path).chmod(0o777)
        datagrams.bind(server.getsockname())
        datagrams.setblocking(False)
        yield server.getsockname()[1], path
        with pytest.raises(BlockingIOError):
            datagrams.recv(10)


def write(folder: Path, shelf: Path, body: str, listeners: tuple[int, str] = (9, "")) -> str:
    """A hostile program, which answers at its end."""
    port, path = listeners
    head = hostile_bots.HEAD.format(shelf=str(shelf), port=port, socket=path)
    file = folder / f"player{os.getpid()}"
    file.write_text(f"{head}\n{body.replace('{pid}', str(os.getpid()))}\nanswer()\ntime.sleep(100)\n")
    file.chmod(0o755)
    return str(file)


def seat(program: str, war: Path, means: Means) -> Seated:
    """The program under one means; a machine without it skips the test."""
    try:
        return registry.find_program(program, war, ladder=[means])
    except Fault:
        pytest.skip(f"this machine has no {means}")


def ask(seated: Seated, war: Path) -> str:
    """The letter of a program, or the code of its fault; it costs little time."""
    turn = bot_play.show_turn(matches.find(war.parent, "war"), "german")
    assert isinstance(turn, Turn)
    started = time.monotonic()
    try:
        with bot_play.begin(seated) as bot:
            return bot.answer(turn)
    except Fault as fault:
        return fault.complaints[0].code
    finally:
        assert time.monotonic() - started < LONGEST


def kinds(programs: dict[str, str], ladder: list[Means]) -> list[object]:
    return [
        pytest.param(body, means, id=f"{name} under {means}")
        for name, body in programs.items()
        for means in ladder
    ]


@pytest.mark.parametrize(("body", "means"), kinds(hostile_bots.STEAL, [*LADDER]))
def test_no_secret_is_read(war: Path, tmp_path: Path, body: str, means: Means) -> None:
    seated = seat(write(tmp_path, war.parent, body), war, means)
    seed = (war / "secret.json").read_text(encoding="utf-8").split('"')[3]
    assert len(seed) == 64

    loot = ask(seated, war)

    assert not loot.startswith("bot-"), "the program came to its end"
    assert seed not in loot
    seals = re.findall('"seal":"([0-9a-f]{64})"', (war / JOURNAL).read_text(encoding="utf-8"))
    assert seals
    assert not [one for one in seals if one in loot]
    assert "REFEREE" not in loot


@pytest.mark.parametrize(("body", "means"), kinds(hostile_bots.SPOIL, [*LADDER]))
def test_nothing_is_harmed(command: Referee, war: Path, tmp_path: Path, body: str, means: Means) -> None:
    program = write(tmp_path, war.parent, body)
    seated = seat(program, war, means)
    before = [(path, path.read_bytes(), path.stat().st_mode) for path in war.iterdir()]
    text = Path(program).read_bytes()

    ask(seated, war)

    assert [(path, path.read_bytes(), path.stat().st_mode) for path in war.iterdir()] == before
    assert Path(program).read_bytes() == text
    assert command("verify", "war").code == 0


@pytest.mark.parametrize(("body", "means"), kinds(hostile_bots.CONNECT, CONFINING))
def test_no_other_program_is_reached(
    war: Path, tmp_path: Path, listeners: tuple[int, str], body: str, means: Means
) -> None:
    loot = ask(seat(write(tmp_path, war.parent, body, listeners), war, means), war)

    failed = {"ConnectionRefusedError", "FileNotFoundError", "OSError", "PermissionError", "TimeoutError"}
    # A datagram that is lost in another network raises nothing.
    assert set(loot.split()) <= failed | {"None"}
    assert loot


@pytest.mark.sample(2)
@pytest.mark.parametrize(("body", "means"), kinds(hostile_bots.EXHAUST, [*LADDER]))
def test_nothing_is_exhausted(
    war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, means: Means
) -> None:
    monkeypatch.setattr(bot_play, "SECONDS", 0.5)
    program = write(tmp_path, war.parent, body)

    ask(seat(program, war, means), war)

    end = time.monotonic() + LONGEST
    while left := list_commands(Path(program).name):
        assert time.monotonic() < end, left
        time.sleep(0.05)


def list_commands(name: str) -> list[str]:
    """The command lines of all processes that run a program of this name."""
    found: list[str] = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            found.append(path.read_text(encoding="utf-8", errors="replace"))
    return [line for line in found if f"/program/{name}" in line]


def test_a_trusted_program_reads_what_the_moderator_reads(war: Path, tmp_path: Path) -> None:
    """The attacks are able to find a secret: confinement stops them, and no mistake of theirs."""
    body = hostile_bots.STEAL["a known path"]
    seated = registry.find_program(write(tmp_path, war.parent, body), war, is_trusted=True)

    assert "seed" in ask(seated, war)


def test_an_escaped_process_of_a_trusted_program_holds_nothing_up(war: Path, tmp_path: Path) -> None:
    body = hostile_bots.EXHAUST["grandchild"].replace("47", "8")
    seated = registry.find_program(write(tmp_path, war.parent, body), war, is_trusted=True)

    assert ask(seated, war) == ""


def test_the_memory_of_a_trusted_program_has_a_limit(war: Path, tmp_path: Path) -> None:
    body = "try: bytearray(2 << 30)\nexcept MemoryError: loot.append('full')"
    seated = registry.find_program(write(tmp_path, war.parent, body), war, is_trusted=True)

    assert ask(seated, war) == "full"


CALM = """
for line in sys.stdin:
    turn = json.loads(line)
    calm = [one for one in turn["options"] if one["default"]] or turn["options"]
    print(json.dumps({"letter": calm[0]["text"]}), flush=True)
"""


def play(command: Referee, program: str, *more: str) -> Result:
    return command("bot", "war", "--as", "german", "--program", program, *more)


def test_the_moderator_sees_at_the_start_how_a_program_is_confined(
    command: Referee, war: Path, tmp_path: Path
) -> None:
    program = write(tmp_path, war.parent, CALM)
    hidden = war.parent, war / "secret.json"
    means = confinement.choose(hidden)

    told = play(command, program)

    if means is None:
        assert told.code == 64
    else:
        assert told.code == 0, told.err
        assert told.err.startswith(f"referee: {SAID[means].format(pid=os.getpid())}")


def test_a_program_that_cannot_be_confined_is_refused_unless_it_is_trusted(
    command: Referee, war: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = write(tmp_path, war.parent, CALM)
    with pytest.raises(Fault) as raised:
        registry.find_program(program, war, ladder=())
    assert raised.value.complaints[0].code == "bot-unconfined"

    told = play(command, program, "--trust-program")

    assert told.code == 0
    assert told.err.startswith(
        f"referee: player{os.getpid()} is not confined: it can read the secrets of every match"
    )


@pytest.fixture
def opened() -> Iterator[Path]:
    """A shelf with a secret, in folders that all users may enter: those of pytest are its user's alone."""
    with tempfile.TemporaryDirectory() as folder:
        shelf = Path(folder) / "matches"
        shelf.mkdir()
        (shelf / "secret.json").write_text("{}", encoding="utf-8")
        for path in (Path(folder), shelf, shelf / "secret.json"):
            path.chmod(0o755)
        yield shelf


def test_another_user_hides_nothing_in_a_shelf_that_is_open_to_all(opened: Path) -> None:
    assert confinement.choose([opened, opened / "secret.json"], [Means.USER]) is None


def test_a_shelf_among_the_folders_of_the_system_is_masked(
    opened: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(confinement, "SYSTEM", (*confinement.SYSTEM, str(opened.parent)))
    hidden = opened, opened / "secret.json"
    if confinement.choose([opened / "other"], [Means.BUBBLEWRAP]) is None:
        pytest.skip("this machine has no bubblewrap")

    assert confinement.choose(hidden, [Means.BUBBLEWRAP]) is Means.BUBBLEWRAP
    assert confinement.choose(hidden, [Means.LANDLOCK]) is None


PLAIN_USER = ("unshare", "--user", "--map-user=1000", "--map-group=1000")
"""The start of a command that runs as a user who is not root, with none of its capabilities."""


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="the other tests run as a plain user")
def test_the_programs_harm_nothing_if_the_referee_is_not_root() -> None:
    if shutil.which("unshare") is None or subprocess.run([*PLAIN_USER, "true"], check=False).returncode:
        pytest.skip("this machine lets root become no plain user")
    tests = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", __file__]
    chosen = "grandchild or path or hang or environment"
    done = subprocess.run(
        [*PLAIN_USER, *tests, "-k", chosen], capture_output=True, text=True, check=False, timeout=280
    )

    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout
