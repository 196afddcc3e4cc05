"""What a side may ask for. Lengths and coordinates are whole hundredths of an inch."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from schemas.record import Order
from schemas.shape import Shape
from schemas.skirmish.amendments import AmendmentOrder
from schemas.skirmish.words import FireKind, Moving, Posture, Spot

Figures = Annotated[tuple[str, ...], Meta(min_length=1)]
"""Figures by id; the first of them leads."""

Path = Annotated[tuple[Spot, ...], Meta(min_length=1, max_length=12)]
"""Corners of a way, the place it starts from left out."""


class Deploy(Order, tag="deploy"):
    """Put a figure somewhere else in its zone before the game, or in another posture."""

    figure: str
    at: Spot
    posture: Posture


class Move(Order, tag="move"):
    """Move figures of one unit: the first along the path, the others beside it as they stand now.

    `contact` is an enemy to be fought hand to hand; `stop` the distance at which to stop.
    """

    figures: Figures
    mode: Moving
    path: Path
    contact: str | None = None
    stop: Annotated[int, Meta(ge=1)] | None = None


class BreakOff(Order, tag="break-off"):
    """Leave a melee."""

    figure: str
    path: Path


class Adopt(Order, tag="posture"):
    """Let figures hide, look out, or stand in the open."""

    figures: Figures
    posture: Literal["open", "observe", "hidden"]


class Wear(Order, tag="mask"):
    """Put gas masks on, or take them off."""

    figures: Figures
    worn: bool


class Look(Order, tag="look"):
    """Try to spot an enemy that others know of, or any figure within `radius` of a point."""

    figures: Figures
    target: str | None = None
    at: Spot | None = None
    radius: Annotated[int, Meta(ge=1, le=1200)] = 600


class Barrage(Order, tag="barrage"):
    """Call for a mission of the off-table artillery."""

    mission: str
    aim: Spot


class Fire(Order, tag="fire"):
    """Fire at a figure, or at a point; `dice` shares the dice of an automatic weapon out by hand.

    `others` are shot at instead when the target is gone before its turn comes.
    """

    figures: Figures
    kind: FireKind
    weapon: str | None = None
    target: str | None = None
    point: Spot | None = None
    dice: Mapping[str, int] = {}
    others: tuple[str, ...] = ()
    rapid: bool = False


class Throw(Order, tag="throw"):
    """Throw a grenade so that it bursts at a point."""

    figure: str
    grenade: str
    burst: Spot


class Flame(Order, tag="flame"):
    """Use a flamethrower along a line that ends at a point."""

    figure: str
    to: Spot


class BeatenZone(Order, tag="beaten-zone"):
    """Lay the beaten zone of a heavy machine gun."""

    figure: str
    centre: Spot


class Reaction(Order, tag="reaction"):
    """Say for good how a unit answers an enemy who comes in, and a pin."""

    unit: str
    shoot: Literal["always", "never", "assault-only"] = "always"
    ignore_pin: bool = False
    fall_back: Literal["always", "never", "if-leaderless"] = "never"


class Closing(Order, tag="closing"):
    """Say for good whether a unit tries to rally, and whether its figures try to lose their pins."""

    unit: str
    rally: bool = True
    unpin: bool = True


class Anew(Order, tag="anew"):
    """Tear up the sealed orders given so far and begin again."""


class Done(Order, tag="done"):
    """Nothing more to say to the open question."""


class Concede(Order, tag="concede"):
    """Give the game up."""


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

ORDERS: Shape[SkirmishOrder] = Shape(SkirmishOrder)
