"""What a side is shown of its own units and men, and what it may order its units for good."""

from typing import Any

import pytest
from msgspec.structs import replace

from schemas.skirmish.orders import Closing, Reaction, StandingOrder
from tests.skirmish.test_positions import agreed
from tests.skirmish.test_scripted_choices import MAN, ONE, elsewhere, position
from tests.systems import system_of

UNIT = "br-s1"
REACTS = Reaction(side="british", unit=UNIT, shoot="assault-only", fall_back="always")

UNITS: dict[str, tuple[dict[str, Any], dict[str, Any], tuple[object, ...]]] = {
    "as it began": ({}, {}, ("active", "always", "never", 0)),
    "with an order for good": (
        {},
        {"reaction": REACTS, "markers": 2},
        ("active", "assault-only", "always", 2),
    ),
    "of which nobody is left": ({"status": "killed"}, {}, ("destroyed", "always", "never", 0)),
    "that ran": ({"status": "killed"}, {"dispersed": True}, ("dispersed", "always", "never", 0)),
}


@pytest.mark.parametrize(("man", "unit", "shown"), UNITS.values(), ids=UNITS)
def test_a_unit_is_shown_as_it_is(
    man: dict[str, Any], unit: dict[str, Any], shown: tuple[object, ...]
) -> None:
    rules = agreed()
    state = position(rules, "movement", {ONE: MAN | man}, {})
    state = state.with_unit(replace(state.units[UNIT], **unit))

    (one,) = (one for one in system_of(rules).secrecy.view(state, "british").units if one.id == UNIT)

    assert (one.status, one.shoot, one.fall_back, one.markers) == shown
    assert (one.name, one.quality) == ("Section 1", "regular")


MEN: dict[str, tuple[dict[str, Any], tuple[object, ...]]] = {
    "without a leader": ({}, (False, False, "", ())),
    "a leader": ({"role": "squad-leader"}, (True, False, "", ())),
    "a leader who fired": ({"role": "squad-leader", "fired": "aimed"}, (True, True, "", ())),
    "a man who went north": ({"way": ((2600, 100),), "went": 2}, (False, False, "N", ((2600, 100),))),
    "a man who went long ago": ({"way": ((2600, 100),), "went": 0}, (False, False, "", ())),
}


@pytest.mark.parametrize(("man", "shown"), MEN.values(), ids=MEN)
def test_a_man_is_shown_as_he_is(man: dict[str, Any], shown: tuple[object, ...]) -> None:
    rules = agreed()
    state = position(rules, "movement", {ONE: MAN | man}, {})

    (one,) = (one for one in system_of(rules).secrecy.view(state, "british").figures if one.id == ONE)

    assert (one.motivated, one.fired, one.facing, one.way) == shown


def close(unit: str) -> Closing:
    return Closing(side="british", unit=unit, unpin=False)


STANDING: dict[str, tuple[StandingOrder, dict[str, Any], str, list[str]]] = {
    "to a unit that stands": (REACTS, {}, "regular", []),
    "to one that ran": (REACTS, {"dispersed": True}, "regular", ["unit-has-run"]),
    "to one of the enemy": (REACTS.replace(unit="ge-g1"), {}, "regular", ["not-your-unit"]),
    "to one that is not there": (REACTS.replace(unit="br-s9"), {}, "regular", ["not-your-unit"]),
    "to bear a pin": (REACTS.replace(ignore_pin=True), {}, "gallant", []),
    "to bear a pin, which few troops do": (
        REACTS.replace(ignore_pin=True),
        {},
        "regular",
        ["may-not-ignore-pin"],
    ),
    "not to bear it": (REACTS, {}, "gallant", []),
    "for the end of a turn": (close(UNIT), {}, "regular", []),
    "for the end of a turn, to one that ran": (close(UNIT), {"dispersed": True}, "regular", ["unit-has-run"]),
    "for the end of a turn, to one that is not there": (close("br-s9"), {}, "regular", ["not-your-unit"]),
}


@pytest.mark.parametrize(("order", "unit", "quality", "codes"), STANDING.values(), ids=STANDING)
def test_objections_to_a_standing_order(
    order: StandingOrder, unit: dict[str, Any], quality: Any, codes: list[str]
) -> None:
    forces = agreed().table.scenario.forces
    british = tuple(one.replace(quality=quality) for one in forces["british"].units)
    rules = elsewhere(forces={**forces, "british": forces["british"].replace(units=british)})
    state = position(rules, "plotting", {ONE: MAN}, {})
    state = state.with_unit(replace(state.units[UNIT], **unit))

    assert [one.fact.code for one in rules.objections(state, order)] == codes
