"""Faults of the system that the second opinion found and that stand: orders that are not compared.

Each has a number in `differences.yaml` and a test that fails as soon as it is mended.
"""

from referee.systems.great_war.position import Position
from schemas.great_war.orders import GreatWarOrder, Move


def faulty(position: Position, order: GreatWarOrder) -> bool:
    """Whether the system is known to judge or to carry out an order wrongly."""
    match order:
        case Move(mode="reserves", absorb=(_, *_)) if position.now is not None and not position.now.attacks:
            return True  # W-19: what an Army takes in uses up the move of the pass.
        case Move(mode="transit", piece=piece, path=path) if piece in position.pieces:
            return path[-1] == position.pieces[piece].area  # W-20: from the transit box into the transit box.
        case _:
            return False
