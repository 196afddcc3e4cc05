"""A system offers its abilities by its faces: no code asks rules or faces for their class."""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.test_layers import SOURCES, name

FACES = frozenset({"rules", "system", "notation", "secrecy", "narrator", "pictures", "advisor"})
"""The names of a system, its rules and its faces, as a variable or an attribute."""


def class_checks(source: str) -> Iterator[str]:
    """Yield the code that tests the class of a system, its rules or a face."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[subject, *_]):
                checked = subject
            case ast.Call(func=ast.Name(id="type"), args=[subject]):
                checked = subject
            case ast.Match(subject=subject) if any(
                isinstance(case.pattern, ast.MatchClass) for case in node.cases
            ):
                checked = subject
            case _:
                continue
        if last_name(checked) in FACES:
            yield f"{node.lineno}: {ast.unparse(checked)}"


def last_name(node: ast.expr) -> str:
    """Return the last name of `self.rules` or `bound.rules`; a variable `system` is the name of a system."""
    match node:
        case ast.Name(id="system"):
            return ""
        case ast.Name(id=last) | ast.Attribute(attr=last):
            return last
        case ast.Call(func=ast.Name(id="type" | "cast"), args=[*_, inner]):
            return last_name(inner)
        case _:
            return ""


def test_no_code_tests_the_class_of_rules_or_faces():
    found = [f"{name(path)}:{one}" for path in SOURCES for one in class_checks(path.read_text("utf-8"))]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "isinstance(rules, GreatWar)", "isinstance(self._bound.rules, GreatWar)", "type(match.rules) is Toy",
        "issubclass(type(rules), GreatWar)", "isinstance(cast(object, bound.system), GreatWarSystem)",
        "match bound.rules:\n    case GreatWar():\n        pass",
    ],
)  # fmt: skip
def test_each_spelling_of_a_class_check_is_found(source: str):
    assert list(class_checks(source))


@pytest.mark.parametrize("source", ["isinstance(order, Move)", "find_great_war(match.system)"])
def test_other_code_is_not_mistaken_for_a_class_check(source: str):
    assert not list(class_checks(source))
