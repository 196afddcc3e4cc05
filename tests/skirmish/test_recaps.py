"""What a short report tells of a turn: who was lost, and which orders came to nothing, and why."""

from referee.systems.skirmish.narrative.digest import MOST_DROPPED
from referee.systems.skirmish.rules import Skirmish
from schemas.record import to_json
from schemas.skirmish.close_events import Killed, Surrendered
from schemas.skirmish.events import OrderDropped
from tests.skirmish.random_play import play
from tests.systems import system_of


def test_recap_names_losses_and_orders_without_effect(raid: Skirmish) -> None:
    lost = dropped = 0
    for before, _, events, _ in play(raid, 5):
        for side in raid.sides:
            seen = [
                event
                for event in (system_of(raid).secrecy.redact_event(one, side) for one in events)
                if event is not None
            ]
            told = "".join(to_json(block) for block in system_of(raid).narrator.recap(before, seen, side))
            men = [one.figure for one in seen if isinstance(one, Killed | Surrendered)]
            idle = [one for one in seen if isinstance(one, OrderDropped)]
            assert all(man in told for man in men)
            assert all(one.figure in told for one in idle[:MOST_DROPPED])
            assert ("came to nothing" in told) == (len(idle) > MOST_DROPPED)
            lost, dropped = lost + len(men), dropped + len(idle)
    assert lost > 3
    assert dropped > 3


def test_a_turn_without_losses_has_no_recap(raid: Skirmish) -> None:
    assert system_of(raid).narrator.recap(raid.start(), (), "british") == ()
