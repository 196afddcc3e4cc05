"""Whose player turn it is, kept from the turns and the bids of a campaign (2.0-II to 2.0-IV)."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from schemas.great_war.events import GreatWarEvent, SeasonOpened, TurnOpened
from schemas.great_war.pack import Pack
from schemas.great_war.plan_events import CardsBid, InitiativeSettled
from schemas.record import Side


@dataclass
class Succession:
    """Who is First Player, what was bid for it this season, and whose player turn was the last."""

    pack: Pack
    bids: dict[Side, int] = field(default_factory=dict[Side, int])
    last: Side | None = None

    def __post_init__(self) -> None:
        self.first = self.pack.sequence.first
        self.sides = [side.id for side in self.pack.game.sides]

    def enter(self, event: GreatWarEvent) -> Iterator[str]:
        """Book an event; a turn or a season that begins with the wrong side is told."""
        match event:
            case SeasonOpened():
                self.bids, self.last = {}, None
            case CardsBid(side=side, cards=cards):
                yield from self._bid(side, cards)
            case InitiativeSettled():
                yield from self._settled(event)
            case TurnOpened(side=side):
                must = self.first if self.last is None else self._other(self.last)
                if side != must:
                    yield f"a player turn of {side}, and it is that of {must}"
                self.last = side
            case _:
                pass

    def _other(self, side: Side) -> Side:
        return next(other for other in self.sides if other != side)

    def _bid(self, side: Side, cards: tuple[int, ...]) -> Iterator[str]:
        if side in self.bids or self.last is not None:
            yield f"{side} bids a second time, or too late"
        if self.pack.sequence.bidding is None or len(set(cards)) > self.pack.sequence.bidding.most:
            yield f"{side} bids {cards}"
        self.bids[side] = len(cards)

    def _settled(self, event: InitiativeSettled) -> Iterator[str]:
        one, other = (self.bids.get(side, -1) for side in self.sides)
        if -1 in {one, other}:
            yield f"{event.side} is First Player, and not both have bid"
        must = self.first if one == other else self.sides[one < other]
        if (event.side, event.tied) != (must, one == other):
            yield f"{event.side} is First Player by {self.bids}"
        self.first = event.side
