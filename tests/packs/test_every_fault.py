"""Figure by figure and name by name a small pack is changed, and what does not fit any more is told.

After a wanted change: `pytest tests/packs/test_every_fault.py --rewrite-golden`, and read the difference.
"""

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, cast

import pytest
from pydantic import ValidationError

from referee.faults import PackProblem
from referee.packs import loading
from referee.packs.checks import skirmish
from referee.packs.checks.great_war import pack_check as great_war
from schemas.great_war.charts import Early, GameEvents, Joining, Restraint, Withdrawal
from schemas.great_war.pack import Pack

HERE = Path(__file__).parent

Trail = tuple[str | int, ...]


EVENTS = GameEvents(
    source="reconstruction",
    joining=(Joining(turn=2, side="blue", countries=("ml",), early=Early(turn=1, holding=("anvil",))),),
    withdrawals=(
        Withdrawal(turn=2, name="away", nation="re", armies=("re-1",), kinds=("infantry",), count=1, shift=1),
    ),
    restraints=(
        Restraint(
            first=1, last=2, nation="re", forbids="attack", because="not yet", areas=("crag",), cards=1,
            kinds=("infantry",),
        ),
    ),
)  # fmt: skip


def tiny() -> Any:
    """The smallest pack of the great war, with railways and events."""
    pack = cast(Pack, loading.load(str(HERE / "tiny"), cache=False).pack)
    return pack.replace(
        map=pack.map.replace(
            railways=(("anvil", "brook"),), countries={**pack.map.countries, "ml": "Midland"}
        ),
        tables=pack.tables.replace(events=EVENTS, victory=pack.tables.victory.replace(capital="anvil")),
        sequence=pack.sequence.replace(phases=("events", *pack.sequence.phases)),
    )


def race() -> Any:
    """The pack of the skirmish with its smallest scenario, and two men in each unit."""
    pack = loading.load("skirmish", cache=False).pack
    (scenario,) = (one for one in pack.scenarios if one.id == "mine-crater")
    forces = {
        side: force.replace(units=tuple(unit.replace(figures=unit.figures[:2]) for unit in force.units))
        for side, force in scenario.forces.items()
    }
    return pack.replace(scenarios=(scenario.replace(forces=forces),))


PACKS: Mapping[str, tuple[Callable[[], Any], Callable[[Any], Iterator[PackProblem]], tuple[str, ...]]] = {
    "tiny": (tiny, great_war.complaints, ("clauses", "rulings", "art")),
    "race": (race, skirmish.complaints, ("clauses", "rulings", "parameters")),
}
"""A pack, what checks it, and the parts that are left as they are."""


def edits(node: Any) -> Iterator[tuple[str, Any]]:
    """Other values for a value, each by what was done to it."""
    match node:
        case bool():
            yield "otherwise", not node
        case int():
            yield "one more", node + 1
            yield "one fewer", node - 1
            yield "a hundred fewer", node - 100
        case str():
            yield "another", f"{node}-x"
        case list() if node:
            yield "without its first", node[1:]
            yield "with its last twice", [*node, node[-1]]
        case dict() if node:
            (first, value), *rest = node.items()
            yield "without its first", dict(rest)
            yield "its first otherwise called", {f"{first}-x": value, **dict(rest)}
        case _:
            pass


def plain(node: Any) -> Any:
    """A tree whose lists can be changed."""
    if isinstance(node, dict):
        return {key: plain(inner) for key, inner in node.items()}
    return [plain(inner) for inner in node] if isinstance(node, list | tuple) else node


def trails(node: Any, trail: Trail = ()) -> Iterator[tuple[Trail, Any]]:
    """Every value in a tree."""
    yield trail, node
    steps = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for step, inner in steps:
        yield from trails(inner, (*trail, step))


def put(tree: Any, trail: Trail, value: Any) -> Any:
    """The tree with another value at a place."""
    if not trail:
        return value
    changed = deepcopy(tree)
    around = changed
    for step in trail[:-1]:
        around = around[step]
    around[trail[-1]] = value
    return changed


def told(name: str) -> Iterator[str]:
    """What is told of each change that speaks against a pack."""
    make, check, spared = PACKS[name]
    pack = make()
    for part in type(pack).model_fields:
        if part in spared:
            continue
        whole = plain(pack.model_dump(include={part})[part])
        for trail, node in trails(whole):
            for what, value in edits(node):
                try:
                    tree = {**dict(pack), part: put(whole, trail, value)}
                    changed = type(pack).model_validate(tree, strict=False)
                except ValidationError:
                    continue
                for one in check(changed):
                    place = "/".join(map(str, one.path))
                    where = "/".join(map(str, (part, *trail)))
                    yield f"{where} {what}: {one.file}:{place} {one.text} ({one.remedy})"


@pytest.mark.parametrize("name", PACKS)
def test_the_pack_itself_is_sound(name: str) -> None:
    make, check, _ = PACKS[name]

    assert list(check(make())) == []


@pytest.mark.parametrize("name", PACKS)
def test_faults_of_a_pack_equal_the_approved_ones(request: pytest.FixtureRequest, name: str) -> None:
    lines = "\n".join(told(name)) + "\n"
    approved = HERE / f"every_fault.{name}.txt"
    if request.config.getoption("--rewrite-golden"):
        approved.write_text(lines, encoding="utf-8")

    assert approved.read_text(encoding="utf-8") == lines
