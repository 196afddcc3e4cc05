"""An audit of an order that was replayed goes the same way, and works nothing out twice."""

from collections import Counter
from itertools import islice

import pytest
from msgspec.structs import replace

from referee.engine import machine
from referee.packs import loading
from referee.systems.great_war.events import evolution, expected
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.great_war.events import GreatWarEvent
from schemas.great_war.orders import Move
from schemas.great_war.pack import Pack
from tests.great_war.random_play import play


def test_a_march_that_was_replayed_is_judged_without_its_events_being_worked_out_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pack = loading.load("ttlm").pack
    assert isinstance(pack, Pack)
    rules = GreatWar(pack, "1914")
    worked = Counter[str]()
    honest = expected.expect

    def expect(position: Position, event: GreatWarEvent) -> None:
        worked["events"] += 1
        honest(position, event)

    monkeypatch.setattr(evolution, "expect", expect)
    marches = 0
    for before, order, events, _ in islice(play(rules, 1914, seasons=2), 200):
        if not isinstance(order, Move):
            continue
        marches += 1
        fresh = replace(before)
        worked.clear()
        after = machine.replay(rules, fresh, events)
        assert worked["events"] == len(events)
        assert machine.audit(rules, fresh, order, events)
        assert worked["events"] == len(events)
        assert machine.replay(rules, fresh, events) is after
    assert marches > 10
