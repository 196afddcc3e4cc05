"""Turns and phases (2.0), and the cards that a side can use now (1.3, 9.0)."""

from collections.abc import Iterator
from typing import assert_never

from referee.engine.facts import Objections, refuse
from referee.engine.system import RuleOption
from referee.systems.great_war.facts import control
from referee.systems.great_war.facts.refusals import Refusal
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import PlayerTurn, Position
from referee.systems.great_war.state.tasks import (
    AdvanceSeason,
    CheckSupply,
    DealPurchases,
    MakePlans,
    OpenTurn,
    ReadEvents,
    RollTransit,
    Task,
    TrimHands,
)
from schemas.great_war.clauses import Clause
from schemas.great_war.names import CardKind
from schemas.great_war.pack import Phase
from schemas.record import Side


def missing_cards(
    theatre: GreatWarGame, position: Position, side: Side, cards: tuple[int, ...]
) -> Objections:
    """The objections to cards that a side cannot use now."""
    hand = position.hand(side)
    yield from absent(theatre, position, side, cards)
    for card in cards:
        if card in hand.cards and card in hand.locked:
            yield refuse(Clause.REDRAWN_LOCKED, Refusal.DRAWN_IN_THIS_PASS, card=card)


def absent(theatre: GreatWarGame, position: Position, side: Side, cards: tuple[int, ...]) -> Objections:
    """The objections to cards that a side does not hold."""
    for card in cards:
        if theatre.card(card) is None:
            yield refuse(Clause.CARD_IN_HAND, Refusal.NO_SUCH_CARD, card=card, last=len(theatre.cards))
        elif card not in position.hand(side).cards:
            yield refuse(Clause.CARD_IN_HAND, Refusal.NOT_IN_HAND, card=card)


def distinct(theatre: GreatWarGame, position: Position, side: Side) -> Iterator[tuple[int, CardKind]]:
    """The first card of each name in a hand."""
    ids: set[str] = set()
    for number in position.hand(side).cards:
        card = theatre.card(number)
        if card is not None and card.id not in ids:
            ids.add(card.id)
            yield number, card


def repeated_cards(clause: Clause, cards: tuple[int, ...]) -> Objections:
    """The objection to a card that an order names twice."""
    if len(set(cards)) < len(cards):
        yield refuse(clause, Refusal.CARD_NAMED_TWICE)


def exchanged(position: Position) -> Objections:
    """The objection to playing a card in a pass in which cards were exchanged."""
    if position.now is not None and position.now.redrawn:
        yield refuse(Clause.PASS_REDRAW, Refusal.CARDS_EXCHANGED)


INITIATIVE = RuleOption("initiative", ("fixed", "bidding"))
"""First player of a season: the side of the pack, or the highest bidder (14.2)."""


def season(theatre: GreatWarGame, position: Position) -> tuple[Task, ...]:
    """The agenda of a fresh season: the phases that the pack lists, in its order."""
    return tuple(task for phase in theatre.pack.sequence.phases for task in tasks(theatre, position, phase))


def first_player(theatre: GreatWarGame, position: Position) -> Side:
    """Return the first side of the season: the side that last won it by a bid, or the pack's side."""
    return position.initiative or theatre.pack.sequence.first


def bid_for(theatre: GreatWarGame, position: Position) -> bool:
    """Return True if both sides bid for the first player turn: by agreement, except in the first season."""
    return theatre.chosen(INITIATIVE, "bidding") and position.map.turn != theatre.scenario.turn


def tasks(theatre: GreatWarGame, position: Position, phase: Phase) -> tuple[Task, ...]:
    """Return the tasks that a phase puts on the agenda."""
    match phase:
        case "initiative":
            return (MakePlans("initiative"),) if bid_for(theatre, position) else ()
        case "events":
            return (ReadEvents(),)
        case "reinforcements":
            return (MakePlans("reinforcements"),)
        case "player-turns":
            return (OpenTurn(first_player(theatre, position)),)
        case "production":
            return (
                CheckSupply(), MakePlans("attrition"), MakePlans("production"), DealPurchases(), TrimHands(),
                *((RollTransit(),) if theatre.in_transit is not None else ()),
            )  # fmt: skip
        case "advance-season":
            return (AdvanceSeason(),)
        case _:
            assert_never(phase)


def open_turn(position: Position, side: Side) -> PlayerTurn:
    """A fresh player turn, which remembers the area status it opened with (4.4, 4.5)."""
    statuses = {area: control.status(position.map, area, side) for area in position.map.owner}
    return PlayerTurn(
        side,
        friendly_at_start=frozenset(area for area, status in statuses.items() if status == "friendly"),
        enemy_at_start=frozenset(area for area, status in statuses.items() if status == "enemy"),
    )
