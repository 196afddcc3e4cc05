"""What happens in a transit box, and what only happens by rules that are chosen for a match."""

from typing import Literal

from schemas.record import Rolled, Side


class TransitRolled(Rolled):
    """Dice were thrown for what is in a transit box, and so many pieces are lost there."""

    type: Literal["transit-rolled"] = "transit-rolled"
    area: str
    side: Side
    losses: int
