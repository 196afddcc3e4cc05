"""What is wrong with a case of the skirmish is told with its place, and the rest is read."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from referee.faults import DataFault
from referee.packs.conformance import case_files

UNITS = "british br-s1 regular: 1 at 10,10 squad-leader\ngerman ge-g1 regular: 1 at 10,40 squad-leader"

FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"units": "x"}, "`x` is not a unit"),
    ({"units": "british br-s1 brave: 1 at 1,1"}, "`british br-s1 brave: 1 at 1,1` is not a unit"),
    ({"units": "british br-s1 regular: 1"}, "`1` is not a figure"),
    ({"units": "british br-s1 regular: 1 at 1,x"}, "`1,x` is not a place: inches have at most two decimals"),
    ({"units": "french fr regular: 1 at 1,1"}, "there is no side `french`"),
    ({"off_table": ["british he"]}, "`british he` is not a battery"),
    ({"off_table": ["british guns he 2 of 3 more"]}, "`british guns he 2 of 3 more` is not a battery"),
    ({"off_table": ["british guns he x of 3"]}, "missions: Input should be a valid integer"),
    ({"off_table": ["british guns gas 1 of 3"]}, "kind: Input should be 'he' or 'smoke'"),
    ({"tokens": ["tank"]}, "`tank` is not a token"),
    ({"tokens": ["german tank at 1,"]}, "`german tank at 1,` is not a token"),
    ({"seen": ["br-s2: ge-g1-1"]}, "there is no unit `br-s2`"),
    ({"seen": ["br-s1: ge-g1-1, ge-g1-9"]}, "there is no figure `ge-g1-9`"),
    ({"smoke": ["a,b"]}, "`a,b` is not a place"),
    ({"melees": ["br-s1-1 at ge-g1-9"]}, "there is no figure `ge-g1-9`"),
    ({"melees": ["br-s1-9 at ge-g1-1"]}, "there is no figure `br-s1-9`"),
    ({"dead": ["ge-g1-1 1,1"]}, "`ge-g1-1 1,1` says not what lies where"),
    ({"dead": ["ge-g1-9 at 1,1"]}, "there is no figure `ge-g1-9`"),
    ({"flames": ["german at 1,1"]}, "`` is not a place"),
    ({"pending": ["guns at 1,1 in 2"]}, "there is no battery `guns`"),
    (
        {"off_table": ["british guns he 1 of 3"], "pending": ["guns at 1,1"]},
        "`guns at 1.00,1.00` says not in how many turns",
    ),
    ({"scenario": "dawn"}, "there is no scenario `dawn` (did you mean `dawn-sap`?)"),
    ({"options": {"fligt": "true"}}, "there is no option `fligt: true` (did you mean `flight`?)"),
    ({"options": {"succession": "next"}}, "there is no option `succession: next`"),
    ({"parameters": {"sight.light": "1"}}, "there is no parameter `sight.light`"),
    ({"parameters": {"sight.light_cover": "x"}}, "`x` is not a value of `sight.light_cover`: inches have"),
    (
        {"parameters": {"turns.first_unit": "x"}},
        "`x` is not a value of `turns.first_unit`: Input should be 'roll'",
    ),
    ({"parameters": {"sight.pool_light": "x"}}, "`x` is not a value of `sight.pool_light`"),
]


@pytest.mark.parametrize(("given", "told"), FAULTS, ids=[told for _, told in FAULTS])
def test_fault_of_a_case_names_its_file(tmp_path: Path, given: dict[str, Any], told: str) -> None:
    file = tmp_path / "cases.yaml"
    faulty, sound = (
        {
            "clause": "SK-SEQ-01",
            "title": title,
            "given": {"units": UNITS, **more},
            "then": {"phase": "plotting"},
        }
        for title, more in (("faulty", given), ("sound", {}))
    )
    file.write_text(yaml.safe_dump({"pack": "skirmish", "cases": [faulty, sound]}))

    with pytest.raises(DataFault) as fault:
        case_files.read([file])
    assert [str(one).startswith(f"{file}:") for one in fault.value.complaints] == [True]
    assert told in str(fault.value)


def test_batteries_and_things_on_the_table_are_read(tmp_path: Path) -> None:
    file = tmp_path / "cases.yaml"
    given = {
        "units": UNITS.replace(
            "10,10 squad-leader", "10,10 squad-leader grenade-offensive no-grenade-offensive"
        ),
        "off_table": ["british guns he 2 of 3", "german mortars smoke 1 of 2"],
        "pending": ["guns at 10,12 in 2"],
        "flames": ["german at 1,1 to 2,2"],
        "dead": ["ge-g1-1 at 3,3"],
        "tokens": ["german tank at 4,4 then 5,5 shooting", "british cart at 6,6"],
        "smoke": ["7,7"],
    }
    case = {"clause": "SK-SEQ-01", "title": "all", "given": given, "then": {"phase": "plotting"}}
    file.write_text(yaml.safe_dump({"pack": "skirmish", "cases": [case]}))
    (filed,) = case_files.read([file])
    state = filed.bench.work.position(filed.bench.game(filed.case.given).rules, filed.case.given)

    assert [(one.id, one.side, one.left, one.pending) for one in state.missions.values()] == [
        ("guns", "british", 2, (((1000, 1200), 2),)),
        ("mortars", "german", 1, ()),
    ]
    assert [(one.side, one.at, one.to) for one in state.flames] == [("german", (100, 100), (200, 200))]
    assert [(one.figure, one.at) for one in state.dead] == [("ge-g1-1", (300, 300))]
    assert state.figures["ge-g1-1"].status == "killed"
    assert state.figures["br-s1-1"].weapons == ("grenade-offensive",)
    assert state.figures["br-s1-1"].supply == {"grenade-offensive": 0}
    assert [(one.id, one.at, one.before, one.shooting) for one in state.tokens.values()] == [
        ("tank", (500, 500), (400, 400), True),
        ("cart", (600, 600), (600, 600), False),
    ]
    assert [(one.at, one.until) for one in state.smoke] == [((700, 700), 3)]
