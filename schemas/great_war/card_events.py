"""What may happen by cards, in the air, and to armies that are driven back."""

from collections.abc import Mapping
from typing import Literal

from schemas.great_war.words import Kind
from schemas.record import Event, Rolled, Side


class CardsAllotted(Event):
    """Cards that the set-up guarantees a side came to its hand before the deck was shuffled."""

    type: Literal["cards-allotted"] = "cards-allotted"
    side: Side
    cards: tuple[int, ...]


class CombatCardPlayed(Event):
    """A side played a card that bears on one battle, or on all of them where no area is named."""

    type: Literal["combat-card-played"] = "combat-card-played"
    side: Side
    card: int
    area: str | None = None


class BonusDesignated(Event):
    """The extra dice of a special offensive were promised to a battle."""

    type: Literal["bonus-designated"] = "bonus-designated"
    side: Side
    area: str


class OffensiveDowngraded(Event):
    """The weather turned: the offensive in force is lesser than it was."""

    type: Literal["offensive-downgraded"] = "offensive-downgraded"
    side: Side
    kind: Literal["offensive", "limited", "weather"]


class CombatCardsClosed(Event):
    """The defender has played the cards he wished to play."""

    type: Literal["combat-cards-closed"] = "combat-cards-closed"
    side: Side


class BattleCalledOff(Event):
    """A declared battle is not fought this turn; cards that were played on it are lost."""

    type: Literal["battle-called-off"] = "battle-called-off"
    area: str


class BattlesSettled(Event):
    """The battles that the weather leaves are settled."""

    type: Literal["battles-settled"] = "battles-settled"
    side: Side


class DogfightFought(Rolled):
    """The biplanes of both sides fired at each other at once; `hits` are those each side scored."""

    type: Literal["dogfight-fought"] = "dogfight-fought"
    area: str
    hits: Mapping[Side, int]

    def throwers(self) -> tuple[Side | None, ...]:
        """The sides, in the order in which they fired."""
        return tuple(self.hits)


class ReactionDeclared(Event):
    """A biplane will answer the attacker's fire instead of firing itself."""

    type: Literal["reaction-declared"] = "reaction-declared"
    piece: str
    area: str


class HitRerolled(Rolled):
    """A biplane had one hit of this kind of piece thrown again; the new throw counts."""

    type: Literal["hit-rerolled"] = "hit-rerolled"
    area: str
    side: Side
    piece: str
    kind: Kind
    missed: bool


class RerollsClosed(Event):
    """No further hit is thrown again."""

    type: Literal["rerolls-closed"] = "rerolls-closed"
    side: Side
    area: str


class CardsSacrificed(Event):
    """A side discarded cards beside its offensive, so that its pieces may do what the chart forbids."""

    type: Literal["cards-sacrificed"] = "cards-sacrificed"
    side: Side
    cards: tuple[int, ...]


class CrisisPlayed(Event):
    """A side brought a crisis upon the other, who must remove so many pieces.

    The card is discarded, or `removed` from the game.
    """

    type: Literal["crisis-played"] = "crisis-played"
    side: Side
    card: int
    victim: Side
    count: int
    removed: bool = False


class CrisisSettled(Event):
    """What a crisis demands is gone, but for the `missing`, which move the victory points by `shift`."""

    type: Literal["crisis-settled"] = "crisis-settled"
    side: Side
    missing: int = 0
    shift: int = 0


CardEvent = (
    CardsAllotted
    | CombatCardPlayed
    | BonusDesignated
    | OffensiveDowngraded
    | CombatCardsClosed
    | BattleCalledOff
    | BattlesSettled
    | DogfightFought
    | ReactionDeclared
    | HitRerolled
    | RerollsClosed
    | CardsSacrificed
    | CrisisPlayed
    | CrisisSettled
)
"""What cards, biplanes and crises bring about."""
