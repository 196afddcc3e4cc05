"""What a side may ask for."""

from typing import Annotated, Literal

from msgspec import Meta

from schemas.great_war.amendments import AmendmentOrder
from schemas.great_war.words import Kind
from schemas.record import Order
from schemas.shape import Shape

Mode = Literal["march", "rail", "strategic", "sea", "reserves", "transit"]
"""The kinds of movement; each has its own limits and none may be combined with another."""


class Offensive(Order, tag="offensive"):
    """Play an offensive card and take the turn as attacker."""

    card: int


class Pass(Order, tag="pass"):
    """Play no offensive."""


class Redraw(Order, tag="redraw"):
    """After a pass without any card: discard these and draw as many."""

    cards: Annotated[tuple[int, ...], Meta(min_length=1)]


class Move(Order, tag="move"):
    """Move one piece along a path of areas, the one it starts from left out.

    `into` is an army of the last area that takes the piece in; `absorb` are pieces of the last area that
    a moving army takes in at once. `card` pays for a move of the reserves.
    """

    piece: str
    path: Annotated[tuple[str, ...], Meta(min_length=1)]
    mode: Mode = "march"
    into: str | None = None
    absorb: tuple[str, ...] = ()
    card: int | None = None


class Join(Order, tag="join"):
    """Put a piece into an army of the same area."""

    piece: str
    army: str


class Leave(Order, tag="leave"):
    """Take a piece out of its army, into the same area."""

    piece: str


class Battle(Order, tag="battle"):
    """Declare a battle; battles are fought in the order they are declared."""

    area: str


class Play(Order, tag="play"):
    """Play a card for what it does: on one battle, on all of them, or against the other side at home."""

    card: int
    area: str | None = None


class Bonus(Order, tag="bonus"):
    """Promise the extra dice of a special offensive to a battle."""

    area: str


class React(Order, tag="react"):
    """Let a biplane answer the attacker's fire instead of firing itself."""

    piece: str


class Scramble(Order, tag="scramble"):
    """Bring a biplane from a quiet area into the battle next to it, or into an army there."""

    piece: str
    into: str | None = None


class Reroll(Order, tag="reroll"):
    """Have the attacker throw one hit of this kind of piece again."""

    kind: Kind


class Lose(Order, tag="lose"):
    """Pay one hit, or a crisis, with a piece; a fort loses one strength."""

    piece: str


class Spend(Order, tag="spend"):
    """Pay hits with a card as Ersatz."""

    card: int


class Retreat(Order, tag="retreat"):
    """Take a piece out of the battle, to an adjacent area."""

    piece: str
    to: str
    into: str | None = None


class Done(Order, tag="done"):
    """Nothing more to say to the open question."""


class Sealed(Order):
    """An order that only its side and the referee read before both sides have closed their plans."""


class Parley(Order):
    """A word about the end of the match, which either side may give at any time, whatever is asked."""


class Place(Sealed, tag="place"):
    """Put a reinforcement that is due into an area or an army there."""

    piece: str
    area: str
    into: str | None = None


class Swap(Sealed, tag="swap"):
    """Let a piece that arrives take the place of one on the map."""

    piece: str


class Build(Sealed, tag="build"):
    """Build a counter of the force pool in an area, or into an army there."""

    piece: str
    area: str
    into: str | None = None


class Rebuild(Sealed, tag="rebuild"):
    """Bring back an eliminated army, empty."""

    army: str
    area: str


class Upgrade(Sealed, tag="upgrade"):
    """Replace a piece by a better one of its nation, where it stands."""

    piece: str


class Entrench(Sealed, tag="entrench"):
    """Entrench an army or a single infantry."""

    piece: str


class Buy(Sealed, tag="buy"):
    """Buy so many cards."""

    cards: Annotated[int, Meta(ge=1, le=999)]


class Transfer(Sealed, tag="transfer"):
    """Put a piece into an army of its area under seal, or with no army named take it out of its own."""

    piece: str
    army: str | None = None


class Forfeit(Sealed, tag="forfeit"):
    """Say which piece an army that is out of supply loses."""

    piece: str


class Fortify(Sealed, tag="fortify"):
    """Fortify a piece that is entrenched already."""

    piece: str


class Bid(Sealed, tag="bid"):
    """Set cards of the hand aside for the first player turn of the season, or none."""

    cards: tuple[int, ...] = ()


class Anew(Sealed, tag="anew"):
    """Tear up the sealed orders given so far and begin again."""


class Discard(Order, tag="discard"):
    """Put cards on the discard pile: those above the limit of the hand, or what a restraint asks for."""

    cards: Annotated[tuple[int, ...], Meta(min_length=1)]


class OfferArmistice(Parley, tag="offer-armistice"):
    """Offer to end the match at the level of the moment."""


class AcceptArmistice(Parley, tag="accept-armistice"):
    """Accept the armistice that the other side offers."""


class DeclineArmistice(Parley, tag="decline-armistice"):
    """Decline the armistice that is offered, or withdraw one's own offer."""


class Resign(Parley, tag="resign"):
    """Give the match up, at a level of victory one worse than that of the moment."""


SealedOrder = (
    Place | Swap | Build | Rebuild | Upgrade | Entrench | Fortify | Buy | Transfer | Forfeit | Bid | Anew
)  # fmt: skip
"""Everything that is planned under seal."""

ParleyOrder = OfferArmistice | AcceptArmistice | DeclineArmistice | Resign
"""Everything that may be said about the end of the match."""

GreatWarOrder = (
    Offensive | Pass | Redraw | Move | Join | Leave | Battle | Play | Bonus | React | Scramble | Reroll
    | Lose | Spend | Retreat | Done
    | SealedOrder | Discard | ParleyOrder | AmendmentOrder
)  # fmt: skip

ORDERS: Shape[GreatWarOrder] = Shape(GreatWarOrder)
