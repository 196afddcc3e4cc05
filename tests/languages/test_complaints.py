"""What the referee complains of is made of templates, so that it can be told in every language."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.engine import faults
from referee.engine.faults import Complaint, Fault, Misuse
from referee.engine.remedy import suggested
from referee.engine.tongue import ENGLISH, Offered, saying
from referee.texts.tree import shown
from tests.languages import pseudo
from tests.languages.templates import ROOT, speaks

HOUSE = ROOT / "referee"
ROOMS = ("dice", "evidence", "i18n", "matches", "packs", "reports", "texts")

TYPED = frozenset({"matches/clock.py", "matches/opening.py", "packs/policies.py"})
"""Where nothing but the command line is complained of, as it was typed, or a file of its author's own."""

AUTHORS = frozenset({"packs"})
"""Rooms where nothing but packs and cases is complained of, to whoever writes them."""

FILES = sorted(path for room in ROOMS for path in (HOUSE / room).rglob("*.py"))

RAISED = frozenset(
    name for name, kind in vars(faults).items() if isinstance(kind, type) and issubclass(kind, Fault)
)


def _past(path: Path) -> Iterator[int]:
    """The lines where somebody complains in words that are neither a template nor marked as one."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        words = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "text")]
        says = name == "saying" or speaks(call) or speaks(call, frozenset({"of"}))
        glued = any(isinstance(word, ast.JoinedStr | ast.BinOp) for word in call.args[:2])
        plain = any(isinstance(word, ast.JoinedStr) or _is_text(word) for word in words)
        if name == "Complaint" or (name in RAISED and plain) or (says and glued):
            yield call.lineno


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HOUSE)))
def test_no_complaint_is_made_past_the_catalogue(path: Path) -> None:
    place = path.relative_to(HOUSE)
    known = place.as_posix() in TYPED or place.parts[0] in AUTHORS
    past = list(_past(path))
    assert known or not past, "complain with `Complaint.of` or `saying`, and their templates"


def test_a_list_of_exceptions_names_nothing_that_keeps_the_rule() -> None:
    kept = [name for name in TYPED if not list(_past(HOUSE / name))]
    assert not kept


def test_a_complaint_is_told_in_any_language_and_then_for_good() -> None:
    remedy = suggested("lieg", ["liege", "mons"])
    complaint = Complaint.of("{name} is missing", remedy, name=saying("the key of {whole}", whole=shown([])))
    fault = Misuse(complaint, saying("name {sides}", sides=Offered(("1", "2", "3"))))
    assert str(fault) == "the key of a list is missing (did you mean `liege`?)\nname 1, 2 or 3"
    wide = fault.speaking(pseudo.TONGUE)
    said = [
        pseudo.wide("the key of a list is missing"),
        pseudo.wide("name") + " 1, 2 " + pseudo.wide("or") + " 3",
    ]
    assert [complaint.text for complaint in wide.complaints] == said
    assert wide.speaking(ENGLISH).complaints == wide.complaints
