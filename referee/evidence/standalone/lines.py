"""Lines of a journal: canonical JSON (RFC 8785), digests, and the shapes of values."""

import hashlib
import hmac
import json
import re
from collections.abc import Callable
from datetime import datetime
from itertools import repeat
from typing import Any

from referee.evidence.standalone.shapes import DAY, KINDS, LIMIT, LINE, TIME

MOST_DIGITS = 17
"""Digits of a number that are read: a longer one is beyond the limit anyway."""

MOST_LEVELS = 64
"""Levels of arrays and objects in a line, which is the first level."""


def demand(condition: object, fault: str) -> None:
    """Raise ValueError if a condition is not met. Later lines cannot be trusted either."""
    if not condition:
        raise ValueError(fault)


_encoder = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, allow_nan=False, sort_keys=True, separators=(",", ":")
)


def spell(value: Any) -> str:
    """Return the canonical JSON of a value."""
    return _encoder.encode(value)


def sha(text: str) -> str:
    """Return SHA-256 as 64 hexadecimal digits. The digest of a key is the key before it."""
    return hashlib.sha256(text.encode()).hexdigest()


def mac(key: str, message: list[Any]) -> bytes:
    """Return HMAC-SHA256 of the canonical JSON of a message. The key is its 64 hexadecimal digits as text."""
    return hmac.digest(key.encode(), spell(message).encode(), "sha256")


kind_of: Callable[[Any], object] = type
"""The type of a value of JSON. That of True is not a number."""


def fits(value: Any, shape: Any) -> bool:
    """Return True if a value has a shape. A part that is missing has the value `...`.

    A shape is a value, a type, a range of whole numbers, a pattern of texts, a tuple of alternatives, a list
    of the shape of its items and the range of their number, or a record of shapes by name, where "" stands
    for all other names.
    """
    kind, of = kind_of(shape), kind_of(value)
    if kind is tuple:
        return value in shape or of in shape or any(map(fits, repeat(value), shape))
    if kind is dict:
        return of is dict and _fits_record(value, shape)
    if kind is list:
        return of is list and _fits_list(value, *shape)
    if kind is range:
        return of is int and value in shape
    if kind is re.Pattern:
        return of is str and _fits_pattern(value, shape)
    return shape in (object, value, of)


def _fits_record(value: dict[str, Any], shape: dict[str, Any]) -> bool:
    others = shape.get("", ...)
    has_shapes = all(fits(part, shape.get(name, others)) for name, part in value.items())
    return has_shapes and all(fits(..., shape[name]) for name in shape.keys() - value.keys() - {""})


def _fits_list(value: list[Any], item: Any, length: range = range(LIMIT)) -> bool:
    return len(value) in length and all(map(fits, value, repeat(item)))


def _fits_pattern(value: str, pattern: re.Pattern[str]) -> bool:
    """Return True if a text has a form. Raises ValueError for a day or a time that no calendar has."""
    has_form = pattern.fullmatch(value) is not None
    return has_form and (pattern not in (TIME, DAY) or bool(datetime.fromisoformat(value)))


def _has_levels(value: Any, most: int) -> bool:
    """Return True if an array or an object has at most so many levels of them."""
    inner = value.values() if kind_of(value) is dict else value
    return most > 0 and all(_has_levels(one, most - 1) for one in inner if isinstance(one, (dict, list)))


def _read_number(digits: str) -> int:
    """Return a whole number. One beyond the limit becomes the limit, which has no shape."""
    return max(-LIMIT, min(LIMIT, int(digits[:MOST_DIGITS])))


def _read_record(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a record. A name that is not ASCII, or stands twice, is lost, so that its line is refused."""
    return {name: value for name, value in pairs if name.isascii()}


def read_line(line: bytes) -> tuple[str, Any, Any]:
    """Return seal, body and private parts of a line. Each has a valid shape and is unchanged."""
    # int() refuses the text of a fraction.
    whole = json.loads(line, parse_int=_read_number, parse_float=int, object_pairs_hook=_read_record)
    has_few = line.count(b"[") + line.count(b"{") <= MOST_LEVELS
    demand(has_few or _has_levels(whole, MOST_LEVELS), "it is nested too deeply")
    demand(fits(whole, LINE), "a part of it has another shape")
    seal, body, parts = whole["seal"], whole["body"], whole.get("private", {})
    if "kind" in body:
        _, public, private = KINDS[body["kind"]]
        has_shape = fits(body["public"], public) and all(fits(part, private) for part in parts.values())
        has_readers = private != () or not body["commit"]
        demand(has_shape and has_readers, "an entry of its kind has other parts")
    body_text = spell(body)
    part_texts = {who: spell(parts[who]) for who in sorted(parts)}
    text = f'"seal":"{sha(body_text)}","body":{body_text}'
    if parts:
        private = ",".join(f"{spell(who)}:{part_text}" for who, part_text in part_texts.items())
        text += f',"private":{{{private}}}'
    demand(f"{{{text}}}".encode() == line, "it was changed after it was sealed")
    is_committed = all(sha(its) == body["commit"].get(who) for who, its in part_texts.items())
    demand(is_committed, "a private part was changed")
    return seal, body, parts
