"""Every template in the code: what is handed to `say` and its like, and what is marked by `message`."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import Formatter

ROOT = Path(__file__).parents[2]

SPEAKERS = frozenset({"say", "sentence", "paragraph", "told"})
"""The methods that say a template; a second one is its plural."""

CARRIERS = frozenset({"tongue", "theatre", "table", "self"})
"""What those are called that carry a language."""

HOME = "referee.core.tongue"

MARKS = frozenset({"message", "forms"})
"""The functions that mark a template which is said elsewhere."""


@dataclass(frozen=True, slots=True)
class Template:
    """A template where it stands; `many` is its plural."""

    text: str
    many: str
    place: str


def templates() -> Iterator[Template]:
    """The templates of the whole code, file by file."""
    for path in sorted((ROOT / "referee").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        marked = any(isinstance(node, ast.ImportFrom) and node.module == HOME for node in ast.walk(tree))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and (speaks(node) or (marked and marks(node))):
                literals = [_text(argument) for argument in node.args[:2]]
                if literals and literals[0]:
                    place = f"{path.relative_to(ROOT).as_posix()}:{node.lineno}"
                    yield Template(literals[0], literals[1] if len(literals) > 1 else "", place)


def speaks(node: ast.Call) -> bool:
    """Whether something says a template; it is called as those are that carry a language."""
    function = node.func
    if isinstance(function, ast.Name):
        return function.id == "say"
    if not isinstance(function, ast.Attribute) or function.attr not in SPEAKERS:
        return False
    speaker = function.value
    name = speaker.attr if isinstance(speaker, ast.Attribute) else getattr(speaker, "id", "")
    return name in CARRIERS


def marks(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id in MARKS


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def parts(template: str) -> frozenset[str]:
    """The parts that a template names; at the head of a sentence or not is all the same."""
    fields = (field for _, field, _, _ in Formatter().parse(template) if field)
    return frozenset(field[0].lower() + field[1:] for field in fields)
