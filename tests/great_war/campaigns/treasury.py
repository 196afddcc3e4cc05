"""The accounts of build points, kept from what a production phase brought about (7.0, 7.4, 7.6)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from schemas.great_war.events import GreatWarEvent
from schemas.great_war.pack import Pack
from schemas.great_war.plan_events import (
    CardsBought,
    PhaseClosed,
    PieceArrived,
    PieceEntrenched,
    PieceFortified,
    PieceReplaced,
    PlansRevealed,
)


@dataclass
class Treasury:
    """What each purse paid in the production phase that is going on."""

    pack: Pack
    paid: Counter[str] = field(default_factory=Counter[str])
    dug: Counter[str] = field(default_factory=Counter[str])
    cards: Counter[str] = field(default_factory=Counter[str])
    building: bool = False

    def __post_init__(self) -> None:
        self.units = {unit.kind: unit for unit in self.pack.forces.units}
        self.side_of = {nation.id: nation.side for nation in self.pack.forces.nations}

    def enter(self, event: GreatWarEvent, turn: int) -> Iterator[str]:
        """Book an event; what was not paid for is told when the phase is over."""
        match event:
            case PlansRevealed(phase=phase) | PhaseClosed(phase=phase) if phase == "production":
                self.paid, self.dug, self.cards, self.building = Counter(), Counter(), Counter(), True
            case PhaseClosed(phase="purchases"):
                yield from self._overdrawn(turn)
                self.building = False
            case PieceArrived(nation=nation, kind=kind) if self.building:
                self.paid[self._purse(nation)] += self.units[kind].cost
            case PieceReplaced(by=id, kind=kind) if self.building:
                self.paid[self._purse(id)] += self.units[kind].upgrade_cost
            case PieceFortified(piece=id) if self.building:
                self.paid[self._purse(id)] += self.pack.tables.limits.fortify_cost
            case PieceEntrenched(piece=id) if self.building:
                self.dug[self._purse(id)] += 1
            case CardsBought(side=side, count=count):
                self.cards[side] += count
            case _:
                pass

    def _purse(self, id: str) -> str:
        """The nation of a piece where it has points of its own, else its side."""
        nation = id.partition("-")[0]
        return nation if nation in self.pack.tables.build_points.figures else self.side_of[nation]

    def _overdrawn(self, turn: int) -> Iterator[str]:
        limits, chart = self.pack.tables.limits, self.pack.tables.build_points
        room: Counter[str] = Counter()
        spades: Counter[str] = Counter()
        for purse, figures in chart.figures.items():
            side = self.side_of.get(purse, purse)
            trenches = -(-self.dug[purse] // limits.entrenched_per_point)
            left = figures[turn - 1] - self.paid[purse] - trenches
            if left < 0:
                yield f"{purse} spent {-left} build points more than it had on turn {turn}"
            spades[side] += trenches
            room[side] += min(chart.cards.get(purse, left), left) // limits.card_cost
        for side in room:
            if self.cards[side] > room[side]:
                yield f"{side} bought {self.cards[side]} cards, and could pay for {room[side]}"
            if spades[side] > limits.entrench_points.get(turn, spades[side]):
                yield f"{side} spent {spades[side]} build points on trenches on turn {turn}"
