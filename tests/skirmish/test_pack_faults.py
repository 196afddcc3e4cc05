"""Each complaint of the check of a skirmish pack: one fault raises it, once, and raises no other."""

from functools import reduce
from typing import Any

import pytest

from referee.packs import loading
from referee.packs.checks import skirmish
from schemas.record import to_data
from schemas.skirmish.pack import Pack

Path = tuple[str | int, ...]

GONE = object()
"""What stands for an entry that is taken out."""

AGAIN = object()
"""What stands for a list whose first entry comes a second time."""

SCENARIO = "scenarios/dawn-sap.yaml"
HERE = ("scenarios", 0)
UNIT = (*HERE, "forces", "british", "units", 0)
FIGURE = (*UNIT, "figures", 0)
TIERS = ("parameters", "turns", "tiers")
NAME = "give each a name of its own"


def spoilt(path: Path, value: object) -> Pack:
    """The pack with its first scenario alone, and one fault in it."""
    data = to_data(loading.load("skirmish").pack)
    data["scenarios"] = data["scenarios"][:1]
    data = _mutable(data)
    *way, last = path
    holder: Any = reduce(lambda part, key: part[key], way, data)
    if value is GONE:
        del holder[last]
    elif value is AGAIN:
        holder[last].append(holder[last][0])
    else:
        holder[last] = value
    return Pack.model_validate(data, strict=False)


def _mutable(part: Any) -> Any:
    """The same data with lists in place of tuples."""
    if isinstance(part, dict):
        return {key: _mutable(value) for key, value in part.items()}
    return [_mutable(item) for item in part] if isinstance(part, tuple | list) else part


def complained(pack: Pack) -> list[tuple[str, str, str, str]]:
    """File, path, fact and remedy of each complaint."""
    return [
        (one.file, "/".join(map(str, one.path)), one.text, one.remedy) for one in skirmish.complaints(pack)
    ]


TABLES: dict[str, tuple[Path, object, tuple[str, str, str, str]]] = {
    "a default that is no choice": (
        ("game", "options", 0, "default"),
        "life",
        ("game.yaml", "options/0/default", "there is no choice `life`", "did you mean `live`?"),
    ),
    "an option that sets no parameter": (
        ("game", "options", 0, "sets"),
        "turns.alternatoin",
        (
            "game.yaml",
            "options/0/sets",
            "there is no parameter `turns.alternatoin`",
            "did you mean `turns.alternation`?",
        ),
    ),
    "a choice that its parameter cannot have": (
        ("game", "options", 0, "choices"),
        ["plotted", "blind"],
        (
            "game.yaml",
            "options/0/choices/1",
            "`turns.alternation` cannot be `blind`",
            "known: `plotted` and `live`",
        ),
    ),
    "two rulings of one name": (
        ("rulings", "rulings"),
        AGAIN,
        ("rulings.yaml", "rulings", "there are 2 rulings called `S-01`", NAME),
    ),
    "two clauses of one number": (
        ("clauses", "citations"),
        AGAIN,
        ("clauses.yaml", "citations", "there are 2 clauses called `SK-SEQ-01`", NAME),
    ),
    "a meaning that has no number": (
        ("clauses", "meanings", "sequence.over"),
        GONE,
        (
            "clauses.yaml",
            "meanings",
            "the meaning `sequence.over` has no number",
            "add `sequence.over: ...`",
        ),
    ),
    "a meaning with the number of no clause": (
        ("clauses", "meanings", "sequence.over"),
        "SK-SEQ-91",
        (
            "clauses.yaml",
            "meanings/sequence.over",
            "there is no clause `SK-SEQ-91`",
            "did you mean `SK-SEQ-09`?",
        ),
    ),
    "two weapons of one name": (
        ("weapons", "weapons"),
        AGAIN,
        ("weapons.yaml", "weapons", "there are 2 weapons called `pistol`", NAME),
    ),
    "two classes of one name": (
        ("troops", "troops"),
        AGAIN,
        ("troops.yaml", "troops", "there are 2 classes called `gallant`", NAME),
    ),
    "a class in two tiers": (
        (*TIERS, 2),
        ["raw", "irregular", "regular"],
        ("parameters.yaml", "turns/tiers", "there are 2 classes called `regular`", NAME),
    ),
    "a class in no tier": (
        (*TIERS, 2),
        ["irregular"],
        ("parameters.yaml", "turns/tiers", "the fire of raw troops has no time", "add the class"),
    ),
}

SET_UP: dict[str, tuple[Path, object, tuple[str, str, str, str]]] = {
    "a first side that there is not": (
        (*HERE, "first"),
        "britsh",
        (SCENARIO, "first", "there is no side `britsh`", "did you mean `british`?"),
    ),
    "weather that begins too late": (
        (*HERE, "weather", 0, "from_turn"),
        2,
        (
            SCENARIO,
            "weather/0/from_turn",
            "the light in turn 1 is missing",
            "begin with `from_turn: 1`",
        ),
    ),
    "an outline that crosses itself": (
        (*HERE, "terrain", -1, "corners"),
        [[0, 0], [100, 100], [100, 0], [0, 100]],
        (SCENARIO, "terrain/{last}/corners", "the outline of `{feature}` crosses or touches itself", ""),
    ),
    "a feature beside the table to the left": (
        (*HERE, "terrain", -1, "corners"),
        [[-1, 0], [100, 0], [100, 100]],
        (SCENARIO, "terrain/{last}/corners", "`{feature}` does not lie on the table", ""),
    ),
    "a feature beside the table to the right": (
        (*HERE, "terrain", -1, "corners"),
        [[4700, 0], [4801, 0], [4800, 100]],
        (SCENARIO, "terrain/{last}/corners", "`{feature}` does not lie on the table", ""),
    ),
    "a feature above the table": (
        (*HERE, "terrain", -1, "corners"),
        [[4700, 4700], [4800, 4801], [4800, 4700]],
        (SCENARIO, "terrain/{last}/corners", "`{feature}` does not lie on the table", ""),
    ),
    "a feature below the table": (
        (*HERE, "terrain", -1, "corners"),
        [[4700, -1], [4800, 0], [4800, 100]],
        (SCENARIO, "terrain/{last}/corners", "`{feature}` does not lie on the table", ""),
    ),
    "two features of one name": (
        (*HERE, "terrain"),
        AGAIN,
        (SCENARIO, "terrain", "there are 2 features called `t-fire`", NAME),
    ),
    "two units of one name": (
        (*UNIT, "id"),
        "br-s1",
        (SCENARIO, "forces", "there are 2 units or figures called `br-s1`", NAME),
    ),
    "a figure with the name of a unit": (
        (*FIGURE, "id"),
        "br-s1",
        (SCENARIO, "forces", "there are 2 units or figures called `br-s1`", NAME),
    ),
    "a battery with the name of a figure": (
        (*HERE, "forces", "british", "off_table", 0, "id"),
        "br-hq-1",
        (SCENARIO, "forces", "there are 2 units or figures called `br-hq-1`", NAME),
    ),
    "a zone of no feature": (
        (*HERE, "forces", "british", "zone_terrain"),
        ["t-fir"],
        (SCENARIO, "forces/british/zone_terrain", "there is no feature `t-fir`", "did you mean `t-fire`?"),
    ),
    "a weapon that there is not": (
        (*FIGURE, "weapons"),
        ["pistl"],
        (
            SCENARIO,
            "forces/british/units/0/figures/0",
            "there is no weapon `pistl`",
            "did you mean `pistol`?",
        ),
    ),
    "supply for a weapon that there is not": (
        (*FIGURE, "supply"),
        {"pistl": 2},
        (
            SCENARIO,
            "forces/british/units/0/figures/0",
            "there is no weapon `pistl`",
            "did you mean `pistol`?",
        ),
    ),
    "a figure beside the table": (
        (*FIGURE, "at"),
        [2400, 4801],
        (SCENARIO, "forces/british/units/0/figures/0/at", "`br-hq-1` does not stand on the table", ""),
    ),
    "rewards for a side that there is not": (
        (*HERE, "victory", "germen"),
        [],
        (SCENARIO, "victory/germen", "there is no side `germen`", "did you mean `german`?"),
    ),
    "a reward of a side that there is not": (
        (*HERE, "victory", "british", 1, "side"),
        "germen",
        (SCENARIO, "victory/british/1/side", "there is no side `germen`", "did you mean `german`?"),
    ),
    "a reward for ground that it does not name": (
        (*HERE, "victory", "british", 0, "terrain"),
        None,
        (SCENARIO, "victory/british/0", "this reward names no ground", "add `terrain: ...`"),
    ),
    "a reward for ground never entered that it does not name": (
        (*HERE, "victory", "german", 2, "terrain"),
        None,
        (SCENARIO, "victory/german/2", "this reward names no ground", "add `terrain: ...`"),
    ),
    "a reward for ground that there is not": (
        (*HERE, "victory", "british", 0, "terrain"),
        "t-fir",
        (SCENARIO, "victory/british/0/terrain", "there is no feature `t-fir`", "did you mean `t-fire`?"),
    ),
    "a reward that needs no ground, of ground that there is not": (
        (*HERE, "victory", "german", 0, "terrain"),
        "t-fir",
        (SCENARIO, "victory/german/0/terrain", "there is no feature `t-fir`", "did you mean `t-fire`?"),
    ),
}

FAULTS = {**TABLES, **SET_UP}


def test_the_shipped_pack_has_no_complaint() -> None:
    assert complained(loading.load("skirmish").pack) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_one_fault_is_one_complaint(fault: str) -> None:
    path, value, (file, place, text, remedy) = FAULTS[fault]
    terrain = loading.load("skirmish").pack.scenarios[0].terrain
    of_last = {"last": len(terrain) - 1, "feature": terrain[-1].id}

    met = complained(spoilt(path, value))

    assert met == [(file, place.format(**of_last), text.format(**of_last), remedy)]


@pytest.mark.parametrize("name", ["referee", "public"])
def test_no_side_bears_a_name_that_means_another_reader(name: str) -> None:
    met = complained(spoilt(("game", "sides", 1, "id"), name))

    told = [one for one in met if one[1].startswith("sides")]
    assert told == [("game.yaml", "sides/1/id", f"no side may be called `{name}`", "choose another id")]


def test_two_sides_have_two_names() -> None:
    met = complained(spoilt(("game", "sides", 1, "id"), "british"))

    assert [one for one in met if one[1] == "sides"] == [
        ("game.yaml", "sides", "there are 2 sides called `british`", NAME)
    ]


def test_each_side_has_a_force_and_each_force_a_side() -> None:
    pack = loading.load("skirmish").pack
    scenario = pack.scenarios[0]
    forces = {"british": scenario.forces["british"], "germen": scenario.forces["german"]}
    alone = pack.replace(scenarios=(scenario.replace(forces=forces),))

    assert complained(alone) == [
        (SCENARIO, "forces", "the side `german` has no force", "add `german: ...`"),
        (SCENARIO, "forces/germen", "there is no side `germen`", "did you mean `german`?"),
    ]


def test_a_unit_of_a_class_that_is_left_out_of_the_troops_is_named() -> None:
    classes = loading.load("skirmish").pack.troops.troops
    veteran = [one for one in classes if one.id == "veteran"]
    left = [to_data(one) for one in classes if one not in veteran]

    met = complained(spoilt(("troops", "troops"), left))

    assert met[0][:2] == (SCENARIO, "forces/british/units/0/quality")
    assert {text for _, _, text, _ in met} == {"there is no class `veteran`"}
    assert len(met) == len(set(met))


@pytest.mark.parametrize(("apart", "told"), [(100, 0), (99, 1)])
def test_figures_stand_a_base_apart_or_are_named_once(apart: int, told: int) -> None:
    """The first figure of the force stands beside the first of the other side, far from all the rest."""
    pack = spoilt((*FIGURE, "at"), [50, 50])
    scenario = pack.scenarios[0]
    enemies = scenario.forces["german"]
    unit = enemies.units[0]
    first = unit.figures[0].replace(at=(50 + apart, 50))
    moved = unit.replace(figures=(first, *unit.figures[1:]))
    forces = {**scenario.forces, "german": enemies.replace(units=(moved, *enemies.units[1:]))}
    pack = pack.replace(scenarios=(scenario.replace(forces=forces),))

    fact = f"`br-hq-1` and `{first.id}` stand closer than a base"
    assert complained(pack) == [(SCENARIO, "forces", fact, "move one of them")] * told
