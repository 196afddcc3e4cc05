"""What is held against an order, and what is said of a line that is none, comes through the catalogue."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from referee.engine import machine
from referee.engine.dice import WrittenDice
from referee.faults import Unreadable
from referee.packs.conformance.case_files import FiledCase
from referee.packs.conformance.case_runner import objections, play_case
from referee.systems.great_war.notation.verbs import VERBS
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.system import GreatWarSystem
from tests.great_war.filed import without_twins
from tests.languages import pseudo
from tests.languages.templates import ROOT, speaks
from tests.systems import system_of

SYSTEMS = tuple(ROOT / "referee" / "systems" / name for name in ("great_war", "skirmish"))

QUOTED = re.compile('"[^"]*"')

UNREADABLE = (
    "",
    "frobnicate",
    "moev ge-1 to eifel",
    "move",
    "move ge-1",
    "move to eifel",
    "move nobody to eifel",
    "move ge-1 to atlantis",
    "move ge-1 to eifl",
    "move ge-1 to еifel",
    "move ge-1 to eifel to trier",
    "move ge-1 -> eifel to trier",
    "move ge-1 to eifel by balloon",
    "move 3rd army, 1st army to eifel absorbing infantry",
    "move infantry to eifel",
    "move 99 infantry to eifel",
    "move 2 tanks to eifel",
    "move ge-i1 from paris to eifel",
    "move ge-i1 of 5th army to eifel",
    "move 2 ge-1 to eifel",
    "move french ge-i1 to eifel",
    "move 9 liege-fort to eifel",
    "move german french infantry to eifel",
    "join ge-i1",
    "join ge-i1 to infantry",
    "pass now",
    "battle",
    "battle liege and verdun with 3",
    "play",
    "play 3 as joke",
    "play ersatzz",
    "play of",
    "redraw",
    "reroll",
    "reroll zeppelin",
    "spend",
    "buy many",
    "bid",
    "build infantry",
    "build in cologne",
    "build french in cologne",
    "place 99th army in cologne",
    "place infantry",
    "anew today",
)
"""Lines that are no orders, of a German at the opening of 1914."""


def _one_of_each_clause() -> Iterator[FiledCase]:
    """A case for every clause that cases hold against an order."""
    seen: set[str] = set()
    for filed in without_twins():
        if filed.case.then.refused and not seen.issuperset(filed.case.then.refused):
            seen.update(filed.case.then.refused)
            yield filed


def test_refusals_use_catalogue() -> None:
    asked = list(_one_of_each_clause())
    assert len(asked) > 100
    for filed in asked:
        trial = play_case(filed)
        wide = system_of(trial.rules).speaking(pseudo.TONGUE, pseudo.names(filed.bench.pack.pack))
        told = [wide.language.word(objection) for objection in objections(trial, filed.case.lines[-1])]
        assert told, filed.case.title
        places = {area.id for area in filed.bench.pack.pack.map.areas}
        words = pseudo.plain_words(text for one in told for text in (one.text, one.remedy))
        assert words <= places, filed.case.title


@pytest.fixture(scope="module")
def opening(western: GreatWar) -> Position:
    position, _ = machine.run_on(western, western.start(), WrittenDice(orders=[tuple(range(1, 56))]))
    return position


@pytest.fixture(scope="module")
def wide(western: GreatWar) -> GreatWarSystem:
    return system_of(western).speaking(pseudo.TONGUE, pseudo.names(western.theatre.pack))


@pytest.mark.parametrize("line", UNREADABLE)
def test_unreadable_line_uses_catalogue(
    western: GreatWar, wide: GreatWarSystem, opening: Position, line: str
) -> None:
    with pytest.raises(Unreadable) as plainly:
        system_of(western).notation.read(opening, "german", line)
    with pytest.raises(Unreadable) as widely:
        wide.notation.read(opening, "german", line)

    assert widely.value.stated == plainly.value.stated
    assert widely.value.readings == plainly.value.readings
    assert widely.value.column == plainly.value.column
    said = QUOTED.sub("", str(wide.language.word(widely.value.stated)))
    assert pseudo.plain_words([said]) <= typed(western, widely.value.readings)


def typed(western: GreatWar, readings: Iterable[str]) -> set[str]:
    """The words of letters, which are the same in every language."""
    names = (*western.theatre.pack.map.areas, *western.theatre.pack.cards.kinds)
    units = (
        name for unit in western.theatre.pack.forces.units for name in (unit.name, unit.plural, *unit.names)
    )
    spelt = (*VERBS, *readings, *units, *(name for named in names for name in (named.name, *named.names)))
    return {word for text in spelt for word in pseudo.WORD.findall(text)}


def test_objections_are_built_from_catalogue_templates() -> None:
    chapters = sorted(path for system in SYSTEMS for path in system.rglob("*.py"))
    past = [f"{path.name}:{line}" for path in chapters for line in _past(path)]
    assert not past, "hold a clause against an order with `refuse` and a fact, and say templates"


def _made(text: ast.expr) -> bool:
    """Whether a text is put together on the spot, as by `join` or `format`."""
    return isinstance(text, ast.Call) and isinstance(text.func, ast.Attribute)


def _past(path: Path) -> Iterator[int]:
    """The lines that say what is no template, or that hold a clause against an order past `refuse`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        nodes = tuple(ast.walk(function))
        unmarked = {
            target.id
            for node in nodes
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant | ast.JoinedStr)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for call in (node for node in nodes if isinstance(node, ast.Call)):
            texts = call.args[:1] if speaks(call) else []
            glued = any(isinstance(text, ast.JoinedStr | ast.BinOp) or _made(text) for text in texts)
            bare = isinstance(call.func, ast.Name) and call.func.id == "Objection"
            if glued or bare or any(isinstance(text, ast.Name) and text.id in unmarked for text in texts):
                yield call.lineno
