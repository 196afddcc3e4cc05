"""What a card gains in a battle, by the odds of the battle with it and without."""

from collections.abc import Sequence
from typing import cast

from referee.analysis import battle_cards, forecasts
from referee.analysis.bots import rebuilding
from referee.analysis.bots.planner.budget import Budget
from referee.analysis.bots.planner.worth import GROUND, PIECE
from referee.analysis.policies import QUIET
from referee.engine.faults import Fault
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.answers.options import Option
from schemas.record import Side

MOST_POSITIONS = 250
"""The most positions that exact odds may take; beyond them battles are fought out by lot."""

FIGHTS = 40
"""How often a battle is fought out by lot."""

COST = 120
"""What the odds of a battle cost, in boards."""

LEAST = 0.5
"""What a card has to gain, in victory points; kept, it pays for a hit."""

BATTLES = 2
"""In how many battles the enemy has to attack to be stopped by the weather."""


class CardOdds:
    """The odds of battles with cards, for one side, from a position without secrets."""

    def __init__(
        self, rules: GreatWar, position: Position, side: Side, attacker: Side, budget: Budget
    ) -> None:
        self._rules, self._position, self._budget = rules, position, budget
        self._side, self._attacker = side, attacker

    def choose(self, options: Sequence[Option], battles: Sequence[str]) -> Option | None:
        """The card that gains most; nothing where none gains enough."""
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
        """Of cards of one kind for one battle the first."""
        kinds: dict[object, Option] = {}
        for option in cards:
            effect, area = self._rules.theatre.combat(_get_card(option)), option.order.get("area")
            if area and effect not in {None, "weather"}:
                kinds.setdefault((effect, area), option)
        return list(kinds.values())

    def _gain(self, option: Option) -> float:
        area = cast(str, option.order["area"])
        bare = rebuilding.attack(self._position, self._attacker, area)
        card = f"{self._side}: {_get_card(option)}"
        try:
            laid, _ = battle_cards.lay(self._rules, bare, area, (card,))
        except Fault:
            # The position is made of a view; where it does not bear the card, nothing is known of it.
            return 0.0
        return self._weigh(laid, area) - self._weigh(bare, area)

    def _weigh(self, position: Position, area: str) -> float:
        self._budget.spend(COST)
        found = forecasts.forecast(self._rules, position, area, QUIET, MOST_POSITIONS, FIGHTS)
        mine = self._rules.sides.index(self._side)
        worth = self._rules.theatre.areas[area].points + GROUND
        return sum(
            float(chance)
            * (PIECE * (end.lost[1 - mine] - end.lost[mine]) + worth * (end.holder == self._side))
            for end, chance in found.ends.items()
        )


def _get_card(option: Option) -> int:
    return cast(int, option.order["card"])
