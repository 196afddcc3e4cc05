"""The whole war as the second opinion has it: pieces, cards and the season track (1.3, 2.0)."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.great_war.second_opinion.almanac import Almanac
from tests.great_war.second_opinion.battle import Battle
from tests.great_war.second_opinion.field import TAKES_GROUND, Chit, Field
from tests.great_war.second_opinion.terms import Draw, Path, Shuffle


@dataclass
class War:
    """Everything that both players could write down, and the pile that neither knows."""

    almanac: Almanac
    field: Field
    turn: int
    hands: dict[str, set[int]]
    pile: set[int]
    discards: set[int]
    removed: set[int] = field(default_factory=set)
    locked: set[int] = field(default_factory=set)
    crises: int = 0
    swapped: set[str] = field(default_factory=set)
    unsupplied: set[str] = field(default_factory=set)
    fight: Battle | None = None

    @property
    def year(self) -> int:
        return self.almanac.turn(self.turn).year

    def draft(self) -> Field:
        """The map as one side may rehearse on it."""
        return replace_chits(self.field)

    # Status of an area (4.1)

    def status(self, area: str, side: str) -> str:
        """`friendly`, `disputed`, `enemy` or `neutral`."""
        if self.field.disputed(area):
            return "disputed"
        owner = self.field.owner.get(area)
        return "neutral" if owner is None else "friendly" if owner == side else "enemy"

    def friendly(self, side: str) -> frozenset[str]:
        return frozenset(area for area in self.almanac.areas if self.status(area, side) == "friendly")

    def settle(self, areas: Iterable[str] | None = None) -> None:
        """What holds at once in these areas, or in all: forlorn armies fall, owners change (4.1, 8.1-m)."""
        for area in sorted(areas or {chit.area for chit in self.field.chits.values()}):
            for army in list(self.field.forlorn(area)):
                self.field.remove(army.id)
            self.field.settle_owner(area)

    # Hands and the pile (1.3)

    def discard(self, side: str, cards: set[int]) -> None:
        self.hands[side] -= cards
        self.discards |= cards

    def draw(self, side: str, count: int, *, locked: bool = False) -> Path:
        """Draw from the pile; when it runs out the discards are shuffled into a new one."""
        while count:
            if not self.pile:
                if not self.discards:
                    return
                self.pile, self.discards = self.discards, set()
                yield Shuffle(len(self.pile))
            dealt = min(count, len(self.pile))
            cards: set[int] = yield Draw(side, dealt)
            assert cards <= self.pile, (cards, self.pile)
            self.pile -= cards
            self.hands[side] |= cards
            self.locked |= cards if locked else set()
            count -= dealt


def replace_chits(field: Field) -> Field:
    """A field of its own, on which nothing that is tried reaches the other."""
    chits = {id: Chit(**vars(chit)) for id, chit in field.chits.items()}
    return Field(chits, dict(field.owner), field.borders, field.templates, set(field.eliminated))


def takes_ground(group: list[Chit]) -> bool:
    """Whether pieces that move together make an area theirs (8.3.2 to 8.3.6)."""
    return any(chit.kind in TAKES_GROUND for chit in group)
