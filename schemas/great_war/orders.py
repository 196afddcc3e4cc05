"""What a side may ask for."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from schemas.record import Order

Mode = Literal["march", "rail", "strategic", "sea"]
"""The kinds of movement; each has its own limits and none may be combined with another."""


class Offensive(Order):
    """Play an offensive card and take the turn as attacker."""

    type: Literal["offensive"] = "offensive"
    card: int


class Pass(Order):
    """Play no offensive."""

    type: Literal["pass"] = "pass"


class Redraw(Order):
    """After a pass without any card: discard these and draw as many."""

    type: Literal["redraw"] = "redraw"
    cards: tuple[int, ...] = Field(min_length=1)


class Move(Order):
    """Move one piece along a path of areas, the one it starts from left out.

    `into` is an army of the last area that takes the piece in; `absorb` are pieces of the last area that
    a moving army takes in at once.
    """

    type: Literal["move"] = "move"
    piece: str
    path: tuple[str, ...] = Field(min_length=1)
    mode: Mode = "march"
    into: str | None = None
    absorb: tuple[str, ...] = ()


class Join(Order):
    """Put a piece into an army of the same area."""

    type: Literal["join"] = "join"
    piece: str
    army: str


class Leave(Order):
    """Take a piece out of its army, into the same area."""

    type: Literal["leave"] = "leave"
    piece: str


class Battle(Order):
    """Declare a battle; battles are fought in the order they are declared."""

    type: Literal["battle"] = "battle"
    area: str


class Lose(Order):
    """Pay one hit with a piece; a fort loses one strength."""

    type: Literal["lose"] = "lose"
    piece: str


class Spend(Order):
    """Pay hits with a card as Ersatz."""

    type: Literal["spend"] = "spend"
    card: int


class Retreat(Order):
    """Take a piece out of the battle, to an adjacent area."""

    type: Literal["retreat"] = "retreat"
    piece: str
    to: str
    into: str | None = None


class Done(Order):
    """Nothing more to say to the open question."""

    type: Literal["done"] = "done"


GreatWarOrder = Annotated[
    Offensive | Pass | Redraw | Move | Join | Leave | Battle | Lose | Spend | Retreat | Done,
    Field(discriminator="type"),
]

ORDERS: TypeAdapter[GreatWarOrder] = TypeAdapter(GreatWarOrder, config=ConfigDict(defer_build=True))
