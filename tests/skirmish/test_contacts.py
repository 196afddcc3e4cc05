"""What speaks against a move into contact when it is written."""

from typing import Any

import pytest
from msgspec.structs import replace

from referee.systems.skirmish.combat import close_combat
from referee.systems.skirmish.facts import targets
from referee.systems.skirmish.state.position import Melee, Plan
from schemas.skirmish.orders import Look, Move, Plot
from tests.skirmish.test_positions import agreed
from tests.skirmish.test_scripted_choices import MAN, ONE, position
from tests.systems import language_of

TWO, THREE = "br-s1-2", "br-s1-3"
MEN = dict.fromkeys((ONE, TWO, THREE), MAN)


def attack(*figures: str, at: str = "c01", **more: Any) -> Move:
    order = Move(side="british", figures=figures, mode="assault", path=((2600, 600),), contact=at)
    return order.replace(**more)


def met(alias: str, side: str = "british") -> Melee:
    return Melee(side, TWO, "", "", alias)


TOO_MANY = ["too-many-attackers"]
CASES: dict[str, tuple[Move, dict[str, Any], tuple[Melee, ...], tuple[Plot, ...], list[str]]] = {
    "an assault": (attack(ONE), {}, (), (), []),
    "a manoeuvre": (attack(ONE, mode="manoeuvre"), {}, (), (), []),
    "no contact": (attack(ONE, mode="rush", contact=None), {}, (), (), []),
    "a rush": (attack(ONE, mode="rush"), {}, (), (), ["rush-into-contact"]),
    "stealth": (attack(ONE, mode="stealthy"), {}, (), (), ["stealth-into-contact"]),
    "a crooked way": (attack(ONE, path=((1, 1), (2600, 600))), {}, (), (), ["crooked-contact"]),
    "an enemy who is unknown": (attack(ONE, at="c09"), {}, (), (), ["enemy-unseen"]),
    "an enemy out of sight": (attack(ONE), {"units": ()}, (), (), ["enemy-unseen"]),
    "an enemy who is dead": (attack(ONE), {"status": "killed"}, (), (), ["enemy-unseen"]),
    "two at once": (attack(ONE, TWO), {}, (), (), []),
    "three at once": (attack(ONE, TWO, THREE), {}, (), (), TOO_MANY),
    "a second beside one who fights": (attack(ONE), {}, (met("c01"),), (), []),
    "a third beside two who fight": (attack(ONE), {}, (met("c01"), met("c01")), (), TOO_MANY),
    "beside two who fight another": (attack(ONE), {}, (met("c02"), met("c02")), (), []),
    "beside two whom he attacks": (attack(ONE), {}, (met("c01", "german"), met("c01", "german")), (), []),
    "beside two who are to come": (attack(ONE), {}, (), (attack(TWO, THREE),), TOO_MANY),
    "beside one who is to come": (attack(ONE), {}, (), (attack(TWO),), []),
    "beside two who are to come to another": (attack(ONE), {}, (), (attack(TWO, THREE, at="c02"),), []),
    "beside one who looks": (
        attack(ONE), {}, (met("c01"),), (Look(side="british", figures=(TWO,), target="c01"),), [],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("order", "foe", "melees", "plots", "codes"), CASES.values(), ids=CASES)
def test_objections_to_a_move_into_contact(
    order: Move, foe: dict[str, Any], melees: tuple[Melee, ...], plots: tuple[Plot, ...], codes: list[str]
) -> None:
    rules = agreed()
    state = position(rules, "plotting", MEN, {"c01": {"at": (2600, 600)} | foe, "c02": {"at": (2500, 600)}})
    state = replace(state, melees=melees, plans={"british": Plan(plots)})

    assert [one.fact.code for one in close_combat.contact_objections(rules.table, state, order)] == codes


SEEN: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a rifleman": ({"weapon": "rifle"}, {"weapons": ("rifle",)}),
    "one whose weapon nobody saw": ({}, {"weapons": ()}),
    "one who was seen to rush this turn": ({"mode": "rush", "told": 2}, {"mode": "rush"}),
    "one who was seen to rush before": ({"mode": "rush", "told": 1}, {"mode": "halt"}),
    "one who fought the turn before": ({"fought": 1}, {"was_fighting": True}),
    "one who fought this turn": ({"fought": 2}, {"was_fighting": False}),
    "one who was never seen to fight": ({}, {"was_fighting": False}),
    "a veteran": ({"quality": "veteran"}, {"unit": "ge-hq"}),
    "a regular": ({"quality": "regular"}, {"unit": "ge-g1"}),
    "one of a quality that nobody has": ({"quality": "green"}, {"unit": "ge-hq"}),
    "one who is pinned": ({"pins": 2, "status": "active"}, {"pins": 2, "status": "active"}),
}
"""An enemy as he was seen until turn 2, and what is taken of him."""


@pytest.mark.parametrize(("seen", "taken"), SEEN.values(), ids=SEEN)
def test_unnamed_enemy_is_judged_by_its_known_facts(seen: dict[str, Any], taken: dict[str, Any]) -> None:
    rules = agreed()
    state = position(rules, "laying", {ONE: MAN}, {"E1": {"at": (2600, 600)} | seen})
    enemy = targets.find_enemy(rules.table, state, "british", state.known["british"]["E1"])

    assert (enemy.id, enemy.side, enemy.at) == ("E1", "german", (2600, 600))
    assert {name: getattr(enemy, name) for name in taken} == taken


def say(order: Move) -> list[str]:
    rules = agreed()
    state = position(rules, "plotting", {ONE: MAN}, {"c03": {"at": (2600, 900)}})
    return [str(language_of(rules).word(one)) for one in rules.objections(state, order)]


def test_a_move_into_contact_is_refused_with_the_name_of_that_enemy() -> None:
    told = say(attack(ONE, contact=None, mode="rush", path=((2600, 850),)))

    assert any(f"contact with c03 (to attack, write `assault {ONE} contact c03`" in one for one in told)


def test_a_move_against_an_unknown_enemy_is_refused_for_that_reason_alone() -> None:
    assert say(attack(ONE, at="c09", path=((-9999, 0),))) == [
        "none of your units sees an enemy c09 (spot it first)"
    ]
