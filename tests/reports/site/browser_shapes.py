"""Shapes of a journal's lines for the verifier that runs in a browser, taken from the stand-alone verifier.

`python -m tests.reports.site.browser_shapes` writes them, and a test compares the two.
"""

import json
import re
from pathlib import Path
from typing import Any

from referee.evidence.standalone import shapes
from referee.reports import site

SHAPES = Path(site.__file__).with_name("shapes.js")

Shape = list[Any]
"""A shape as JSON: its kind, then its details."""

_PLAIN: dict[Any, str] = {str: "str", int: "int", bool: "bool", object: "any", None: "null", ...: "missing"}


def convert(shape: Any) -> Shape:
    """Return a shape of the stand-alone verifier as JSON."""
    if isinstance(shape, re.Pattern):
        return ["re", shape.pattern, shape in {shapes.TIME, shapes.DAY}]
    shape = {"": object} if shape is dict else shape
    match shape:
        case dict():
            return ["map", {name: convert(part) for name, part in shape.items()}]
        case list():
            length = shape[1] if len(shape) > 1 else None
            return ["list", convert(shape[0]), *([[length.start, length.stop]] if length is not None else [])]
        case tuple():
            return ["one", [convert(part) for part in shape]]
        case range():
            return ["range", shape.start, shape.stop]
        case _:
            return [_PLAIN[shape]] if shape in _PLAIN else ["const", shape]


def write() -> str:
    """Return the script that gives the shapes to the verifier."""
    kinds = {
        kind: [author, convert(public), None if private == () else convert(private)]
        for kind, (author, public, private) in shapes.KINDS.items()
    }
    table = {
        "LINE": ["one", [convert(line) for line in shapes.LINE]],
        "DRAW": convert(shapes.DRAW),
        "KINDS": kinds,
        "REFERS": shapes.REFERS,
    }
    return f"Verifier.use({json.dumps(table, separators=(',', ':'))});\n"


if __name__ == "__main__":
    SHAPES.write_text(write(), encoding="utf-8", newline="\n")
