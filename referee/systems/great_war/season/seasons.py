"""What happens between player turns: the deal, the end of a season, the next (2.0-IV to 2.0-VI)."""

from referee.engine.dice import Dice
from referee.systems.great_war.events.course import EventRecorder
from referee.systems.great_war.events.deck import draw, shuffle_pile
from referee.systems.great_war.facts import hidden_templates
from referee.systems.great_war.season import victory
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.card_events import CardsAllotted
from schemas.great_war.events import CampaignEnded, SeasonClosed, SeasonOpened, TurnOpened
from schemas.great_war.template_events import TemplatesHidden
from schemas.record import Side


def deal(theatre: GreatWarGame, course: EventRecorder, dice: Dice) -> None:
    """Shuffle the deck and deal the opening hands, in the order of the sides; templates are hidden first."""
    if hidden_templates.is_played(theatre):
        course.add(TemplatesHidden(sides=theatre.sides))
    allotted = _allotted(theatre)
    for side, card in allotted.items():
        course.add(CardsAllotted(side=side, cards=(card,)))
    rest = tuple(card for card in theatre.deck() if card not in allotted.values())
    course.add(shuffle_pile(course.position, rest, dice))
    for side in theatre.sides:
        draw(course, side, theatre.scenario.hands.get(side, 0) - (side in allotted), dice)
    course.add(SeasonOpened(turn=theatre.scenario.turn))


def _allotted(theatre: GreatWarGame) -> dict[Side, int]:
    """The card that the scenario guarantees each side that is dealt any, taken out before the shuffle."""
    promised = (card for card in theatre.deck() if theatre.cards[card - 1].id == theatre.scenario.guaranteed)
    dealt = (side for side in theatre.sides if theatre.scenario.hands.get(side, 0))
    return dict(zip(dealt, promised, strict=False))


def open_turn(course: EventRecorder, side: Side) -> None:
    """Begin a player turn."""
    course.add(TurnOpened(side=side))


def advance_season(theatre: GreatWarGame, course: EventRecorder, dice: Dice) -> None:
    """Close the season, reshuffle where the track says so, and open the next or end the campaign."""
    turn = course.position.map.turn
    course.add(SeasonClosed(turn=turn))
    if victory.end_if_decisive(theatre, course):
        return
    if turn >= theatre.scenario.last:
        points = victory.points(theatre, course.position).total
        course.add(CampaignEnded(level=victory.level(theatre, points).name, points=points))
        return
    if theatre.turns[turn].reshuffle:
        cards = tuple(card for card in theatre.deck() if _out_of_hand(course, card))
        course.add(shuffle_pile(course.position, cards, dice))
    course.add(SeasonOpened(turn=turn + 1))


def _out_of_hand(course: EventRecorder, card: int) -> bool:
    return card not in course.position.removed and not any(
        card in hand.cards for hand in course.position.hands.values()
    )
