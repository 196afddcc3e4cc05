"""What a side's own copy tells of a move at the table: what cannot be so, and what its reader cannot say."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from referee.engine.copy_check import CopiedMove, Judgement, ViewFact
from referee.systems.skirmish.state.position import Plan
from schemas.record import REFEREE, Side
from schemas.skirmish import events as happened
from schemas.skirmish.events import SkirmishEvent
from schemas.skirmish.names import Phase
from schemas.skirmish.orders import Concede, Done, Look, SkirmishOrder
from tests.skirmish.test_positions import agreed
from tests.skirmish.test_scripted_choices import MAN, ONE, position
from tests.systems import system_of

Plans = Mapping[Side, Plan]
Events = tuple[SkirmishEvent, ...]

ENEMY = "ge-g1-1"
MEN = {ONE: MAN, ENEMY: {"at": (2600, 2900)}}
BOTH: Plans = {"british": Plan(), "german": Plan()}
"""Both sides are asked."""
LAST: Plans = {"british": Plan(), "german": Plan(closed=True)}
CLOSED: Plans = {"british": Plan(closed=True), "german": Plan()}
NOBODY: Plans = {"british": Plan(closed=True), "german": Plan(closed=True)}

DONE, CONCEDE = Done(side="british"), Concede(side="british")
ENEMY_LOOKS = Look(side="british", figures=(ENEMY,), at=(0, 0))
"""No order of the British: the man is a German."""
CLOSING = happened.PlotsClosed(side="british")
OPENED = happened.PlotsOpened()


def begin(*phases: Phase) -> Events:
    return tuple(happened.PhaseStarted(turn=2, phase=phase) for phase in phases)


ON = (OPENED, *begin("movement", "artillery", "laying"))
"""A turn in which nobody moves, up to the next question."""

PLOTTED: dict[str, tuple[Plans, SkirmishOrder, Events, str, str]] = {
    "who closes his orders": (BOTH, DONE, (CLOSING,), "", ""),
    "who closes them and is told nothing": (BOTH, DONE, (), "1 event-missing", ""),
    "who closes them, and the enemy's are opened": (
        BOTH,
        DONE,
        (CLOSING, OPENED, *begin("movement")),
        "2 event-added",
        "0 omission-unseen",
    ),
    "who closes them last": (LAST, DONE, (CLOSING, *ON), "", "0 omission-unseen"),
    "who closes them last, and nothing comes of it": (LAST, DONE, (CLOSING,), "0 cannot-have-happened", ""),
    "who closes them last, and the turn stands still": (
        LAST,
        DONE,
        (CLOSING, *ON[:-1]),
        "0 cannot-have-happened",
        "0 omission-unseen",
    ),
    "who closes them twice": (CLOSED, DONE, (CLOSING,), "0 cannot-have-happened", ""),
    "who gives up": (BOTH, CONCEDE, begin("over"), "", "0 omission-unseen"),
    "who gives up, and it is not over": (BOTH, CONCEDE, (), "0 cannot-have-happened", ""),
    "who gives up when he is not asked": (CLOSED, CONCEDE, begin("over"), "", "0 omission-unseen"),
    "who gives up, and the turn goes on": (
        LAST,
        CONCEDE,
        (CLOSING, *ON),
        "0 cannot-have-happened",
        "0 omission-unseen, 1 enemy-unseen",
    ),
    "who orders a man of the enemy": (BOTH, ENEMY_LOOKS, (), "1 event-missing", "0 enemy-unseen"),
}

BY_TURNS: dict[str, tuple[Plans, SkirmishOrder, Events, str, str]] = {
    "who closes his orders": (BOTH, DONE, (CLOSING,), "", ""),
    "who closes them, and the turn goes on": (BOTH, DONE, (CLOSING, *ON), "", "0 omission-unseen"),
    "who closes them twice": (CLOSED, DONE, (CLOSING,), "", "0 enemy-unseen"),
    "who gives up, and it is not over": (BOTH, CONCEDE, (), "", ""),
}
"""Which units the enemy has moved decides who is asked: his opponent cannot say."""


def judge(
    plans: Plans, order: SkirmishOrder | None, events: Events, author: Side, *, live: bool
) -> Judgement:
    rules = agreed(turns__alternation="live" if live else "plotted")
    state = replace(position(rules, "plotting", MEN, {}), plans=plans)
    return system_of(rules).secrecy.judge_seen(state, CopiedMove("british", author, order, events, 3, 3))


def write(judgement: Judgement) -> tuple[str, str]:
    wrong, unjudged = (
        ", ".join(f"{one.number} {one.said.fact.code}" for one in found)
        for found in (judgement.wrong, judgement.unjudged)
    )
    return wrong, unjudged


@pytest.mark.parametrize(("plans", "order", "events", "wrong", "unjudged"), PLOTTED.values(), ids=PLOTTED)
def test_each_side_knows_when_a_plotted_turn_continues(
    plans: Plans, order: SkirmishOrder, events: Events, wrong: str, unjudged: str
) -> None:
    assert write(judge(plans, order, events, "british", live=False)) == (wrong, unjudged)


@pytest.mark.parametrize(("plans", "order", "events", "wrong", "unjudged"), BY_TURNS.values(), ids=BY_TURNS)
def test_side_cannot_judge_the_enemy_in_live_play(
    plans: Plans, order: SkirmishOrder, events: Events, wrong: str, unjudged: str
) -> None:
    assert write(judge(plans, order, events, "british", live=True)) == (wrong, unjudged)


UNREAD: dict[str, tuple[Plans, Side, Events, str, str]] = {
    "an enemy who is asked": (BOTH, "german", (), "", "0 order-unseen"),
    "an enemy, and what came of it": (
        BOTH,
        "german",
        ON[:2],
        "",
        "0 order-unseen, 1 order-unseen, 2 order-unseen",
    ),
    "the moderator, while both are asked": (BOTH, REFEREE, ON[:1], "", "0 order-unseen, 1 order-unseen"),
    "the moderator, who does nothing": (BOTH, REFEREE, (), "", ""),
    "the moderator, when all orders are closed": (NOBODY, REFEREE, ON, "", "0 omission-unseen"),
    "the moderator, who lets the turn stand": (
        NOBODY,
        REFEREE,
        ON[:1],
        "0 cannot-have-happened",
        "0 omission-unseen",
    ),
}


@pytest.mark.parametrize(("plans", "author", "events", "wrong", "unjudged"), UNREAD.values(), ids=UNREAD)
def test_an_order_that_is_not_read_is_not_judged_unless_none_was_needed(
    plans: Plans, author: Side, events: Events, wrong: str, unjudged: str
) -> None:
    assert write(judge(plans, None, events, author, live=False)) == (wrong, unjudged)


def test_first_illegal_event_is_named() -> None:
    judgement = judge(BOTH, DONE, (CLOSING, OPENED, *begin("movement")), "british", live=False)

    (one,) = judgement.wrong
    assert one.said.fact is ViewFact.EVENT_ADDED
    assert dict(one.said.parameters) == {"number": 2, "type": "plots-opened"}
