"""The surface of the library: every name, with its signature, as it was recorded for a version.

`python -m tests.library.surface` records it. It asks for a new version, unless what is recorded grew alone or
`--unreleased` says that nobody has this version yet.
"""

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import get_args

import msgspec

import referee
from schemas.model import Model

RECORDED = Path(__file__).with_name("surface.txt")


_MODULE = re.compile(r"\b(?:referee|schemas)\.(?:[a-z_0-9]+\.)*(?=[A-Z])")
"""The module of a class: the library promises names, and a class may move."""


def list_surface() -> Iterator[str]:
    """Yield every name of the library, one a line, and the parts of a class or union below it."""
    yield from (_MODULE.sub("", line) for line in _list_names())


def _list_names() -> Iterator[str]:
    yield f"version {referee.__version__}"
    for name in referee.__all__:
        named = getattr(referee, name)
        if isinstance(named, FunctionType):
            yield f"{name}{inspect.signature(named)}"
        elif isinstance(named, type):
            yield f"{name}({', '.join(base.__name__ for base in named.__mro__[1:2])})"
            yield from (f"    {line}" for line in _list_parts(named))
        elif members := get_args(named):
            yield name
            yield from (f"    | {member.__name__}" for member in members)
        else:
            yield f"{name} = {named}"


def _list_parts(named: type) -> Iterator[str]:
    """Yield the fields of a record, with properties that read a part of it; the methods of other classes."""
    if issubclass(named, Model):
        for name, part in named.model_fields.items():
            # The type of an order is fixed: its constructor takes no other.
            if name != "type":
                yield name if part.is_required() else f"{name} = ..."
        return
    if issubclass(named, msgspec.Struct):
        for field in msgspec.structs.fields(named):
            yield field.encode_name if field.required else f"{field.encode_name} = ..."
        yield from (name for name, part in vars(named).items() if isinstance(part, property))
        return
    for name, part in sorted(vars(named).items()):
        if isinstance(part, FunctionType) and (name == "__init__" or not name.startswith("_")):
            yield f"{name}{inspect.signature(part)}"
        elif isinstance(part, property) and part.fget is not None:
            yield f"{name} -> {inspect.signature(part.fget).return_annotation}"


def record(*, unreleased: bool) -> None:
    """Write the surface of today."""
    now, before = list(list_surface()), RECORDED.read_text("utf-8").splitlines() if RECORDED.exists() else []
    lost = [line for line in before if line not in now]
    if lost and before[0] == now[0] and not unreleased:
        sys.exit("raise the version first, for these lines are promised:\n" + "\n".join(lost))
    RECORDED.write_text("\n".join(now) + "\n", encoding="utf-8")


if __name__ == "__main__":
    record(unreleased="--unreleased" in sys.argv)
