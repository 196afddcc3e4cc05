"""What happens between the player turns: arrivals, purchases, plans under seal; and the end of a match."""

from typing import Literal

from schemas.great_war.pack import Kind
from schemas.record import Event, Revealed, Side

Planned = Literal["initiative", "reinforcements", "attrition", "production"]
"""The phases in which both sides plan at once, under seal."""

Origin = Literal["reinforcement", "substitute", "built", "rebuilt"]
"""How a piece came on the map; a substitute came for another that the force pool could not give."""


Ending = Literal["last-season", "decisive", "armistice", "resignation"]
"""Why a match is over."""


class PieceArrived(Event, tag="piece-arrived"):
    """A piece came on the map from the force pool, into an area or into an army there."""

    piece: str
    side: Side
    nation: str
    kind: Kind
    area: str
    into: str | None = None
    origin: Origin


class PieceReplaced(Event, tag="piece-replaced"):
    """A piece went to the force pool, and another stands where it stood, in its army and in its trenches."""

    piece: str
    by: str
    kind: Kind
    area: str
    entrenched: bool = False
    reason: Literal["swapped", "upgraded"]


class PieceEntrenched(Event, tag="piece-entrenched"):
    """An army or a single infantry dug in."""

    piece: str


class CardsBought(Event, tag="cards-bought"):
    """A side paid for cards, which are dealt when both sides have spent everything."""

    side: Side
    count: int


class SupplyChecked(Event, tag="supply-checked"):
    """The supply of all pieces was checked; these are marked out of supply."""

    unsupplied: tuple[str, ...] = ()


class PlanDropped(Event, tag="plan-dropped"):
    """A side tore up its plan; only the side knows."""

    side: Side


class PlanClosed(Event, tag="plan-closed"):
    """A side has planned all it wishes to."""

    side: Side


class PlansRevealed(Revealed, tag="plans-revealed"):
    """Both plans are opened; what was planned happens now."""

    phase: Planned


class PhaseClosed(Event, tag="phase-closed"):
    """A phase between the player turns is over."""

    phase: Planned | Literal["events", "purchases", "discards", "transit"]


class CountriesJoined(Event, tag="countries-joined"):
    """Countries that stood apart joined a side, and with them all their areas."""

    side: Side
    countries: tuple[str, ...]
    areas: tuple[str, ...]
    early: bool = False


class ArmyWithdrawn(Event, tag="army-withdrawn"):
    """An army left for another theatre, and will not come back; if it was eliminated, it is so no longer."""

    army: str
    side: Side


class WithdrawalOrdered(Event, tag="withdrawal-ordered"):
    """A side must send pieces elsewhere; each that is missing moves the victory points by `shift`."""

    side: Side
    name: str
    nation: str
    kinds: tuple[Kind, ...]
    count: int
    shift: int


class ArmisticeOffered(Event, tag="armistice-offered"):
    """A side offers an armistice."""

    side: Side


class ArmisticeDeclined(Event, tag="armistice-declined"):
    """The offer of an armistice is gone: the side declined the other's, or withdrew its own."""

    side: Side


ChartEvent = CountriesJoined | WithdrawalOrdered | ArmyWithdrawn
"""What the game events chart brings about."""

ParleyEvent = ArmisticeOffered | ArmisticeDeclined
"""What is said of an end by agreement."""
