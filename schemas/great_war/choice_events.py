"""What happens in a transit box, and what only happens by rules that are chosen for a match."""

from typing import Literal

from schemas.record import Event, Rolled, Side


class TransitRolled(Rolled):
    """Dice were thrown for what is in a transit box, and so many pieces are lost there."""

    type: Literal["transit-rolled"] = "transit-rolled"
    area: str
    side: Side
    losses: int


class PieceFortified(Event):
    """An entrenched piece was fortified."""

    type: Literal["piece-fortified"] = "piece-fortified"
    piece: str


class HitWithstood(Event):
    """A fortified piece took the first hit of a fire phase without a loss."""

    type: Literal["hit-withstood"] = "hit-withstood"
    piece: str
    area: str


class BiplaneScrambled(Event):
    """A biplane of the defender came from a quiet area into the battle next to it."""

    type: Literal["biplane-scrambled"] = "biplane-scrambled"
    piece: str
    origin: str
    to: str
    into: str | None = None


class ScrambleClosed(Event):
    """No further biplane comes into the battle."""

    type: Literal["scramble-closed"] = "scramble-closed"
    side: Side
    area: str


class BattleBroughtForward(Event):
    """The attacker names the battle that is fought next."""

    type: Literal["battle-brought-forward"] = "battle-brought-forward"
    area: str


class SpareHitsLapsed(Event):
    """These hits are more than there is to lose, and lapse before any is paid."""

    type: Literal["spare-hits-lapsed"] = "spare-hits-lapsed"
    side: Side
    area: str
    count: int


class CardsBid(Event):
    """A side set these cards aside for the first player turn of the season; they are discarded."""

    type: Literal["cards-bid"] = "cards-bid"
    side: Side
    cards: tuple[int, ...]


class InitiativeSettled(Event):
    """A side has the first player turn of the season; in a tie who had it before."""

    type: Literal["initiative-settled"] = "initiative-settled"
    side: Side
    tied: bool = False


ChoiceEvent = (
    TransitRolled
    | PieceFortified
    | HitWithstood
    | BiplaneScrambled
    | ScrambleClosed
    | SpareHitsLapsed
    | BattleBroughtForward
    | CardsBid
    | InitiativeSettled
)
"""What happens in transit, by rules that are chosen, and between battles."""
