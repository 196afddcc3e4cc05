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


class PieceArrived(Event):
    """A piece came on the map from the force pool, into an area or into an army there."""

    type: Literal["piece-arrived"] = "piece-arrived"
    piece: str
    side: Side
    nation: str
    kind: Kind
    area: str
    into: str | None = None
    origin: Origin


class PieceReplaced(Event):
    """A piece went to the force pool, and another stands where it stood, in its army and in its trenches."""

    type: Literal["piece-replaced"] = "piece-replaced"
    piece: str
    by: str
    kind: Kind
    area: str
    entrenched: bool = False
    reason: Literal["swapped", "upgraded"]


class PieceEntrenched(Event):
    """An army or a single infantry dug in."""

    type: Literal["piece-entrenched"] = "piece-entrenched"
    piece: str


class CardsBought(Event):
    """A side paid for cards, which are dealt when both sides have spent everything."""

    type: Literal["cards-bought"] = "cards-bought"
    side: Side
    count: int


class SupplyChecked(Event):
    """The supply of all pieces was checked; these are marked out of supply."""

    type: Literal["supply-checked"] = "supply-checked"
    unsupplied: tuple[str, ...] = ()


class PlanDropped(Event):
    """A side tore up its plan; only the side knows."""

    type: Literal["plan-dropped"] = "plan-dropped"
    side: Side


class PlanClosed(Event):
    """A side has planned all it wishes to."""

    type: Literal["plan-closed"] = "plan-closed"
    side: Side


class PlansRevealed(Revealed):
    """Both plans are opened; what was planned happens now."""

    type: Literal["plans-revealed"] = "plans-revealed"
    phase: Planned


class PhaseClosed(Event):
    """A phase between the player turns is over."""

    type: Literal["phase-closed"] = "phase-closed"
    phase: Planned | Literal["events", "purchases", "discards", "transit"]


class CountriesJoined(Event):
    """Countries that stood apart joined a side, and with them all their areas."""

    type: Literal["countries-joined"] = "countries-joined"
    side: Side
    countries: tuple[str, ...]
    areas: tuple[str, ...]
    early: bool = False


class ArmyWithdrawn(Event):
    """An army left for another theatre, and will not come back; if it was eliminated, it is so no longer."""

    type: Literal["army-withdrawn"] = "army-withdrawn"
    army: str
    side: Side


class WithdrawalOrdered(Event):
    """A side must send pieces elsewhere; each that is missing moves the victory points by `shift`."""

    type: Literal["withdrawal-ordered"] = "withdrawal-ordered"
    side: Side
    name: str
    nation: str
    kinds: tuple[Kind, ...]
    count: int
    shift: int


class ArmisticeOffered(Event):
    """A side offers an armistice."""

    type: Literal["armistice-offered"] = "armistice-offered"
    side: Side


class ArmisticeDeclined(Event):
    """The offer of an armistice is gone: the side declined the other's, or withdrew its own."""

    type: Literal["armistice-declined"] = "armistice-declined"
    side: Side


ChartEvent = CountriesJoined | WithdrawalOrdered | ArmyWithdrawn
"""What the game events chart brings about."""

ParleyEvent = ArmisticeOffered | ArmisticeDeclined
"""What is said of an end by agreement."""
