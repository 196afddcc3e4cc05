"""What is filed of a turn: no copy tells one side, or a stranger, how much of it he did not see."""

import re
from collections.abc import Sequence
from typing import cast

import pytest

from referee.engine import machine
from referee.engine.system import Accepted
from referee.matches import history, visibility
from referee.matches.journal import Draft, line, reading
from referee.systems.skirmish.rules import Skirmish
from schemas.record import PUBLIC, REFEREE, Event, Side, to_data
from schemas.skirmish.events import SkirmishEvent
from tests.skirmish.random_play import play
from tests.skirmish.test_secrecy import FixedDice, at_the_first_question
from tests.systems import system_of

AT = "2026-12-01T20:00:00Z"
ZERO = "0" * 64
DIGESTS = re.compile(rb"[0-9a-f]{64}|(?<=\"salt\":\")[0-9a-f]{32}")
"""What is random in every journal: seals, commitments, salts."""


def turn(rules: Skirmish, *plots: str) -> bytes:
    """The line of the entry that carries the first movement out, after the garrison wrote these orders."""
    state = at_the_first_question(rules, moved=False)
    events: tuple[SkirmishEvent, ...] = ()
    for side, text in (("british", "done"), *(("german", plot) for plot in plots), ("german", "done")):
        (order,) = system_of(rules).notation.read(state, side, text)
        state, verdict = machine.play(rules, state, order, FixedDice())
        assert isinstance(verdict, Accepted), verdict
        events = verdict.events
    told = visibility.parts(system_of(rules), order, events)
    draft = Draft(kind="order", at=AT, side="german", public=told.public, private=told.private)
    return line.write_line(draft, 1, ZERO)


def witnessed(rules: Skirmish, events: Sequence[Event], viewer: Side) -> tuple[Event, ...]:
    """What one viewer saw of some events."""
    seen = (system_of(rules).secrecy.redact_event(cast(SkirmishEvent, event), viewer) for event in events)
    return tuple(event for event in seen if event is not None)


@pytest.mark.parametrize(
    "plots",
    [
        ("hide ge-g1-1",),
        ("observe ge-g1-1, ge-g1-2",),
        ("ge-g2-2 stealthy to 33,36.5", "hide ge-g1-1", "observe ge-g1-2"),
        ("observe ge-g1-1", "anew", "ge-g2-2 manoeuvre to 33,36.5"),
    ],
)
def test_a_copy_does_not_tell_how_much_happened_unseen(raid: Skirmish, plots: tuple[str, ...]) -> None:
    idle, busy = turn(raid), turn(raid, *plots)

    assert len(busy) != len(idle)
    for viewer in ("british", PUBLIC):
        one, two = (DIGESTS.sub(b"#", line.own_copy(whole, viewer)) for whole in (idle, busy))
        assert one == two


def test_every_viewer_reads_what_he_witnessed_in_its_order(raid: Skirmish) -> None:
    for _, order, events, _ in play(raid, 5):
        told = visibility.parts(system_of(raid), order, events)
        draft = Draft(kind="order", at=AT, public=told.public, private=told.private)
        whole = line.write_line(draft, 1, ZERO)
        assert set(told.private) == {*raid.sides, REFEREE}
        for viewer in (*raid.sides, PUBLIC, REFEREE):
            copy = reading.entry(line.own_copy(whole, viewer)[:-1], 1, ZERO)
            assert history.events_of(raid, copy) == witnessed(raid, events, viewer)
            assert history.list_events_told(raid, copy, viewer) == witnessed(raid, events, viewer)


def test_journal_with_gaps_for_unseen_events_is_still_readable(raid: Skirmish) -> None:
    """So entries were filed once: a null in the public list, and in a part the place of the null."""
    events = max((events for _, _, events, _ in play(raid, 5)), key=len)
    shown = [system_of(raid).secrecy.redact_event(event, PUBLIC) for event in events]
    own: dict[str, dict[str, object]] = {side: {} for side in raid.sides}
    for place, event in enumerate(events):
        for side in raid.sides:
            seen = system_of(raid).secrecy.redact_event(event, side)
            if seen is not None and seen != shown[place]:
                own[side][str(place)] = to_data(seen)
    whole = {str(place): to_data(event) for place, event in enumerate(events) if shown[place] != event}
    private = {**{side: {"events": told} for side, told in own.items()}, REFEREE: {"events": whole}}
    public = {"order": None, "events": [to_data(event) for event in shown]}
    raw = line.write_line(Draft(kind="order", at=AT, public=public, private=private), 1, ZERO)

    for viewer in (*raid.sides, PUBLIC, REFEREE):
        copy = reading.entry(line.own_copy(raw, viewer)[:-1], 1, ZERO)
        assert history.events_of(raid, copy) == witnessed(raid, events, viewer)
