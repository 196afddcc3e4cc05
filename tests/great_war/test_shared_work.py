"""An audit applies each event once."""

from collections import Counter
from itertools import islice

import pytest
from msgspec.structs import replace

from referee.engine import machine
from referee.packs import loading
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.rules import GreatWar
from schemas.great_war.events import GreatWarEvent
from schemas.great_war.orders import Move
from schemas.great_war.pack import Pack
from tests.great_war.random_play import play


def open_west() -> GreatWar:
    pack = loading.load("ttlm").pack
    assert isinstance(pack, Pack)
    return GreatWar(pack, "1914")


def test_a_march_is_audited_and_followed_with_its_events_applied_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = open_west()
    worked = Counter[str]()
    honest = EventRecorder.add

    def add(course: EventRecorder, *events: GreatWarEvent) -> None:
        worked["events"] += len(events)
        honest(course, *events)

    monkeypatch.setattr(EventRecorder, "add", add)
    marches = 0
    for before, order, events, after in islice(play(rules, 1914, seasons=2), 200):
        if not isinstance(order, Move):
            continue
        marches += 1
        worked.clear()
        assert machine.audit(rules, replace(before), order, events).after == after
        assert worked["events"] == len(events)
    assert marches > 10
