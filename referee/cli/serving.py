"""One process that answers every command: JSON lines in and out, the matches held from one to the next."""

import gc
import json
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from io import BytesIO, TextIOWrapper
from typing import BinaryIO, NamedTuple

from msgspec import MsgspecError
from msgspec.json import Decoder

from referee.analysis.exports import tables
from referee.cli import exits
from referee.cli.faults import CommandFault
from referee.cli.main import run_line
from referee.cli.performing import perform
from referee.cli.session import Session
from referee.engine.faults import Complaint, DataFault, Fault, Misuse
from referee.matches.matches import Holder
from referee.reports import questions
from schemas.record import JsonValue
from schemas.serve import Request

MOST_REQUEST = 2**24
"""The most bytes of a request; of a longer line nothing is kept."""

NOT_SERVED = frozenset({"serve", "--install-completion", "--show-completion"})
"""What is not run for clients: it would take their lines, or change a shell."""

_decode = Decoder(Request).decode


def serve(session: Session, requests: BinaryIO, replies: BinaryIO) -> int:
    """Answer each line of a stream with a line of another, until it ends or no client reads any more."""
    # A command lives too short to profit from the collector; this one lives long.
    gc.enable()
    with Holder() as holder, suppress(BrokenPipeError):
        holding = session._replace(holder=holder)
        for line in read_lines(requests):
            replies.write(answer(holding, line))
            replies.flush()
    return exits.DONE


def read_lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a stream; nothing in the place of one that is too long, of which no more is kept."""
    while line := stream.readline(MOST_REQUEST):
        short = line.endswith(b"\n") or len(line) < MOST_REQUEST
        rest = b"" if short else line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(MOST_REQUEST)
        yield line if short else None


def answer(session: Session, line: bytes | None) -> bytes:
    """The reply to one line, as a line; what is wrong with the line is said there."""
    told = session._replace(json=True)
    try:
        request = _understand(line)
        told = session._replace(json=not request.text)
        work = partial(_do, told, request)
    except Fault as fault:
        request, work = Request(), partial(_refuse, fault)
    with _take_streams(request.input) as streams:
        code = perform(told, work)
    out, warnings = streams.out.getvalue(), streams.err.getvalue().decode(errors="replace").splitlines()
    answers = b",".join([_write_text(out, code)] if request.text else _list_answers(out, code))
    head = b'{"ok":%b,"exit":%d,"id":%b' % (_spell(code == exits.DONE), code, _spell(request.id))
    return b'%b,"answers":[%b],"warnings":%b}\n' % (head, answers, _spell(list(warnings)))


def _understand(line: bytes | None) -> Request:
    """The request that a line is; raises `DataFault` for what is none."""
    if line is None:
        raise DataFault(Complaint.of(CommandFault.REQUEST_LONG, most=MOST_REQUEST))
    try:
        request = _decode(line)
    except (MsgspecError, ValueError, RecursionError) as error:
        raise DataFault(Complaint.of(CommandFault.REQUEST_UNREADABLE, why=str(error)[:200])) from None
    asked = [one for one in (request.run, request.options, request.events) if one is not None]
    if len(asked) != 1 or (request.text and request.run is None):
        raise DataFault(CommandFault.REQUEST_ASKS_NOTHING)
    if "\0" in "".join(request.run or (request.options or request.events or "",)):
        raise DataFault(Complaint.of(CommandFault.REQUEST_UNREADABLE, why="NUL"))
    return request


def _do(session: Session, request: Request) -> int:
    """Run a command, or answer the question itself; where the matches are held, all find them."""
    if request.run is not None:
        for word in request.run[:1]:
            if word in NOT_SERVED:
                raise Misuse(Complaint.of(CommandFault.NOT_SERVED, word=word))
        return run_line(session, _complete(session, request.run, text=request.text))
    if request.options is not None:
        return _tell_options(session, request, request.options)
    return _tell_events(session, request, request.events or "")


def _complete(session: Session, words: Sequence[str], *, text: bool) -> list[str]:
    """A command line with what the process that serves was begun with, and the answers that are wanted."""
    if not words or words[0].startswith("-"):
        # The program itself is asked, and no command.
        return [*words]
    end = words.index("--") if "--" in words else len(words)
    given = [word.partition("=")[0] for word in words[:end]]
    more = [] if text or "--json" in given else ["--json"]
    for name, value in (("--shelf", session.shelf), ("--now", session.now)):
        more += [name, value] if value is not None and name not in given else []
    return [*words[:end], *more, *words[end:]]


def _tell_options(session: Session, request: Request, match: str) -> int:
    """The lawful orders of a side in their parts."""
    found = session.find(match)
    side = questions.answering(found, request.viewer)
    return session.answer(questions.list_options(found, side, request.limit), str)


def _tell_events(session: Session, request: Request, match: str) -> int:
    """What a viewer saw happen since an entry or a head."""
    found = session.find(match)
    return session.answer(tables.tell_events(found, found.viewer(request.viewer), request.since), str)


def _refuse(fault: Fault) -> int:
    raise fault


class _Streams(NamedTuple):
    """The standard streams of one command, in memory."""

    out: BytesIO
    err: BytesIO


@contextmanager
def _take_streams(given: str) -> Generator[_Streams]:
    """Put streams in memory in the place of the standard ones, which belong to the client."""
    kept = sys.stdin, sys.stdout, sys.stderr
    taken = _Streams(BytesIO(), BytesIO())
    wrapped = [_wrap_stream(stream) for stream in (BytesIO(given.encode()), *taken)]
    sys.stdin, sys.stdout, sys.stderr = wrapped
    try:
        yield taken
    finally:
        # A wrapper that goes would close what it wraps.
        for wrapper in wrapped:
            wrapper.detach()
        sys.stdin, sys.stdout, sys.stderr = kept


def _wrap_stream(stream: BytesIO) -> TextIOWrapper:
    return TextIOWrapper(stream, encoding="utf-8", errors="backslashreplace", newline="\n")


def _list_answers(told: bytes, code: int) -> Sequence[bytes]:
    """The answers as they were printed, a line each; words that are no record, such as help, as a text."""
    lines = told.splitlines()
    if all(line.startswith(b'{"ok":') for line in lines):
        return lines
    return [_write_text(told, code)]


def _write_text(told: bytes, code: int) -> bytes:
    return _spell({"ok": code == exits.DONE, "exit": code, "text": told.decode(errors="replace")})


def _spell(value: JsonValue) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
