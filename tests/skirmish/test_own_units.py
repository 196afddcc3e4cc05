"""What a side is shown of its own units and men."""

from typing import Any

import pytest
from msgspec.structs import replace

from schemas.skirmish.orders import Reaction
from tests.skirmish.test_positions import agreed
from tests.skirmish.test_scripted_choices import MAN, ONE, position

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
    state = state.set(replace(state.units[UNIT], **unit))

    (one,) = (one for one in rules.view(state, "british").units if one.id == UNIT)

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

    (one,) = (one for one in rules.view(state, "british").figures if one.id == ONE)

    assert (one.motivated, one.fired, one.facing, one.way) == shown
