"""What a moderator amends on the table: figures mistaken for each other, or standing in a wrong place."""

from typing import Literal

from schemas.model import Order
from schemas.record import Event, Side
from schemas.skirmish.words import OrderSpot, Spot


class Amendment(Order):
    """A change of the position that no rule asks for; only the moderator files one, as a ruling.

    `of` is the side whose figures they are: it alone reads the order.
    """

    of: Side
    figure: str


class Exchange(Amendment):
    """Let two like figures of a unit change places."""

    type: Literal["exchange"] = "exchange"
    other: str


class Reposition(Amendment):
    """Put a figure where it belongs."""

    type: Literal["reposition"] = "reposition"
    at: OrderSpot


class FiguresExchanged(Event, tag="figures-exchanged"):
    """Two like figures changed places, with all that was done with each."""

    side: Side
    figure: str
    other: str


class FigureRepositioned(Event, tag="figure-repositioned"):
    """A figure was put where it belongs; events of their own tell the sides who sees it now."""

    side: Side
    figure: str
    at: Spot


AmendmentOrder = Exchange | Reposition
"""All that a moderator may amend."""

AmendmentEvent = FiguresExchanged | FigureRepositioned
"""What comes of it."""
