"""Casework of the skirmish: systems of cases, and the differences of their results from the expectation."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from pydantic import ValidationError

from referee.faults import PackProblem
from referee.packs.conformance.misfits import (
    Impossible,
    find_unknown,
    find_unknown_choices,
    find_unknown_scenario,
    unlike,
)
from referee.packs.conformance.skirmish import chances, setup
from referee.packs.conformance.skirmish.setup import spot
from referee.systems.skirmish.facts.geometry import write_place
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.system import SkirmishSystem
from schemas.case import NONE
from schemas.record import to_json
from schemas.skirmish.case import SkirmishCases, SkirmishExpected, SkirmishGiven
from schemas.skirmish.events import SkirmishEvent
from schemas.skirmish.pack import Pack

file = SkirmishCases
"""Shape of a file of cases."""

position = setup.position


def binding(given: SkirmishGiven) -> tuple[object, ...]:
    """Return the parts that select the rules of a case: all of it, because every case has its own table."""
    return (to_json(given),)


def bind(pack: Pack, given: SkirmishGiven) -> SkirmishSystem:
    """Return the system of a case: on its own table, unless it plays the scenario."""
    if missing := (*find_unknown_scenario(pack, given), *find_unknown_choices(pack, given)):
        raise Impossible(*missing)
    try:
        return setup.bench(pack, given)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False)
        problems = (PackProblem("", (), f"{'.'.join(map(str, one['loc']))}: {one['msg']}") for one in faults)
        raise Impossible(*problems) from None


def summarise_event(rules: Skirmish, before: Position, event: SkirmishEvent) -> str:  # noqa: ARG001 - this family has no answer in words
    """Return an empty text: this family has no words for events."""
    return ""


def misfits(rules: Skirmish, expected: SkirmishExpected) -> Iterator[PackProblem]:
    """Yield unknown names in an expectation: a misspelt name would never fail."""
    table = rules.table
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
        yield from find_unknown((key,), what, names or (), valid_names)
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


def differences(rules: Skirmish, end: Position, expected: SkirmishExpected) -> Iterator[str]:
    """Yield the differences between a position and its expectation, in sentences."""
    yield from _figures(end, expected)
    yield from _units(end, expected)
    yield from _table(end, expected)
    for name, must in (expected.chances or {}).items():
        try:
            worked_out = chances.work_out(rules.table, name)
        except (ValueError, LookupError) as error:
            yield f"{name} cannot be worked out: {error}"
            continue
        actual_chances = {result: chance for result, chance in worked_out.items() if chance}
        expected_chances = {result: Fraction(chance) for result, chance in must.items() if Fraction(chance)}
        texts = {result: str(chance) for result, chance in actual_chances.items()}
        if actual_chances != expected_chances:
            yield f"{name} is {texts}, and must be {dict(must)}"


def _figures(end: Position, expected: SkirmishExpected) -> Iterator[str]:
    for id, text in (expected.at or {}).items():
        yield from unlike(f"the place of {id}", write_place(end.figures[id].at), write_place(spot(text)))
    for id, pins in (expected.pins or {}).items():
        yield from unlike(f"the number of pins of {id}", end.figures[id].pins, pins)
    for id, posture in (expected.posture or {}).items():
        yield from unlike(f"the posture of {id}", end.figures[id].posture, posture)
    for id, count in (expected.supply or {}).items():
        yield from unlike(f"the supply of {id}", sum(end.figures[id].supply.values()), count)
    for id, status in (expected.status or {}).items():
        figure = end.figures.get(id)
        is_ = figure.status if figure is not None else _status(end, id)
        yield from unlike(f"the status of {id}", is_, status)


def _status(end: Position, unit: str) -> str:
    return "dispersed" if end.units[unit].dispersed else "active"


def _units(end: Position, expected: SkirmishExpected) -> Iterator[str]:
    for id, markers in (expected.markers or {}).items():
        yield from unlike(f"the number of markers of {id}", end.units[id].markers, markers)
    for unit, names in (expected.sees or {}).items():
        contacts = end.contacts(end.units[unit].side).values()
        figures = sorted(one.figure for one in contacts if unit in one.units)
        yield from unlike(f"what {unit} sees", _list(figures), _list(sorted(names)))


def _list(names: Iterable[str]) -> str:
    return ", ".join(names) or NONE


def _table(end: Position, expected: SkirmishExpected) -> Iterator[str]:
    if expected.melees is not None:
        must = () if expected.melees == NONE else expected.melees
        is_ = tuple(f"{one.attacker} at {one.defender}" for one in end.melees)
        yield from unlike("the list of melees", _list(is_), _list(must))
    for id, missions in (expected.missions or {}).items():
        yield from unlike(f"the number of missions of {id}", end.missions[id].left, missions)
    for side, points in (expected.score or {}).items():
        yield from unlike(f"the score of the {side} side", end.score[side], points)
    facts: tuple[tuple[str, object, object], ...] = (
        ("the number of clouds of smoke", len(end.smoke), expected.smoke),
        ("the phase", end.phase, expected.phase),
        ("the turn", end.turn, expected.turn),
    )
    for what, actual, expected_value in facts:
        if expected_value is not None:
            yield from unlike(what, actual, expected_value)
