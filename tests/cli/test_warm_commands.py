"""Commands that a server of commands runs: the same answers as from a cold start, for one user only."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from referee.cli import serving
from referee.platform import command_server, warm_commands
from tests.cli.conftest import NOW, Table

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the platform has no fork")

SAME = (
    ["show", "liege"],
    ["show", "liege", "--as", "german", "--json"],
    ["prompts", "liege"],
    ["list"],
    ["report", "liege", "--as", "entente"],
    ["report", "liege", "--as", "german", "--format", "html"],
    ["map", "liege", "--as", "german", "-o", "-"],
    ["verify", "liege"],
    ["packs", "show", "ttlm"],
    ["explain", "4.1-d"],
    ["log", "liege", "--last", "3"],
    ["show", "nothing"],
    ["frobnicate"],
    ["submit", "liege", "-", "--as", "german", "--dry-run"],
    ["show", "liege", "--language", "el"],
    ["--help"],
    [],
)
"""Command lines with answers of each kind: texts, records, pages, refusals and misuse."""


class Server:
    """A running server of commands, and the environment of its clients."""

    def __init__(self, folder: Path, shelf: Path) -> None:
        self.environment = {**os.environ, "XDG_RUNTIME_DIR": str(folder), "REFEREE_SHELF": str(shelf)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "referee", "serve", "--commands"],
            stdout=subprocess.PIPE,
            env={**self.environment, warm_commands.COLD: "1"},
        )
        assert self.process.stdout is not None
        self.socket = Path(os.fsdecode(self.process.stdout.readline().rstrip(b"\n")))

    def run(
        self, arguments: Sequence[str], text: bytes = b"", *, folder: Path | None = None, **variables: str
    ) -> subprocess.CompletedProcess[bytes]:
        """Run a command as a shell does."""
        line = [sys.executable, "-m", "referee", *arguments]
        environment = {**self.environment, **variables}
        return subprocess.run(line, input=text, capture_output=True, env=environment, cwd=folder, check=False)

    def stop(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=10)


@pytest.fixture
def server(liege: Table) -> Iterator[Server]:
    """A server that a test may stop."""
    # The path of a socket has at most 107 bytes: the folder of a test may be too deep.
    with TemporaryDirectory() as folder:
        started = Server(Path(folder), liege.folder.parent)
        yield started
        started.stop()


@pytest.fixture(scope="module")
def running(example_shelf: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """The last server of the tests that leave it as it is: to start one takes a second."""
    shelf = tmp_path_factory.mktemp("served") / "matches"
    shutil.copytree(example_shelf / "liege", shelf / "liege")
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", NOW)
        patch.delenv("NO_COLOR", raising=False)
        last = [Server(Path(folder), shelf)]
        yield last
        last[0].stop()


@pytest.fixture
def lasting(running: list[Server]) -> Server:
    """A server that runs: the one before may have ended beside the test that changes its code."""
    (last,) = running
    if last.process.poll() is not None:
        last.stop()
        shelf = Path(last.environment["REFEREE_SHELF"])
        running[:] = [Server(Path(last.environment["XDG_RUNTIME_DIR"]), shelf)]
    return running[0]


def summarize(done: subprocess.CompletedProcess[bytes]) -> tuple[int, bytes, bytes]:
    return done.returncode, done.stdout, done.stderr


def test_answers_are_those_of_a_cold_start(lasting: Server) -> None:
    text = b"pass\n"
    for line in SAME:
        warm, cold = lasting.run(line, text), lasting.run(line, text, REFEREE_COLD="1")
        assert summarize(warm) == summarize(cold), line


def test_command_inherits_folder_variables_and_umask(lasting: Server, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    previous = os.umask(0o027)
    try:
        done = lasting.run(["export", "liege", "--as", "german", "-o", "copy.jsonl"], folder=folder)
        lasting.run(["map", "liege", "--as", "public", "-o", "map.svg"], folder=folder)
    finally:
        os.umask(previous)

    assert done.returncode == 0
    assert {path.name for path in folder.iterdir()} == {"copy.jsonl", "map.svg"}
    lost = lasting.run(["list", "--json"], REFEREE_SHELF=str(tmp_path / "none"))
    assert b'"matches":[]' in lost.stdout


def test_many_commands_run_side_by_side(lasting: Server) -> None:
    expected = summarize(lasting.run(["show", "liege"], REFEREE_COLD="1"))

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: summarize(lasting.run(["show", "liege"])), range(40)))

    assert set(answers) == {expected}


def test_command_runs_cold_without_a_server(server: Server) -> None:
    expected = summarize(server.run(["show", "liege"]))
    server.process.kill()
    server.process.wait(10)

    assert server.socket.exists()
    assert summarize(server.run(["show", "liege"])) == expected


def test_new_server_replaces_a_killed_one_and_refuses_a_second(server: Server, liege: Table) -> None:
    server.process.kill()
    server.process.wait(10)
    again = Server(Path(server.environment["XDG_RUNTIME_DIR"]), liege.folder.parent)
    try:
        second = server.run(["serve", "--commands"])
        assert second.returncode == 75
        assert b"another process serves the commands" in second.stderr
    finally:
        again.stop()


def test_folder_open_to_others_is_refused(lasting: Server, tmp_path: Path) -> None:
    (tmp_path / "open" / "referee" / "served").mkdir(parents=True)
    (tmp_path / "open" / "referee" / "served").chmod(0o755)

    done = lasting.run(["serve", "--commands"], XDG_RUNTIME_DIR=str(tmp_path / "open"))

    assert done.returncode == 2
    assert b"other users can use the folder" in done.stderr


def test_server_ends_when_code_changes(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    before = serving.read_code()
    path = Path(serving.__file__)
    times = path.stat()
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns + 1_000))
    try:
        assert serving.read_code() != before
        assert server.run(["--version"]).returncode == 0
        assert server.process.wait(20) == 0
        assert not server.socket.exists()
    finally:
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def test_changed_pack_is_read_at_once(lasting: Server, tmp_path: Path) -> None:
    pack = tmp_path / "packs" / "mine"
    assert lasting.run(["packs", "new", str(pack), "--from", "ttlm"]).returncode == 0
    game = pack / "game.yaml"
    before = lasting.run(["packs", "show", str(pack)])
    game.write_text(game.read_text(encoding="utf-8") + "\nnonsense: 1\n", encoding="utf-8")

    after = lasting.run(["packs", "show", str(pack)])

    assert before.returncode == 0
    assert after.returncode == 65
    assert b"nonsense" in after.stderr


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signal_to_the_client_ends_the_command(lasting: Server, number: int, code: int) -> None:
    line = [sys.executable, "-m", "referee", "submit", "liege", "-", "--as", "german"]
    pipe = subprocess.PIPE

    def listen() -> None:
        # A suite in the background of a script ignores interrupts, and its children do.
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    with subprocess.Popen(
        line,
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        env=lasting.environment,
        preexec_fn=listen,  # noqa: PLW1509 - no thread runs in this test
    ) as client:
        # The command waits for its letter.
        time.sleep(2)
        client.send_signal(number)
        assert client.wait(20) == code
        assert client.stdout is not None
        # The output ends once the process of the command has closed it.
        assert client.stdout.read() == b""


def test_client_of_another_installation_runs_its_own_code(
    lasting: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in lasting.environment.items():
        monkeypatch.setenv(name, value)
    path = warm_commands.find_path()
    monkeypatch.setattr(warm_commands, "find_path", lambda: path)
    monkeypatch.setattr(warm_commands, "name_installation", lambda: "another")

    assert warm_commands.ask(["--version"]) is None


def test_other_users_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = socket.socketpair()
    with first, second:
        assert warm_commands.is_own_user(first)
        monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
        assert not warm_commands.is_own_user(first)


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """A socket at the place of the server, at which nothing answers."""
    with TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as listening:
        path = f"{folder}/door"
        listening.bind(path)
        listening.listen(1)
        listening.settimeout(0.1)
        monkeypatch.setattr(warm_commands, "find_path", lambda: path)
        monkeypatch.setattr(warm_commands, "PATIENCE", 0.1)
        monkeypatch.delenv(warm_commands.COLD, raising=False)
        yield listening


def test_other_user_gets_no_variables_and_streams(
    door: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = os.getuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: user)

    assert warm_commands.ask(["--version"]) is None
    with pytest.raises(TimeoutError):
        door.accept()

    # The socket may be replaced after the look at its owner.
    monkeypatch.setattr(warm_commands, "_is_ours", lambda _: True)
    assert warm_commands.ask(["--version"]) is None
    caller, _ = door.accept()
    with caller:
        assert caller.recv(1) == b""


def test_stopped_server_delays_no_command(door: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", sys.__stdin__)
    assert warm_commands.ask(["--version"]) is None

    caller, _ = door.accept()
    with caller:
        size, streams, _, _ = socket.recv_fds(caller, warm_commands.SIZE, 3)
        for stream in streams:
            os.close(stream)
        assert len(caller.recv(int.from_bytes(size, "big"))) == int.from_bytes(size, "big")
        # The client does not wait for its process any more, so the process must not begin.
        assert caller.recv(1) == b""


def test_command_of_a_client_that_left_does_not_begin(
    lasting: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in lasting.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdin", sys.__stdin__)
    target = tmp_path / "copy.jsonl"
    request = os.fsencode(
        warm_commands.write_request(["export", "liege", "--as", "german", "-o", str(target)])
    )
    for is_waiting in (False, True):
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(lasting.socket))
            socket.send_fds(client, [len(request).to_bytes(warm_commands.SIZE, "big")], [0, 1, 2])
            client.sendall(request)
            process = int.from_bytes(client.recv(warm_commands.SIZE), "big")
            assert process
            if is_waiting:
                client.sendall(warm_commands.GO)
            else:
                client.shutdown(socket.SHUT_WR)
            code = client.recv(warm_commands.SIZE)
        assert (bool(code), target.exists()) == (is_waiting, is_waiting)


def test_signal_after_the_end_of_a_command_starts_no_other(
    door: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", sys.__stdin__)
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    previous = signal.getsignal(signal.SIGTERM)

    def answer() -> None:
        caller, _ = door.accept()
        with caller:
            caller.recv(1)
            caller.sendall(ended.pid.to_bytes(warm_commands.SIZE, "big"))
            time.sleep(0.1)
            os.kill(os.getpid(), signal.SIGTERM)

    try:
        with ThreadPoolExecutor(1) as pool:
            pool.submit(answer)
            assert warm_commands.ask(["--version"]) == 128 + signal.SIGTERM
    finally:
        signal.signal(signal.SIGTERM, previous)


def test_server_survives_a_fork_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> int:
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", fail)
    first, second = socket.socketpair()
    with first, second:
        command_server._fork(first, second, len)


@pytest.mark.parametrize(
    ("arguments", "own"),
    [
        (["serve"], True),
        (["--json", "serve"], True),
        (["mail", "watch"], True),
        (["mail", "send"], False),
        (["verify", "/dev/fd/63"], True),
        (["export", "liege", "--output=/dev/tty"], True),
        (["submit", "liege", "/proc/self/fd/3"], True),
        (["show", "serve"], False),
        ([], False),
    ],
)
def test_commands_that_need_their_own_process_are_not_served(arguments: list[str], own: bool) -> None:
    assert warm_commands.is_own(arguments) is own


def test_cold_client_imports_no_socket(tmp_path: Path) -> None:
    code = (
        "import sys; from referee.platform import warm_commands;"
        "assert warm_commands.ask(['--version']) is None;"
        "print(sorted({'socket', 'pathlib', 'enum'} & {*sys.modules}))"
    )
    environment: Mapping[str, str] = {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:0]={sys.path!r}; {code}"],
        capture_output=True,
        env=environment,
        check=True,
    )
    assert done.stdout == b"[]\n"
