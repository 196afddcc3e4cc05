"""Places by the names of the ground on the table."""

import pytest

from referee.faults import Unreadable
from referee.packs import rulesets
from schemas.skirmish.orders import Look, Move, SkirmishOrder

MIDDLES = {
    "move br-s1-1 to the copse": (650, 2150),
    "move br-s1-1 to copse": (650, 2150),
    "move br-s1-1 to f-copse": (650, 2150),
    "br-s1-1 rush to the Clay Pit": (2700, 2250),
    "look br-s1-1 at the hedge by the lane": (2750, 1825),
}


def read(line: str) -> SkirmishOrder:
    game = rulesets.bind("skirmish", "farm-crossroads", {}).system
    (order,) = game.notation.read(game.rules.start(), "british", line)
    return order


@pytest.mark.parametrize(("line", "middle"), MIDDLES.items())
def test_named_ground_is_its_middle(line: str, middle: tuple[int, int]) -> None:
    match read(line):
        case Move(path=path):
            assert path == (middle,)
        case Look(at=at):
            assert at == middle
        case order:
            raise AssertionError(order)


def test_unknown_ground_is_refused() -> None:
    with pytest.raises(Unreadable):
        read("move br-s1-1 to the orchard")
