"""Offensive or pass, and the actions of a passing side (2.0-II-1, 9.1)."""

from collections.abc import Iterator
from itertools import chain

from referee.engine.facts import Objections, refuse
from referee.systems.great_war.combat import card_effects
from referee.systems.great_war.events import recorder
from referee.systems.great_war.events.recorder import EventRecorder
from referee.systems.great_war.facts import turn_sequence
from referee.systems.great_war.movement.refusals import Refusal
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from schemas.great_war.clauses import Clause
from schemas.great_war.events import CardsDiscarded, OffensivePlayed
from schemas.great_war.orders import Offensive, Pass, Redraw
from schemas.record import Side


def objections(theatre: GreatWarGame, position: Position, order: Offensive) -> Objections:
    """Everything the rules hold against opening a turn with this card."""
    yield from turn_sequence.missing_cards(theatre, position, order.side, (order.card,))
    card = theatre.card(order.card)
    if card is not None and card.offensive is None:
        yield refuse(Clause.OFFENSIVE_CARD, Refusal.NO_OFFENSIVE_CARD, card=order.card)


def outcome(course: EventRecorder, order: Offensive) -> None:
    """The turn is an offensive from here on."""
    kind = card_effects.bonus_scope(course.theatre, order.card, order.side, course.position.map.turn)
    course.add(OffensivePlayed(side=order.side, card=order.card, kind=kind))


def options(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[Offensive | Pass]:
    """Any offensive card of the hand, or a pass; cards of one name are offered once."""
    for number, card in turn_sequence.distinct(theatre, position, side):
        if card.offensive is not None:
            yield Offensive(side=side, card=number)
    yield Pass(side=side)


def redraw_objections(theatre: GreatWarGame, position: Position, order: Redraw) -> Objections:
    """Everything the rules hold against exchanging cards in a pass."""
    if position.now is not None and position.now.redrawn:
        yield refuse(Clause.PASS_REDRAW, Refusal.EXCHANGED_BEFORE)
    if position.now is not None and position.now.plays:
        yield refuse(Clause.PASS_REDRAW, Refusal.PLAYED_BEFORE_EXCHANGE)
    yield from turn_sequence.repeated_cards(Clause.PASS_REDRAW, order.cards)
    yield from turn_sequence.missing_cards(theatre, position, order.side, order.cards)


def redraw(course: EventRecorder, order: Redraw) -> None:
    """Discard first, face up, then draw as many; drawn cards are locked (A-12)."""
    course.add(CardsDiscarded(side=order.side, cards=order.cards))
    recorder.draw(course, order.side, len(order.cards), course.dice, locked=True)


def redraw_options(_: GreatWarGame, position: Position, side: Side) -> Iterator[Redraw]:
    """Samples: any one card of the hand, or all of them."""
    if position.now is not None and (position.now.redrawn or position.now.plays):
        return
    hand = position.hand(side).cards
    singles = ((card,) for card in hand)
    whole = (hand,) if len(hand) > 1 else ()
    yield from (Redraw(side=side, cards=chosen) for chosen in chain(singles, whole))
