"""The client of `referee serve --commands`: sends a command line to the process that runs it.

Every command imports this module, so it imports little. The socket is private to its user, and its name
tells the installation, so that no other version is asked.
"""

import os
import sys
from binascii import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    from collections.abc import Sequence

COLD = "REFEREE_COLD"
"""Environment variable that keeps commands from the server."""

OWN = (["serve"], ["mail", "watch"])
"""Commands that run until they are stopped, and therefore in their own process."""

ENDED = 70
"""Exit code of a command whose process ended without one."""

SIZE = 8
"""Bytes of each number that is sent."""

GO = b"!"
"""Sent by a client when it has the number of its process, which then begins: no command runs twice."""

PATIENCE = 2.0
"""Seconds in which the server must take a command; the client runs it itself after them."""

CREDENTIALS = 12
"""Bytes of the process, user and group of the peer of a socket, as Linux gives them."""

SEPARATOR = "\0"
"""Separator of the parts of a request. No argument, path or variable contains it."""


def find_path() -> str:
    """Return the path of this user's socket for this installation."""
    cache = os.environ.get("XDG_CACHE_HOME") or f"{os.environ.get('HOME', '')}/.cache"
    folder = os.environ.get("XDG_RUNTIME_DIR") or cache
    return f"{folder}/referee/served/commands-{crc32(os.fsencode(name_installation())):08x}"


def name_installation() -> str:
    """Return the interpreter and the file of the program, which differ between installations."""
    return f"{sys.executable} {__file__}"


def is_own(arguments: "Sequence[str]") -> bool:
    """Return True for a command that runs in its own process, also to open a descriptor or its terminal."""
    if any("/dev/" in word or "/proc/" in word for word in arguments):
        return True
    words = [word for word in arguments if not word.startswith("-")]
    return any(words[: len(own)] == own for own in OWN)


def write_request(arguments: "Sequence[str]") -> str:
    """Return a command line with the umask, streams, folder and variables of this process."""
    umask = os.umask(0o077)
    os.umask(umask)
    streams = [f"{stream.encoding} {stream.errors}" for stream in (sys.stdin, sys.stdout, sys.stderr)]
    folder = os.getcwd()  # noqa: PTH109 - pathlib takes longer to import than the request to send
    parts = [name_installation(), str(umask), *streams, folder, str(len(arguments)), *arguments]
    return SEPARATOR.join((*parts, *(f"{name}={value}" for name, value in os.environ.items())))


if sys.platform == "win32":

    def ask(arguments: "Sequence[str]") -> int | None:
        """Return None: no process can take over the streams of another one."""

else:

    def ask(arguments: "Sequence[str]") -> int | None:
        """Have the server run a command, and return its exit code, or None if no server takes it."""
        path = find_path()
        if not _is_ours(path) or os.environ.get(COLD) or is_own(arguments):
            return None
        import socket  # noqa: PLC0415 - a command without a server must not pay for it

        with socket.socket(socket.AF_UNIX) as server:
            try:
                server.settimeout(PATIENCE)
                server.connect(path)
                if not is_own_user(server):
                    return None
                request = os.fsencode(write_request(arguments))
                socket.send_fds(server, [len(request).to_bytes(SIZE, "big")], [0, 1, 2])
                server.sendall(request)
                process = server.recv(SIZE)
                if not process:
                    return None
                server.settimeout(None)
                server.sendall(GO)
            except (OSError, AttributeError):
                # The server has ended or was stopped, or a stream is closed.
                return None
            return _wait(server, int.from_bytes(process, "big"))

    def _is_ours(path: str) -> bool:
        """Return True if this user owns the socket: a variable such as that of `sudo` may name another's."""
        try:
            return os.lstat(path).st_uid == os.geteuid()
        except OSError:
            return False

    def is_own_user(peer: "socket.socket") -> bool:
        """Return True if the peer is a process of this user. Without `SO_PEERCRED` the folder ensures it."""
        import socket  # noqa: PLC0415 - as above

        number: int | None = getattr(socket, "SO_PEERCRED", None)
        if number is None:
            return True
        user = peer.getsockopt(socket.SOL_SOCKET, number, CREDENTIALS)[4:8]
        return int.from_bytes(user, sys.byteorder) == os.geteuid()

    def _wait(server: "socket.socket", process: int) -> int:
        """Return the exit code of a command. Signals are passed on to its process."""
        import signal  # noqa: PLC0415 - as above

        passed: list[int] = []

        def pass_on(number: int, _: object) -> None:
            passed.append(number)
            try:
                os.kill(process, number)
            except OSError:
                # The command has just ended.
                return

        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, pass_on)
        try:
            code = server.recv(SIZE)
        except OSError:
            code = b""
        if not code and passed:
            return 128 + passed[-1]
        return int.from_bytes(code, "big") if code else ENDED
