"""What was worked out or judged a moment ago is not worked out or judged again."""

from collections import Counter
from itertools import islice
from typing import NoReturn

import pytest
from msgspec.structs import replace

from referee.engine import machine
from referee.packs import loading
from referee.systems.great_war.events import evolution, expected
from referee.systems.great_war.flow import agenda
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.great_war.events import GreatWarEvent
from schemas.great_war.orders import Move, Pass
from schemas.great_war.pack import Pack
from tests.great_war.random_play import play


def open_west() -> GreatWar:
    pack = loading.load("ttlm").pack
    assert isinstance(pack, Pack)
    return GreatWar(pack, "1914")


class JudgedAgainError(Exception):
    """Somebody asked the rules a second time."""


def test_the_order_that_passed_last_is_not_judged_again_but_one_like_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = open_west()
    before, chosen = next((before, order) for before, order, _, _ in play(rules, 1914, seasons=1) if order)
    fresh, late = replace(before), Pass(side=rules.theatre.other(chosen.side))
    assert list(rules.objections(fresh, chosen)) == []

    def refuse(*_: object) -> NoReturn:
        raise JudgedAgainError

    with monkeypatch.context() as patch:
        patch.setattr(agenda, "asked", refuse)
        assert list(rules.objections(fresh, chosen)) == []
        for position, order in ((fresh, replace(chosen)), (replace(before), chosen)):
            with pytest.raises(JudgedAgainError):
                list(rules.objections(position, order))
    assert list(rules.objections(fresh, late)) == list(rules.objections(fresh, late)) != []


def test_a_march_that_was_replayed_is_judged_without_its_events_being_worked_out_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = open_west()
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
