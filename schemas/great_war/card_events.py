"""What may happen by cards, in the air, and to armies that are driven back."""

from collections.abc import Mapping
from typing import Literal

from schemas.great_war.names import Kind
from schemas.record import Event, Rolled, Side


class CardsAllotted(Event, tag="cards-allotted"):
    """Cards that the set-up guarantees a side came to its hand before the deck was shuffled."""

    side: Side
    cards: tuple[int, ...]


class CombatCardPlayed(Event, tag="combat-card-played"):
    """A side played a card that bears on one battle, or on all of them where no area is named."""

    side: Side
    card: int
    area: str | None = None


class BonusDesignated(Event, tag="bonus-designated"):
    """The extra dice of a special offensive were promised to a battle."""

    side: Side
    area: str


class OffensiveDowngraded(Event, tag="offensive-downgraded"):
    """The weather turned: the offensive in force is lesser than it was."""

    side: Side
    kind: Literal["offensive", "limited", "weather"]


class CombatCardsClosed(Event, tag="combat-cards-closed"):
    """The defender has played the cards he wished to play."""

    side: Side


class BattleCalledOff(Event, tag="battle-called-off"):
    """A declared battle is not fought this turn; cards that were played on it are lost."""

    area: str


class BattlesSettled(Event, tag="battles-settled"):
    """The battles that the weather leaves are settled."""

    side: Side


class DogfightFought(Rolled, tag="dogfight-fought"):
    """The biplanes of both sides fired at each other at once; `hits` are those each side scored."""

    area: str
    hits: Mapping[Side, int]

    def throwers(self) -> tuple[Side | None, ...]:
        """The sides, in the order in which they fired."""
        return tuple(self.hits)


class ReactionDeclared(Event, tag="reaction-declared"):
    """A biplane will answer the attacker's fire instead of firing itself."""

    piece: str
    area: str


class HitRerolled(Rolled, tag="hit-rerolled"):
    """A biplane had one hit of this kind of piece thrown again; the new throw counts."""

    area: str
    side: Side
    piece: str
    kind: Kind
    missed: bool


class RerollsClosed(Event, tag="rerolls-closed"):
    """No further hit is thrown again."""

    side: Side
    area: str


class CardsSacrificed(Event, tag="cards-sacrificed"):
    """A side discarded cards beside its offensive, so that its pieces may do what the chart forbids."""

    side: Side
    cards: tuple[int, ...]


class CrisisPlayed(Event, tag="crisis-played"):
    """A side brought a crisis upon the other, who must remove so many pieces.

    The card is discarded, or `removed` from the game.
    """

    side: Side
    card: int
    victim: Side
    count: int
    removed: bool = False


class CrisisSettled(Event, tag="crisis-settled"):
    """What a crisis demands is gone, but for the `missing`, which move the victory points by `shift`."""

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
