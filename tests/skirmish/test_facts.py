"""Every fact of the skirmish: its code is its own, it is stated somewhere, and with all that it names."""

import ast
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from referee.engine.facts import Fact, list_by_code
from referee.packs import loading
from referee.systems.skirmish.flow.sequence import Asking
from referee.systems.skirmish.language.language import PURPOSES
from referee.systems.skirmish.rules import Skirmish
from tests.languages.templates import ROOT, parts

SKIRMISH = ROOT / "referee" / "systems" / "skirmish"

RULES = Skirmish(loading.load("skirmish").pack, "dawn-sap")

Stated = tuple[Fact, frozenset[str], str]
"""A fact, the parameters that it is stated with, and where."""


def _module(path: Path) -> object:
    return import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def enumerations() -> Iterator[type[Fact]]:
    """The enumerations of facts of the whole system."""
    for path in sorted(SKIRMISH.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and any(_name(base) == "Fact" for base in node.bases):
                yield getattr(_module(path), node.name)


FACTS = tuple(fact for enumeration in enumerations() for fact in enumeration)


def stated() -> Iterator[Stated]:
    """The facts that rules hold against orders, call by call."""
    for path in sorted(SKIRMISH.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and _name(call.func) == "refuse":
                given = frozenset(keyword.arg for keyword in call.keywords if keyword.arg is not None)
                for fact in _facts(_module(path), call.args[1]):
                    yield fact, given, f"{path.name}:{call.lineno}"


def _facts(module: object, written: ast.expr) -> Iterator[Fact]:
    """The facts that an argument may be: a member, one of two, or one of a table."""
    match written:
        case ast.Attribute(value=ast.Name(id=enumeration), attr=member):
            yield getattr(module, enumeration)[member]
        case ast.IfExp(body=one, orelse=other):
            yield from _facts(module, one)
            yield from _facts(module, other)
        case ast.Subscript(value=ast.Name(id=table)):
            yield from getattr(module, table).values()
        case _:
            raise AssertionError(f"this test cannot tell which fact {ast.unparse(written)} is")


STATED = tuple(stated())


def test_a_code_stands_for_one_fact_and_the_rules_know_it() -> None:
    codes = Counter(fact.code for fact in FACTS)
    assert [code for code, count in codes.items() if count > 1] == []
    assert {**RULES.facts, **PURPOSES, **list_by_code(Asking)} == {fact.code: fact for fact in FACTS}


def test_no_member_of_an_enumeration_is_another_name_of_one_before() -> None:
    assert [
        name for one in enumerations() for name, fact in one.__members__.items() if fact.name != name
    ] == []


def test_every_refusal_is_stated_somewhere() -> None:
    refusals = {fact for fact in FACTS if type(fact).__name__ == "Refusal"}
    assert refusals == {fact for fact, _, _ in STATED}


@pytest.mark.parametrize("case", STATED, ids=lambda case: f"{case[0].code} at {case[2]}")
def test_fact_has_the_parameters_of_its_templates(case: Stated) -> None:
    fact, given, _ = case
    assert given == parts(fact.template) | parts(fact.remedy)
