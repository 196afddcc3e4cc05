"""What a report tells of each event, and of what changed between two positions."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec.structs import replace

from referee.packs import loading
from referee.reports.formats import plain_text
from referee.systems.skirmish.narrative import changes, digest, event_narration, situation
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import Position
from schemas.reports import Block, Document
from schemas.reports import Table as Grid
from schemas.skirmish import close_events as close
from schemas.skirmish import events as happened
from schemas.skirmish.events import SkirmishEvent
from tests.skirmish.test_scripted_choices import MAN, ONE, position
from tests.systems import language_of, system_of

CASES = yaml.safe_load((Path(__file__).parent / "prose.yaml").read_text("utf-8"))
"""Events as a journal holds them, and their prose on one line; two markers lie with the first section."""


@pytest.fixture(scope="module")
def crater() -> Skirmish:
    return Skirmish(loading.load("skirmish").pack, "mine-crater")


def print_line(blocks: tuple[Block, ...]) -> str:
    """Blocks as a text has them, on one line and without what underlines a heading."""
    if not blocks:
        return ""
    printed = plain_text.write(Document(title="T", blocks=blocks)).splitlines()[2:]
    return " ".join(word for line in printed for word in line.split() if set(word) - set(".-="))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["event"]["type"])
def test_narration_of_an_event(crater: Skirmish, case: Mapping[str, Any]) -> None:
    state = position(crater, "movement", {ONE: MAN}, {})
    state = state.with_unit(replace(state.units["br-s1"], markers=2))

    assert (
        print_line(event_narration.narrate(language_of(crater), state, crater.events.read(case["event"])))
        == case["told"]
    )


def stand(crater: Skirmish, man: Mapping[str, Any], foes: Mapping[str, Any], **more: Any) -> Position:
    state = position(crater, "movement", {ONE: MAN | man}, foes)
    markers = more.pop("markers", 0)
    return replace(state.with_unit(replace(state.units["br-s1"], markers=markers)), **more)


SAME = (
    "All in turn 2, movement. Casualties No losses. Pins and morale As before. Places No figure has moved."
    " Known enemies Nothing new is known. Points British 0."
)
THERE = {"at": (2600, 900)}

DIFFERENCES: dict[str, tuple[dict[str, Any], dict[str, Any], tuple[tuple[str, str], ...]]] = {
    "nothing": ({}, {}, ()),
    "the phase": (
        {},
        {"phase": "firing"},
        (("All in turn 2, movement", "Turn 2, movement, to turn 2, firing"),),
    ),
    "the turn": ({}, {"turn": 3}, (("All in turn 2, movement", "Turn 2, movement, to turn 3, movement"),)),
    "the deployment": (
        {"turn": 0},
        {},
        (("All in turn 2, movement", "The deployment, to turn 2, movement"),),
    ),
    "a dead man": (
        {},
        {"man": {"status": "killed", "pins": 1, "at": (1, 1)}},
        (("No losses.", "Figure Fate br-s1-1 killed"),),
    ),
    "a pin": ({}, {"man": {"pins": 1}}, (("As before.", "Who Then Now br-s1-1 no pins 1 pin"),)),
    "pins that are lost": (
        {"man": {"pins": 2}},
        {},
        (("As before.", "Who Then Now br-s1-1 2 pins no pins"),),
    ),
    "a marker": ({}, {"markers": 1}, (("As before.", "Who Then Now br-s1 no markers 1 marker"),)),
    "markers that are lost": (
        {"markers": 2},
        {},
        (("As before.", "Who Then Now br-s1 2 markers no markers"),),
    ),
    "a move": (
        {},
        {"man": {"at": (2600, 400)}},
        (("No figure has moved.", "Figure From To Posture br-s1-1 26.00,3.00 26.00,4.00"),),
    ),
    "a posture": (
        {},
        {"man": {"posture": "prone"}},
        (("No figure has moved.", "Figure From To Posture br-s1-1 26.00,3.00 26.00,3.00 prone"),),
    ),
    "a new enemy": (
        {},
        {"foes": {"E1": THERE | {"posture": "open"}}},
        (("Nothing new is known.", "Enemy Then Now E1 unknown in sight, at 26.00,9.00"),),
    ),
    "an enemy who was pinned": (
        {"foes": {"E1": THERE | {"posture": "open"}}},
        {"foes": {"E1": {"at": (2600, 800), "pins": 1}}},
        (
            (
                "Nothing new is known.",
                "Enemy Then Now E1 in sight, at 26.00,9.00 in sight, at 26.00,8.00, observe, 1 pin",
            ),
        ),
    ),
    "an enemy with a weapon": (
        {"foes": {"E1": THERE | {"posture": "open"}}},
        {"foes": {"E1": THERE | {"posture": "open", "weapon": "rifle"}}},
        (
            (
                "Nothing new is known.",
                "Enemy Then Now E1 in sight, at 26.00,9.00 in sight, at 26.00,9.00, rifle",
            ),
        ),
    ),
    "an enemy who is lost": (
        {"foes": {"E1": THERE | {"posture": "open"}}},
        {"foes": {"E1": THERE | {"posture": "open", "units": ()}}},
        (
            (
                "Nothing new is known.",
                "Enemy Then Now E1 in sight, at 26.00,9.00 last seen, at 26.00,9.00",
            ),
        ),
    ),
    "an enemy who is dead": (
        {"foes": {"E1": THERE | {"posture": "open"}}},
        {"foes": {"E1": THERE | {"status": "killed"}}},
        (
            (
                "Nothing new is known.",
                "Enemy Then Now E1 in sight, at 26.00,9.00 killed, at 26.00,9.00",
            ),
        ),
    ),
    "points": (
        {},
        {"score": {"british": 3, "german": 0}},
        (("British 0", "British 3 (+3)"),),
    ),
}


@pytest.mark.parametrize(("then", "now", "other"), DIFFERENCES.values(), ids=DIFFERENCES)
def test_report_of_changes_contains_nothing_else(
    crater: Skirmish, then: dict[str, Any], now: dict[str, Any], other: tuple[tuple[str, str], ...]
) -> None:
    def find(changed: dict[str, Any]) -> Position:
        return stand(crater, **{"man": {}, "foes": {}, **changed})

    expected = SAME
    for usual, otherwise in other:
        expected = expected.replace(usual, otherwise)

    assert print_line(changes.change(language_of(crater), find(then), find(now), "british")) == expected


REMARKS: dict[str, dict[str, Any]] = {
    "": {},
    "squad leader": {"role": "squad-leader"},
    "prone": {"posture": "prone"},
    "masked": {"masked": True},
    "fired": {"fired": "aimed"},
    "marksman": {"traits": ("marksman",)},
    "rapid fire": {"traits": ("british-1914",)},
    "gas mask": {"items": ("gas-mask",)},
}


@pytest.mark.parametrize(("said", "man"), REMARKS.items())
def test_special_facts_of_a_figure_are_remarked(crater: Skirmish, said: str, man: dict[str, Any]) -> None:
    state = stand(crater, {"posture": "open", "traits": ()} | man, {})
    (one,) = (one for one in system_of(crater).secrecy.view(state, "british").figures if one.id == ONE)

    remarks = list(situation.list_remarks(language_of(crater), one))

    assert [remark for remark in remarks if remark != "unmotivated"] == [said] * bool(said)
    assert ("unmotivated" in remarks) is (not one.motivated)


FOOT = {"side": "british", "figure": ONE}
SEEN = {"side": "british", "alias": "E1", "posture": "open", "mode": "halt"}

WAYS: dict[str, tuple[SkirmishEvent, list[tuple[str, str, list[tuple[int, int]]]]]] = {
    "a move": (
        happened.FigureMoved(**FOOT, mode="rush", path=((2600, 400), (2500, 400)), spent=0),
        [("british", "Section 1", [(2600, 300), (2600, 400), (2500, 400)])],
    ),
    "no move": (happened.FigureMoved(**FOOT, mode="rush", path=((2600, 300),), spent=0), []),
    "a step back": (
        close.FellBack(**FOOT, at=(2600, 200)),
        [("british", ONE, [(2600, 300), (2600, 200)])],
    ),
    "no step back": (close.FellBack(**FOOT, at=(2600, 300)), []),
    "an attack that was halted": (
        close.AttackHalted(**FOOT, at=(2600, 350)),
        [("british", ONE, [(2600, 300), (2600, 350)])],
    ),
    "an enemy elsewhere": (
        happened.Sighted(**SEEN, at=(2600, 900)),
        [("german", "enemy E1", [(2600, 600), (2600, 900)])],
    ),
    "an enemy where he was": (happened.Sighted(**SEEN, at=(2600, 600)), []),
    "an enemy out of sight": (happened.Sighted(**SEEN, at=(2600, 900), how="lost"), []),
    "a new enemy": (happened.Sighted(**SEEN | {"alias": "E2"}, at=(2600, 900)), []),
    "a shot": (happened.Shot(**FOOT, weapon="rifle", kind="aimed", at=(0, 0)), []),
}  # type: ignore[arg-type] # what is the same in all stands above


@pytest.mark.parametrize(("event", "ways"), WAYS.values(), ids=WAYS)
def test_movement_has_a_way(
    crater: Skirmish, event: SkirmishEvent, ways: list[tuple[str, str, list[tuple[int, int]]]]
) -> None:
    before = stand(crater, {}, {"E1": {"at": (2600, 600)}})

    found = [
        (side, who, list(path)) for (side, who, _), path in digest._ways(language_of(crater), before, event)
    ]

    assert found == ways


KILLED = close.Killed(**FOOT, at=(0, 0))
PINNED = close.Pinned(**FOOT, pins=1)
DROPPED = happened.OrderDropped(**FOOT, clause="spotting.aimed-needs-spotted", text="E1 is gone")
AT_ONCE = happened.PhaseStarted(turn=2, phase="firing")
DROPPED_TOLD = "- *br-s1-1: the order is dropped.* SK-SPT-11: E1 is gone."


def see(alias: str = "E2", **more: Any) -> happened.Sighted:
    return happened.Sighted(**SEEN | {"alias": alias, "at": (0, 0), "units": ("br-s1",)} | more)


RECAPS: dict[str, tuple[tuple[SkirmishEvent, ...], str]] = {
    "nothing": ((AT_ONCE,), ""),
    "a dead man": ((AT_ONCE, KILLED), "- *Turn 2, Firing*: British side br-s1-1 killed."),
    "a man who was pinned twice": (
        (AT_ONCE, PINNED, PINNED),
        "- *Turn 2, Firing*: British side br-s1-1 pinned.",
    ),
    "two phases": (
        (PINNED, AT_ONCE, KILLED),
        "- *Turn 2, Movement*: British side br-s1-1 pinned. - *Turn 2, Firing*: British side br-s1-1 killed.",
    ),
    "a section that runs": (
        (close.MarkerAdded(side="british", unit="br-s1", markers=2),),
        "- *Turn 2, Movement*: British side br-s1 failed a morale test.",
    ),
    "a man who gives up": (
        (close.Surrendered(**FOOT, cause="cut-off"),),
        "- *Turn 2, Movement*: British side br-s1-1 surrendered.",
    ),
    "an enemy who came in sight": ((see(),), ""),
    "an enemy who was pinned": ((see("E1", pins=1),), "- *Turn 2, Movement*: German side E1 pinned."),
    "a new enemy who is pinned": ((see(pins=1),), "- *Turn 2, Movement*: German side E2 pinned."),
    "an enemy who was pinned before": ((see("E3", pins=1),), ""),
    "an enemy who is dead": ((see("E1", status="killed"),), "- *Turn 2, Movement*: German side E1 killed."),
    "an order that was dropped": ((DROPPED,), DROPPED_TOLD),
    "four that were": ((DROPPED,) * 4, " ".join([DROPPED_TOLD] * 4)),
    "five that were": (
        (DROPPED,) * 5,
        " ".join([*[DROPPED_TOLD] * 4, "- 1 more order had no effect."]),
    ),
    "six that were": (
        (DROPPED,) * 6,
        " ".join([*[DROPPED_TOLD] * 4, "- 2 more orders had no effect."]),
    ),
}


def recount(crater: Skirmish) -> Position:
    return stand(crater, {}, {"E1": {"at": (2600, 600)}, "E3": {"at": (2600, 600), "pins": 1}})


@pytest.mark.parametrize(("events", "told"), RECAPS.values(), ids=RECAPS)
def test_recap_lists_losses_and_orders_without_effect(
    crater: Skirmish, events: tuple[SkirmishEvent, ...], told: str
) -> None:
    blocks = digest.recap(language_of(crater), recount(crater), events)

    printed = plain_text.write(Document(title="T", blocks=blocks)).splitlines()[2:]
    assert " ".join(" ".join(printed).split()) == told


def test_a_fight_at_a_glance_has_a_row_for_each_phase_and_a_column_for_each_side(crater: Skirmish) -> None:
    events = (see(), PINNED, KILLED, AT_ONCE, see("E1", status="killed"))

    paragraph, table = digest.digest(language_of(crater), recount(crater), events)

    assert print_line((paragraph,)) == "The fight at a glance:"
    assert isinstance(table, Grid)
    assert table.columns == ("Turn", "Phase", "British side", "German side")
    assert table.rows == (
        ("2", "Movement", "br-s1-1 killed; br-s1-1 pinned", "E2 in sight"),
        ("2", "Firing", "", "E1 killed"),
    )
    assert digest.digest(language_of(crater), recount(crater), (AT_ONCE,)) == ()
