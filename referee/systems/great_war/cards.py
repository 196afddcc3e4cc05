"""Hands, draw pile and discards (1.3, 2.0-II-1, 9.0)."""

from collections.abc import Iterator

from referee.core.dice import Dice
from referee.systems.great_war.course import Course
from referee.systems.great_war.position import Position
from referee.systems.great_war.theatre import Theatre
from schemas.great_war.clauses import Clause
from schemas.great_war.events import CardsDrawn, DeckShuffled
from schemas.record import Objection, Side


def shuffled(position: Position, cards: tuple[int, ...], dice: Dice) -> DeckShuffled:
    """These cards as a draw pile in hidden order; each shuffle of a match has its own purpose."""
    purpose = f"shuffle {position.shuffles + 1}"
    return DeckShuffled(purpose=purpose, size=len(cards), order=dice.shuffle(purpose, tuple(sorted(cards))))


def draw(course: Course, side: Side, count: int, dice: Dice, *, locked: bool = False) -> None:
    """Draw from the pile; the discards are reshuffled at the moment the pile is empty (A-13)."""
    while count:
        position = course.position
        if not position.pile:
            if not position.discards:
                return
            course.add(shuffled(position, position.discards, dice))
        drawn = course.position.pile[:count]
        course.add(CardsDrawn(side=side, count=len(drawn), cards=drawn, locked=locked))
        count -= len(drawn)


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
