"""One line of a journal, as bytes.

A line is `{"seal":S,"body":B}` or `{"seal":S,"body":B,"private":P}` and a newline, with no other byte: S is
the SHA-256 of B as it stands, B and P are canonical JSON. P maps sides to what they alone may know; the
SHA-256 of the canonical JSON of each is in `commit` of B, so that a copy verifies whichever of them it lacks.
"""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from json import JSONDecodeError
from typing import Any, TypeGuard

from referee.dice import chain
from referee.engine.facts import declare
from referee.engine.faults import Complaint, DataFault
from referee.engine.tongue import Saying
from referee.matches.journal.faults import JournalFault
from referee.texts import parser_words
from referee.texts.canonical import Uncanonical, canonical, parse, respell
from referee.values.value import Value
from schemas.journal import Header, Key, Kind
from schemas.record import REFEREE, Side, to_data
from schemas.vocabulary import as_written_in

PADDED_TO = 1024
"""Bytes of a private part that tells nothing, in an unsigned entry; others there have a multiple of it."""


Salt = Callable[[Kind, str, Side], str]
"""The salt of a reader's part of an entry of some kind, after the line with some seal."""


class Broken(DataFault):
    """A line that cannot be believed, and the column where that shows."""

    def __init__(self, said: Saying, column: int = 1) -> None:
        self.said, self.column = said, column
        super().__init__(Complaint.of(said))


class Line(Value):
    """A line whose seal and private parts hold; what its body means has not been asked yet."""

    seal: str
    body: dict[str, Any]
    private: dict[str, dict[str, Any]]


class Draft(Value, kw_only=True):
    """An entry before it has a number, a seal, and salt in its private parts."""

    kind: Kind
    at: str
    side: Side | None = None
    public: Mapping[str, object] = {}
    private: Mapping[Side, Mapping[str, object]] = {}
    key: Key | None = None


def unsigned(
    kind: Kind, side: Side, content: Mapping[str, object], *, sides: Iterable[Side], at: str
) -> Draft:
    """An entry that its sender and the referee can read, while others cannot tell whose it was.

    Every side has a private part; those of the others are all of one length, whatever was written, so that
    no size tells how long a letter was.
    """
    readers: dict[Side, Mapping[str, object]] = {side: content, REFEREE: content}
    private = {name: _pad(readers.get(name, {})) for name in (*sides, REFEREE)}
    return Draft(kind=kind, at=at, private=private)


def _pad(part: Mapping[str, object]) -> Mapping[str, object]:
    bare = len(canonical({**part, "padding": ""}))
    return {**part, "padding": "." * (-bare % PADDED_TO)}


def opening(header: Header) -> bytes:
    """The header as a line, in the vocabulary that it names."""
    return _write(_spell_header(header), {})


def seal_header(header: Header) -> str:
    """The seal of a header."""
    return sha256(_spell_header(header)).hexdigest()


def _spell_header(header: Header) -> bytes:
    return canonical(as_written_in(header, header.vocabulary))


def draw_salt(kind: Kind, prev: str, reader: Side) -> str:  # noqa: ARG001 - for any entry
    """A fresh salt, whose 128 bits do not come again."""
    return chain.salt()


def write_line(draft: Draft, seq: int, prev: str, salted: Salt = draw_salt) -> bytes:
    """A draft as the line after the one sealed `prev`; `salted` gives the salts of its private parts."""
    salts = {side: salted(draft.kind, prev, side) for side in draft.private}
    parts = {side: canonical({**part, "salt": salts[side]}) for side, part in draft.private.items()}
    body = {
        "seq": seq,
        "prev": prev,
        "at": draft.at,
        "kind": draft.kind,
        "side": draft.side,
        "key": to_data(draft.key) if draft.key else None,
        "public": dict(draft.public),
        "commit": {side: sha256(part).hexdigest() for side, part in parts.items()},
    }
    return _write(canonical(body), parts)


def own_copy(line: bytes, side: Side) -> bytes:
    """The line as one side may have it: without the private parts of the others. The referee's is whole."""
    whole = read(line.removesuffix(b"\n"))
    mine = {name: canonical(part) for name, part in whole.private.items() if side in (name, REFEREE)}
    return _write(canonical(whole.body), mine)


def read(raw: bytes) -> Line:
    """What a line without its newline says; raises `Broken` unless every byte is where it belongs."""
    try:
        line = _take_apart(parse(raw.decode()))
        # What the parser gives has a canonical spelling, unless there are letters beyond ASCII in it.
        spelled = respell if raw.isascii() else canonical
        body = spelled(line.body)
        parts = {side: spelled(part) for side, part in line.private.items()}
        straight = _write(body, parts)
    except UnicodeDecodeError as error:
        raise Broken(declare(JournalFault.LINE_NOT_UTF8), error.start + 1) from error
    except JSONDecodeError as error:
        said = declare(JournalFault.LINE_NOT_JSON, problem=parser_words.reword(error.msg))
        raise Broken(said, error.colno) from error
    except (ValueError, RecursionError) as error:
        problem = error.said if isinstance(error, Uncanonical) else str(error)
        raise Broken(declare(JournalFault.LINE_NOT_CANONICAL, problem=problem)) from error
    if straight != raw + b"\n":
        raise _wrong(raw, line.seal, body, parts)
    if parts:
        _check_commitments(line, parts)
    return line


def _take_apart(whole: Any) -> Line:
    if _is_object(whole):
        seal, body, private = whole.get("seal"), whole.get("body"), whole.get("private", {})
        if isinstance(seal, str) and _is_object(body) and _is_object(private):
            parts = {side: part for side, part in private.items() if _is_object(part)}
            if len(parts) == len(private):
                return Line(seal, body, parts)
    raise Broken(declare(JournalFault.LINE_PARTS_MISSING))


def _is_object(value: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


def _wrong(raw: bytes, seal: str, body: bytes, parts: Mapping[Side, bytes]) -> Broken:
    """What is wrong with a line that is not what the referee would write of it."""
    straight = _write(body, parts).replace(
        sha256(body).hexdigest().encode(), seal.encode(errors="replace"), 1
    )
    if straight == raw + b"\n":
        return Broken(declare(JournalFault.SEAL_WRONG))
    pairs = enumerate(zip(straight, raw + b"\n", strict=False))
    same = next(n for n, (due, found) in pairs if due != found)
    column = len(raw[:same].decode(errors="ignore")) + 1
    return Broken(declare(JournalFault.LINE_MISSPELT), column)


def _check_commitments(line: Line, parts: Mapping[Side, bytes]) -> None:
    commit = line.body.get("commit")
    for side, part in parts.items():
        committed = commit.get(side) if _is_object(commit) else None
        if committed is None:
            raise Broken(declare(JournalFault.PRIVATE_UNCOMMITTED, side=side))
        if sha256(part).hexdigest() != committed:
            raise Broken(declare(JournalFault.PRIVATE_CHANGED, side=side))
        if not isinstance(line.private[side].get("salt"), str):
            raise Broken(declare(JournalFault.PRIVATE_UNSALTED, side=side))


def _write(body: bytes, parts: Mapping[Side, bytes]) -> bytes:
    seal = sha256(body).hexdigest().encode()
    if not parts:
        return b'{"seal":"%b","body":%b}\n' % (seal, body)
    private = b",".join(b"%b:%b" % (respell(side), parts[side]) for side in sorted(parts))
    return b'{"seal":"%b","body":%b,"private":{%b}}\n' % (seal, body, private)
