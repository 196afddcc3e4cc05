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
"""A number of 16 digits may be greater than every reader keeps; where a text looks so, it is a doubt."""


class _Line(Struct, forbid_unknown_fields=True):
    """A line with its parts as they are spelled."""

    seal: str
    body: Raw
    private: dict[str, Raw] = {}


def entry(raw: bytes) -> Entry | None:
    """The entry of a line without its newline; nothing unless it is sealed and spelled beyond doubt."""
    if not raw.isascii() or _LONG_NUMBER in raw.translate(_DIGITS_ALIKE):
        return None
    try:
        line = _read_line(raw)
        body = _read_body(line.body)
        private = {side: _read_part(part) for side, part in line.private.items()}
    except (MsgspecError, ValueError, RecursionError):
        return None
    spelled = _respell(body)
    parts = {side: _respell(part) for side, part in private.items()}
    # The line is made of these very bytes, so that whatever is proved of them is proved of it.
    if raw != _write(line.seal, spelled, parts) or sha256(spelled).hexdigest() != line.seal:
        return None
    for side, part in parts.items():
        if sha256(part).hexdigest() != body.commit.get(side) or type(private[side].get("salt")) is not str:
            return None
    return Entry(seal=line.seal, body=body, private=private)


def _write(seal: str, body: bytes, parts: Mapping[str, bytes]) -> bytes:
    """A line without its newline."""
    if not parts:
        return b'{"seal":"%b","body":%b}' % (seal.encode(), body)
    private = b",".join([b'"%b":%b' % (side.encode(), parts[side]) for side in sorted(parts)])
    return b'{"seal":"%b","body":%b,"private":{%b}}' % (seal.encode(), body, private)


def _refuse_float(number: str) -> NoReturn:
    raise ValueError(number)


_read_line = Decoder(_Line).decode
_read_body = Decoder(Body, float_hook=_refuse_float).decode
_read_part = Decoder(dict[str, object], float_hook=_refuse_float).decode

_respell = Encoder(order="sorted").encode
"""The spelling of canonical JSON, of whatever has one."""
