"""Look-up of MX and TXT records at the name server of this machine (RFC 1035), over TCP."""

import secrets
import socket
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from referee.faults import Busy, Complaint
from referee.mail.mail_room.faults import SetupFault

Kind = Literal["MX", "TXT"]
"""Type of a record."""

NUMBERS: Mapping[Kind, int] = {"MX": 15, "TXT": 16}
"""Number of each type."""

SETTINGS = Path("/etc/resolv.conf")
"""File that names the name servers of this machine."""

PORT = 53
"""Port of a name server."""

TIMEOUT = 5.0
"""Seconds that a name server may take."""

INTERNET = 1
"""Class of the records."""

NO_SUCH_NAME = 3
"""Answer code for a name without any record."""

RECURSE = 0x0100
"""Flag that asks the server to ask other servers."""

POINTER = 0xC0
"""Bits of a length that say that the rest of a name stands elsewhere."""


def look_up(name: str, kind: Kind) -> tuple[str, ...]:
    """Return the records of a name, an MX record as its host, the preferred host first.

    Raises Busy if no name server gives a usable answer.
    """
    why: object = f"{SETTINGS} names none"
    for server in _list_servers():
        try:
            return _read_answer(_ask(server, _write_question(name, kind)), kind)
        # A name that the DNS cannot contain is a UnicodeError, an answer that is cut off a struct.error.
        except (OSError, ValueError, IndexError, struct.error) as error:
            why = f"{server}: {error}"
    raise Busy(Complaint.of(SetupFault.NAMES_SILENT, why=why))


def _list_servers() -> list[str]:
    try:
        lines = SETTINGS.read_text(encoding="utf-8").splitlines()
    except OSError:
        return []
    return [words[1] for words in map(str.split, lines) if len(words) > 1 and words[0] == "nameserver"]


def _write_question(name: str, kind: Kind) -> bytes:
    labels = name.rstrip(".").encode("idna").split(b".")
    name_bytes = b"".join(bytes([len(label)]) + label for label in labels) + b"\0"
    head = struct.pack("!6H", secrets.randbits(16), RECURSE, 1, 0, 0, 0)
    return head + name_bytes + struct.pack("!2H", NUMBERS[kind], INTERNET)


def _ask(server: str, question: bytes) -> bytes:
    """Return the answer of a server. Over TCP, two bytes before each message give its length."""
    with socket.create_connection((server, PORT), timeout=TIMEOUT) as line:
        line.sendall(struct.pack("!H", len(question)) + question)
        with line.makefile("rb") as stream:
            (size,) = struct.unpack("!H", stream.read(2))
            answer = stream.read(size)
    if answer[:2] != question[:2]:
        raise ValueError("the answer belongs to another question")
    return answer


def _read_answer(answer: bytes, kind: Kind) -> tuple[str, ...]:
    _, flags, questions, answers, _, _ = struct.unpack_from("!6H", answer)
    code = flags & 0xF
    if code == NO_SUCH_NAME:
        return ()
    if code:
        raise ValueError(f"the answer has the code {code}")
    at = 12
    for _ in range(questions):
        _, at = _read_name(answer, at)
        at += 4
    records = sorted(_list_records(answer, at, answers, kind))
    return tuple(text for _, text in records)


def _list_records(answer: bytes, at: int, count: int, kind: Kind) -> Iterator[tuple[int, str]]:
    """Yield the preference and the text of each record of a type. A TXT record has no preference."""
    for _ in range(count):
        _, at = _read_name(answer, at)
        number, _, _, size = struct.unpack_from("!2HIH", answer, at)
        at += 10
        if number == NUMBERS[kind]:
            yield _read_mx(answer, at) if kind == "MX" else (0, _read_txt(answer[at : at + size]))
        at += size


def _read_mx(answer: bytes, at: int) -> tuple[int, str]:
    (preference,) = struct.unpack_from("!H", answer, at)
    return preference, _read_name(answer, at + 2)[0]


def _read_txt(content: bytes) -> str:
    """Return the strings of a TXT record as one text."""
    parts: list[bytes] = []
    at = 0
    while at < len(content):
        parts.append(content[at + 1 : at + 1 + content[at]])
        at += 1 + content[at]
    return b"".join(parts).decode("utf-8", "replace")


def _read_name(answer: bytes, at: int) -> tuple[str, int]:
    """Return a name and the position after it. Pointers may only lead further back: no ring is possible."""
    labels: list[str] = []
    end, lowest = 0, at
    while size := answer[at]:
        if size >= POINTER:
            end = end or at + 2
            target = (size - POINTER) << 8 | answer[at + 1]
            if target >= lowest:
                raise ValueError("a name points at itself")
            at = lowest = target
        else:
            labels.append(answer[at + 1 : at + 1 + size].decode("ascii", "replace"))
            at += 1 + size
    return ".".join(labels), end or at + 1
