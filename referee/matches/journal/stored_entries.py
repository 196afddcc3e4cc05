"""Fast reader of stored entries: each line is hashed as it is and decoded once.

This reader only accepts. Every doubtful line goes to the slow reader, which spells it again and names its
fault.
"""

import re
from hashlib import sha256
from typing import Annotated, NoReturn

from msgspec import Meta, MsgspecError, Raw, Struct, convert
from msgspec.json import Decoder

from referee.texts.canonical import GREATEST, is_too_deep, respell
from schemas.journal import Body, Entry, Key, Kind

_SORTS = bytes.maketrans(b"0123456789:[,-", b"\1" * 10 + b"\2" * 4)
_LONG_NUMBER = bytes((2, *[1] * 16))
"""Pattern of a number with more than 16 digits, which some readers cannot hold.

Text like it is doubtful too.
"""
_TEXT_ENDS = rb'[\x80-\xff][^"\\]*(?:\\.[^"\\]*)*"(:?)'
"""The colon after each text that is not ASCII, or nothing. Canonical JSON has no such names.

It is compiled for the first such line, because many journals have none.
"""


class _Spelled(Struct, forbid_unknown_fields=True, kw_only=True):
    """A record whose fields are in the order of canonical JSON."""


class _Key(_Spelled):
    k: str
    n: Annotated[int, Meta(le=GREATEST)]


class _Body(_Spelled):
    at: str
    commit: dict[str, str]
    key: _Key | None
    kind: Kind
    prev: str
    public: dict[str, object]
    seq: Annotated[int, Meta(ge=1, le=GREATEST)]
    side: str | None


class _Line(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A line as decoded. The order of its fields is its own."""

    seal: str
    body: _Body
    private: dict[str, dict[str, object]] = {}


class _Slices(Struct):
    """The parts of a line as raw bytes."""

    body: Raw
    private: dict[str, Raw] = {}


def entry(raw: bytes, prev: str, proved: str = "") -> Entry | None:
    """Return the entry of a line without its newline, after the line sealed `prev`, or None in doubt.

    A line with the seal `proved` was checked before and is not spelled again.
    """
    # Only texts and the number of a key precede the public part.
    has_long_number = _LONG_NUMBER in raw[raw.find(b'"public":') :].translate(_SORTS)
    has_foreign_name = not raw.isascii() and b":" in re.findall(_TEXT_ENDS, raw)
    if has_long_number or has_foreign_name or is_too_deep(raw):
        return None
    try:
        line = _read_line(raw)
        # The bytes are the only spelling of their content, so everything decoded from them is proved.
        if (line.seal != proved and respell(line) != raw) or not _is_sealed(line, _cut(raw)):
            return None
        body = line.body
        if body.prev != prev:
            return None
        key = None if body.key is None else convert({"n": body.key.n, "k": body.key.k}, Key)
    except (MsgspecError, ValueError, RecursionError):
        return None
    return Entry(
        seal=line.seal,
        body=Body(
            seq=body.seq,
            prev=prev,
            at=body.at,
            kind=body.kind,
            side=body.side,
            key=key,
            public=body.public,
            commit=body.commit,
        ),
        private=line.private,
    )


def _is_sealed(line: _Line, slices: _Slices) -> bool:
    """Return True if the seal and the commitments match the body and the parts."""
    commit, parts = line.body.commit, slices.private
    if sha256(slices.body).hexdigest() != line.seal:
        return False
    for side, part in parts.items():
        if sha256(part).hexdigest() != commit.get(side) or type(line.private[side].get("salt")) is not str:
            return False
    return len(commit) == len(parts) or all(map(_is_digest, commit.values()))


def _refuse_float(number: str) -> NoReturn:
    raise ValueError(number)


_is_digest = re.compile("[0-9a-f]{64}").fullmatch
_read_line = Decoder(_Line, float_hook=_refuse_float).decode
_cut = Decoder(_Slices).decode
