"""Events as prose. The position is the one before the event."""

from typing import assert_never

from referee.systems.great_war.narrative import of_cards, of_choices, of_combat, of_plans, phrases
from referee.systems.great_war.narrative.phrases import (
    Blocks,
    area_called,
    piece_called,
    side_called,
    subject,
)
from referee.systems.great_war.position import Position
from referee.systems.great_war.theatre import Theatre
from schemas.document import Heading, Inline, words
from schemas.great_war import events as happened
from schemas.great_war.card_events import CardEvent
from schemas.great_war.choice_events import ChoiceEvent
from schemas.great_war.orders import Mode


def narrate(  # noqa: C901, PLR0911 - one arm per family of events
    theatre: Theatre, position: Position, event: happened.GreatWarEvent
) -> Blocks:
    """An event as a report tells it; a silent event gives nothing."""
    if isinstance(event, of_combat.CombatEvent):
        return of_combat.narrate(theatre, position, event)
    if isinstance(event, happened.PlanEvent):
        return of_plans.narrate(theatre, position, event)
    if isinstance(event, CardEvent):
        return of_cards.narrate(theatre, position, event)
    if isinstance(event, ChoiceEvent):
        return of_choices.narrate(theatre, position, event)
    match event:
        case happened.DeckShuffled() | happened.CardsDrawn() | happened.CardsDiscarded():
            return _cards(theatre, event)
        case happened.SeasonOpened() | happened.SeasonClosed() | happened.CampaignEnded():
            return _calendar(theatre, event)
        case happened.TurnOpened() | happened.OffensivePlayed() | happened.TurnPassed():
            return _turn(theatre, event)
        case happened.PieceMoved():
            return _moved(theatre, position, event)
        case happened.ArmyJoined() | happened.ArmyLeft() | happened.ArmyEntrenched():
            return _reorganised(theatre, position, event)
        case happened.AreaTaken() | happened.AreaDisputed():
            return _ground(theatre, event)
        case (
            happened.MovementClosed()
            | happened.DeclarationClosed()
            | happened.RetreatsClosed()
            | happened.TurnClosed()
        ):
            return ()
        case _:
            assert_never(event)


def _cards(
    theatre: Theatre, event: happened.DeckShuffled | happened.CardsDrawn | happened.CardsDiscarded
) -> Blocks:
    match event:
        case happened.DeckShuffled(size=size):
            return (words(f"The draw pile is shuffled: {phrases.counted(size, 'card')}."),)
        case happened.CardsDrawn(side=side, count=count, cards=cards, locked=locked):
            drawn = f"{subject(theatre, side)} draws {phrases.counted(count, 'card')}"
            which = f": {phrases.cards_called(theatre, cards)}" if cards else ""
            wait = " What was drawn may be played from the next player turn on." if locked else ""
            return (words(f"{drawn}{which}.{wait}"),)
        case happened.CardsDiscarded(side=side, cards=cards):
            return (words(f"{subject(theatre, side)} discards {phrases.cards_called(theatre, cards)}."),)
        case _:
            assert_never(event)


def _calendar(
    theatre: Theatre,
    event: happened.SeasonOpened | happened.SeasonClosed | happened.CampaignEnded,
) -> Blocks:
    match event:
        case happened.SeasonOpened(turn=turn):
            return (Heading(text=f"Turn {turn}: {theatre.turns[turn].title}", level=2),)
        case happened.SeasonClosed(turn=turn):
            return (words(f"{theatre.turns[turn].title} is over."),)
        case happened.CampaignEnded():
            return of_plans.ended(theatre, event)
        case _:
            assert_never(event)


def _turn(
    theatre: Theatre, event: happened.TurnOpened | happened.OffensivePlayed | happened.TurnPassed
) -> Blocks:
    match event:
        case happened.TurnOpened(side=side):
            return (Heading(text=f"{theatre.side_name(side)} player turn", level=3),)
        case happened.OffensivePlayed(side=side, card=card, kind=kind):
            scopes = {"limited": ": one battle at most", "special": " with all its special force"}
            scope = scopes.get(kind, "")
            played = f"{subject(theatre, side)} plays {theatre.card_name(card)} and attacks"
            return (words(f"{played}{scope}."),)
        case happened.TurnPassed(side=side):
            return (words(f"{subject(theatre, side)} passes."),)
        case _:
            assert_never(event)


def _moved(theatre: Theatre, position: Position, event: happened.PieceMoved) -> Blocks:
    between = [area_called(theatre, area) for area in event.path[:-1]]
    into: tuple[Inline | str, ...] = ()
    if event.into is not None:
        into = (", into ", piece_called(theatre, position, event.into))
    return (
        words(
            piece_called(theatre, position, event.piece),
            f" {_verb(event.mode)} from ",
            area_called(theatre, event.origin),
            *((" by way of ", *phrases.series(between)) if between else ()),
            " to ",
            area_called(theatre, event.path[-1]),
            *into,
            f", by {theatre.card_name(event.card)}" if event.card is not None else "",
            ".",
        ),
    )


def _verb(mode: Mode) -> str:
    match mode:
        case "march":
            return "moves"
        case "rail":
            return "goes by rail"
        case "strategic":
            return "is sent by strategic movement"
        case "sea":
            return "sails"
        case "reserves":
            return "is thrown in as reserves"
        case "transit":
            return "is sent in transit"
        case _:
            assert_never(mode)


def _reorganised(
    theatre: Theatre,
    position: Position,
    event: happened.ArmyJoined | happened.ArmyLeft | happened.ArmyEntrenched,
) -> Blocks:
    army = piece_called(theatre, position, event.army)
    match event:
        case happened.ArmyJoined(piece=piece):
            return (words(piece_called(theatre, position, piece), " joins ", army, "."),)
        case happened.ArmyLeft(piece=piece):
            return (words(piece_called(theatre, position, piece), " leaves ", army, "."),)
        case happened.ArmyEntrenched():
            return (words(army, " takes over the trenches of the infantry that joined it."),)
        case _:
            assert_never(event)


def _ground(theatre: Theatre, event: happened.AreaTaken | happened.AreaDisputed) -> Blocks:
    area = area_called(theatre, event.area)
    match event:
        case happened.AreaTaken(side=side):
            return (words(area, f" passes to {side_called(theatre, side)}."),)
        case happened.AreaDisputed():
            return (words(area, " is now disputed."),)
        case _:
            assert_never(event)
