"""What the standard library has on one platform and not on another, as the stubs of mypy know it.

A checker that is run for one platform finds a use of these only on another one. So they may stand in the
room of the platform alone, and the rest needs to be checked for one platform.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import mypy

STUBS = Path(mypy.__file__).parent / "typeshed" / "stdlib"


class Peculiar(NamedTuple):
    """The names of a module that some platform lacks or has otherwise, and whether others remain."""

    names: frozenset[str]
    members: frozenset[str]
    whole: bool


@cache
def peculiar(module: str) -> Peculiar:
    """What a module of the standard library keeps for some platforms; other modules keep nothing.

    The part of a module that is written in C has a stub of its own, under its name with an underscore.
    """
    body = [*_stub(module), *_stub(f"_{module}")]
    names = frozenset(_conditional(body))
    classes = (node for node in _flat(body) if isinstance(node, ast.ClassDef))
    members = frozenset(name for one in classes for name in _conditional(one.body))
    open_to_all = {name for node in body if not isinstance(node, ast.If) for name in _defined(node)}
    public = (name for name in open_to_all if not name.startswith("_"))
    return Peculiar(names, members, whole=bool(names) and not any(public))


def _stub(module: str) -> list[ast.stmt]:
    stem = STUBS.joinpath(*module.split("."))
    found = [path for path in (stem / "__init__.pyi", stem.with_suffix(".pyi")) if path.is_file()]
    return ast.parse(found[0].read_text(encoding="utf-8")).body if found else []


def _flat(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a body and of its conditions."""
    for node in body:
        yield node
        if isinstance(node, ast.If):
            yield from _flat([*node.body, *node.orelse])


def _conditional(body: list[ast.stmt]) -> Iterator[str]:
    """The names that are defined under a condition about the platform."""
    for node in body:
        if isinstance(node, ast.If):
            inner = [*node.body, *node.orelse]
            if "platform" in ast.unparse(node.test):
                yield from (name for one in _flat(inner) for name in _defined(one))
            else:
                yield from _conditional(inner)


def _defined(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case ast.Assign(targets=targets):
            yield from (target.id for target in targets if isinstance(target, ast.Name))
        case _:
            pass


def used(source: str) -> Iterator[str]:
    """The names in a module that are not the same on every platform."""
    tree = ast.parse(source)
    known = {bound: module for node in ast.walk(tree) for bound, module in _imported(node)}
    members = frozenset[str]().union(*(peculiar(module).members for module in known.values()))
    yield from (f"import {module}" for module in set(known.values()) if peculiar(module).whole)
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), level=0, names=names):
                yield from (f"{module}.{one.name}" for one in names if one.name in peculiar(module).names)
            case ast.Attribute(attr=name, value=value):
                module = known.get(ast.unparse(value), "")
                if name in peculiar(module).names if module else name in members:
                    yield ast.unparse(node)
            case _:
                pass


def _imported(node: ast.AST) -> Iterator[tuple[str, str]]:
    """What an import binds, and the module that it stands for, or whose names it takes."""
    match node:
        case ast.Import(names=names):
            yield from ((one.asname or one.name, one.name) for one in names)
        case ast.ImportFrom(module=str(module), level=0, names=names):
            yield module, module
            yield from ((one.asname or one.name, f"{module}.{one.name}") for one in names)
        case _:
            pass
