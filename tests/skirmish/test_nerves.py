"""What frightens a section: the tests of morale that are due, failures, and falling back."""

from typing import Any

import pytest
from msgspec.structs import replace

from referee.systems.skirmish.combat import morale
from referee.systems.skirmish.events.evolution import EventRecorder
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import Dead, Flames, Melee, Position, Token
from schemas.skirmish.close_events import FellBack
from schemas.skirmish.orders import Reaction
from tests.skirmish.test_positions import agreed
from tests.skirmish.test_scripted_choices import MAN, ONE, position

UNIT = "br-s1"
MEN = {ONE: MAN, "br-s1-2": MAN | {"at": (2700, 300)}}


def dead(
    unit: str = "br-s2", role: str = "squad-leader", at: tuple[int, int] = (2600, 2000), side: str = "british"
) -> Dead:
    return Dead("x", unit, side, role, at)  # type: ignore[arg-type] - words of the test


def tank(at: int, before: int, side: str = "german", *, shooting: bool = False) -> Token:
    return Token(f"tank-{at}", side, (2600, at), (2600, before), shooting)


def burn(at: int, to: int = 9000, side: str = "german") -> Flames:
    return Flames(side, (2600, at), (2600, to))


DUE: dict[str, tuple[dict[str, str], dict[str, Any], list[str]]] = {
    "nothing": ({}, {}, []),
    "each of its dead": ({}, {"dead": (dead(UNIT, "trooper"), dead(UNIT, "loader"))}, ["dead", "dead"]),
    "its own dead leader once": ({}, {"dead": (dead(UNIT),)}, ["dead"]),
    "a dead leader near it": ({}, {"dead": (dead(at=(2600, 2100)),)}, ["leader"]),
    "one too far away": ({}, {"dead": (dead(at=(2600, 2101)),)}, []),
    "a commander": ({}, {"dead": (dead(role="platoon-commander"),)}, ["leader"]),
    "one of another section": ({}, {"dead": (dead(role="trooper"),)}, []),
    "a leader of the enemy": ({}, {"dead": (dead(side="german"),)}, []),
    "two leaders": ({}, {"dead": (dead(), dead())}, ["leader", "leader"]),
    "two leaders as one": ({"morale__per_leader": "false"}, {"dead": (dead(), dead())}, ["leader"]),
    "a tank that comes": ({}, {"tokens": (tank(3900, 4000),)}, ["tank"]),
    "a tank too far away": ({}, {"tokens": (tank(3901, 4000),)}, []),
    "a tank that goes": ({}, {"tokens": (tank(3000, 2900),)}, []),
    "a tank that stands": ({}, {"tokens": (tank(3000, 3000),)}, []),
    "a tank that shoots": ({}, {"tokens": (tank(3000, 3000, shooting=True),)}, ["tank"]),
    "a tank of its own": ({}, {"tokens": (tank(3000, 3500, "british"),)}, []),
    "two tanks": ({}, {"tokens": (tank(3000, 3500), tank(2000, 2500))}, ["tank"]),
    "each of two tanks": (
        {"morale__per_tank": "true"},
        {"tokens": (tank(3000, 3500), tank(2000, 2500))},
        ["tank", "tank"],
    ),
    "flames near their firer": ({}, {"flames": (burn(1500),)}, ["flames"]),
    "flames too far from their firer": ({}, {"flames": (burn(1501, 600),)}, []),
    "flames along their way": ({"morale__flames_from": "line"}, {"flames": (burn(1501, 600),)}, ["flames"]),
    "flames of its own": ({}, {"flames": (burn(600, side="british"),)}, []),
    "two flames at once": ({}, {"flames": (burn(600), burn(700))}, ["flames"]),
    "all at once": (
        {},
        {"dead": (dead(), dead(UNIT)), "tokens": (tank(3000, 3500),), "flames": (burn(600),)},
        ["dead", "leader", "tank", "flames"],
    ),
    "one of all": (
        {"morale__tests": "one-per-turn"},
        {"dead": (dead(), dead(UNIT)), "flames": (burn(600),)},
        ["dead"],
    ),
}


def shaken(rules: Skirmish, happened: dict[str, Any], men: dict[str, Any] | None = None) -> Position:
    state = position(rules, "morale", MEN if men is None else men, {})
    tokens = {token.id: token for token in happened.get("tokens", ())}
    return replace(state, **{**happened, "tokens": tokens})


@pytest.mark.parametrize(("agreement", "happened", "causes"), DUE.values(), ids=DUE)
def test_a_section_takes_the_tests_that_are_due(
    agreement: dict[str, str], happened: dict[str, Any], causes: list[str]
) -> None:
    rules = agreed(**agreement)

    assert list(morale.due(rules.table, shaken(rules, happened), UNIT)) == causes


def test_section_without_figures_takes_no_test() -> None:
    rules = agreed()

    assert list(morale.due(rules.table, shaken(rules, {"dead": (dead(UNIT),)}, {}), UNIT)) == []


@pytest.mark.parametrize(("coming", "found"), [(0, False), (1, False), (2, True)])
def test_a_section_advances_when_more_than_half_of_it_does(coming: int, found: bool) -> None:
    rules = agreed()
    men = {id: MAN | {"advanced": number < coming} for number, id in enumerate(MEN)}
    state = shaken(rules, {}, men)

    assert morale.advancing(rules.table, state, UNIT) is found


@pytest.mark.parametrize(
    ("markers", "types"),
    [
        (0, ["marker-added"]),
        (1, ["marker-added", "pinned", "pinned"]),
        (2, ["marker-added", "unit-dispersed"]),
    ],
)
def test_a_second_failure_pins_and_a_third_disperses(markers: int, types: list[str]) -> None:
    rules = agreed()
    state = shaken(rules, {})
    course = EventRecorder(rules.table, state.with_unit(replace(state.units[UNIT], markers=markers)), str)

    morale.fail(course, UNIT)

    assert [event.type for event in course.events] == types
    assert course.position.units[UNIT].markers == markers + 1 or types[-1] == "unit-dispersed"


def react(fall_back: Any) -> Reaction:
    return Reaction(side="british", unit=UNIT, fall_back=fall_back)


PINNED = {"at": (2600, 1000), "pins": 1}
BEHIND = (2600, 1400)

RETREATS: dict[str, tuple[dict[str, str], dict[str, Any], dict[str, Any], Reaction | None, bool]] = {
    "from an enemy close by": ({}, {}, {}, react("always"), True),
    "not from one farther away": ({}, {}, {"at": (2600, 1401)}, react("always"), False),
    "not without a pin": ({}, {"pins": 0}, {}, react("always"), False),
    "not a second time": ({}, {"fell_back": True}, {}, react("always"), False),
    "not without an order": ({}, {}, {}, None, False),
    "not against an order": ({}, {}, {}, react("never"), False),
    "without a leader, where that is ordered": ({}, {}, {}, react("if-leaderless"), True),
    "not from one who is out of sight": ({}, {}, {"units": ()}, react("always"), False),
    "not before its activation": (
        {"pins__fall_back_timing": "own-activation"},
        {},
        {},
        react("always"),
        False,
    ),
}


@pytest.mark.parametrize(("agreement", "man", "foe", "reaction", "goes"), RETREATS.values(), ids=RETREATS)
def test_a_pinned_man_falls_back(
    agreement: dict[str, str], man: dict[str, Any], foe: dict[str, Any], reaction: Reaction | None, goes: bool
) -> None:
    rules = agreed(**agreement)
    state = position(rules, "firing", {ONE: MAN | PINNED | man}, {"c01": {"at": BEHIND} | foe})
    state = state.with_unit(replace(state.units[UNIT], reaction=reaction))
    course = EventRecorder(rules.table, state, str)

    morale.frighten(course, state.figures[ONE])

    assert course.events == [FellBack(side="british", figure=ONE, at=(2600, 600))] * goes
    waits = goes or bool(agreement)
    late = agreed(pins__fall_back_timing="own-activation")
    assert morale.waits(late.table, state, UNIT) is waits
    assert not morale.waits(agreed().table, state, UNIT)


def test_figure_with_a_leader_stays_if_ordered() -> None:
    rules = agreed()
    leader = MAN | {"role": "squad-leader", "at": (2700, 1000)}
    state = position(rules, "firing", {ONE: MAN | PINNED, "br-s1-2": leader}, {"c01": {"at": BEHIND}})
    state = state.with_unit(replace(state.units[UNIT], reaction=react("if-leaderless")))
    course = EventRecorder(rules.table, state, str)

    morale.fall_back(course, state.figures[ONE])

    assert course.events == []


def test_nobody_falls_back_from_a_melee_or_towards_another_enemy() -> None:
    rules = agreed()
    met = position(rules, "firing", {ONE: MAN | PINNED}, {"c01": {"at": BEHIND}})
    met = met.with_unit(replace(met.units[UNIT], reaction=react("always")))
    between = position(
        rules, "firing", {ONE: MAN | PINNED}, {"c01": {"at": (2600, 1300)}, "c02": {"at": (2600, 600)}}
    )
    between = between.with_unit(replace(between.units[UNIT], reaction=react("always")))

    for state in (replace(met, melees=(Melee("german", "", "c01", ONE, ""),)), between):
        course = EventRecorder(rules.table, state, str)
        morale.fall_back(course, state.figures[ONE])
        assert course.events == []


@pytest.mark.parametrize(
    ("goal", "end"),
    [
        ((2600, 100), (2600, 100)),
        ((2600, -700), (2600, 0)),
        ((-400, 300), (0, 300)),
        ((2600, 300), (2600, 300)),
    ],
)
def test_running_figure_stays_on_the_table(goal: tuple[int, int], end: tuple[int, int]) -> None:
    assert morale.keep_on(agreed().table, (2600, 300), goal) == end


@pytest.mark.parametrize(
    ("enemy", "goal"),
    [((0, 500), (0, -400)), ((0, -500), (0, 400)), ((300, 400), (-240, -320)), ((0, 0), (0, 0))],
)
def test_away_is_the_opposite_way(enemy: tuple[int, int], goal: tuple[int, int]) -> None:
    assert morale.away((0, 0), enemy, 400) == goal
