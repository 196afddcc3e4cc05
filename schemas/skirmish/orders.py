"""Orders of the skirmish family, and corrections by the moderator. Lengths are hundredths of an inch."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from schemas.model import Many, ModelUnion, Order
from schemas.record import Event, Side
from schemas.skirmish.names import FireKind, Moving, OrderSpot, Posture, Spot


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


Figures = Annotated[Many[str], Field(min_length=1)]
"""Figures by id; the first of them leads."""

Path = Annotated[Many[OrderSpot], Field(min_length=1, max_length=12)]
"""Corners of a way, the place it starts from left out."""


class Deploy(Order):
    """Put a figure somewhere else in its zone before the game, or in another posture."""

    type: Literal["deploy"] = "deploy"
    figure: str
    at: OrderSpot
    posture: Posture


class Move(Order):
    """Move figures of one unit: the first along the path, the others beside it as they stand now.

    `contact` is an enemy to be fought hand to hand; `stop` the distance at which to stop.
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
    """Fire at a figure, or at a point; `dice` shares the dice of an automatic weapon out by hand.

    `others` are shot at instead when the target is gone before its turn comes.
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
    """Say for good how a unit answers an enemy who comes in, and a pin."""

    type: Literal["reaction"] = "reaction"
    unit: str
    shoot: Literal["always", "never", "assault-only"] = "always"
    ignore_pin: bool = False
    fall_back: Literal["always", "never", "if-leaderless"] = "never"


class Closing(Order):
    """Say for good whether a unit tries to rally, and whether its figures try to lose their pins."""

    type: Literal["closing"] = "closing"
    unit: str
    rally: bool = True
    unpin: bool = True


class Anew(Order):
    """Tear up the sealed orders given so far and begin again."""

    type: Literal["anew"] = "anew"


class Done(Order):
    """Nothing more to say to the open question."""

    type: Literal["done"] = "done"


class Concede(Order):
    """Give the game up."""

    type: Literal["concede"] = "concede"


MovementPlot = Move | BreakOff | Adopt | Wear | Look | Barrage
"""Everything that is plotted for the movement phase."""

FirePlot = Fire | Throw | Flame | BeatenZone
"""Everything that is plotted for the firing phase."""

StandingOrder = Reaction | Closing
"""What holds until it is replaced."""

Plot = Deploy | Move | BreakOff | Adopt | Wear | Look | Barrage | Fire | Throw | Flame | BeatenZone
"""Everything that is carried out when both sides have closed their orders."""

SkirmishOrder = (
    Deploy | Move | BreakOff | Adopt | Wear | Look | Barrage | Fire | Throw | Flame | BeatenZone | Reaction
    | Closing | Anew | Done | Concede | AmendmentOrder
)  # fmt: skip

ORDERS: ModelUnion[SkirmishOrder] = ModelUnion(SkirmishOrder)
