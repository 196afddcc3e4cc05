"""What a moderator amends in a position: pieces mistaken for each other, or put in a wrong place."""

from typing import Literal

from schemas.model import Order
from schemas.record import Event


class Amendment(Order):
    """A change of the position that no rule asks for; only the moderator files one, as a ruling."""


class Exchange(Amendment):
    """Let two like pieces change places."""

    type: Literal["exchange"] = "exchange"
    piece: str
    other: str


class Reposition(Amendment):
    """Put a piece where it belongs: into an area of its side, or into an army there."""

    type: Literal["reposition"] = "reposition"
    piece: str
    area: str
    into: str | None = None


class PiecesExchanged(Event, tag="pieces-exchanged"):
    """Two like pieces changed places, with all that was done with each."""

    piece: str
    other: str


class PieceRepositioned(Event, tag="piece-repositioned"):
    """A piece was put where it belongs, with all that it carries."""

    piece: str
    area: str
    into: str | None = None


AmendmentOrder = Exchange | Reposition
"""All that a moderator may amend."""

AmendmentEvent = PiecesExchanged | PieceRepositioned
"""What comes of it."""
