"""Results of skirmish cases and their differences from the expectation."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec.structs import replace
from pydantic import ValidationError

from referee.faults import PackProblem, suggest_in_english
from referee.packs.conformance.skirmish import chances, setup
from referee.packs.conformance.skirmish.setup import Impossible, spot
from referee.systems.skirmish.faces.notation import SkirmishNotation
from referee.systems.skirmish.facts.geometry import write_place
from referee.systems.skirmish.language.language import SkirmishLanguage
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.state.table import Table
from schemas.case import NONE
from schemas.record import to_json
from schemas.skirmish.case import SkirmishCase, SkirmishCases, SkirmishExpected, SkirmishGiven
from schemas.skirmish.events import SkirmishEvent
from schemas.skirmish.pack import Pack


def expectation_misfits(table: Table, expected: SkirmishExpected) -> Iterator[PackProblem]:
    """Yield unknown names in an expectation: a misspelt name would never fail."""
    figures = [figure.id for unit in table.units.values() for figure in unit.figures]
    batteries = [entry.id for force in table.scenario.forces.values() for entry in force.off_table]
    for key, what, names, valid_names in (
        ("at", "figure", expected.at, figures),
        ("pins", "figure", expected.pins, figures),
        ("posture", "figure", expected.posture, figures),
        ("status", "figure or unit", expected.status, (*figures, *table.units)),
        ("supply", "figure", expected.supply, figures),
        ("markers", "unit", expected.markers, tuple(table.units)),
        ("sees", "unit", expected.sees, tuple(table.units)),
        ("missions", "battery", expected.missions, batteries),
        ("score", "side", expected.score, table.sides),
    ):
        for name in names or ():
            if name not in valid_names:
                yield PackProblem(
                    "", (key, name), f"there is no {what} `{name}`", suggest_in_english(name, valid_names)
                )
    yield from _unread(expected)


def _unread(expected: SkirmishExpected) -> Iterator[PackProblem]:
    """Yield places and chances that cannot be read."""
    for name, text in (expected.at or {}).items():
        try:
            spot(text)
        except Impossible as impossible:
            yield PackProblem("", ("at", name), str(impossible))
    for name in expected.chances or {}:
        try:
            chances.check(name)
        except ValueError as error:
            yield PackProblem("", ("chances", name), f"`{name}` cannot be calculated: {error}")


def position_differences(table: Table, end: Position, expected: SkirmishExpected) -> Iterator[str]:
    """Yield the differences between a position and its expectation, in sentences."""
    yield from _figures(end, expected)
    yield from _units(end, expected)
    yield from _table(end, expected)
    for name, must in (expected.chances or {}).items():
        try:
            worked_out = chances.work_out(table, name)
        except (ValueError, LookupError) as error:
            yield f"{name} cannot be worked out: {error}"
            continue
        actual_chances = {result: chance for result, chance in worked_out.items() if chance}
        expected_chances = {result: Fraction(chance) for result, chance in must.items() if Fraction(chance)}
        texts = {result: str(chance) for result, chance in actual_chances.items()}
        if actual_chances != expected_chances:
            yield f"{name} is {texts}, and must be {dict(must)}"


def _unlike(what: str, is_: object, must: object) -> Iterator[str]:
    if is_ != must:
        yield f"{what} is `{is_}`, and must be `{must}`"


def _figures(end: Position, expected: SkirmishExpected) -> Iterator[str]:
    for id, text in (expected.at or {}).items():
        yield from _unlike(f"the place of {id}", write_place(end.figures[id].at), write_place(spot(text)))
    for id, pins in (expected.pins or {}).items():
        yield from _unlike(f"the number of pins of {id}", end.figures[id].pins, pins)
    for id, posture in (expected.posture or {}).items():
        yield from _unlike(f"the posture of {id}", end.figures[id].posture, posture)
    for id, count in (expected.supply or {}).items():
        yield from _unlike(f"the supply of {id}", sum(end.figures[id].supply.values()), count)
    for id, status in (expected.status or {}).items():
        figure = end.figures.get(id)
        is_ = figure.status if figure is not None else _status(end, id)
        yield from _unlike(f"the status of {id}", is_, status)


def _status(end: Position, unit: str) -> str:
    return "dispersed" if end.units[unit].dispersed else "active"


def _units(end: Position, expected: SkirmishExpected) -> Iterator[str]:
    for id, markers in (expected.markers or {}).items():
        yield from _unlike(f"the number of markers of {id}", end.units[id].markers, markers)
    for unit, names in (expected.sees or {}).items():
        contacts = end.contacts(end.units[unit].side).values()
        figures = sorted(one.figure for one in contacts if unit in one.units)
        yield from _unlike(f"what {unit} sees", _list(figures), _list(sorted(names)))


def _list(names: Iterable[str]) -> str:
    return ", ".join(names) or NONE


def _table(end: Position, expected: SkirmishExpected) -> Iterator[str]:
    if expected.melees is not None:
        must = () if expected.melees == NONE else expected.melees
        is_ = tuple(f"{one.attacker} at {one.defender}" for one in end.melees)
        yield from _unlike("the list of melees", _list(is_), _list(must))
    for id, missions in (expected.missions or {}).items():
        yield from _unlike(f"the number of missions of {id}", end.missions[id].left, missions)
    for side, points in (expected.score or {}).items():
        yield from _unlike(f"the score of the {side} side", end.score[side], points)
    facts: tuple[tuple[str, object, object], ...] = (
        ("the number of clouds of smoke", len(end.smoke), expected.smoke),
        ("the phase", end.phase, expected.phase),
        ("the turn", end.turn, expected.turn),
    )
    for what, actual, expected_value in facts:
        if expected_value is not None:
            yield from _unlike(what, actual, expected_value)


file = SkirmishCases
"""Shape of a file of cases."""


def binding(case_setup: SkirmishGiven) -> tuple[object, ...]:
    """Return the parts that select the rules of a case: all of it, because every case has its own table."""
    return (to_json(case_setup),)


def unbound(pack: Pack, case_setup: SkirmishGiven) -> Iterator[PackProblem]:
    """Yield the parts of a case that do not fit the pack: scenario, parameters, or invalid figures."""
    scenario_ids = [scenario.id for scenario in pack.scenarios]
    if case_setup.scenario is not None and case_setup.scenario not in scenario_ids:
        fact = f"there is no scenario `{case_setup.scenario}`"
        yield PackProblem(
            "", ("given", "scenario"), fact, suggest_in_english(case_setup.scenario, scenario_ids)
        )
        return
    try:
        setup.bind(pack, case_setup)
    except Impossible as impossible:
        for misfit in impossible.misfits:
            yield replace(misfit, path=("given", *misfit.path))
    except ValidationError as error:
        for one in error.errors(include_url=False, include_input=False):
            yield PackProblem("", ("given",), f"{'.'.join(map(str, one['loc']))}: {one['msg']}")


def rules(pack: Pack, case_setup: SkirmishGiven) -> Skirmish:
    """Return the rules of a case: on its own table, unless it plays the scenario."""
    return setup.bench(pack, case_setup)


def notation(rules: Skirmish) -> SkirmishNotation:
    """Return the notation of the letters of a case."""
    return SkirmishNotation(language(rules))


def language(rules: Skirmish) -> SkirmishLanguage:
    """Return the language of the texts of a case: English."""
    return SkirmishLanguage(rules.table)


def misfits(rules: Skirmish, case: SkirmishCase) -> Iterator[PackProblem]:
    """Yield all faults of a case's set-up and expectation, by the path in the case."""
    try:
        position(rules, case.given)
    except Impossible as impossible:
        for misfit in impossible.misfits:
            yield replace(misfit, path=("given", *misfit.path))
    for misfit in expectation_misfits(rules.table, case.then):
        yield replace(misfit, path=("then", *misfit.path))


def position(rules: Skirmish, case_setup: SkirmishGiven) -> Position:
    """Return the starting position of a case. Raises `Impossible` if it is invalid."""
    return setup.position(rules.table, case_setup)


def summarise_event(rules: Skirmish, before: Position, event: SkirmishEvent) -> str:  # noqa: ARG001 - this family has no answer in words
    """Return an empty text: this family has no words for events."""
    return ""


def differences(rules: Skirmish, end: Position, expected: SkirmishExpected) -> Iterator[str]:
    """Yield the differences between a position and its expectation, in sentences."""
    return position_differences(rules.table, end, expected)
