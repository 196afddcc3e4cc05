"""Every template in the code: what is handed to `say` and its like, and what is marked by `message`."""

import ast
from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

ROOT = Path(__file__).parents[2]

SPEAKERS = frozenset({"say", "sentence", "paragraph", "told", "fault", "unknown", "ambiguous"})
"""The methods that say a template; a second one is its plural."""

COMPLAINERS = frozenset({"of", "complain", "warn"})
"""The methods that complain, of a fact and with a remedy, both templates."""

CARRIERS = frozenset({"tongue", "narrator", "reading", "sentence", "remarks", "Complaint", "self"})
"""What those are called that carry a language."""

HOME = "referee.i18n.translator"

MARKS = frozenset({"message", "forms", "saying", "frame"})
"""The functions that mark a template which is said elsewhere."""


@dataclass(frozen=True, slots=True)
class Template:
    """A template where it stands; `many` is its plural."""

    text: str
    many: str
    place: str


@cache
def list_templates() -> tuple[Template, ...]:
    """The templates of the whole code, file by file."""
    return tuple(templates(*sorted((ROOT / "referee").rglob("*.py"))))


def templates(*paths: Path) -> Iterator[Template]:
    """The templates of some files."""
    for path in paths:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        nodes = list(ast.walk(tree))
        marked = any(isinstance(node, ast.ImportFrom) and node.module == HOME for node in nodes)
        for node in nodes:
            if isinstance(node, ast.Call) and (speaks(node) or (marked and marks(node))):
                literals = [_text(argument) for argument in node.args[:2]]
                if literals and literals[0]:
                    yield Template(literals[0], literals[1] if len(literals) > 1 else "", _place(path, node))
            elif isinstance(node, ast.Call) and speaks(node, COMPLAINERS):
                literals = [_text(argument) for argument in node.args[:2]]
                yield from (Template(text, "", _place(path, node)) for text in literals if text)
            elif isinstance(node, ast.Call) and marked and getattr(node.func, "id", "") == "messages":
                texts = (_text(argument).replace("-", " ") for argument in node.args)
                yield from (Template(text, "", _place(path, node)) for text in texts)
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "event_kind":
                yield from _narrated(path, node)
            elif isinstance(node, ast.ClassDef) and _states(node):
                yield from _stated(path, node)


def _narrated(path: Path, node: ast.Call) -> Iterator[Template]:
    """Yield the templates that narrate a kind of event, with their plurals."""
    for keyword in node.keywords:
        if keyword.arg == "narrate":
            for one, many in _choose(keyword.value):
                if one:
                    yield Template(one, many, _place(path, node))


def _choose(node: ast.expr) -> Iterator[tuple[str, str]]:
    """Yield the templates of an expression: a template, one of two, or one of a table."""
    match node:
        case ast.Lambda(body=body):
            yield from _choose(body)
        case ast.IfExp(body=one, orelse=other):
            yield from (*_choose(one), *_choose(other))
        case ast.Subscript(value=ast.Dict(values=values)):
            for value in values:
                yield from _choose(value)
        case ast.Tuple(elts=[one, many]):
            yield _text(one), _text(many)
        case ast.Constant():
            yield _text(node), ""
        case _:
            raise AssertionError(f"{ast.unparse(node)} hides its templates")


def _place(path: Path, node: ast.expr) -> str:
    return f"{path.relative_to(ROOT).as_posix()}:{node.lineno}"


def _states(node: ast.ClassDef) -> bool:
    """Whether a class enumerates facts, each with its template and perhaps that of what helps."""
    return any(isinstance(base, ast.Name) and base.id == "Fact" for base in node.bases)


def _stated(path: Path, node: ast.ClassDef) -> Iterator[Template]:
    for member in node.body:
        if isinstance(member, ast.Assign):
            for text in member.value.elts if isinstance(member.value, ast.Tuple) else (member.value,):
                if isinstance(text, ast.Tuple):
                    one, many = map(_text, text.elts)
                    yield Template(one, many, _place(path, text))
                elif _text(text):
                    yield Template(_text(text), "", _place(path, text))


def speaks(node: ast.Call, methods: Set[str] = SPEAKERS) -> bool:
    """Whether something says a template; it is called as those are that carry a language."""
    function = node.func
    if isinstance(function, ast.Name):
        return function.id == "say" and methods is SPEAKERS
    if not isinstance(function, ast.Attribute) or function.attr not in methods:
        return False
    speaker = function.value
    name = speaker.attr if isinstance(speaker, ast.Attribute) else getattr(speaker, "id", "")
    return name.lstrip("_") in CARRIERS


def marks(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id in MARKS


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def kinds(template: str) -> frozenset[str]:
    """The kinds of parts that a template names beside the parts."""
    return frozenset(kind for _, _, kind, _ in Formatter().parse(template) if kind)


def parts(template: str) -> frozenset[str]:
    """The parts that a template names; at the head of a sentence or not is all the same."""
    fields = (field for _, field, _, _ in Formatter().parse(template) if field)
    return frozenset(field[0].lower() + field[1:] for field in fields)
