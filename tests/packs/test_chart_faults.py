"""What `packs check` says of an events chart, small sources and late countries that do not fit."""

import shutil
from pathlib import Path

import pytest

import games
from referee.packs import loading

EAST = Path(games.__file__).parent / "aac"

FAULTS = {
    "a turn that is not on the track": (
        "tables.yaml", "{ turn: 10, side", "{ turn: 40, side",
        ["there is no season turn 40 (the track has 15)"],
    ),
    "a side nobody knows": (
        "tables.yaml", "side: central, countries: [bu]", "side: centre, countries: [bu]",
        ["there is no side `centre` (did you mean `central`?)"],
    ),
    "a country that joins twice": (
        "tables.yaml", "side: entente, countries: [ro]", "side: entente, countries: [bu, ro]",
        ["`bu` joins more than once"],
    ),
    "a withdrawal of nobody's pieces": (
        "tables.yaml", "name: Verdun, nation: ge", "name: Verdun, nation: xx",
        ["there is no nation `xx` (known: `ge`, `ah`, `bu`, `ru`, `sb`, `ro` and `fr`)"],
    ),
    "a restraint that ends before it begins": (
        "tables.yaml", "{ first: 12, last: 15", "{ first: 12, last: 11",
        ["turn 11 comes before the first, 12"],
    ),
    "a special offensive that ends before it begins": (
        "cards.yaml", "    special_from: 4", "    special_from: 4\n    special_until: 3",
        ["turn 3 comes before the first, 4 (give a later turn, or leave it out)"],
    ),
    "a restraint in no area": (
        "tables.yaml", "areas: [riga, odessa]", "areas: [riga, odesa]",
        ["there is no area `odesa` (did you mean `odessa`?)"],
    ),
    "a chart that no phase reads": (
        "sequence.yaml", "initiative, events, reinforcements", "initiative, reinforcements",
        ["the chart of tables.yaml has events, and no phase reads them (add `events`)"],
    ),
    "an area of a country that never joins": (
        "tables.yaml", "countries: [gr] }", "countries: [sb] }",
        ["`salonika` has no owner (add it to one of the sides)"] * 2,
    ),
    "a source of nations that there are not": (
        "map.yaml", "supply_for: [ro]", "supply_for: [rumania]",
        ["there is no nation `rumania` (known: `ge`, `ah`, `bu`, `ru`, `sb`, `ro` and `fr`)"],
    ),
    "a sea that is called as an area is": (
        "map.yaml", "id: black-sea, name: Black Sea", "id: black-sea, name: Odessa",
        ["`Odessa` is a name of `odessa` as well (a letter could not tell them apart)"],
    ),
    "a short match whose bands leave a gap": (
        "scenarios/1914.yaml", "least: 26, most: 30", "least: 26, most: 29",
        ["the totals from 30 to 30 belong to no level (give every total to one level)"],
    ),
    "a name for an army that is not there": (
        "forces.yaml", "ge-13: South Army", "ge-15: South Army",
        ["there is no army `ge-15` (did you mean `ge-14`?)"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "said"), FAULTS.values(), ids=FAULTS.keys())
def test_fault_in_the_chart_is_reported(
    tmp_path: Path, file: str, old: str, new: str, said: list[str]
) -> None:
    folder = Path(shutil.copytree(EAST, tmp_path / "east"))
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    found = [str(complaint).replace(str(folder), "") for complaint in loading.check(str(folder))]

    assert [line.partition(": ")[2] for line in found] == said
    assert all(line.startswith((f"/{file}:", "/scenarios/")) for line in found)
