"""Orders of the Great War family, and corrections by the moderator."""

from typing import Annotated, Literal

from pydantic import Field

from schemas.model import Many, ModelUnion, Order
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


Mode = Literal["march", "rail", "strategic", "sea", "reserves", "transit"]
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
    cards: Annotated[Many[int], Field(min_length=1)]


class Move(Order):
    """Move one piece along a path of areas, the one it starts from left out.

    `into` is an army of the last area that takes the piece in; `absorb` are pieces of the last area that
    a moving army takes in at once. `card` pays for a move of the reserves.
    """

    type: Literal["move"] = "move"
    piece: str
    path: Annotated[Many[str], Field(min_length=1)]
    mode: Mode = "march"
    into: str | None = None
    absorb: Many[str] = ()
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


class Scramble(Order):
    """Bring a biplane from a quiet area into the battle next to it, or into an army there."""

    type: Literal["scramble"] = "scramble"
    piece: str
    into: str | None = None


class Reroll(Order):
    """Have the attacker throw one hit of this kind of piece again."""

    type: Literal["reroll"] = "reroll"
    kind: str


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


class Sealed(Order):
    """An order that only its side and the referee read before both sides have closed their plans."""


class Parley(Order):
    """A word about the end of the match, which either side may give at any time, whatever is asked."""


class Place(Sealed):
    """Put a reinforcement that is due into an area or an army there."""

    type: Literal["place"] = "place"
    piece: str
    area: str
    into: str | None = None


class Swap(Sealed):
    """Let a piece that arrives take the place of one on the map."""

    type: Literal["swap"] = "swap"
    piece: str


class Build(Sealed):
    """Build a counter of the force pool in an area, or into an army there."""

    type: Literal["build"] = "build"
    piece: str
    area: str
    into: str | None = None


class Rebuild(Sealed):
    """Bring back an eliminated army, empty."""

    type: Literal["rebuild"] = "rebuild"
    army: str
    area: str


class Upgrade(Sealed):
    """Replace a piece by a better one of its nation, where it stands."""

    type: Literal["upgrade"] = "upgrade"
    piece: str


class Entrench(Sealed):
    """Entrench an army or a single infantry."""

    type: Literal["entrench"] = "entrench"
    piece: str


class Buy(Sealed):
    """Buy so many cards."""

    type: Literal["buy"] = "buy"
    cards: Annotated[int, Field(ge=1, le=999)]


class Transfer(Sealed):
    """Put a piece into an army of its area under seal, or with no army named take it out of its own."""

    type: Literal["transfer"] = "transfer"
    piece: str
    army: str | None = None


class Forfeit(Sealed):
    """Say which piece an army that is out of supply loses."""

    type: Literal["forfeit"] = "forfeit"
    piece: str


class Fortify(Sealed):
    """Fortify a piece that is entrenched already."""

    type: Literal["fortify"] = "fortify"
    piece: str


class Bid(Sealed):
    """Set cards of the hand aside for the first player turn of the season, or none."""

    type: Literal["bid"] = "bid"
    cards: Many[int] = ()


class Anew(Sealed):
    """Tear up the sealed orders given so far and begin again."""

    type: Literal["anew"] = "anew"


class Discard(Order):
    """Put cards on the discard pile: those above the limit of the hand, or what a restraint asks for."""

    type: Literal["discard"] = "discard"
    cards: Annotated[Many[int], Field(min_length=1)]


class OfferArmistice(Parley):
    """Offer to end the match at the level of the moment."""

    type: Literal["offer-armistice"] = "offer-armistice"


class AcceptArmistice(Parley):
    """Accept the armistice that the other side offers."""

    type: Literal["accept-armistice"] = "accept-armistice"


class DeclineArmistice(Parley):
    """Decline the armistice that is offered, or withdraw one's own offer."""

    type: Literal["decline-armistice"] = "decline-armistice"


class Resign(Parley):
    """Give the match up, at a level of victory one worse than that of the moment."""

    type: Literal["resign"] = "resign"


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

ORDERS: ModelUnion[GreatWarOrder] = ModelUnion(GreatWarOrder)
