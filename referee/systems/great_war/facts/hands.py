"""Which cards a side can use now (1.3, 9.0)."""

from collections.abc import Iterator

from referee.engine.facts import Objection
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.theatre import Theatre
from schemas.great_war.clauses import Clause
from schemas.record import Side


def missing(theatre: Theatre, position: Position, side: Side, cards: tuple[int, ...]) -> Iterator[Objection]:
    """The objections to cards that a side cannot use now."""
    hand = position.hand(side)
    yield from absent(theatre, position, side, cards)
    for card in cards:
        if card in hand.cards and card in hand.locked:
            yield theatre.refusal(
                Clause.REDRAWN_LOCKED,
                "{card} was drawn in this pass",
                "it can be played from the next player turn on",
                card=theatre.card_name(card),
            )


def absent(theatre: Theatre, position: Position, side: Side, cards: tuple[int, ...]) -> Iterator[Objection]:
    """The objections to cards that a side does not hold."""
    for card in cards:
        if theatre.card(card) is None:
            yield theatre.refusal(
                Clause.CARD_IN_HAND,
                "there is no card {card}",
                "cards run from 1 to {last}",
                card=card,
                last=len(theatre.cards),
            )
        elif card not in position.hand(side).cards:
            yield theatre.refusal(
                Clause.CARD_IN_HAND,
                "{card} is not in your hand",
                "see the hand in your report",
                card=theatre.card_name(card),
            )
