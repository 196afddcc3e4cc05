"""Orders of the skirmish family, and corrections by the moderator. Lengths are hundredths of an inch."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from schemas.model import Many, ModelUnion, Order
from schemas.record import Event, Side
from schemas.skirmish.names import FireKind, Moving, OrderSpot, Posture, Spot


class Amendment(Order):
    """A change of the position that no rule asks for; only the moderator files one, as a ruling.

    `of` is the side of the figures; only that side reads the order.
    """

    of: Side
    figure: str


class Exchange(Amendment):
    """Let two like figures of a unit change places."""

    type: Literal["exchange"] = "exchange"
    other: str


class Reposition(Amendment):
    """Put a figure at its right place."""

    type: Literal["reposition"] = "reposition"
    at: OrderSpot


class FiguresExchanged(Event, tag="figures-exchanged"):
    """Two like figures changed places and actions."""

    side: Side
    figure: str
    other: str


class FigureRepositioned(Event, tag="figure-repositioned"):
    """A figure was put at its right place. The sides learn in separate events if they see it now."""

    side: Side
    figure: str
    at: Spot


AmendmentOrder = Exchange | Reposition
"""The orders by which a moderator amends a position."""

AmendmentEvent = FiguresExchanged | FigureRepositioned


Figures = Annotated[Many[str], Field(min_length=1)]
"""Figures by id; the first of them leads."""

Path = Annotated[Many[OrderSpot], Field(min_length=1, max_length=12)]
"""Corners of a path, without its start."""


class Deploy(Order):
    """Put a figure somewhere else in its zone before the game, or in another posture."""

    type: Literal["deploy"] = "deploy"
    figure: str
    at: OrderSpot
    posture: Posture


class Move(Order):
    """Move figures of one unit: the first along the path, the others beside it as they stand now.

    `contact` is an enemy to fight hand to hand; `stop` is the distance at which to stop.
    """

    type: Literal["move"] = "move"
    figures: Figures
    mode: Moving
    path: Path
    contact: str | None = None
    stop: Annotated[int, Field(ge=1)] | None = None


class BreakOff(Order):
    """Leave a melee."""

    type: Literal["break-off"] = "break-off"
    figure: str
    path: Path


class Adopt(Order):
    """Let figures hide, look out, or stand in the open."""

    type: Literal["posture"] = "posture"
    figures: Figures
    posture: Literal["open", "observe", "hidden"]


class Wear(Order):
    """Put gas masks on, or take them off."""

    type: Literal["mask"] = "mask"
    figures: Figures
    worn: bool


class Look(Order):
    """Try to spot an enemy that others know of, or any figure within `radius` of a point."""

    type: Literal["look"] = "look"
    figures: Figures
    target: str | None = None
    at: OrderSpot | None = None
    radius: Annotated[int, Field(ge=1, le=1200)] = 600


class Barrage(Order):
    """Call for a mission of the off-table artillery."""

    type: Literal["barrage"] = "barrage"
    mission: str
    aim: OrderSpot


class Fire(Order):
    """Fire at a figure or at a point; `dice` are the player's shares of the dice of an automatic weapon.

    `others` are alternative targets, in case the first one is gone when the shot is due.
    """

    type: Literal["fire"] = "fire"
    figures: Figures
    kind: FireKind
    weapon: str | None = None
    target: str | None = None
    point: OrderSpot | None = None
    dice: Mapping[str, int] = {}
    others: Many[str] = ()
    rapid: bool = False


class Throw(Order):
    """Throw a grenade so that it bursts at a point."""

    type: Literal["throw"] = "throw"
    figure: str
    grenade: str
    burst: OrderSpot


class Flame(Order):
    """Use a flamethrower along a line that ends at a point."""

    type: Literal["flame"] = "flame"
    figure: str
    to: OrderSpot


class BeatenZone(Order):
    """Lay the beaten zone of a heavy machine gun."""

    type: Literal["beaten-zone"] = "beaten-zone"
    figure: str
    centre: OrderSpot


class Reaction(Order):
    """Standing order for a unit's reactions to an attacker and to pins."""

    type: Literal["reaction"] = "reaction"
    unit: str
    shoot: Literal["always", "never", "assault-only"] = "always"
    ignore_pin: bool = False
    fall_back: Literal["always", "never", "if-leaderless"] = "never"


class Closing(Order):
    """Standing order for a unit's attempts to rally and to lose pins."""

    type: Literal["closing"] = "closing"
    unit: str
    rally: bool = True
    unpin: bool = True


class Anew(Order):
    """Tear up the sealed orders so far and start again."""

    type: Literal["anew"] = "anew"


class Done(Order):
    """Close the answer to the open question."""

    type: Literal["done"] = "done"


class Concede(Order):
    """Concede the game."""

    type: Literal["concede"] = "concede"


MovementPlot = Move | BreakOff | Adopt | Wear | Look | Barrage
"""Sealed orders for the movement phase."""

FirePlot = Fire | Throw | Flame | BeatenZone
"""Sealed orders for the firing phase."""

StandingOrder = Reaction | Closing
"""Orders that stay in force until a new one replaces them."""

Plot = Deploy | Move | BreakOff | Adopt | Wear | Look | Barrage | Fire | Throw | Flame | BeatenZone
"""Sealed orders, which are carried out when both sides have closed their orders."""

SkirmishOrder = (
    Deploy | Move | BreakOff | Adopt | Wear | Look | Barrage | Fire | Throw | Flame | BeatenZone | Reaction
    | Closing | Anew | Done | Concede | AmendmentOrder
)  # fmt: skip

ORDERS: ModelUnion[SkirmishOrder] = ModelUnion(SkirmishOrder)
