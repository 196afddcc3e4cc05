"""Who sees whom without a roll, what a look needs, and what speaks against it."""

from typing import Any

import pytest
from msgspec.structs import replace

from referee.systems.skirmish.combat import spotting
from referee.systems.skirmish.events.evolution import EventRecorder
from schemas.skirmish.events import Sighted
from schemas.skirmish.orders import Look
from tests.skirmish.test_positions import agreed
from tests.skirmish.test_scripted_choices import MAN, ONE, position

ENEMY = "ge-g1-1"
OPEN = {"at": (2600, 1300), "posture": "open", "status": "active"}
"""An enemy on open ground, ten inches away; behind him begins the scrub."""

SEEN: dict[str, tuple[dict[str, Any], dict[str, Any], bool]] = {
    "an enemy in the open": ({}, {}, True),
    "one in the scrub": ({}, {"at": (2600, 1500)}, False),
    "one behind it": ({}, {"at": (2600, 2100)}, True),
    "one far away": ({}, {"at": (2600, 3500)}, False),
    "one whom a rushing man runs past": ({"mode": "rush"}, {}, False),
    "one whom a man attacks": ({"mode": "assault"}, {"at": (2600, 900)}, True),
    "one whom he does not attack": ({"mode": "assault"}, {"at": (2600, 901)}, False),
    "a sniper": ({}, {"traits": frozenset({"sniper"})}, False),
    "one who is dead": ({}, {"status": "killed"}, False),
    "one who keeps his head down": ({}, {"posture": "hidden", "at": (1800, 1600)}, False),
    "by one who keeps his own down": ({"posture": "hidden"}, {}, False),
    "by one who is pinned": ({"pins": 1}, {}, True),
}


@pytest.mark.parametrize(("man", "foe", "seen"), SEEN.values(), ids=SEEN)
def test_an_enemy_is_seen_at_once(man: dict[str, Any], foe: dict[str, Any], seen: bool) -> None:
    rules = agreed()
    men = {ONE: MAN | {"posture": "open"} | man, ENEMY: OPEN | foe}
    course = EventRecorder(rules.table, position(rules, "movement", men, {}), str)

    spotting.watch(course)

    found = [event for event in course.events if isinstance(event, Sighted) and event.side == "british"]
    assert [(one.alias, one.at, one.units, one.how) for one in found] == [
        ("c01", men[ENEMY]["at"], ("br-s1",), "seen")
    ] * seen


def test_firing_figure_is_seen_from_afar() -> None:
    rules = agreed()
    men = {
        ONE: MAN | {"posture": "open"},
        ENEMY: OPEN | {"at": (2600, 3300), "fired": "aimed", "weapons": ("rifle",)},
    }
    course = EventRecorder(rules.table, position(rules, "firing", men, {}), str)

    spotting.watch(course, frozenset({ENEMY}))

    found = [event for event in course.events if isinstance(event, Sighted) and event.side == "british"]
    assert [(one.how, one.weapon) for one in found] in ([("fired", "rifle")], [])
    spotting.watch(course, frozenset({ENEMY}))
    assert [
        event for event in course.events if isinstance(event, Sighted) and event.side == "british"
    ] == found


def test_sighting_is_filed_once_and_then_only_news() -> None:
    rules = agreed()
    course = EventRecorder(
        rules.table, position(rules, "movement", {ONE: MAN | {"posture": "open"}, ENEMY: OPEN}, {}), str
    )
    spotting.watch(course)
    count = len(course.events)
    spotting.watch(course)
    assert len(course.events) == count

    for changed in ({"pins": 1}, {"at": (2600, 3500)}, {"at": (1800, 1600), "posture": "hidden"}):
        course.position = course.position.with_figure(replace(course.figure(ENEMY), **changed))
        spotting.watch(course)

    news = [one for one in course.events[count:] if isinstance(one, Sighted) and one.side == "british"]
    assert [(one.alias, one.how, one.at, one.pins, one.units) for one in news] == [
        ("c01", "seen", (2600, 1300), 1, ("br-s1",)),
        ("c01", "seen", (2600, 3500), 1, ("br-s1",)),
        ("c01", "lost", (2600, 3500), 1, ()),
    ]


def test_observer_learns_the_end_of_an_enemy() -> None:
    rules = agreed()
    men = {ONE: MAN | {"posture": "open"}, ENEMY: OPEN}
    course = EventRecorder(rules.table, position(rules, "movement", men, {}), str)
    spotting.watch(course)
    course.position = course.position.with_figure(replace(course.figure(ENEMY), status="killed"))

    for _ in range(2):
        spotting.watch(course)

    ends = [one for one in course.events if isinstance(one, Sighted) and one.status == "killed"]
    assert [(one.side, one.alias, one.units) for one in ends] == [("british", "c01", ())]


NEEDS = [({}, {}, "spot"), ({"masked": True}, {}, 6), ({}, {"traits": frozenset({"sniper"})}, 6)]


@pytest.mark.parametrize(("man", "foe", "needed"), NEEDS, ids=["a man", "in a mask", "for a sniper"])
def test_a_look_needs_a_number(man: dict[str, Any], foe: dict[str, Any], needed: int | str) -> None:
    rules = agreed()
    state = position(rules, "movement", {ONE: MAN | man, ENEMY: OPEN | foe}, {})
    observer = state.figures[ONE]

    found = spotting.need(rules.table, observer, state.figures[ENEMY])

    assert found == (rules.table.troop(observer).spot if needed == "spot" else needed)
    assert rules.table.troop(observer).spot != 6


FOE = {"at": (2600, 1500), "units": ("br-s2",)}
AGAINST: dict[str, tuple[dict[str, Any], str, dict[str, Any] | None, list[str]]] = {
    "nothing": ({}, "halt", FOE, []),
    "a rush": ({}, "rush", FOE, ["rushes-and-looks"]),
    "a head that is down": ({"posture": "hidden"}, "halt", FOE, ["head-down"]),
    "a look before": ({"looks": 1}, "halt", FOE, ["has-looked"]),
    "an enemy who is unknown": ({}, "halt", None, ["enemy-unknown"]),
    "an enemy who is seen": ({}, "halt", FOE | {"units": ("br-s1",)}, ["enemy-seen-already"]),
    "an attack on another": ({}, "assault", FOE | {"at": (2600, 1501)}, ["assault-looks-too-far"]),
    "an attack on him": ({}, "assault", FOE, []),
    "all at once": (
        {"posture": "hidden", "looks": 1},
        "rush",
        None,
        ["rushes-and-looks", "head-down", "has-looked", "enemy-unknown"],
    ),
}


@pytest.mark.parametrize(("man", "mode", "foe", "codes"), AGAINST.values(), ids=AGAINST)
def test_objections_to_a_look(
    man: dict[str, Any], mode: str, foe: dict[str, Any] | None, codes: list[str]
) -> None:
    rules = agreed()
    state = position(rules, "movement", {ONE: MAN | man}, {"c01": foe} if foe else {})
    order = Look(side="british", figures=(ONE,), target="c01")

    held = spotting.objections(rules.table, state, order, mode, state.figures[ONE])

    assert [one.fact.code for one in held] == codes


SHOWN = {
    "as the rules recommend": ({}, "", 2, ""),
    "with its quality": ({"reporting__enemy_quality": "shown"}, "regular", 2, ""),
    "without its pins": ({"reporting__enemy_pins": "hidden"}, "", 0, ""),
}


@pytest.mark.parametrize(("agreement", "quality", "pins", "weapon"), SHOWN.values(), ids=SHOWN)
def test_enemy_views_show_only_agreed_fields(
    agreement: dict[str, str], quality: str, pins: int, weapon: str
) -> None:
    rules = agreed(**agreement)
    men = {ONE: MAN | {"posture": "open"}, ENEMY: OPEN | {"pins": 2, "weapons": ("rifle",)}}
    course = EventRecorder(rules.table, position(rules, "movement", men, {}), str)

    spotting.watch(course)

    (seen,) = (event for event in course.events if isinstance(event, Sighted) and event.side == "british")
    assert (seen.quality, seen.pins, seen.weapon) == (quality, pins, weapon)
