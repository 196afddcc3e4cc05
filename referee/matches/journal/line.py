"""One line of a journal as bytes: `{"seal":S,"body":B}` with an optional private part.

A line is `{"seal":S,"body":B}` or `{"seal":S,"body":B,"private":P}` and a newline, without any other byte. S
is the SHA-256 of B as written; B and P are canonical JSON. P maps viewers to their private parts. The SHA-256
of the canonical JSON of each part is in `commit` of B, so a copy verifies without the parts that it lacks.
"""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from json import JSONDecodeError
from typing import Any, TypeGuard

from referee.dice import chain
from referee.engine.facts import Fact
from referee.faults import Complaint, DataFault, declare
from referee.i18n import parser_messages
from referee.i18n.translator import Saying, forms
from referee.texts.canonical import (
    HALF_CHARACTER,
    MOST_LEVELS,
    Uncanonical,
    canonical,
    is_too_deep,
    parse,
    respell,
)
from schemas.journal import Header, Key, Kind
from schemas.record import REFEREE, Side, Value, to_data
from schemas.vocabulary import as_written_in


class JournalFault(Fact):
    """Faults of a journal that cannot be verified, read or written."""

    TIME_EARLIER = (
        "the time {at} is before that of the last entry, {last}",
        "leave the time out, or give a later one",
    )
    LINE_NOT_UTF8 = "is not UTF-8 text"
    LINE_NOT_JSON = "is not JSON: {Problem}"
    LINE_NOT_CANONICAL = "is not canonical JSON: {problem}"
    LINE_TOO_DEEP = "nests arrays and objects more than {most} levels deep"
    LINE_PARTS_MISSING = "does not consist of a seal, a body and private parts"
    SEAL_WRONG = "was changed after it was sealed: its seal does not match its text"
    LINE_MISSPELT = "is not spelled canonically"
    PRIVATE_UNCOMMITTED = "has a private part for {side} that its body does not commit to"
    PRIVATE_CHANGED = (
        "was changed after it was sealed: the private part for {side} is not the one committed to"
    )
    PRIVATE_UNSALTED = "has a private part for {side} without salt"
    JOURNAL_UNKNOWN = "journal {path} was not found"
    PIPE_SILENT = "the pipe {path} has no writer"
    NOT_A_FILE = "{path} is not a regular file"
    PATH_UNREADABLE = "{path} cannot be read: {why}"
    PACKED_BROKEN = "this is not a complete gzip file"
    PACKED_TOO_LARGE = "the unpacked journal is too large"
    HEADER_UNFINISHED = (
        "the header is missing or unfinished, so there is no match here",
        "remove it and open the match again",
    )
    JOURNAL_FORMAT = "has format {version}; this referee reads format {known}"
    VOCABULARY_NEWER = "has vocabulary {version}; this referee reads up to {known}"
    ENTRY_INCOMPLETE = "does not have all parts of an entry"
    HEADER_INCOMPLETE = "does not have exactly the parts of a header"
    TIME_WRONG = (
        "its time {at!r} is not a moment in UTC",
        "write it as 2026-12-01T20:00:00Z",
    )
    VOCABULARY_OTHER = "its vocabulary {vocabulary} is not that of format {format}"
    SIDES_WRONG = "its sides are not the names of different players"
    PLAYER_FOREIGN = "{side} has a bot but is not a side of the match"
    NO_PRIVATE_PARTS = "entries of the kind {kind} have no private parts, but this one does"
    TAKEBACK_UNREASONED = "the referee took back orders without a reason"
    AFTER_REVEAL = "it was filed after the secrets were revealed"
    TAKEBACK_OF_OTHERS = "{side} takes back more than its own last orders without dice"
    AGREEMENT_OTHER = "it takes orders back by an agreement that is not in the journal"
    AMENDMENT_ALONE = "it amends the position without the necessary consent"
    RULING_WITHOUT_POLICY = "it rules by a policy, and the match has none"
    RULING_INCONSISTENT = "its decisions do not fit its own statement, its lists of entries and its takeback"
    NAMES_NO_SIDE = "its field {field} does not name sides of the match"
    NAMES_NO_ENTRY = "its field {field} does not name entries before it"
    NAMES_NO_TIME = "its field {field} is not in the calendar"
    PART_SALT_CHOSEN = "the salt of the private part for {reader} does not follow from the hidden secret"
    LINK_BROKEN = "does not follow the line before it: a line was removed, inserted or moved here"
    NUMBER_WRONG = "has the number {seq} instead of {due}"
    ENTRY_MISSHAPEN = "has a part that cannot be read: {part}: {said}"
    TAKEBACK_FORWARD = "entry {entry} is a takeback that does not name an earlier entry"
    CUT_OFF = "entry {entry} was cut off: its seal is known, but the journal ends at entry {last}"
    HISTORY_REWRITTEN = "entry {entry} does not have its known seal: history was rewritten"
    HEAD_MOVED = (
        "the journal ends at entry {entry}, not at the named head",
        "read the new entries and answer them",
    )
    ALREADY_THERE = "{path} already exists", "remove it first, or choose another name"
    ANOTHERS_FILE = (
        "{path} already exists and is not a file of this program",
        "add --force to replace it, or choose another name",
    )
    NOT_REPLACED = "{path} cannot be replaced: {why}", "remove it first, or choose another name"
    ANOTHER_WRITER = "another process is writing to {path}", "try again"
    CHANGED_MEANWHILE = "{path} changed while it was read", "try again"
    PATH_UNWRITABLE = "{path} cannot be written: {why}"
    WITNESS_EARLY = "it is a witness, which needs format 3 or later"
    KIND_EARLY = "it has the kind {kind}, which needs format 3 or later"
    TAIL_UNKNOWN = "{path} has no entry {entry}: its last is {last}"
    TAIL_BELIEVED = (
        "{path} has no fault: nothing after entry {entry} was set aside",
        "take back orders with `referee retract`",
    )
    TAIL_OPENS = (
        "entry {entry} revealed the secrets of the match, so all its dice are known",
        "keep that entry with --to {entry}",
    )
    TAIL_SHOWS_KEYS = (
        forms(
            "the tail shows {count} key of future dice, which its readers can compute",
            "the tail shows {count} keys of future dice, which its readers can compute",
        ),
        "have its orders sent again, unchanged and in the same order: they roll the same dice",
    )
    TAIL_HELD_ENTRIES = (
        forms(
            "{count} entry of the tail was valid and no longer counts",
            "{count} entries of the tail were valid and no longer count",
        ),
        "inform the sides whose letters it contains",
    )
    PRIVATE_FOREIGN = "it commits to a private part for {reader}, who does not take part in the match"
    KEY_WASTED = "it spent a key without an order"
    PRIVATE_LEFT_OUT = "the private part for {reader} is missing, but this copy must contain it"
    ANCHORS_WRONG = (
        "its anchors of secret rolls do not fit its format: since format 2, each side and the referee has one"
    )
    PHRASES_MISSING = "an order was filed before the phrase of {sides}"
    COMMITMENT_UNLAWFUL = "a side commits to a phrase twice, or too late, or where none is committed"
    DEAL_UNLAWFUL = "the match is not dealt once, directly after all phrases"
    PHRASE_UNLAWFUL = (
        "a side may file one phrase of 1 to {most} characters before the first order, if the "
        "header allows phrases"
    )
    AUTHOR_WRONG = "it is filed by {side}, who cannot file it"
    ORDER_OF_ANOTHER = "its order does not belong to {side}"
    ORDER_MISSPELT = "its order of the kind {kind} does not have the same fields as the one before"
    SECRET_IS_PUBLIC = "it has the dice of a secret order, but the order is public"


BROKEN_LINES = frozenset(
    fact.code
    for fact in (
        JournalFault.LINE_NOT_UTF8,
        JournalFault.LINE_NOT_JSON,
        JournalFault.LINE_NOT_CANONICAL,
        JournalFault.LINE_TOO_DEEP,
        JournalFault.LINE_PARTS_MISSING,
        JournalFault.LINE_MISSPELT,
        JournalFault.SEAL_WRONG,
        JournalFault.PRIVATE_UNCOMMITTED,
        JournalFault.PRIVATE_CHANGED,
        JournalFault.PRIVATE_UNSALTED,
        JournalFault.ENTRY_INCOMPLETE,
        JournalFault.ENTRY_MISSHAPEN,
        JournalFault.LINK_BROKEN,
        JournalFault.NUMBER_WRONG,
    )
)
"""Codes of faults after which neither the line nor the following ones are read."""


PADDED_TO = 1024
"""Size in bytes of an empty private part in an unsigned entry. Other parts are padded to a multiple of it."""


Salt = Callable[[Kind, str, Side], str]
"""Function that returns the salt of a part by kind of entry, seal of the line before, and viewer."""


class Broken(DataFault):
    """A fault of a line, with its column."""

    def __init__(self, message: Saying, column: int = 1) -> None:
        self.said, self.column = message, column
        super().__init__(Complaint.of(message))


class Line(Value):
    """A line with valid seal and private parts. The content of its body is not yet checked."""

    seal: str
    body: dict[str, Any]
    private: dict[str, dict[str, Any]]


class Draft(Value, kw_only=True):
    """An entry without its number, its seal and the salts of its private parts."""

    kind: Kind
    at: str
    side: Side | None = None
    public: Mapping[str, object] = {}
    private: Mapping[Side, Mapping[str, object]] = {}
    key: Key | None = None


def unsigned(
    kind: Kind, side: Side, content: Mapping[str, object], *, sides: Iterable[Side], at: str
) -> Draft:
    """Draft an entry that its sender and the referee can read. Others cannot tell who sent it.

    Every side has a private part. The parts of the other sides have a fixed length, so no size shows how long
    a letter was.
    """
    readers: dict[Side, Mapping[str, object]] = {side: content, REFEREE: content}
    private = {name: _pad(readers.get(name, {})) for name in (*sides, REFEREE)}
    return Draft(kind=kind, at=at, private=private)


def _pad(part: Mapping[str, object]) -> Mapping[str, object]:
    bare = len(canonical({**part, "padding": ""}))
    return {**part, "padding": "." * (-bare % PADDED_TO)}


def opening(header: Header) -> bytes:
    """Return the header as a line, in the vocabulary that it names."""
    return _write(_spell_header(header), {})


def seal_header(header: Header) -> str:
    """Return the seal of a header."""
    return sha256(_spell_header(header)).hexdigest()


def _spell_header(header: Header) -> bytes:
    return canonical(as_written_in(header, header.vocabulary))


def draw_salt(kind: Kind, prev: str, reader: Side) -> str:  # noqa: ARG001 - for any entry
    """Return a random salt of 128 bits."""
    return chain.salt()


def write_line(draft: Draft, seq: int, prev: str, salt: Salt = draw_salt) -> bytes:
    """Write a draft as the line after the one sealed `prev`.

    `salt` returns the salts of its private parts.
    """
    salts = {side: salt(draft.kind, prev, side) for side in draft.private}
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
    whole = _write(canonical(body), parts)
    if is_too_deep(whole):
        raise Uncanonical(declare(JournalFault.LINE_TOO_DEEP, most=MOST_LEVELS))
    return whole


def own_copy(line: bytes, side: Side) -> bytes:
    """Return the line without the private parts of other sides. The referee's copy is complete."""
    whole = read(line.removesuffix(b"\n"))
    mine = {name: canonical(part) for name, part in whole.private.items() if side in (name, REFEREE)}
    return _write(canonical(whole.body), mine)


def read(raw: bytes) -> Line:
    """Read a line without its newline. Raises Broken unless every byte is as the referee writes it."""
    try:
        line = _take_apart(parse(raw.decode()))
        # The parser's output has a canonical spelling unless it contains non-ASCII characters.
        spell = respell if raw.isascii() else canonical
        body = spell(line.body)
        parts = {side: spell(part) for side, part in line.private.items()}
        expected = _write(body, parts)
    except UnicodeDecodeError as error:
        raise Broken(declare(JournalFault.LINE_NOT_UTF8), error.start + 1) from error
    except JSONDecodeError as error:
        fault = declare(JournalFault.LINE_NOT_JSON, problem=parser_messages.reword(error.msg))
        raise Broken(fault, error.colno) from error
    except RecursionError as error:
        raise Broken(declare(JournalFault.LINE_TOO_DEEP, most=MOST_LEVELS)) from error
    except ValueError as error:
        # An escaped half of a character is ASCII, and has no spelling either.
        problem = error.said if isinstance(error, Uncanonical) else HALF_CHARACTER
        raise Broken(declare(JournalFault.LINE_NOT_CANONICAL, problem=problem)) from error
    if expected != raw + b"\n":
        raise _wrong(raw, line.seal, body, parts)
    if is_too_deep(raw):
        raise Broken(declare(JournalFault.LINE_TOO_DEEP, most=MOST_LEVELS))
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
    """Return the fault of a line that differs from the referee's spelling of it."""
    expected = _write(body, parts).replace(
        sha256(body).hexdigest().encode(), seal.encode(errors="replace"), 1
    )
    if expected == raw + b"\n":
        return Broken(declare(JournalFault.SEAL_WRONG))
    pairs = enumerate(zip(expected, raw + b"\n", strict=False))
    same = next(n for n, (due, actual) in pairs if due != actual)
    column = len(raw[:same].decode(errors="ignore")) + 1
    return Broken(declare(JournalFault.LINE_MISSPELT), column)


def _check_commitments(line: Line, parts: Mapping[Side, bytes]) -> None:
    commit = line.body.get("commit")
    for side, part in parts.items():
        digest = commit.get(side) if _is_object(commit) else None
        if digest is None:
            raise Broken(declare(JournalFault.PRIVATE_UNCOMMITTED, side=side))
        if sha256(part).hexdigest() != digest:
            raise Broken(declare(JournalFault.PRIVATE_CHANGED, side=side))
        if not isinstance(line.private[side].get("salt"), str):
            raise Broken(declare(JournalFault.PRIVATE_UNSALTED, side=side))


def _write(body: bytes, parts: Mapping[Side, bytes]) -> bytes:
    seal = sha256(body).hexdigest().encode()
    if not parts:
        return b'{"seal":"%b","body":%b}\n' % (seal, body)
    private = b",".join(b"%b:%b" % (respell(side), parts[side]) for side in sorted(parts))
    return b'{"seal":"%b","body":%b,"private":{%b}}\n' % (seal, body, private)
