"""What cards are good for: which are kept, which pay for hits, which are drawn anew."""

from collections.abc import Sequence
from typing import cast

from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.answers.options import Option
from schemas.great_war.cards import CardKind
from schemas.record import Side

FEW = 1
"""So few offensives are worth a new hand."""


class Hand:
    """The cards of the side that plans."""

    def __init__(self, theatre: GreatWarGame, side: Side, turn: int, cards: Sequence[int]) -> None:
        self._theatre, self._side, self._turn = theatre, side, turn
        self.cards = tuple(cards)

    @property
    def offensives(self) -> int:
        """How many of the cards open an offensive."""
        return sum(1 for card in self.cards if self._kind(card).offensive)

    def price(self, card: int) -> float:
        """How dear a card is; those that only pay for hits are the cheapest."""
        kind = self._kind(card)
        if kind.offensive:
            return 5.0 if kind.offensive != "limited" else 4.0
        if self.is_crisis_of_enemy(card):
            return 6.0
        if kind.combat and self._turn >= self._theatre.date(kind, self._side):
            return 3.0
        return 2.5 if kind.reserves else kind.ersatz * 0.5

    def is_crisis_of_enemy(self, card: int) -> bool:
        """Whether the card hurts the enemy this year when it is played."""
        crisis = self._kind(card).crisis
        return crisis is not None and crisis.by == self._side and bool(self._theatre.demand(card, self._turn))

    def choose_redraw(self, options: Sequence[Option]) -> Option | None:
        """The exchange of a whole hand, where it holds next to nothing that attacks."""
        if self.offensives > FEW:
            return None
        whole = [one for one in options if one.verb == "redraw" and len(_list_cards(one)) > 1]
        return whole[0] if whole else None

    def choose_payment(self, options: Sequence[Option]) -> Option | None:
        """The cheapest card that pays for a hit; nothing where all are worth more than a piece."""
        cards = [one for one in options if one.verb == "spend"]
        cheap = min(cards, key=lambda one: self.price(_get_card(one)), default=None)
        return cheap if cheap is not None and self.price(_get_card(cheap)) < 2.0 else None

    def choose_discard(self, options: Sequence[Option]) -> Option:
        """The discard that costs least: one card after the other."""
        return min(
            options, key=lambda one: (len(_list_cards(one)) > 1, sum(map(self.price, _list_cards(one))))
        )

    def _kind(self, card: int) -> CardKind:
        kind = self._theatre.card(card)
        assert kind is not None, "the cards of a hand are those of the pack"
        return kind


def _get_card(option: Option) -> int:
    return cast(int, option.order["card"])


def _list_cards(option: Option) -> Sequence[int]:
    return cast(Sequence[int], option.order["cards"])
