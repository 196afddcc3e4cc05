"""Facts and offers of a position: who is led, who has looked, what lies near a line, what fire is offered."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from referee.packs import loading
from referee.systems.skirmish.combat import fire, spotting
from referee.systems.skirmish.facts import geometry, targets
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state import choices
from schemas.skirmish.clauses import Clause
from schemas.skirmish.names import Moving, Phase, Spot
from schemas.skirmish.orders import Fire, Look, Move, SkirmishOrder
from tests.skirmish.test_scripted_choices import MAN, ONE, position
from tests.systems import system_of

LEADER = "br-s1-2"


@cache
def agreed(**parameters: str) -> Skirmish:
    """The race for the crater with other parameters, their chapter and name parted by `__`."""
    pack = loading.load("skirmish").pack
    changed = choices.change(
        pack.parameters, {name.replace("__", "."): said for name, said in parameters.items()}
    )
    return Skirmish(pack.replace(parameters=changed), "mine-crater")


@pytest.mark.parametrize(
    ("measured", "phase", "began", "now", "led"),
    [
        ("now", "movement", 900, 2000, False),
        ("now", "movement", 2000, 900, True),
        ("start-of-phase", "movement", 900, 2000, True),
        ("start-of-phase", "plotting", 900, 2000, True),
        ("start-of-phase", "movement", 2000, 900, False),
        ("start-of-phase", "firing", 900, 2000, False),
        ("start-of-phase", "firing", 2000, 900, True),
    ],
)
def test_a_leader_is_near_when_it_is_measured(
    measured: str, phase: Phase, began: int, now: int, led: bool
) -> None:
    rules = agreed(**({} if measured == "now" else {"motivation__measured": measured}))
    men: dict[str, Mapping[str, Any]] = {
        ONE: MAN | {"at": (2600, 600), "start": (2600, 600)},
        LEADER: MAN | {"role": "squad-leader", "at": (2600, now), "start": (2600, began)},
    }
    state = position(rules, phase, men, {})

    assert targets.is_motivated(rules.table, state, state.figures[ONE]) is led


@pytest.mark.parametrize(
    ("attempts", "looks", "told"),
    [("1", 0, False), ("1", 1, True), ("2", 1, False), ("2", 2, True), ("2", 3, True)],
)
def test_a_man_who_has_looked_as_often_as_he_may_looks_no_more(attempts: str, looks: int, told: bool) -> None:
    rules = agreed(spotting__attempts=attempts)
    state = position(rules, "movement", {ONE: MAN | {"looks": looks}}, {})
    order = Look(side="british", figures=(ONE,), at=(2600, 2000))
    against = spotting.objections(rules.table, state, order, "halt", state.figures[ONE])

    assert [one.clause for one in against] == [Clause.ONE_LOOK] * told


@pytest.mark.parametrize(
    ("spot", "near"),
    [
        ((0, 100), True), ((0, 101), False), ((500, 100), True), ((500, 101), False), ((500, -100), True),
        ((1000, 100), True), ((1000, -101), False), ((-100, 0), True), ((-101, 0), False), ((-60, 80), True),
        ((-61, 80), False), ((1100, 0), True), ((1101, 0), False), ((1060, -80), True), ((1060, -81), False),
    ],
)  # fmt: skip
def test_a_place_is_near_a_line_and_its_ends(spot: Spot, near: bool) -> None:
    assert geometry.near_line(spot, (0, 0), (1000, 0), 100) is near
    assert geometry.near_line(spot, (1000, 0), (0, 0), 100) is near
    assert geometry.near_line((spot[1], spot[0]), (0, 0), (0, 1000), 100) is near
    assert geometry.near_line(spot, (0, 0), (0, 0), 100) is geometry.within(spot, (0, 0), 100)


def offered(man: Mapping[str, Any]) -> list[SkirmishOrder]:
    """What a leader may do who sees an enemy three inches away."""
    rules = agreed()
    state = position(rules, "laying", {ONE: man}, {"E1": {"at": (2600, 600)}})
    (prompt,) = (one for one in rules.prompts(state) if one.side == "british")
    return list(rules.options(state, prompt))


@pytest.mark.parametrize(
    ("weapons", "counts"),
    [
        (("rifle",), {"fire": 11}),
        (("rifle", "grenade-offensive"), {"fire": 11, "throw": 9}),
        (("flamethrower",), {"fire": 11, "flame": 9}),
        (("hmg",), {"fire": 11, "beaten-zone": 1}),
    ],
)
def test_fire_is_offered_with_each_weapon_at_enemies_and_round_about(
    weapons: tuple[str, ...], counts: dict[str, int]
) -> None:
    man = MAN | {"role": "squad-leader", "weapons": weapons}
    found = Counter(order.type for order in offered(man))

    assert {type: found[type] for type in ("fire", "throw", "flame", "beaten-zone") if found[type]} == counts


HERE = {"at": (2600, 600), "posture": "open"}
"""Three inches before the one man, on open ground."""
AWAY = {"at": (2600, 2900), "units": (), "posture": "hidden"}
"""An enemy who was lost out of sight."""

TARGETS: dict[str, tuple[dict[str, Any], tuple[str, ...], str]] = {
    "his own, who stands": ({"E1": HERE, "E2": HERE}, ("E2",), "E1"),
    "the other, where his own is dead": ({"E1": HERE | {"status": "killed"}, "E2": HERE}, ("E2",), "E2"),
    "the other, where his own is unknown": ({"E2": HERE}, ("E2",), "E2"),
    "the first who may be shot at": (
        {"E1": HERE | {"status": "killed"}, "E2": AWAY, "E3": HERE, "E4": HERE},
        ("E2", "E3", "E4"),
        "E3",
    ),
    "his own, where none may be": ({"E1": HERE | {"status": "killed"}, "E2": AWAY}, ("E2",), "E1"),
    "his own, where he has no other": ({"E1": HERE | {"status": "killed"}, "E2": HERE}, (), "E1"),
}


@pytest.mark.parametrize(("foes", "others", "target"), TARGETS.values(), ids=TARGETS)
def test_a_shot_goes_to_another_where_its_target_is_gone(
    foes: dict[str, Any], others: tuple[str, ...], target: str
) -> None:
    rules = agreed()
    state = position(rules, "laying", {ONE: MAN | {"role": "squad-leader"}}, foes)
    plot = Fire(side="british", figures=(ONE,), kind="aimed", target="E1", others=others)

    assert fire._redirect(rules.table, state, plot, state.figures[ONE]).target == target


def test_shares_of_dice_stay_with_the_remaining_targets() -> None:
    rules = agreed()
    foes = {"E1": HERE | {"status": "killed"}, "E2": HERE, "E3": HERE}
    state = position(rules, "laying", {ONE: MAN | {"role": "squad-leader", "weapons": ("lmg",)}}, foes)
    plot = Fire(side="british", figures=(ONE,), kind="unaimed", target="E1", dice={"E1": 1, "E2": 2, "E3": 1})

    found, lost = fire._as_things_stand(rules.table, state, plot, state.figures[ONE])

    assert (found.target, dict(found.dice), len(lost)) == ("E2", {"E2": 2, "E3": 1}, 1)


def order(*figures: str, to: Spot = (2600, 1000), mode: Moving = "rush") -> SkirmishOrder:
    return Move(side="british", figures=figures, mode=mode, path=(to,))


def test_the_nearest_answer_is_that_of_the_same_men_then_of_the_nearest_place() -> None:
    rules = agreed()
    state = position(rules, "movement", {ONE: MAN}, {"E1": {"at": (2600, 1200)}})
    nearer_first = [
        order(ONE),
        order(ONE, to=(2600, 1040)),
        order(ONE, mode="stealthy"),
        order(ONE, to=(2600, 1100)),
        Fire(side="british", figures=(ONE,), kind="aimed", target="E1"),
        Look(side="british", figures=(ONE,), at=(2600, 2000)),
        Fire(side="british", figures=(ONE,), kind="aimed", target="E2"),
        order(ONE, LEADER),
        order(LEADER),
        order(LEADER, "br-s1-3"),
    ]

    gaps = [system_of(rules).advisor.measure_gap(state, order(ONE), one) for one in nearer_first]

    assert gaps == sorted(set(gaps))
    assert gaps[:4] == [0, 40, 50, 100]
