"""Cards in a player turn as the second opinion reads them (9.0): on battles, against the other side."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from schemas.great_war.names import Bonus as ExtraDice
from schemas.great_war.orders import Bonus, GreatWarOrder, Lose, Play
from tests.great_war.second_opinion.almanac import KINDS, other
from tests.great_war.second_opinion.field import Chit
from tests.great_war.second_opinion.terms import Path, Question
from tests.great_war.second_opinion.war import War

LOWER = {"special": "offensive", "offensive": "limited", "limited": "weather", "weather": "weather"}
"""What Bad Weather makes of an Offensive (9.5)."""

LETTERS = {"infantry": "I", "artillery": "A", "tank": "T", "stosstruppen": "S", "commonwealth": "W"}

Played = tuple[str, str, str]
"""A side, the effect of its card, and the area it bears on."""


@dataclass
class Table:
    """The cards that were played in one player turn, by whom and on what."""

    war: War
    side: str
    kind: str = "undecided"
    card: int = 0
    plays: int = 0
    weather: bool = False
    played: list[Played] = field(default_factory=list)
    bonus: list[str] = field(default_factory=list)

    def free(self, side: str) -> set[int]:
        """The cards of a hand that may be played this turn (2.0-II-1)."""
        return self.war.hands[side] - self.war.locked

    def special(self, card: int) -> bool:
        """Whether a special Offensive is one: for its side and from its season on (9.1.3 to 9.1.6)."""
        kind = self.war.almanac.card(card)
        return kind.special_for == self.side and self.war.turn >= (kind.special_from or 1)

    def attack(self, card: int) -> str:
        kind = self.war.almanac.card(card).offensive
        return "special" if self.special(card) else kind or ""

    @property
    def extra(self) -> ExtraDice | None:
        return self.war.almanac.card(self.card).bonus if self.kind == "special" else None

    # Combat cards (9.3, 9.4, 9.5, 9.7)

    def combat(self, side: str, order: Play, areas: Sequence[str]) -> str:  # noqa: PLR0911 - one arm per case of the rule
        """What speaks against a card on a battle."""
        if order.card not in self.free(side):
            return "no such card"
        kind = self.war.almanac.card(order.card)
        if kind.combat is None:
            return "no card for battles"
        if self.war.turn < (kind.playable_from or 1):
            return "too early (9.3, 9.4, 9.5)"
        if kind.combat == "weather" and self.kind == "weather":
            return "there is nothing left to spoil"
        if kind.combat == "weather":
            return "" if side != self.side and order.area is None else "the defender's, on all (9.5)"
        if order.area not in areas:
            return "no battle there (2.0-II-3-b)"
        if kind.combat == "surprise":
            if side != self.side:
                return "the attacker's (9.7)"
            return "twice" if (side, "surprise", order.area) in self.played else ""
        shells = {(side, "gas", order.area), (side, "barrage", order.area)}
        return "one card of shells a battle (9.3, 9.4)" if shells & set(self.played) else ""

    def put(self, side: str, order: Play) -> None:
        effect = self.war.almanac.card(order.card).combat
        assert effect is not None
        self.war.discard(side, {order.card})
        self.plays += side == self.side
        if effect == "weather":
            self.weather, self.kind = True, LOWER[self.kind]
        else:
            self.played.append((side, effect, order.area or ""))

    def could_play(self, side: str, areas: Sequence[str]) -> bool:
        """Whether a side has anything to play on these battles."""
        orders = [
            Play(side=side, card=card, area=area) for card in self.free(side) for area in (None, *areas)
        ]
        return any(not self.combat(side, order, areas) for order in orders)

    def promise(self, order: Bonus, areas: Sequence[str]) -> str:
        """What speaks against extra dice in an area (9.1.3 to 9.1.6)."""
        extra = self.extra
        if extra is None or len(self.bonus) >= extra.battles:
            return "no extra dice left"
        if order.area not in areas or order.area in self.bonus:
            return "no battle there, or promised already"
        field = self.war.field
        there = [chit for chit in field.of(order.area, self.side) if chit.nation == extra.nation]
        held = any(chit.kind == "army" and field.inside(chit.id) for chit in there)
        return "" if held else "no army of the nation there"

    # Crises of both sides (9.8 and 9.9)

    def crisis(self, order: Play) -> str:
        """What speaks against a crisis."""
        if order.card not in self.free(self.side) or order.area is not None:
            return "no such card"
        crisis = self.war.almanac.card(order.card).crisis
        if crisis is None or crisis.by != self.side:
            return "not yours to play"
        years = [demand.year for demand in crisis.demands]
        return "" if self.war.year in years else "not this year"

    def play_crisis(self, order: Play) -> Path:
        """The other side removes infantry of its choice from the map, or it counts (9.8, 9.9, 3.1)."""
        war, victim = self.war, other(self.side)
        crisis = war.almanac.card(order.card).crisis
        assert crisis is not None
        demand = next(one for one in crisis.demands if one.year == war.year)
        war.discard(self.side, {order.card})
        self.plays += 1
        if demand.year == crisis.last:
            war.discards.discard(order.card)
            war.removed.add(order.card)
        kinds = {letter for letter, name in KINDS.items() if name in demand.kinds}
        for _ in range(demand.count):
            due = [chit for chit in self._on_map() if chit.nation in demand.nations and chit.kind in kinds]
            if not due:
                war.crises += crisis.shift
                return
            lawful = frozenset(chit.id for chit in due)
            answer: GreatWarOrder = yield Question(
                frozenset({victim}), "crisis", lambda order, lawful=lawful: _loses(order, lawful)
            )
            assert isinstance(answer, Lose)
            area = war.field.chits[answer.piece].area
            war.field.remove(answer.piece)
            war.settle({area})

    def _on_map(self) -> list[Chit]:
        """What is on the map: the transit box is beside it."""
        boxes = {name for name, area in self.war.almanac.areas.items() if area.transit is not None}
        return [chit for chit in self.war.field.chits.values() if chit.area not in boxes]


def _loses(order: GreatWarOrder, lawful: frozenset[str]) -> str:
    return "" if isinstance(order, Lose) and order.piece in lawful else "not demanded (9.8, 9.9)"


def dice_of(extra: ExtraDice) -> tuple[str, int, str]:
    """The letter, the number and the nation of extra dice."""
    return LETTERS[extra.kind], extra.dice, extra.nation
