"""The position after each event: what is other than before, and that nothing else is."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import asdict, replace

from referee.packs import loading
from referee.systems.skirmish.combat import shooting
from referee.systems.skirmish.events import evolution
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import Contact, Figure, Position
from schemas.skirmish import close_events as close
from schemas.skirmish import events as happened
from schemas.skirmish.events import SkirmishEvent
from schemas.skirmish.orders import FigureRepositioned
from tests.skirmish.test_positions import agreed
from tests.skirmish.test_scripted_choices import MAN, ONE, position

TWO = "br-s1-2"
FOE = Contact("E1", "", (2600, 600), "observe", "halt", 0, "", "", "active", ("br-s1",), told=1)


@pytest.fixture(scope="module")
def crater() -> Skirmish:
    return Skirmish(loading.load("skirmish").pack, "mine-crater")


def after(rules: Skirmish, man: Mapping[str, Any], *events: SkirmishEvent) -> Figure:
    """A man after some events."""
    state = position(rules, "movement", {ONE: MAN | {"start": (2600, 300)} | man}, {})
    for event in events:
        state = evolution.evolve(rules.table, state, event)
    return state.figures[ONE]


def pin(count: int) -> close.Pinned:
    return close.Pinned(side="british", figure=ONE, pins=count)


def unpin(count: int) -> close.Unpinned:
    return close.Unpinned(side="british", figure=ONE, removed=count)


def move(*path: tuple[int, int], mode: str = "rush", posture: str = "open") -> happened.FigureMoved:
    return happened.FigureMoved(side="british", figure=ONE, mode=mode, path=path, spent=0, posture=posture)  # type: ignore[arg-type] - words of the test


CHANGES: dict[str, tuple[Mapping[str, Any], tuple[SkirmishEvent, ...], Mapping[str, Any]]] = {
    "who is pinned lies down": ({"posture": "open"}, (pin(1),), {"pins": 1, "posture": "prone"}),
    "and stays where he hides": ({"posture": "observe"}, (pin(1),), {"pins": 1}),
    "pins add up": ({"posture": "open"}, (pin(1), pin(2)), {"pins": 3, "posture": "prone"}),
    "with a pin left he lies on": ({"posture": "prone", "pins": 2}, (unpin(1),), {"pins": 1}),
    "without one he rises": ({"posture": "prone", "pins": 2}, (unpin(2),), {"pins": 0, "posture": "open"}),
    "but not from his trench": ({"posture": "observe", "pins": 1}, (unpin(1),), {"pins": 0}),
    "who goes has a way behind him": (
        {},
        (move((2600, 400), (2600, 500)),),
        {"at": (2600, 500), "mode": "rush", "way": ((2600, 300), (2600, 400)), "went": 2},
    ),
    "who goes nowhere keeps the way of before": (
        {"way": ((1, 1),), "went": 1},
        (move((2600, 300), mode="stealthy"),),
        {"mode": "stealthy"},
    ),
    "who falls back did not choose to": (
        {},
        (close.FellBack(side="british", figure=ONE, at=(2600, 200)),),
        {"at": (2600, 200), "fell_back": True, "way": ((2600, 300),), "went": 2},
    ),
    "who is placed begins there": (
        {},
        (happened.FigurePlaced(side="british", figure=ONE, at=(2600, 100), posture="observe"),),
        {"at": (2600, 100), "start": (2600, 100), "posture": "observe"},
    ),
    "who looks has looked": (
        {"looks": 1},
        (happened.Looked(side="british", figure=ONE, at=(0, 0)),),
        {"looks": 2},
    ),
    "a shot costs what is counted": (
        {"supply": {"grenade": 2, "flare": 1}},
        (happened.Shot(side="british", figure=ONE, weapon="grenade", kind="aimed", at=(0, 0)),),
        {"fired": "aimed", "supply": {"grenade": 1, "flare": 1}},
    ),
    "and not what is plenty": (
        {"supply": {"flare": 1}},
        (happened.Shot(side="british", figure=ONE, weapon="rifle", kind="unaimed", at=(0, 0)),),
        {"fired": "unaimed"},
    ),
    "a mask is put on": (
        {},
        (happened.MaskChanged(side="british", figure=ONE, worn=True),),
        {"masked": True},
    ),
    "a turn begins anew": (
        {
            "at": (2600, 500), "mode": "rush", "advanced": True, "emerged": True, "fired": "aimed",
            "fell_back": True, "looks": 2, "fought": True, "pins": 1,
        },
        (happened.TurnOpened(turn=3, first="german", light="day"),),
        {
            "start": (2600, 500), "mode": "halt", "advanced": False, "emerged": False, "fired": None,
            "fired_before": True, "fell_back": False, "looks": 0, "fought": False, "was_fighting": True,
        },
    ),
    "whoever did nothing did nothing": (
        {"fired_before": True, "was_fighting": True},
        (happened.TurnOpened(turn=3, first="german", light="day"),),
        {"fired_before": False, "was_fighting": False},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("man", "events", "changed"), CHANGES.values(), ids=CHANGES)
def test_event_changes_its_figure(
    crater: Skirmish, man: Mapping[str, Any], events: tuple[SkirmishEvent, ...], changed: Mapping[str, Any]
) -> None:
    before, found = asdict(after(crater, man)), asdict(after(crater, man, *events))

    assert {name: value for name, value in found.items() if value != before[name]} == dict(changed)


def test_figure_has_one_pin_if_pins_do_not_stack() -> None:
    assert after(agreed(pins__stack="false"), {}, pin(1), pin(2)).pins == 1


@pytest.mark.parametrize(("start", "begins"), [((2600, 300), (100, 100)), ((2600, 200), (2600, 200))])
def test_reposition_does_not_count_as_a_move(
    crater: Skirmish, start: tuple[int, int], begins: tuple[int, int]
) -> None:
    man = position(crater, "movement", {ONE: MAN | {"start": start, "way": ((1, 1),), "went": 1}}, {})

    put = FigureRepositioned(side="british", figure=ONE, at=(100, 100))
    found = evolution.evolve(crater.table, man, put).figures[ONE]

    assert (found.at, found.start, found.way, found.went) == ((100, 100), begins, (), 0)


def see(at: tuple[int, int] = (2600, 600)) -> happened.Sighted:
    return happened.Sighted(side="british", alias="E1", at=at, posture="open", mode="rush", pins=1)


SEEN: dict[str, tuple[Contact | None, happened.Sighted, Mapping[str, Any]]] = {
    "for the first time": (None, see(), {"way": (), "went": 0, "fought": 0}),
    "where he was": (
        replace(FOE, way=((1, 1),), went=1, fought=1),
        see(),
        {"way": ((1, 1),), "went": 1, "fought": 1},
    ),
    "elsewhere": (
        replace(FOE, way=((1, 1),), went=1, fought=1),
        see((2600, 900)),
        {"way": ((2600, 600),), "went": 2, "fought": 1},
    ),
}


@pytest.mark.parametrize(("known", "event", "found"), SEEN.values(), ids=SEEN)
def test_an_enemy_is_known_as_he_was_seen_last(
    crater: Skirmish, known: Contact | None, event: happened.Sighted, found: Mapping[str, Any]
) -> None:
    state = position(crater, "movement", {ONE: MAN}, {})
    if known is not None:
        state = replace(state, known={"british": {"E1": known}})

    contact = evolution.evolve(crater.table, state, event).contacts("british")["E1"]

    assert (contact.at, contact.posture, contact.mode, contact.pins, contact.told) == (
        event.at, "open", "rush", 1, 2,
    )  # fmt: skip
    assert {name: getattr(contact, name) for name in found} == dict(found)


def test_a_round_is_fought_by_both_and_each_knows_whom_he_fought(crater: Skirmish) -> None:
    state = position(crater, "melee", {ONE: MAN, TWO: MAN}, {"E1": {}, "E2": {}})
    fought = close.MeleeFought(
        side="british",
        attackers=(ONE,),
        attacker_aliases=("B1",),
        defender="",
        defender_alias="E1",
        modifiers=(0, 0),
        effects=("miss", "miss"),
    )

    found = evolution.evolve(crater.table, state, fought)

    assert [found.figures[id].fought for id in (ONE, TWO)] == [True, False]
    assert {alias: one.fought for alias, one in found.contacts("british").items()} == {"E1": 2, "E2": 0}


@pytest.mark.parametrize(
    ("mate", "served"),
    [
        ({"role": "loader", "at": (2650, 300)}, True),
        ({"role": "loader", "at": (2700, 300)}, True),
        ({"role": "loader", "at": (2701, 300)}, False),
        ({"role": "loader", "at": (2650, 300), "pins": 1}, False),
        ({"role": "trooper", "at": (2650, 300)}, False),
        ({"role": "loader", "at": (2650, 300), "status": "killed"}, False),
    ],
)
@pytest.mark.parametrize(
    ("gunner", "moved"), [({}, False), ({"mode": "rush"}, True), ({"fell_back": True}, True)]
)
def test_a_heavy_weapon_has_a_crew_and_stands_still(
    crater: Skirmish, mate: Mapping[str, Any], gunner: Mapping[str, Any], *, served: bool, moved: bool
) -> None:
    men = {ONE: MAN | {"role": "loader"} | gunner, TWO: MAN | mate}
    state = position(crater, "laying", men, {})
    table, man = crater.table, state.figures[ONE]
    weapons = {weapon.heavy: weapon for weapon in table.weapons.values()}

    found = list(shooting.object_to_heavy_weapon(table, state, man, weapons[True]))

    assert [one.fact.code for one in found] == ["moved-with-heavy-weapon"] * moved + ["no-crew"] * (
        not served
    )
    assert list(shooting.object_to_heavy_weapon(table, state, man, weapons[False])) == []


def test_a_phase_that_carries_out_orders_keeps_them(crater: Skirmish) -> None:
    state = position(crater, "plotting", {ONE: MAN}, {})
    closed = evolution.evolve(crater.table, state, happened.PlotsClosed(side="british"))

    def plans(phase: str) -> Mapping[str, Any]:
        return evolution.evolve(crater.table, closed, happened.PhaseStarted(turn=3, phase=phase)).plans  # type: ignore[arg-type] - words of the test

    assert closed.plan("british").closed
    for phase in ("opening", "artillery", "melee", "over"):
        assert plans(phase) == {}, phase
    for phase in ("movement", "laying", "firing"):
        assert plans(phase) == closed.plans, phase


def tell(state: Position) -> tuple[object, ...]:
    return state.turn, state.phase, state.step


def test_a_phase_begins_with_the_first_tier(crater: Skirmish) -> None:
    state = position(crater, "firing", {ONE: MAN}, {})
    fired = evolution.evolve(crater.table, state, happened.TierFired(tier=2))
    begun = evolution.evolve(crater.table, fired, happened.PhaseStarted(turn=3, phase="movement"))

    assert (tell(fired), tell(begun)) == ((2, "firing", 2), (3, "movement", 0))
