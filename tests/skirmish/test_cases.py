"""The conformance cases of the sheet: each holds, each can fail, every clause is argued."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from referee.faults import DataFault
from referee.packs import loading
from referee.packs.conformance import case_differences, case_files
from referee.packs.conformance.case_files import FiledCase, clause_number
from referee.packs.conformance.case_runner import play_case
from referee.packs.conformance.skirmish import chances
from tests.skirmish.filed import FILED

PACK = loading.load("skirmish").pack


def named(filed: FiledCase) -> str:
    return f"{Path(filed.place.file).stem}:{filed.place.line} {filed.case.title}"


FILES = sorted({Path(filed.place.file).stem for filed in FILED})


@pytest.mark.parametrize("file", FILES)
def test_the_cases_hold(file: str) -> None:
    of_file = [filed for filed in FILED if Path(filed.place.file).stem == file]
    differing = {named(filed): case_differences.differences(filed) for filed in of_file}

    assert {name: found for name, found in differing.items() if found} == {}


def test_every_clause_of_the_sheet_is_argued() -> None:
    manners: dict[str, set[str]] = {}
    for filed in FILED:
        for clause in filed.case.clauses:
            manners.setdefault(clause_number(PACK, clause) or clause, set()).update(filed.case.manners)
    numbers = {citation.number for citation in PACK.clauses.citations}

    assert len(numbers) == 193
    assert set(manners) == numbers
    half = {
        number
        for number, argued in manners.items()
        if not ("computed" in argued or {"accepting", "refusing"} <= argued)
    }
    assert half == set()


def test_no_two_cases_about_one_clause_have_one_title() -> None:
    told = [(filed.case.clauses, filed.case.title) for filed in FILED]

    assert sorted(told) == sorted(set(told))


def test_the_reference_chances_are_all_there() -> None:
    worked_out = [name for filed in FILED for name in filed.case.then.chances or ()]

    assert len(worked_out) >= 105


def test_reading_the_cases_works_out_no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("a scene was played")

    monkeypatch.setattr(chances, "ends", fail)

    assert case_files.read([Path(__file__).parent / "cases" / "chances.yaml"])


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("melee +99", "`+99` is none of second"),
        ("two +9", "after `two` a word is missing"),
        ("approach", "after `approach` a word is missing"),
        ("melee", "after `melee` a word is missing"),
        ("auto nope", "`nope` is none of rain"),
        ("nonsense", "there is no calculation nonsense"),
        *(
            (f"{calculation} nope", "`nope` is none of ")
            for calculation in (
                "aimed",
                "unaimed regular",
                "zone",
                "spot",
                "morale",
                "rally",
                "unpin",
                "approach",
                "shell",
            )
        ),
    ],
)
def test_a_chance_that_describes_nothing_is_a_fault_of_the_file(tmp_path: Path, name: str, said: str) -> None:
    file = tmp_path / "cases.yaml"
    case = {"clause": "SK-MEL-15", "title": "a", "given": {}, "then": {"chances": {name: {"tie": "1/6"}}}}
    file.write_text(yaml.safe_dump({"pack": "skirmish", "cases": [case]}))

    with pytest.raises(DataFault, match=re.escape(said)):
        case_files.read([file])


def spoilt(filed: FiledCase) -> Iterator[tuple[str, Any]]:
    """Every expectation of a case, turned into one that cannot come true."""
    for key, value in filed.case.then:
        if key == "accepted" and value is not None:
            yield "refused", ("sequence.over",)
        elif value is not None:
            yield key, SPOIL[key](filed, value)


def another(filed: FiledCase, value: Any) -> Any:
    return {name: ("dispersed" if one != "dispersed" else "active") for name, one in value.items()}


SPOIL: dict[str, Callable[[FiledCase, Any], Any]] = {
    "refused": lambda _, value: ("scenario.length", "equipment.item"),
    "says": lambda _, value: (*value, "a refusal that nobody speaks"),
    "unreadable": lambda _, value: "a complaint that nobody makes",
    "events": lambda _, value: (*value, "game-ended nonsense"),
    "exactly": lambda _, value: ("game-ended",),
    "never": lambda filed, value: (*value, *[event.type for event in play_case(filed).events][:1]),
    "rolls": lambda _, value: ({"purpose": "a throw that nobody makes"},) if value == "none" else "none",
    "question": lambda _, value: "german nonsense",
    "at": lambda _, value: dict.fromkeys(value, "47.11,0.11"),
    "pins": lambda _, value: {name: pins + 1 for name, pins in value.items()},
    "posture": lambda _, value: {
        name: "prone" if posture != "prone" else "open" for name, posture in value.items()
    },
    "status": another,
    "markers": lambda _, value: {name: markers + 1 for name, markers in value.items()},
    "sees": lambda _, value: {name: (*seen, "nobody") for name, seen in value.items()},
    "melees": lambda _, value: ("a at b",) if value == "none" else "none",
    "missions": lambda _, value: {name: left + 1 for name, left in value.items()},
    "smoke": lambda _, value: value + 1,
    "score": lambda _, value: {side: points + 1 for side, points in value.items()},
    "supply": lambda _, value: {name: count + 1 for name, count in value.items()},
    "phase": lambda _, value: "nonsense",
    "turn": lambda _, value: value + 1,
    "chances": lambda _, value: {name: {**chances, "nonsense": "1/7"} for name, chances in value.items()},
}


@pytest.mark.parametrize("file", FILES)
def test_no_expectation_is_idle(file: str) -> None:
    """A case that expects something else fails, whichever of its expectations is changed."""
    idle = [
        f"{named(filed)}: {key}"
        for filed in FILED
        if Path(filed.place.file).stem == file
        for key, value in spoilt(filed)
        if not is_noticed(filed, key, value)
    ]

    assert not idle, "they may be anything"


def is_noticed(filed: FiledCase, key: str, value: Any) -> bool:
    """Return True if a case does not hold with another value of an expectation."""
    assert value != getattr(filed.case.then, key), f"{named(filed)}: {key} was not spoilt"
    then = filed.case.then.replace(**{key: value})
    other = FiledCase(filed.case.replace(then=then), filed.tree, filed.number, filed.bench)
    return bool(case_differences.differences(other))
