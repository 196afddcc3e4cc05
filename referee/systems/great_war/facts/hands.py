"""Which cards a side can use now (1.3, 9.0)."""

from collections.abc import Iterator

from referee.engine.facts import Objection, refuse
from referee.systems.great_war.facts.refusals import Refusal
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.cards import CardKind
from schemas.great_war.clauses import Clause
from schemas.record import Side


def missing(
    theatre: GreatWarGame, position: Position, side: Side, cards: tuple[int, ...]
) -> Iterator[Objection]:
    """The objections to cards that a side cannot use now."""
    hand = position.hand(side)
    yield from absent(theatre, position, side, cards)
    for card in cards:
        if card in hand.cards and card in hand.locked:
            yield refuse(Clause.REDRAWN_LOCKED, Refusal.DRAWN_IN_THIS_PASS, card=card)


def absent(
    theatre: GreatWarGame, position: Position, side: Side, cards: tuple[int, ...]
) -> Iterator[Objection]:
    """The objections to cards that a side does not hold."""
    for card in cards:
        if theatre.card(card) is None:
            yield refuse(Clause.CARD_IN_HAND, Refusal.NO_SUCH_CARD, card=card, last=len(theatre.cards))
        elif card not in position.hand(side).cards:
            yield refuse(Clause.CARD_IN_HAND, Refusal.NOT_IN_HAND, card=card)


def distinct(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[tuple[int, CardKind]]:
    """The first card of each name in a hand."""
    seen: set[str] = set()
    for number in position.hand(side).cards:
        card = theatre.card(number)
        if card is not None and card.id not in seen:
            seen.add(card.id)
            yield number, card


def repeat(clause: Clause, cards: tuple[int, ...]) -> Iterator[Objection]:
    """The objection to a card that an order names twice."""
    if len(set(cards)) < len(cards):
        yield refuse(clause, Refusal.CARD_NAMED_TWICE)


def exchanged(position: Position) -> Iterator[Objection]:
    """The objection to playing a card in a pass in which cards were exchanged."""
    if position.now is not None and position.now.redrawn:
        yield refuse(Clause.PASS_REDRAW, Refusal.CARDS_EXCHANGED)
