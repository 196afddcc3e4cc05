"""Cards in the planner: the gain of a card in a battle, and cards to keep, discard or buy."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from math import fsum
from typing import cast

from referee.analysis import battle_setups, forecasts
from referee.analysis.bots import position_from_view
from referee.analysis.bots.planner.budget import Budget
from referee.analysis.bots.planner.evaluation import GROUND, PIECE
from referee.analysis.policies import QUIET
from referee.faults import Fault
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.system import GreatWarSystem
from schemas.answers.orders import Option
from schemas.great_war.names import CardKind, OffensiveKind
from schemas.record import Side

MOST_POSITIONS = 250
"""Highest number of positions for exact odds; larger battles are sampled."""

FIGHTS = 40
"""Number of times a battle is sampled."""

COST = 120
"""Cost of the odds of a battle, in boards."""

LEAST = 0.5
"""Gain that a card needs, in victory points; a card that is kept can pay for a hit."""

BATTLES = 2
"""Number of enemy attacks that make it worth stopping them by weather."""


class CardOdds:
    """Odds of battles with cards, for one side, from a position without secrets."""

    def __init__(
        self, rules: GreatWar, position: Position, side: Side, attacker: Side, budget: Budget
    ) -> None:
        self._game = GreatWarSystem(rules, GreatWarLanguage(rules.theatre))
        self._rules, self._position, self._budget = rules, position, budget
        self._side, self._attacker = side, attacker

    def choose(self, options: Sequence[Option], battles: Sequence[str]) -> Option | None:
        """Return the card that gains most, or None if none gains enough."""
        cards = [one for one in options if one.verb == "play"]
        if (weather := self._find_weather(cards)) is not None and len(battles) >= BATTLES:
            return weather
        best, most = None, LEAST
        for option in self._list_distinct(cards):
            if self._budget.is_spent:
                break
            if (gain := self._gain(option)) > most:
                best, most = option, gain
        return best

    def _find_weather(self, cards: Sequence[Option]) -> Option | None:
        return next((one for one in cards if self._rules.theatre.combat(_get_card(one)) == "weather"), None)

    def _list_distinct(self, cards: Sequence[Option]) -> list[Option]:
        """Return the first card of each kind for each battle."""
        kinds: dict[object, Option] = {}
        for option in cards:
            effect, area = self._rules.theatre.combat(_get_card(option)), option.order.get("area")
            if area and effect not in {None, "weather"}:
                kinds.setdefault((effect, area), option)
        return list(kinds.values())

    def _gain(self, option: Option) -> float:
        area = cast(str, option.order["area"])
        bare = position_from_view.attack(self._position, self._attacker, area)
        card = f"{self._side}: {_get_card(option)}"
        try:
            laid, _ = battle_setups.lay_cards(self._game, bare, area, (card,))
        except Fault:
            # The position is made of a view. If the card is illegal in it, its gain is unknown.
            return 0.0
        return self._weigh(laid, area) - self._weigh(bare, area)

    def _weigh(self, position: Position, area: str) -> float:
        self._budget.spend(COST)
        forecast = forecasts.forecast(self._rules, position, area, QUIET, MOST_POSITIONS, FIGHTS)
        mine = self._rules.sides.index(self._side)
        worth = self._rules.theatre.areas[area].points + GROUND
        return fsum(
            float(chance)
            * (PIECE * (end.lost[1 - mine] - end.lost[mine]) + worth * (end.holder == self._side))
            for end, chance in forecast.ends.items()
        )


def _get_card(option: Option) -> int:
    return cast(int, option.order["card"])


KEPT = 3.0
"""Price from which a card is not exchanged in a pass."""

FEW = 1
"""Number of offensives up to which a new hand is worth it."""


class Hand:
    """The cards of the side that plans."""

    def __init__(self, theatre: GreatWarGame, side: Side, turn: int, cards: Sequence[int]) -> None:
        self._theatre, self._side, self._turn = theatre, side, turn
        self.cards = tuple(cards)

    @property
    def offensives(self) -> int:
        """Number of cards that open an offensive."""
        return sum(1 for card in self.cards if self._kind(card).offensive)

    def list_kinds(self) -> AbstractSet[OffensiveKind]:
        """Return the kinds of offensives that the cards open."""
        return {kind for card in self.cards if (kind := self._kind(card).offensive) is not None}

    def price(self, card: int) -> float:
        """Return the worth of a card; cards that can only pay for hits are the cheapest."""
        kind = self._kind(card)
        if kind.offensive:
            return 5.0 if kind.offensive != "limited" else 4.0
        if self.is_crisis_of_enemy(card):
            return 6.0
        if kind.combat and self._turn >= self._theatre.date(kind, self._side):
            return 3.0
        return 2.5 if kind.reserves else kind.ersatz * 0.5

    def is_crisis_of_enemy(self, card: int) -> bool:
        """Return True if the card, played now, hurts the enemy this year."""
        crisis = self._kind(card).crisis
        return crisis is not None and crisis.by == self._side and bool(self._theatre.demand(card, self._turn))

    def list_exchanged(self) -> Sequence[int]:
        """Return the cards that neither open an offensive nor can be played on a battle or the enemy now."""
        return [card for card in self.cards if self.price(card) < KEPT]

    def choose_redraw(self, options: Sequence[Option]) -> Option | None:
        """Return the exchange of a whole hand if it has hardly any offensives, otherwise None."""
        if self.offensives > FEW:
            return None
        whole = [one for one in options if one.verb == "redraw" and len(_list_cards(one)) > 1]
        return whole[0] if whole else None

    def choose_payment(self, options: Sequence[Option]) -> Option | None:
        """Return the cheapest card that pays for a hit, or None if each is worth more than a piece."""
        cards = [one for one in options if one.verb == "spend"]
        cheap = min(cards, key=lambda one: self.price(_get_card(one)), default=None)
        return cheap if cheap is not None and self.price(_get_card(cheap)) < 2.0 else None

    def choose_discard(self, options: Sequence[Option]) -> Option:
        """Return the discard of the single card with the lowest worth."""
        return min(
            options, key=lambda one: (len(_list_cards(one)) > 1, fsum(map(self.price, _list_cards(one))))
        )

    def _kind(self, card: int) -> CardKind:
        kind = self._theatre.card(card)
        assert kind is not None, "the cards of a hand are those of the pack"
        return kind


def _list_cards(option: Option) -> Sequence[int]:
    return cast(Sequence[int], option.order["cards"])
