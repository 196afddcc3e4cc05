"""The draw pile: shuffled, drawn from (1.3, 2.0-II-1)."""

from referee.engine.dice import Dice
from referee.engine.purposes import state_purpose
from referee.systems.great_war.events.course import EventRecorder
from referee.systems.great_war.events.purposes import Draw
from referee.systems.great_war.state.position import Position
from schemas.great_war.events import CardsDrawn, DeckShuffled
from schemas.record import Side


def shuffle_pile(position: Position, cards: tuple[int, ...], dice: Dice) -> DeckShuffled:
    """These cards as a draw pile in hidden order; each shuffle of a match has its own purpose."""
    purpose = state_purpose(Draw.SHUFFLE, number=position.shuffles + 1)
    drawn = dice.shuffle(purpose, tuple(sorted(cards)))
    return DeckShuffled(purpose=drawn.purpose, size=len(cards), order=drawn.order)


def draw(course: EventRecorder, side: Side, count: int, dice: Dice, *, locked: bool = False) -> None:
    """Draw from the pile; the discards are reshuffled at the moment the pile is empty (A-13)."""
    while count:
        position = course.position
        if not position.pile:
            if not position.discards:
                return
            course.add(shuffle_pile(position, position.discards, dice))
        drawn = course.position.pile[:count]
        course.add(CardsDrawn(side=side, count=len(drawn), cards=drawn, locked=locked))
        count -= len(drawn)
