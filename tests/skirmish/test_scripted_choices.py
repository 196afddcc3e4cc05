"""What a scripted player chooses in a position: on a bare field, to a hundredth of an inch."""

import random
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from referee.analysis import skirmish_players
from referee.analysis.skirmish_players import TEMPERS, Seat
from referee.packs import loading
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import Contact, Melee, Mission, Position
from schemas.skirmish.names import Phase, Spot
from schemas.skirmish.pack import Pack
from tests.systems import system_of

Men = Mapping[str, Mapping[str, Any]]
Foes = Mapping[str, Mapping[str, Any]]

ONE = "br-s1-1"
MAN = {"at": (2600, 300), "role": "trooper", "weapons": ("rifle",)}
"""A rifleman on open ground, far from any crater and wire."""

UNIT = ("br-s1",)


@pytest.fixture(scope="module")
def crater() -> Skirmish:
    """The race for the crater, whose middle is at 18,16."""
    pack = loading.load("skirmish").pack
    assert isinstance(pack, Pack)
    return Skirmish(pack, "mine-crater")


def elsewhere(**changes: Any) -> Skirmish:
    """The same race where the scenario is otherwise."""
    pack = loading.load("skirmish").pack
    assert isinstance(pack, Pack)
    scenario = next(one for one in pack.scenarios if one.id == "mine-crater")
    return Skirmish(pack.replace(scenarios=(scenario.model_copy(update=changes),)), "mine-crater")


def position(rules: Skirmish, phase: Phase, men: Men, foes: Foes, side: str = "british") -> Position:
    """A position in which these men alone are left, who know these enemies."""
    state = replace(rules.start(), phase=phase, turn=2)
    for figure in tuple(state.figures.values()):
        changed = men.get(figure.id, {"status": "killed"})
        state = state.with_figure(replace(figure, **changed))
    contacts = {
        alias: replace(Contact(alias, "", (0, 0), "observe", "halt", 0, "", "", "active", UNIT), **changed)
        for alias, changed in foes.items()
    }
    return replace(state, known={side: contacts})


def chosen(
    rules: Skirmish,
    state: Position,
    side: str = "british",
    purpose: skirmish_players.Purpose = skirmish_players.attack,
) -> list[list[str]]:
    """The orders that a bold player would write, each after those that he likes better."""
    seat = Seat(rules, state, side)
    return [
        [system_of(rules).notation.write(order) for order in orders]
        for orders in purpose(seat, TEMPERS["bold"], random.Random(1))
    ]


def firing(rules: Skirmish, men: Men, foes: Foes) -> list[list[str]]:
    return chosen(rules, position(rules, "laying", men, foes))


def north(inches: float) -> Spot:
    """A place so far before the one man."""
    return 2600, 300 + round(100 * inches)


BOMBER = MAN | {"weapons": ("rifle", "grenade-offensive")}
FRIEND = "br-s1-2"
AIMED, UNAIMED = f"aimed fire {ONE} at E1", f"unaimed fire {ONE} at E1"


@pytest.mark.parametrize(
    ("men", "foes", "orders"),
    [
        ({ONE: MAN}, {"E1": {"at": north(6)}}, [AIMED, UNAIMED]),
        ({ONE: MAN | {"mode": "manoeuvre"}}, {"E1": {"at": north(6)}}, [UNAIMED]),
        ({ONE: BOMBER}, {"E1": {"at": north(6)}}, ["throw", AIMED, UNAIMED]),
        ({ONE: BOMBER}, {"E1": {"at": north(6.01)}}, [AIMED, UNAIMED]),
        ({ONE: BOMBER}, {"E1": {"at": north(3)}}, [AIMED, UNAIMED]),
        ({ONE: BOMBER}, {"E1": {"at": north(3.01)}}, ["throw", AIMED, UNAIMED]),
        (
            {ONE: BOMBER, FRIEND: MAN | {"at": north(8)}},
            {"E1": {"at": north(5)}},
            [AIMED, UNAIMED],
        ),
        (
            {ONE: BOMBER, FRIEND: MAN | {"at": north(8)}},
            {"E1": {"at": north(5)}, "E2": {"at": north(8)}},
            ["throw", AIMED, UNAIMED],
        ),
        (
            {ONE: BOMBER, FRIEND: MAN | {"at": north(8)}},
            {"E1": {"at": north(5)}, "E2": {"at": north(8.01)}},
            [AIMED, UNAIMED],
        ),
        ({ONE: MAN | {"weapons": ("flamethrower",)}}, {"E1": {"at": north(6)}}, ["flame", AIMED, UNAIMED]),
        ({ONE: MAN | {"weapons": ("flamethrower",)}}, {"E1": {"at": north(6.01)}}, [AIMED, UNAIMED]),
        ({ONE: MAN}, {"E2": {"at": north(7)}, "E1": {"at": north(6)}}, [AIMED, UNAIMED]),
        ({ONE: MAN}, {"E2": {"at": north(7)}, "E1": {"at": (3300, 300)}}, [AIMED, UNAIMED]),
        ({ONE: MAN}, {"E2": {"at": north(6), "units": ("br-s2",)}, "E1": {"at": north(7)}}, [AIMED, UNAIMED]),
    ],
)  # fmt: skip
def test_a_man_fires_with_the_best_he_has_at_the_nearest_enemy_in_his_sight(
    crater: Skirmish, men: Men, foes: Foes, orders: list[str]
) -> None:
    of_one = [choices for choices in firing(crater, men, foes) if ONE in choices[0]]

    assert [[_short(order) for order in choices] for choices in of_one] == [orders]


def _short(order: str) -> str:
    """A throw or a flame by its first word; its place is that of the enemy."""
    first = order.split(maxsplit=1)[0]
    return first if first in {"throw", "flame"} else order


def test_grenade_and_flame_go_where_the_enemy_stands(crater: Skirmish) -> None:
    armed = MAN | {"weapons": ("flamethrower", "grenade-offensive")}

    (orders,) = firing(crater, {ONE: armed}, {"E1": {"at": (2700, 700)}})

    assert orders[:2] == [f"flame {ONE} to 27.00,7.00", f"throw {ONE} at 27.00,7.00 with grenade-offensive"]


@pytest.mark.parametrize(
    "otherwise", [{"pins": 1}, {"mode": "rush"}, {"fired": "aimed"}, {"status": "surrendered"}]
)
def test_a_man_who_cannot_fire_is_given_no_fire_order(crater: Skirmish, otherwise: dict[str, Any]) -> None:
    assert firing(crater, {ONE: MAN | otherwise}, {"E1": {"at": north(5)}}) == []


LOST = {"units": ()}


@pytest.mark.parametrize(
    ("weapon", "foes", "orders"),
    [
        ("rifle", {"E1": LOST | {"at": north(20)}}, []),
        ("lmg", {"E1": LOST | {"at": north(20)}}, [f"unaimed fire {ONE} at 26.00,23.00"]),
        (
            "hmg",
            {"E1": LOST | {"at": north(20)}},
            [f"beaten zone {ONE} at 26.00,23.00", f"unaimed fire {ONE} at 26.00,23.00"],
        ),
        (
            "lmg",
            {"E1": LOST | {"at": north(20)}, "E2": LOST | {"at": north(19)}},
            [f"unaimed fire {ONE} at 26.00,22.00"],
        ),
        (
            "lmg",
            {"E2": LOST | {"at": (2500, 1300)}, "E1": LOST | {"at": (2700, 1300)}},
            [f"unaimed fire {ONE} at 27.00,13.00"],
        ),
        (
            "lmg",
            {"E1": LOST | {"at": north(20)}, "E2": LOST | {"at": north(9), "status": "killed"}},
            [f"unaimed fire {ONE} at 26.00,23.00"],
        ),
        ("hmg", {}, []),
    ],
)  # fmt: skip
def test_a_man_who_sees_no_enemy_fires_a_machine_gun_at_the_last_place_where_one_was(
    crater: Skirmish, weapon: str, foes: Foes, orders: list[str]
) -> None:
    assert firing(crater, {ONE: MAN | {"weapons": (weapon,)}}, foes) == [orders]


def moving(
    rules: Skirmish, men: Men, foes: Foes, purpose: skirmish_players.Purpose = skirmish_players.attack
) -> list[list[str]]:
    return chosen(rules, position(rules, "plotting", men, foes), purpose=purpose)


@pytest.mark.parametrize(
    ("purpose", "inches", "grips"),
    [
        (skirmish_players.attack, 8.5, True),
        (skirmish_players.attack, 8.51, False),
        (skirmish_players.hold, 5, True),
        (skirmish_players.hold, 5.01, False),
    ],
)  # fmt: skip
def test_player_assaults_within_the_range_of_its_purpose(
    crater: Skirmish, purpose: skirmish_players.Purpose, inches: float, grips: bool
) -> None:
    orders = moving(crater, {ONE: MAN}, {"E1": {"at": north(inches)}}, purpose)
    y = 3 + inches

    assert ([f"manoeuvre {ONE} to 26.00,{y:.2f} contact E1"] in orders) is grips


@pytest.mark.parametrize("purpose", [skirmish_players.attack, skirmish_players.hold])
@pytest.mark.parametrize("otherwise", [{"role": "squad-leader"}, {"pins": 1}])
def test_leader_and_pinned_figure_do_not_assault(
    crater: Skirmish, purpose: skirmish_players.Purpose, otherwise: dict[str, Any]
) -> None:
    orders = moving(crater, {ONE: MAN | otherwise}, {"E1": {"at": north(2)}}, purpose)

    assert not [order for choices in orders for order in choices if "contact" in order]


@pytest.mark.parametrize("purpose", [skirmish_players.attack, skirmish_players.hold])
def test_a_man_who_fights_already_is_left_to_it(crater: Skirmish, purpose: skirmish_players.Purpose) -> None:
    state = position(crater, "plotting", {ONE: MAN}, {"E1": {"at": north(1)}})
    fought = replace(state, melees=(Melee("british", ONE, "B1", "ge-g1-1", "E1"),))

    assert [choices for choices in chosen(crater, fought, purpose=purpose) if choices] == []


@pytest.mark.parametrize(
    ("men", "away"),
    [
        ({ONE: MAN | {"weapons": ("hmg",)}}, []),
        ({ONE: MAN, FRIEND: MAN | {"at": (2700, 300), "weapons": ("hmg",)}}, []),
        ({ONE: MAN | {"pins": 1}}, []),
        ({ONE: MAN | {"at": (1800, 1600)}}, []),
        ({ONE: MAN, FRIEND: MAN | {"at": (1800, 1600)}}, [ONE]),
        ({ONE: MAN, FRIEND: MAN | {"at": (2700, 300), "pins": 2}}, [ONE]),
        ({ONE: MAN | {"weapons": ("lmg",)}, FRIEND: MAN | {"at": (2700, 300)}}, [FRIEND]),
    ],
)  # fmt: skip
def test_a_man_goes_on_unless_he_is_there_or_pinned_or_fires_a_machine_gun(
    crater: Skirmish, men: Men, away: list[str]
) -> None:
    orders = moving(crater, men, {"E1": {"at": north(20)}})

    assert [choices[0].split()[1] for choices in orders if choices] == away


def test_a_machine_gun_goes_on_while_it_sees_no_enemy(crater: Skirmish) -> None:
    orders = moving(crater, {ONE: MAN | {"weapons": ("lmg",)}}, {"E1": LOST | {"at": north(20)}})

    assert [choices[0].split()[1] for choices in orders if choices] == [ONE]


@pytest.mark.parametrize(
    ("x", "mode", "goal"),
    [(3301, "rush", "22.00,17.50"), (3300, "manoeuvre", "22.00,17.50"), (1000, "manoeuvre", "14.00,17.50")],
)
def test_a_man_rushes_as_long_as_the_ground_that_counts_is_more_than_eleven_inches_away(
    crater: Skirmish, x: int, mode: str, goal: str
) -> None:
    orders = moving(crater, {ONE: MAN | {"at": (x, 1750)}}, {})

    assert orders[0][0] == f"{mode} {ONE} to {goal}"


def test_a_way_leads_straight_or_by_the_nearest_ends_of_the_wire_or_six_inches_aside(
    crater: Skirmish,
) -> None:
    (orders,) = moving(crater, {ONE: MAN | {"at": (1900, 600)}}, {})

    ways = ["", " via 24.00,8.50", " via 12.00,8.50", " via 13.00,9.50", " via 25.00,9.50"]
    assert orders == [f"{mode} {ONE} to 18.00,13.00{way}" for mode in ("manoeuvre", "rush") for way in ways]


def test_ends_of_wire_off_the_table_do_not_count_as_gaps(crater: Skirmish) -> None:
    terrain = crater.table.scenario.terrain
    wire = terrain[3].replace(corners=((50, 800), (3500, 800), (3500, 900), (50, 900)))
    rules = elsewhere(terrain=(*terrain[:3], wire))
    seat = Seat(rules, position(rules, "plotting", {ONE: MAN}, {}), "british")

    assert seat.gaps(seat.own[0]) == ((3600, 850),)


def test_a_unit_goes_together_where_it_may_and_otherwise_man_by_man_its_leader_last(crater: Skirmish) -> None:
    near = {ONE: MAN | {"role": "squad-leader"}, FRIEND: MAN | {"at": (2700, 300)}}
    far = {ONE: MAN | {"role": "squad-leader"}, FRIEND: MAN | {"at": (200, 300)}}

    assert [[order.partition(" to ")[0] for order in choices] for choices in moving(crater, near, {})] == [
        [f"rush {ONE}, {FRIEND}"]
    ]
    assert [choices[0].partition(" to ")[0] for choices in moving(crater, far, {})] == [
        f"rush {FRIEND}",
        f"rush {ONE}",
    ]


def shells(rules: Skirmish, mission: Mission, foes: Foes, men: Men) -> list[list[str]]:
    state = replace(position(rules, "plotting", men, foes), missions={mission.id: mission})
    return [choices for choices in chosen(rules, state, purpose=skirmish_players.hold) if choices]


GUNS = Mission("guns", "british", 1)


@pytest.mark.parametrize(
    ("mission", "foes", "orders"),
    [
        (GUNS, {"E1": {"at": north(14.01)}}, [["barrage guns at 26.00,17.01"]]),
        (GUNS, {"E1": {"at": north(14)}}, []),
        (GUNS, {}, []),
        (GUNS, {"E1": {"at": north(10)}, "E2": {"at": north(20)}}, [["barrage guns at 26.00,23.00"]]),
        (replace(GUNS, left=0), {"E1": {"at": north(20)}}, []),
        (replace(GUNS, pending=(((1, 1), 3),)), {"E1": {"at": north(20)}}, []),
    ],
)
def test_shells_are_called_where_they_are_far_from_ones_own_men(
    crater: Skirmish, mission: Mission, foes: Foes, orders: list[list[str]]
) -> None:
    assert shells(crater, mission, foes, {ONE: MAN}) == orders


def test_shells_are_called_on_the_ground_that_counts_where_no_enemy_is_seen(crater: Skirmish) -> None:
    men = {ONE: MAN | {"at": (1800, 100)}}

    assert shells(crater, GUNS, {}, men) == []
    assert shells(elsewhere(depth=60), GUNS, {}, {ONE: MAN | {"at": (1800, 4000)}}) == [
        ["barrage guns at 18.00,19.00"]
    ]


def test_shells_that_would_fall_near_any_of_ones_own_men_are_not_called(crater: Skirmish) -> None:
    men = {ONE: MAN, FRIEND: MAN | {"at": north(11)}}

    assert shells(crater, GUNS, {"E1": {"at": north(20)}}, men) == []


def test_a_defender_deploys_where_he_stands_and_looks_out(crater: Skirmish) -> None:
    state = position(crater, "deployment", {ONE: MAN | {"posture": "hidden"}}, {})

    assert chosen(crater, state, purpose=skirmish_players.hold) == [[f"deploy {ONE} at 26.00,3.00 observe"]]


@pytest.mark.parametrize(("posture", "first"), [("hidden", [["observe br-s1-1"]]), ("observe", [])])
def test_a_defender_who_hides_comes_up_to_look_out(
    crater: Skirmish, posture: str, first: list[list[str]]
) -> None:
    state = position(crater, "plotting", {ONE: MAN | {"posture": posture}}, {})

    assert [choices for choices in chosen(crater, state, purpose=skirmish_players.hold) if choices] == first


def test_a_defender_fires(crater: Skirmish) -> None:
    state = position(crater, "laying", {ONE: MAN}, {"E1": {"at": north(9)}})

    assert chosen(crater, state, purpose=skirmish_players.hold) == [[AIMED, UNAIMED]]


@pytest.mark.parametrize("purpose", [skirmish_players.attack, skirmish_players.hold])
def test_a_player_who_is_asked_nothing_orders_nothing(
    crater: Skirmish, purpose: skirmish_players.Purpose
) -> None:
    state = position(crater, "morale", {ONE: MAN}, {"E1": {"at": north(9)}})

    assert chosen(crater, state, purpose=purpose) == []


def test_players_without_a_goal_move_to_the_middle_feature(
    crater: Skirmish,
) -> None:
    rules = elsewhere(victory={"british": (), "german": ()})
    state = position(crater, "plotting", {ONE: MAN}, {})

    assert Seat(rules, state, "british").objective.id == "s-stumps"
    assert Seat(crater, state, "british").objective.id == "c-mine"
    assert Seat(crater, state, "british").goal == (1800, 1600)
