"""Servers of commands: JSON lines in one process, and a fork for each command with everything imported.

A forked command has its own process, streams, folder and environment; it reads packs and journals as any
other command does. Its server ends as soon as the code of the program or an installed package changes.
"""

import importlib
import json
import pkgutil
import re
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import BinaryIO, NamedTuple

import pydantic
from pydantic import ValidationError

import referee
import schemas
from referee.analysis import tables
from referee.cli import exits
from referee.cli.error_handling import perform
from referee.cli.faults import CommandFault
from referee.cli.main import build_tree, run, run_line
from referee.cli.session import Session
from referee.faults import Busy, Complaint, DataFault, Fault, Misuse
from referee.matches.matches import Holder
from referee.packs import loading, rulesets
from referee.platform import command_server
from referee.platform.command_server import AlreadyServedError, FolderExposedError
from referee.platform.running_code import scan_code
from referee.platform.warm_commands import find_path
from referee.reports import legal_orders
from schemas.bots import Request
from schemas.record import JsonValue

MOST_REQUEST = 2**24
"""Highest number of bytes of a request. A longer line is discarded."""

NOT_SERVED = frozenset({"serve", "--install-completion", "--show-completion"})
"""Commands that are not served: they would read the clients' lines, or change a shell."""

OWN_STREAM = re.compile(r"(?:-\w|--[\w-]+=)?(/dev/(?:std(?:in|out|err)|fd/\d+)|/proc/(?:self|\d+)/fd/\d+)")
"""A word that names a stream of the serving process as a file."""

REQUEST = "request"
"""The name of a request in its complaints, in the place of a file."""


def serve(session: Session, requests: BinaryIO, replies: BinaryIO) -> int:
    """Answer each line of `requests` with a line in `replies`, until a stream ends."""
    with Holder() as holder, suppress(BrokenPipeError):
        holding = session._replace(holder=holder)
        for line in read_lines(requests):
            replies.write(answer(holding, line))
            replies.flush()
    return exits.DONE


def read_lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """Yield the lines of a stream, or None for a line that is too long."""
    while line := stream.readline(MOST_REQUEST):
        short = line.endswith(b"\n") or len(line) < MOST_REQUEST
        rest = b"" if short else line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(MOST_REQUEST)
        yield line if short else None


def answer(session: Session, line: bytes | None) -> bytes:
    """Return the reply to one line. Faults of the line are part of the reply."""
    request_session = session._replace(json=True)
    try:
        request = _understand(line)
        request_session = session._replace(json=not request.text)
        work = partial(_do, request_session, request)
    except Fault as fault:
        request, work = Request(), partial(_refuse, fault)
    with _take_streams(request.input) as streams:
        code = perform(request_session, work)
    out, warnings = streams.out.getvalue(), streams.err.getvalue().decode(errors="replace").splitlines()
    answers = b",".join([_write_text(out, code)] if request.text else _list_answers(out, code))
    head = b'{"ok":%b,"exit":%d,"id":%b' % (_spell(code == exits.DONE), code, _spell(request.id))
    return b'%b,"answers":[%b],"warnings":%b}\n' % (head, answers, _spell(list(warnings)))


def _understand(line: bytes | None) -> Request:
    """Parse a request. Raises `DataFault` for an invalid line."""
    if line is None:
        raise DataFault(Complaint.of(CommandFault.REQUEST_LONG, most=MOST_REQUEST))
    try:
        request = Request.model_validate_json(line)
    except ValidationError as error:
        raise _locate(line, error) from None
    tasks = [one for one in (request.run, request.options, request.events) if one is not None]
    if len(tasks) != 1 or (request.text and request.run is None):
        raise DataFault(CommandFault.REQUEST_ASKS_NOTHING)
    if "\0" in "".join(request.run or (request.options or request.events or "",)):
        raise DataFault(Complaint.of(CommandFault.REQUEST_UNREADABLE, why="NUL"))
    return request


def _locate(line: bytes, error: ValidationError) -> DataFault:
    """Return all faults of a request with their columns, or the fault of a line that is no JSON."""
    from referee.matches.letters.yaml_letters import json_tree
    from referee.texts.validation import validate

    first, *_ = error.errors(include_url=False, include_context=False, include_input=False)
    if first["type"] != "json_invalid":
        try:
            validate(json_tree(line.decode("utf-8", "replace"), REQUEST), Request, strict=True)
        except DataFault as fault:
            return fault
    return DataFault(Complaint.of(CommandFault.REQUEST_UNREADABLE, why=first["msg"][:200]))


def _do(session: Session, request: Request) -> int:
    """Run a command, or answer a question for options or events. All use the matches in memory."""
    if request.run is not None:
        for word in request.run[:1]:
            if word in NOT_SERVED:
                raise Misuse(Complaint.of(CommandFault.NOT_SERVED, word=word))
        for stream in filter(None, map(OWN_STREAM.fullmatch, request.run)):
            raise Misuse(Complaint.of(CommandFault.STREAM_OF_SERVER, path=stream[1]))
        return run_line(session, _complete(session, request.run, text=request.text))
    if request.options is not None:
        return _tell_options(session, request, request.options)
    return _tell_events(session, request, request.events or "")


def _complete(session: Session, words: Sequence[str], *, text: bool) -> list[str]:
    """Return a command line with the shelf and time of the serving process, and with JSON output."""
    if not words or words[0].startswith("-"):
        # The line has no command; it goes to the program itself.
        return [*words]
    end = words.index("--") if "--" in words else len(words)
    options = [word.partition("=")[0] for word in words[:end]]
    more = [] if text or "--json" in options else ["--json"]
    for name, value in (("--shelf", session.shelf), ("--now", session.now)):
        more += [name, value] if value is not None and name not in options else []
    return [*words[:end], *more, *words[end:]]


def _tell_options(session: Session, request: Request, match: str) -> int:
    """Answer with the legal orders of a side, split into parts."""
    match_found = session.find(match)
    side = legal_orders.answering(match_found, request.viewer)
    return session.answer(legal_orders.list_options(match_found, side, request.limit), str)


def _tell_events(session: Session, request: Request, match: str) -> int:
    """Answer with the events that a viewer saw after an entry or a head."""
    match_found = session.find(match)
    return session.answer(
        tables.tell_events(match_found, match_found.viewer(request.viewer), request.since), str
    )


def _refuse(fault: Fault) -> int:
    raise fault


class _Streams(NamedTuple):
    """The standard streams of one command, in memory."""

    out: BytesIO
    err: BytesIO


@contextmanager
def _take_streams(text: str) -> Generator[_Streams]:
    """Replace the standard streams, which belong to the client, by streams in memory."""
    own_streams = sys.stdin, sys.stdout, sys.stderr
    streams = _Streams(BytesIO(), BytesIO())
    wrappers = [_wrap_stream(stream) for stream in (BytesIO(text.encode()), *streams)]
    sys.stdin, sys.stdout, sys.stderr = wrappers
    try:
        yield streams
    finally:
        # A wrapper closes its stream when it is deleted, so detach it.
        for wrapper in wrappers:
            wrapper.detach()
        sys.stdin, sys.stdout, sys.stderr = own_streams


def _wrap_stream(stream: BytesIO) -> TextIOWrapper:
    return TextIOWrapper(stream, encoding="utf-8", errors="backslashreplace", newline="\n")


def _list_answers(output: bytes, code: int) -> Sequence[bytes]:
    """Return the printed answers, one per line. Output that is not a record, such as help, becomes a text."""
    lines = output.splitlines()
    if all(line.startswith(b'{"ok":') for line in lines):
        return lines
    return [_write_text(output, code)]


def _write_text(output: bytes, code: int) -> bytes:
    return _spell({"ok": code == exits.DONE, "exit": code, "text": output.decode(errors="replace")})


def _spell(value: JsonValue) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def serve_commands(tell_ready: Callable[[str], object]) -> int:
    """Serve the commands of this user until the code changes. `tell_ready` is called with the socket's path.

    Raises `Misuse` on a platform without such sockets, and `Busy` if another process serves them.
    """
    if not command_server.IS_ABLE:
        raise Misuse(Complaint.of(CommandFault.NO_WARM_COMMANDS))
    code, path = read_code(), find_path()
    _prepare()
    try:
        command_server.serve(path, run, partial(_is_unchanged, code), lambda: tell_ready(path))
    except FolderExposedError:
        raise Misuse(Complaint.of(CommandFault.DOOR_EXPOSED, folder=Path(path).parent)) from None
    except AlreadyServedError:
        raise Busy(Complaint.of(CommandFault.COMMANDS_SERVED, path=path)) from None
    return 0


def _is_unchanged(code: tuple[object, ...]) -> bool:
    """Return True if the code is unchanged. A file may go while its package is replaced."""
    try:
        return read_code() == code
    except OSError:
        return False


def read_code() -> tuple[object, ...]:
    """Return the sizes and times of the program's files, and the times of the folders of its packages."""
    folders = {Path(module.__path__[0]).parent for module in (pydantic, referee)}
    files = (file for package in (referee, schemas) for file in scan_code(package.__path__[0]))
    return (*(folder.stat().st_mtime_ns for folder in sorted(folders)), *files)


def _prepare() -> None:
    """Import every module, and read the shipped packs, so that no command has to."""
    for package in (referee, schemas):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    build_tree()
    for pack in loading.shelf():
        # A pack with faults is reported by the command that names it.
        with suppress(Fault):
            rulesets.bind(pack.name, None, {})
