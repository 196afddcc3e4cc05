"""What an order is about, on whose orders it counts, how near it is to another, and what its parts are."""

from typing import Any

import pytest
from msgspec.structs import replace

from referee.systems.faces import UNREAD
from referee.systems.skirmish.flow import order_scope
from schemas.answers.orders import OrderParts
from schemas.skirmish.orders import (
    Adopt,
    Anew,
    Barrage,
    BeatenZone,
    BreakOff,
    Closing,
    Concede,
    Deploy,
    Done,
    Exchange,
    Fire,
    Flame,
    Look,
    Move,
    Reaction,
    Reposition,
    SkirmishOrder,
    Throw,
)
from tests.skirmish.test_positions import agreed
from tests.skirmish.test_scripted_choices import MAN, ONE, position
from tests.systems import system_of

TWO, THREE, OTHERS, CHIEF, FOE = "br-s1-2", "br-s1-3", "br-s2-1", "br-hq-1", "ge-g1-1"
MEN: dict[str, dict[str, Any]] = {
    ONE: MAN,
    TWO: MAN | {"at": (3201, 300), "role": "squad-leader"},
    THREE: MAN | {"at": (2600, 900)},
    OTHERS: MAN | {"at": (2600, 1500), "role": "squad-leader"},
    CHIEF: MAN | {"at": (300, 3000), "role": "platoon-commander"},
    FOE: MAN | {"at": (2600, 2100)},
}
"""A man whose squad leader is just too far away; friends and an enemy stand in a row before him."""

BRITISH: dict[str, Any] = {"side": "british"}


def walk(*figures: str, to: int) -> Move:
    return Move(**BRITISH, figures=figures, mode="manoeuvre", path=((3000, 300), (2600, to)))


ABOUT: dict[str, tuple[SkirmishOrder, set[str]]] = {
    "nothing, when all is said": (Done(**BRITISH), set()),
    "nothing, when it begins anew": (Anew(**BRITISH), set()),
    "nothing, who gives up": (Concede(**BRITISH), set()),
    "a battery": (Barrage(**BRITISH, mission="battery", aim=(0, 0)), {"battery"}),
    "a unit that reacts": (Reaction(**BRITISH, unit="br-s1"), {"br-s1"}),
    "a unit at the end of a turn": (Closing(**BRITISH, unit="br-s1"), {"br-s1"}),
    "a figure that is put elsewhere": (
        Reposition(side="referee", of="british", figure=ONE, at=(0, 0)),
        {ONE},
    ),
    "a figure that another stands for": (
        Exchange(side="referee", of="british", figure=ONE, other=TWO),
        {ONE},
    ),
    "all who fire": (Fire(**BRITISH, figures=(ONE, THREE), kind="aimed", target="c01"), {ONE, THREE}),
    "who hides": (Adopt(**BRITISH, figures=(ONE,), posture="hidden"), {ONE}),
    "who leaves a melee": (BreakOff(**BRITISH, figure=ONE, path=((2600, 900),)), {ONE}),
}
"""Orders that count on no other."""


@pytest.mark.parametrize(("order", "about"), ABOUT.values(), ids=ABOUT)
def test_an_order_is_about_who_carries_it_out(order: SkirmishOrder, about: set[str]) -> None:
    rules = agreed()

    assert order_scope.list_stakes(rules.table, position(rules, "plotting", MEN, {}), order) == about


COUNTS: dict[str, tuple[SkirmishOrder, dict[str, dict[str, Any]], set[str]]] = {
    "on his leaders, who is far from them": (walk(ONE, to=5000), {}, {TWO, CHIEF}),
    "on nobody, whose leader is near": (walk(ONE, to=5000), {TWO: {"at": (3200, 300)}}, set()),
    "on a friend whose place he takes": (walk(ONE, to=900), {}, {TWO, CHIEF, THREE}),
    "on one whom he would touch": (walk(ONE, to=999), {}, {TWO, CHIEF, THREE}),
    "on none whom he stays clear of": (walk(ONE, to=1000), {}, {TWO, CHIEF}),
    "on a friend of another unit": (walk(ONE, to=1500), {}, {TWO, CHIEF, OTHERS}),
    "on no enemy": (walk(ONE, to=2100), {}, {TWO, CHIEF}),
    "on none who is gone": (walk(ONE, to=900), {THREE: {"status": "killed"}}, {TWO, CHIEF}),
    "on none who goes with him": (walk(ONE, THREE, to=900), {}, {TWO, CHIEF, OTHERS}),
    "on none of those who go together under their leader": (
        walk(ONE, THREE, to=900),
        {TWO: {"at": (2900, 600)}, OTHERS: {"status": "killed"}},
        set(),
    ),
    "on nobody for a man who is not there": (walk("nobody", to=900), {}, set()),
    "on leaders, and not on himself": (walk(TWO, to=5000), {TWO: {"pins": 1}}, {CHIEF}),
    "on who stands where he is put": (
        Deploy(**BRITISH, figure=ONE, at=(2600, 900), posture="open"),
        {},
        {THREE},
    ),
    "on nobody where he is put alone": (Deploy(**BRITISH, figure=ONE, at=(0, 0), posture="open"), {}, set()),
    "on nobody for a man of the enemy": (walk(FOE, to=900), {}, set()),
    "on nobody for one who is gone": (walk(ONE, to=900), {ONE: {"status": "killed"}}, set()),
}


@pytest.mark.parametrize(("order", "otherwise", "others"), COUNTS.values(), ids=COUNTS)
def test_order_depends_on_other_orders(
    order: Any, otherwise: dict[str, dict[str, Any]], others: set[str]
) -> None:
    rules = agreed(motivation__pinned_leader_counts="false")
    men = {id: man | otherwise.get(id, {}) for id, man in MEN.items()}
    own = set(getattr(order, "figures", ())) or {order.figure}

    found = order_scope.list_stakes(rules.table, position(rules, "plotting", men, {}), order)

    assert found == own | others | ({UNREAD} if others else set())


MAN_APART, NOWHERE = 100_000, 99_999
"""What counts for each figure that only one of two orders is for, and where one of them leads nowhere."""

WALK = walk(ONE, to=900)
GAPS: dict[str, tuple[SkirmishOrder, SkirmishOrder, int]] = {
    "the same way": (WALK, WALK, 0),
    "a way and another man's": (WALK, walk(TWO, to=900), 2 * MAN_APART),
    "a way and that of two": (WALK, walk(ONE, TWO, to=900), MAN_APART),
    "a way and a rush": (WALK, WALK.replace(mode="rush"), 50),
    "a look and a way": (Look(**BRITISH, figures=(ONE,), at=(2600, 2000)), WALK, 1100),
    "a way and a look": (WALK, Look(**BRITISH, figures=(ONE,), at=(2600, 2000)), 1100),
    "a look for an enemy": (Look(**BRITISH, figures=(ONE,), target="c01"), WALK, 1200),
    "a look for one who is not known": (Look(**BRITISH, figures=(ONE,), target="c09"), WALK, NOWHERE),
    "fire at an enemy": (Fire(**BRITISH, figures=(ONE,), kind="aimed", target="c01"), WALK, 1200),
    "fire at a place": (Fire(**BRITISH, figures=(ONE,), kind="unaimed", point=(2600, 1000)), WALK, 100),
    "a place to begin": (Deploy(**BRITISH, figure=ONE, at=(2600, 800), posture="open"), WALK, 100),
    "a way out": (BreakOff(**BRITISH, figure=ONE, path=((0, 0), (2600, 890))), WALK, 10),
    "a bomb": (Throw(**BRITISH, figure=ONE, grenade="g", burst=(2600, 901)), WALK, 1),
    "a jet": (Flame(**BRITISH, figure=ONE, to=(2600, 902)), WALK, 2),
    "a beaten zone": (BeatenZone(**BRITISH, figure=ONE, centre=(2600, 903)), WALK, 3),
    "two words": (Done(**BRITISH), Anew(**BRITISH), NOWHERE),
    "a word and a way": (Done(**BRITISH), WALK, MAN_APART + NOWHERE),
    "shells": (Barrage(**BRITISH, mission="b", aim=(0, 0)), Barrage(**BRITISH, mission="b", aim=(0, 7)), 7),
    "shells of two batteries": (
        Barrage(**BRITISH, mission="b", aim=(0, 0)),
        Barrage(**BRITISH, mission="c", aim=(0, 0)),
        2 * MAN_APART,
    ),
    "standing orders of one unit": (
        Reaction(**BRITISH, unit="br-s1"),
        Closing(**BRITISH, unit="br-s1"),
        NOWHERE,
    ),
    "standing orders of two": (
        Reaction(**BRITISH, unit="br-s1"),
        Closing(**BRITISH, unit="br-s2"),
        2 * MAN_APART + NOWHERE,
    ),
    "amendments of one figure": (
        Exchange(side="referee", of="british", figure=ONE, other=TWO),
        Reposition(side="referee", of="british", figure=ONE, at=(0, 0)),
        NOWHERE,
    ),
    "amendments of two": (
        Exchange(side="referee", of="british", figure=ONE, other=TWO),
        Exchange(side="referee", of="british", figure=TWO, other=ONE),
        2 * MAN_APART + NOWHERE,
    ),
}


@pytest.mark.parametrize(("wanted", "answer", "gap"), GAPS.values(), ids=GAPS)
def test_two_orders_are_apart_by_their_figures_and_by_where_they_lead(
    wanted: SkirmishOrder, answer: SkirmishOrder, gap: int
) -> None:
    state = position(agreed(), "plotting", MEN, CONTACTS)

    assert order_scope.measure_gap(state, wanted, answer) == gap


CONTACTS = {"c01": {"at": (2600, 2100)}}
AT = (700, 800)
PARTS: dict[str, tuple[SkirmishOrder, tuple[str, str, Any, Any, bool]]] = {
    "the word that closes": (Done(**BRITISH), ("done", "", "", "", True)),
    "a way": (walk(ONE, THREE, to=900), ("move", ONE, (2600, 300), (2600, 900), False)),
    "a way out": (
        BreakOff(**BRITISH, figure=ONE, path=((1, 2), AT)),
        ("break-off", ONE, (2600, 300), AT, False),
    ),
    "a place to begin": (
        Deploy(**BRITISH, figure=ONE, at=AT, posture="open"),
        ("deploy", ONE, (2600, 300), AT, False),
    ),
    "a look around": (Look(**BRITISH, figures=(ONE,), at=AT), ("look", ONE, (2600, 300), AT, False)),
    "a look for an enemy": (
        Look(**BRITISH, figures=(ONE,), target="c01"),
        ("look", ONE, (2600, 300), "c01", False),
    ),
    "fire at an enemy": (
        Fire(**BRITISH, figures=(ONE,), kind="aimed", target="c01"),
        ("fire", ONE, (2600, 300), "c01", False),
    ),
    "fire at a place": (
        Fire(**BRITISH, figures=(ONE,), kind="unaimed", point=AT),
        ("fire", ONE, (2600, 300), AT, False),
    ),
    "a bomb": (Throw(**BRITISH, figure=ONE, grenade="g", burst=AT), ("throw", ONE, (2600, 300), AT, False)),
    "a jet": (Flame(**BRITISH, figure=ONE, to=AT), ("flame", ONE, (2600, 300), AT, False)),
    "a beaten zone": (
        BeatenZone(**BRITISH, figure=ONE, centre=AT),
        ("beaten-zone", ONE, (2600, 300), AT, False),
    ),
    "shells": (Barrage(**BRITISH, mission="b", aim=AT), ("barrage", "b", "", AT, False)),
    "a standing order": (Reaction(**BRITISH, unit="br-s1"), ("reaction", "br-s1", "", "", False)),
    "a posture": (Adopt(**BRITISH, figures=(ONE,), posture="open"), ("posture", ONE, (2600, 300), "", False)),
}


@pytest.mark.parametrize(("order", "parts"), PARTS.values(), ids=PARTS)
def test_an_order_falls_into_who_does_what_from_where_to_where(
    order: SkirmishOrder, parts: tuple[str, str, Any, Any, bool]
) -> None:
    rules = agreed()
    verb, piece, start, to, default = parts

    found = system_of(rules).advisor.dissect(position(rules, "plotting", MEN, CONTACTS), order)

    assert found == OrderParts(verb=verb, piece=piece, start=start, to=to, default=default)


def test_a_man_who_runs_counts_on_no_leader_where_flight_needs_none() -> None:
    rules = agreed(motivation__flight_needs_motivation="false")
    state = position(rules, "plotting", MEN, {})
    fleeing = state.with_unit(replace(state.units["br-s1"], markers=2))

    assert order_scope.list_stakes(rules.table, fleeing, walk(ONE, to=5000)) == {ONE}
