"""What a side may ask for."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from schemas.great_war.words import Kind
from schemas.record import Order

Mode = Literal["march", "rail", "strategic", "sea", "reserves"]
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
    a moving army takes in at once. `card` pays for a move of the reserves.
    """

    type: Literal["move"] = "move"
    piece: str
    path: tuple[str, ...] = Field(min_length=1)
    mode: Mode = "march"
    into: str | None = None
    absorb: tuple[str, ...] = ()
    card: int | None = None


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


class Play(Order):
    """Play a card for what it does: on one battle, on all of them, or against the other side at home."""

    type: Literal["play"] = "play"
    card: int
    area: str | None = None


class Bonus(Order):
    """Promise the extra dice of a special offensive to a battle."""

    type: Literal["bonus"] = "bonus"
    area: str


class React(Order):
    """Let a biplane answer the attacker's fire instead of firing itself."""

    type: Literal["react"] = "react"
    piece: str


class Reroll(Order):
    """Have the attacker throw one hit of this kind of piece again."""

    type: Literal["reroll"] = "reroll"
    kind: Kind


class Lose(Order):
    """Pay one hit, or a crisis, with a piece; a fort loses one strength."""

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
    Offensive
    | Pass
    | Redraw
    | Move
    | Join
    | Leave
    | Battle
    | Play
    | Bonus
    | React
    | Reroll
    | Lose
    | Spend
    | Retreat
    | Done,
    Field(discriminator="type"),
]

ORDERS: TypeAdapter[GreatWarOrder] = TypeAdapter(GreatWarOrder)
