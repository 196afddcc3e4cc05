"""What speaks against who fires, and whom flight carries where."""

from typing import Any

import pytest
from msgspec.structs import replace

from referee.systems.skirmish.combat import close_combat, morale, shooting
from referee.systems.skirmish.combat.shooting import object_to_firer
from referee.systems.skirmish.events.evolution import EventRecorder
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import Melee, Position
from schemas.skirmish.events import OrderPlotted
from schemas.skirmish.orders import Fire, Flame, Move, Reaction
from tests.skirmish.test_positions import agreed
from tests.skirmish.test_scripted_choices import MAN, ONE, position


def react(shoot: Any) -> Reaction:
    return Reaction(side="british", unit="br-s1", shoot=shoot)


LEADER = MAN | {"role": "squad-leader"}
MEETS = {
    "as attacker": Melee("british", ONE, "", "", "c01"),
    "as defender": Melee("german", "", "c01", ONE, ""),
}


def stand(rules: Skirmish, man: dict[str, Any], markers: int = 0, melee: str = "") -> Position:
    state = position(rules, "laying", {ONE: LEADER | man}, {})
    state = state.with_unit(replace(state.units["br-s1"], markers=markers))
    return replace(state, melees=(MEETS[melee],)) if melee else state


AGAINST: dict[str, tuple[dict[str, Any], int, str, list[str]]] = {
    "nothing": ({}, 0, "", []),
    "one marker": ({}, 1, "", []),
    "two markers": ({}, 2, "", ["failed-twice"]),
    "a pin": ({"pins": 1}, 0, "", ["pinned"]),
    "a head that is down": ({"posture": "hidden"}, 0, "", ["head-down"]),
    "no leader": ({"role": "trooper"}, 0, "", ["no-leader-left"]),
    "a shot at an attacker": ({"fired": "aimed"}, 0, "", ["fired-at-attacker"]),
    "stealth": ({"mode": "stealthy"}, 0, "", ["moved-stealthily"]),
    "a rush": ({"mode": "rush"}, 0, "", ["rushed"]),
    "an assault": ({"mode": "assault"}, 0, "", []),
    "a man whom he attacks": ({}, 0, "as attacker", ["in-contact"]),
    "a man who attacks him": ({}, 0, "as defender", []),
    "a melee of last turn": ({"was_fighting": True}, 0, "", ["fought-last-turn"]),
    "a melee of last turn that goes on": ({"was_fighting": True}, 0, "as defender", ["fought-last-turn"]),
    "all at once": (
        {"pins": 1, "mode": "rush", "fired": "aimed"},
        2,
        "",
        ["failed-twice", "pinned", "fired-at-attacker", "rushed"],
    ),
}


@pytest.mark.parametrize(("man", "markers", "melee", "codes"), AGAINST.values(), ids=AGAINST)
def test_objections_to_a_firer(man: dict[str, Any], markers: int, melee: str, codes: list[str]) -> None:
    rules = agreed()
    state = stand(rules, man, markers, melee)

    held = object_to_firer(rules.table, state, state.figures[ONE])

    assert [one.fact.code for one in held] == codes


def test_options_may_free_a_shot_and_bind_who_was_contacted() -> None:
    free, bound = agreed(shooting__reaction_uses_shot="false"), agreed(shooting__contacted_fires="false")
    shot, met = stand(free, {"fired": "aimed"}), stand(bound, {}, melee="as defender")

    assert list(object_to_firer(free.table, shot, shot.figures[ONE])) == []
    assert [one.fact.code for one in object_to_firer(bound.table, met, met.figures[ONE])] == ["in-contact"]


ENEMY = "ge-hq-1"
"""The man who comes for him, three inches away on open ground."""

ANSWERS: dict[str, tuple[dict[str, Any], dict[str, Any], Reaction | None, str, str | None]] = {
    "with his rifle": ({}, {}, None, "assault", "rifle"),
    "with the first weapon that is fired": (
        {"weapons": ("grenade-offensive", "lmg", "rifle")}, {}, None, "assault", "lmg",
    ),
    "not with a grenade": ({"weapons": ("grenade-offensive",)}, {}, None, "assault", None),
    "not with what he has spent": ({"supply": {"rifle": 0}}, {}, None, "assault", None),
    "with the last that he has": ({"supply": {"rifle": 1}}, {}, None, "assault", "rifle"),
    "not after a move": ({"mode": "manoeuvre"}, {}, None, "assault", None),
    "not when he is pinned": ({"pins": 1}, {}, None, "assault", None),
    "not at whom he cannot see": ({}, {"at": (2600, 3500)}, None, "assault", None),
    "not where that is ordered": ({}, {}, react("never"), "assault", None),
    "at an assault where that is ordered": ({}, {}, react("assault-only"), "assault", "rifle"),
    "at nothing else where that is ordered": ({}, {}, react("assault-only"), "rush", None),
    "at all where that is ordered": ({}, {}, react("always"), "rush", "rifle"),
}  # fmt: skip


@pytest.mark.parametrize(("man", "foe", "reaction", "mode", "weapon"), ANSWERS.values(), ids=ANSWERS)
def test_attacked_figure_fires_at_its_attacker(
    man: dict[str, Any], foe: dict[str, Any], reaction: Reaction | None, mode: Any, weapon: str | None
) -> None:
    rules = agreed()
    foes = {"at": (2600, 600), "posture": "open", "status": "active"} | foe
    state = position(rules, "movement", {ONE: LEADER | {"posture": "open"} | man, ENEMY: foes}, {})
    state = state.with_unit(replace(state.units["br-s1"], reaction=reaction))
    order = Move(side="german", figures=(ENEMY,), mode=mode, path=((2600, 300),), contact="c01")

    found = close_combat._answering(rules.table, state, state.figures[ENEMY], state.figures[ONE], order)

    assert (found.id if found else None) == weapon


def fire(kind: Any = "aimed", **more: Any) -> Fire:
    return Fire(side="british", figures=(ONE,), kind=kind, **more)


SHOTS: dict[str, tuple[Fire, dict[str, Any], list[str]]] = {
    "at an enemy in sight": (fire(target="c01"), {}, []),
    "at nothing": (fire(), {}, ["no-target"]),
    "at nothing, unaimed": (fire("unaimed"), {}, ["no-target"]),
    "at a place, unaimed": (fire("unaimed", point=(2600, 600)), {}, []),
    "after a manoeuvre": (fire(target="c01"), {"mode": "manoeuvre"}, ["manoeuvred-and-aims"]),
    "unaimed after a manoeuvre": (fire("unaimed", target="c01"), {"mode": "manoeuvre"}, []),
    "rapidly, by one who never learnt it": (
        fire("unaimed", target="c01", rapid=True),
        {},
        ["not-trained-to-rapid-fire"],
    ),
    "rapidly, by one who did": (
        fire("unaimed", target="c01", rapid=True),
        {"traits": frozenset({"british-1914"})},
        [],
    ),
    "rapidly, with no rifle": (
        fire("unaimed", target="c01", rapid=True),
        {"traits": frozenset({"british-1914"}), "weapons": ("lmg",)},
        ["not-trained-to-rapid-fire"],
    ),
}


@pytest.mark.parametrize(("order", "man", "codes"), SHOTS.values(), ids=SHOTS)
def test_objections_to_a_shot(order: Fire, man: dict[str, Any], codes: list[str]) -> None:
    rules = agreed()
    state = position(rules, "laying", {ONE: LEADER | man}, {"c01": {"at": (2600, 600), "posture": "open"}})

    assert [one.fact.code for one in rules.objections(state, order)] == codes


CARRIED = ("rifle", "grenade-offensive", "flamethrower", "hmg")


@pytest.mark.parametrize(
    ("weapons", "found"), [(CARRIED, "flamethrower"), (("rifle",), None), (("flamethrower",), "flamethrower")]
)
def test_a_jet_needs_its_weapon(weapons: tuple[str, ...], found: str | None) -> None:
    rules = agreed()
    state = stand(rules, {"weapons": weapons})

    weapon = shooting.weapon_of(rules.table, Flame(side="british", figure=ONE, to=(0, 0)), state.figures[ONE])

    assert (weapon.id if weapon else None) == found


FLIGHTS: dict[str, tuple[dict[str, str], int, dict[str, Any], str, tuple[int, int] | None]] = {
    "away from the enemy who is near": ({}, 2, {"c01": {"at": (2600, 900)}}, "", (2600, 2500)),
    "away from the nearest": (
        {},
        2,
        {"c01": {"at": (2600, 2000)}, "c02": {"at": (2000, 1000)}},
        "",
        (3600, 1000),
    ),
    "to the edge where nobody is seen": ({}, 2, {}, "", (2600, 0)),
    "nowhere with one marker": ({}, 1, {}, "", None),
    "nowhere in a melee": ({}, 2, {}, "as defender", None),
    "nowhere where a player decides": ({"morale__flight_compulsory": "false"}, 2, {}, "", None),
}


@pytest.mark.parametrize(("agreement", "markers", "foes", "melee", "goal"), FLIGHTS.values(), ids=FLIGHTS)
def test_troops_that_failed_twice_run(
    agreement: dict[str, str], markers: int, foes: dict[str, Any], melee: str, goal: tuple[int, int] | None
) -> None:
    rules = agreed(**{"morale__flight_compulsory": "true", **agreement})
    seen = position(rules, "plotting", {}, foes).known
    state = replace(stand(rules, {"at": (2600, 1000)}, markers, melee), known=seen)
    course = EventRecorder(rules.table, state, str)

    morale.compel_flight(course)

    rush = goal and Move(side="british", figures=(ONE,), mode="rush", path=(goal,))
    assert list(course.events) == ([OrderPlotted(side="british", order=rush)] if rush else [])
