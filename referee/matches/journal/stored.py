"""Entries read from their bytes as they are stored: hashed as they stand, decoded once.

This reader only accepts. It leaves every doubt to the one that spells a line again and says what is wrong.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import NoReturn

from msgspec import MsgspecError, Raw, Struct
from msgspec.json import Decoder, Encoder

from schemas.journal import Body, Entry

_DIGITS_ALIKE = bytes.maketrans(b"123456789[,-", b"000000000:::")
_LONG_NUMBER = b":" + b"0" * 16
"""A number of 16 digits may be greater than every reader keeps; so may some text, and then this is a doubt."""


class _Line(Struct, forbid_unknown_fields=True):
    """A line with its parts as they are spelled."""

    seal: str
    body: Raw
    private: dict[str, Raw] = {}


def entry(raw: bytes) -> Entry | None:
    """The entry of a line without its newline, if it is sealed and spelled as the referee does; or nothing."""
    if not raw.isascii() or _LONG_NUMBER in raw.translate(_DIGITS_ALIKE):
        return None
    try:
        line = _read_line(raw)
        body = _read_body(line.body)
        private = {side: _read_part(part) for side, part in line.private.items()}
    except (MsgspecError, ValueError, RecursionError):
        return None
    if not (_is_framed(raw, line) and _is_sealed(line) and _respell(body) == bytes(line.body)):
        return None
    if not all(_is_committed(body, side, line.private[side], part) for side, part in private.items()):
        return None
    return Entry(seal=line.seal, body=body, private=private)


def _is_framed(raw: bytes, line: _Line) -> bool:
    """Whether a line holds its parts in their order, and no other byte."""
    parts = line.private
    private = b",".join([b'"%b":%b' % (side.encode(), parts[side]) for side in sorted(parts)])
    tail = b',"private":{%b}' % private if parts else b""
    return raw == b'{"seal":"%b","body":%b%b}' % (line.seal.encode(), line.body, tail)


def _is_sealed(line: _Line) -> bool:
    return sha256(line.body).hexdigest() == line.seal


def _is_committed(body: Body, side: str, stored: Raw, part: Mapping[str, object]) -> bool:
    """Whether a private part is the one that the body commits to, with salt, and well spelled."""
    salted = isinstance(part.get("salt"), str)
    return salted and sha256(stored).hexdigest() == body.commit.get(side) and _respell(part) == bytes(stored)


def _refuse_float(number: str) -> NoReturn:
    raise ValueError(number)


_read_line = Decoder(_Line).decode
_read_body = Decoder(Body, float_hook=_refuse_float).decode
_read_part = Decoder(dict[str, object], float_hook=_refuse_float).decode

_respell = Encoder(order="sorted").encode
"""The spelling of canonical JSON, of whatever has one."""
