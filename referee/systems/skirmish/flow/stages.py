"""The segments of a turn: movement orders are written, then orders to fire."""

from typing import assert_never

from referee.engine.system import COMBAT, MOVEMENT, Stage
from referee.systems.skirmish.state.position import Position


def find_stage(position: Position) -> Stage:
    """Where an order is given."""
    return Stage(_find_segment(position), str(position.turn))


def _find_segment(position: Position) -> str:
    match position.phase:
        case "deployment" | "opening":
            return "deployment"
        case "plotting" | "movement":
            return MOVEMENT
        case "artillery" | "laying" | "firing" | "melee" | "morale":
            return COMBAT
        case "over":
            return "over"
        case _:
            assert_never(position.phase)
