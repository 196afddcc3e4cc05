"""The facts that the rules state: each has its code and is stated, with all that its templates name."""

import ast
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

import pytest

from referee.systems.great_war.flow.prompt_builder import Asking
from referee.systems.great_war.notation.sentences import Misreading
from referee.systems.great_war.rules import CHAPTERS, GreatWar
from tests.languages.templates import ROOT, kinds, parts

SYSTEM = ROOT / "referee" / "systems" / "great_war"

NAMES = SYSTEM / "language" / "language.py"

STATED = tuple(fact for chapter in CHAPTERS for fact in chapter)

RAW = frozenset({"id"})
"""The kinds that are written as they are."""

NAMING = re.compile(r"\w+_name|say|listed|choice|name|plural|title|adjective|text")
"""What gives words where ids and numbers are asked for."""

Members = frozenset[tuple[str, str]]
"""Facts, each by the package of its enumeration and its name there."""


@pytest.fixture(scope="module")
def refusals() -> tuple[tuple[ast.Call, Members], ...]:
    """Every objection that the chapters make, with the facts that it may state."""
    return tuple(_refusals())


def test_no_two_facts_have_one_code(western: GreatWar) -> None:
    codes = [fact.code for fact in (*STATED, *Misreading)]

    assert sorted(codes) == sorted(set(codes))
    assert western.facts == {fact.code: fact for fact in (*STATED, *Misreading)}


def test_every_chapter_with_facts_is_one_of_the_rules() -> None:
    found = {path.parent.name for path in SYSTEM.rglob("refusals.py")}

    assert found == {chapter.__module__.split(".")[-2] for chapter in CHAPTERS}


def test_codes_are_words_with_hyphens() -> None:
    codes = [fact.code for fact in (*STATED, *Asking, *Misreading)]
    assert [code for code in codes if not re.fullmatch(r"[a-z]+(-[a-z]+)*", code)] == []


def test_every_fact_is_stated(refusals: tuple[tuple[ast.Call, Members], ...]) -> None:
    stated = {member for _, members in refusals for member in members}

    assert stated == {(_package(type(fact)), fact.name) for fact in STATED}


def test_every_question_is_asked() -> None:
    asked = {
        node.attr
        for path in (SYSTEM / "flow").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Asking"
    }

    assert asked == {asking.name for asking in Asking}


def test_every_misreading_is_said_of_a_line() -> None:
    said = {
        node.attr
        for path in (SYSTEM / "notation").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "Misreading"
    }

    assert said == {fact.name for fact in Misreading}


def test_a_fact_is_stated_with_all_that_its_templates_name(
    refusals: tuple[tuple[ast.Call, Members], ...],
) -> None:
    by_name = {(_package(type(fact)), fact.name): fact for fact in STATED}
    for call, members in refusals:
        given = {keyword.arg for keyword in call.keywords}
        for member in members:
            fact = by_name[member]
            assert parts(fact.template) | parts(fact.remedy) <= given, f"{fact}: {ast.unparse(call)}"


def test_a_fact_is_stated_of_ids_and_numbers(refusals: tuple[tuple[ast.Call, Members], ...]) -> None:
    worded = [
        ast.unparse(call)
        for call, _ in refusals
        for keyword in call.keywords
        for node in ast.walk(keyword.value)
        if isinstance(node, ast.JoinedStr)
        or (isinstance(node, ast.Attribute) and NAMING.fullmatch(node.attr))
    ]
    assert not worded, "the reader's language names what a fact is stated of"


def test_every_kind_of_a_template_has_names() -> None:
    tables = [node for node in ast.walk(ast.parse(NAMES.read_text("utf-8"))) if isinstance(node, ast.Dict)]
    known = RAW | {str(key.value) for table in tables for key in table.keys if isinstance(key, ast.Constant)}
    named = {kind for fact in STATED for text in (fact.template, fact.remedy) for kind in kinds(text)}
    named |= {kind for asking in Asking for text in (asking.template, asking.many) for kind in kinds(text)}

    assert named <= known


def _package(chapter: type[Enum]) -> str:
    return chapter.__module__.split(".")[-2]


def _refusals() -> Iterator[tuple[ast.Call, Members]]:
    for path in sorted(SYSTEM.rglob("*.py")):
        module = _Module(path)
        for function in ast.walk(module.tree):
            if isinstance(function, ast.FunctionDef):
                for call in ast.walk(function):
                    if isinstance(call, ast.Call) and _calls(call, "refuse"):
                        members = module.facts(call.args[1], function)
                        assert members, f"{path.name}:{call.lineno}: which fact is this?"
                        yield call, members


def _calls(call: ast.Call, name: str) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == name


class _Module:
    """A module, as far as it takes to see which facts an expression may be."""

    def __init__(self, path: Path) -> None:
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        self._constants = dict(_assigned(self.tree.body))
        self._functions = {node.name: node for node in self.tree.body if isinstance(node, ast.FunctionDef)}
        self._home = next(
            (
                node.module.split(".")[-2]
                for node in self.tree.body
                if isinstance(node, ast.ImportFrom) and node.module and node.module.endswith(".refusals")
            ),
            "",
        )

    def facts(self, expression: ast.expr, function: ast.FunctionDef) -> Members:
        """The facts that an expression of a function may be."""
        local = tuple(_assigned([node for node in ast.walk(function) if isinstance(node, ast.stmt)]))
        found: set[tuple[str, str]] = set()
        for node in ast.walk(expression):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                found |= {(self._home, node.attr)} if node.value.id == "Refusal" else set()
            elif isinstance(node, ast.Name) and node.id in self._constants:
                found |= self.facts(self._constants[node.id], function)
            elif isinstance(node, ast.Name) and node.id in self._functions:
                found |= self._returned(self._functions[node.id])
            elif isinstance(node, ast.Name):
                values = [value for name, value in local if name == node.id and value is not expression]
                found |= {fact for value in values for fact in self.facts(value, function)}
        return frozenset(found)

    def _returned(self, function: ast.FunctionDef) -> Members:
        values = [node.value for node in ast.walk(function) if isinstance(node, ast.Return) and node.value]
        return frozenset(fact for value in values for fact in self.facts(value, function))


def _assigned(statements: list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """The names that statements give to values."""
    for node in statements:
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        target = node.target if isinstance(node, ast.AnnAssign) else target
        value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
        if isinstance(target, ast.Name) and value is not None:
            yield target.id, value
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for name, part in zip(target.elts, value.elts, strict=True):
                if isinstance(name, ast.Name):
                    yield name.id, part
