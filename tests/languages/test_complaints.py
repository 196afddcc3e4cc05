"""What the referee complains of is a fact with a code, which can be told in every language."""

import ast
from collections import Counter
from collections.abc import Iterator

import pytest

from referee import faults
from referee.faults import Complaint, Fault, Misuse, suggest
from referee.i18n.translator import ENGLISH, Offered, saying
from referee.texts.tree import ShapeFault, quote
from tests.languages import pseudo
from tests.languages.enumerations import of_faults
from tests.languages.templates import ROOT

HOUSE = ROOT / "referee"

MISFITS = frozenset({"packs/reading.py", "packs/conformance/case_files.py"})
"""Where a complaint is made of a misfit, which need not have a code; only the author of a pack reads it."""

OF_SYSTEMS = frozenset(
    {"systems/skirmish/facts/geometry.py", "library/games.py", "analysis/battle_setups.py"}
)
"""Where a rule system complains in words of its own; the code is that of its objection."""

FILES = sorted(path for path in HOUSE.rglob("*.py") if path != HOUSE / "faults.py")

RAISED = frozenset(
    name for name, kind in vars(faults).items() if isinstance(kind, type) and issubclass(kind, Fault)
)

KEPT = frozenset(
    {
        "automatic-mail",
        "delivery-report",
        "list-mail",
        "message-id-reused",
        "no-order",
        "own-mail",
        "repeat-or-new",
        "stale",
        "template-unedited",
    }
)
"""Codes that scripts knew before every fault had one."""


def _without_fact(tree: ast.Module) -> Iterator[int]:
    """The lines where a complaint states no fact of an enumeration, so that scripts have no name for it."""
    for scope in ast.walk(tree):
        if isinstance(scope, ast.FunctionDef | ast.Module):
            body = (
                node
                for node in scope.body
                if isinstance(scope, ast.FunctionDef) or not isinstance(node, ast.FunctionDef)
            )
            worded = {name for node in body for name in _worded_names(node)}
            yield from (call.lineno for call in _calls(scope) if _complains(call, worded))


def _calls(scope: ast.FunctionDef | ast.Module) -> Iterator[ast.Call]:
    return (node for node in ast.walk(scope) if isinstance(node, ast.Call))


def _worded_names(node: ast.stmt) -> Iterator[str]:
    """The names that stand for a saying, or for a text."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Assign) and _is_worded(inner.value, set()):
            yield from (target.id for target in inner.targets if isinstance(target, ast.Name))


def _complains(call: ast.Call, worded: set[str]) -> bool:
    match call.func:
        case ast.Name("Complaint"):
            return True
        case ast.Attribute(ast.Name("Complaint"), "of"):
            return any(_is_worded(argument, worded) for argument in call.args[:1])
        case ast.Name(name) if name in RAISED - {"Unreadable"}:
            return any(_is_worded(argument, worded) for argument in call.args)
        case _:
            return False


def _is_worded(node: ast.expr, worded: set[str]) -> bool:
    """Whether something is words and no fact: a text, a saying or a template."""
    match node:
        case ast.Constant(str()) | ast.JoinedStr():
            return True
        case ast.Call(ast.Name("saying" | "message" | "forms")):
            return True
        case ast.Name(name):
            return name in worded
        case _:
            return False


def _members_named(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ast.Name(enumeration), member):
                yield f"{enumeration}.{member}"
            case _:
                pass


@pytest.fixture(scope="module")
def survey() -> tuple[set[str], set[str]]:
    """The files with complaints that state no fact, and the members of enumerations that files name."""
    wordy, named = set[str](), set[str]()
    for path in HOUSE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named.update(_members_named(tree))
        if path in FILES and any(_without_fact(tree)):
            wordy.add(path.relative_to(HOUSE).as_posix())
    return wordy, named


def test_every_complaint_has_a_fact_with_a_code(survey: tuple[set[str], set[str]]) -> None:
    assert survey[0] == MISFITS | OF_SYSTEMS, "complain of a `Fact`, which has a code"


@pytest.mark.parametrize(
    "line",
    [
        'raise Misuse("nothing")',
        'raise Misuse(saying("nothing"))',
        'text = saying("nothing")\n    raise Misuse(text)',
        'return Complaint.of(saying("nothing"), "something")',
        'return Complaint(text="nothing")',
    ],
)
def test_complaint_without_fact_is_detected(line: str) -> None:
    assert list(_without_fact(ast.parse(f"def complain():\n    {line}\n")))


def test_fault_codes_are_unique() -> None:
    codes = Counter(fact.code for kind in of_faults() for fact in kind)
    assert not [code for code, count in codes.items() if count > 1]
    assert codes.keys() >= KEPT


def test_every_fault_is_used(survey: tuple[set[str], set[str]]) -> None:
    idle = [str(fact) for kind in of_faults() for fact in kind if str(fact) not in survey[1]]
    assert not idle


def test_fault_codes_match_their_names() -> None:
    """Members of one value would be one member."""
    for kind in of_faults():
        assert list(kind.__members__) == [fact.name for fact in kind]


def test_complaint_is_rendered_in_each_language() -> None:
    remedy = suggest("lieg", ["liege", "mons"])
    key = saying("the key of {whole}", whole=quote([]))
    complaint = Complaint.of(ShapeFault.MISSING, remedy, name=key)
    fault = Misuse(complaint, saying("name {sides}", sides=Offered(("1", "2", "3"))))
    assert str(fault) == "the key of a list is missing (did you mean `liege`?)\nname 1, 2 or 3"
    wide = fault.speaking(pseudo.TONGUE)
    said = [
        pseudo.wide("the key of a list is missing"),
        pseudo.wide("name") + " 1, 2 " + pseudo.wide("or") + " 3",
    ]
    assert [complaint.text for complaint in wide.complaints] == said
    assert wide.speaking(ENGLISH).complaints == wide.complaints
