"""A theatre is data: no module of the package knows the name of one."""

import re
from pathlib import Path

import referee
import schemas
from referee.packs import loading
from schemas.great_war.pack import Pack

ROOTS = (Path(referee.__file__).parent, Path(schemas.__file__).parent)
MODULES = sorted(module for root in ROOTS for module in root.rglob("*.py"))
SYSTEMS = ROOTS[0] / "systems"


def names() -> tuple[set[str], set[str]]:
    """The ids and titles of all packs; and the ids of their sides, nations, areas and scenarios."""
    titles, insides = set[str](), set[str]()
    for found in loading.shelf():
        pack = loading.load(found.name).pack
        # A family with one pack may share its name.
        titles |= {pack.game.id, pack.game.name} - {pack.game.system}
        if isinstance(pack, Pack):
            insides |= {side.id for side in pack.game.sides}
            insides |= {nation.id for nation in pack.forces.nations}
            insides |= {area.id for area in pack.map.areas}
            insides |= {scenario.id for scenario in pack.scenarios}
    return titles, insides


TITLES, INSIDES = names()


def strings(module: Path) -> set[str]:
    """The words in quotation marks of a module's code, docstrings left out."""
    code = re.sub(r'""".*?"""', "", module.read_text("utf-8"), flags=re.DOTALL)
    return set(re.findall(r'["\']([^"\'\n]*)["\']', code))


def test_no_module_names_a_pack() -> None:
    # Examples on help pages name packs that can be played.
    examples = re.compile(r"^ +referee .*$", re.MULTILINE)
    texts = {str(module): examples.sub("", module.read_text("utf-8")) for module in MODULES}
    words = {module: TITLES.intersection(re.findall(r"[\w-]+", text)) for module, text in texts.items()}
    whole = {
        module: [title for title in TITLES if " " in title and title in text]
        for module, text in texts.items()
    }

    assert {module: named for module, named in words.items() if named} == {}
    assert {module: named for module, named in whole.items() if named} == {}


def test_no_rule_asks_for_a_side_a_nation_or_an_area_by_its_id() -> None:
    named = {str(module): INSIDES & strings(module) for module in SYSTEMS.rglob("*.py")}

    assert {module: ids for module, ids in named.items() if ids} == {}


def test_the_names_of_both_theatres_are_looked_for() -> None:
    assert {"ttlm", "aac"} <= TITLES
    assert {"german", "central", "uk", "ru", "england", "paris", "warsaw", "1914"} <= INSIDES
