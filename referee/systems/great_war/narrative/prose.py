"""Events as prose. The position is the one before the event."""

from collections.abc import Mapping
from typing import assert_never

from referee.engine.tongue import message
from referee.systems.great_war.narrative import (
    of_cards,
    of_choices,
    of_combat,
    of_plans,
    of_templates,
    phrases,
)
from referee.systems.great_war.narrative.phrases import Blocks, area_called, piece_called
from referee.systems.great_war.state.position import NOWHERE, Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war import events as happened
from schemas.great_war.card_events import CardEvent
from schemas.great_war.choice_events import ChoiceEvent
from schemas.great_war.orders import Mode
from schemas.great_war.template_events import TemplateEvent
from schemas.reports.document import Heading, words


def narrate(  # noqa: C901, PLR0911, PLR0912 - one arm per family of events
    theatre: GreatWarGame, position: Position, event: happened.GreatWarEvent
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
    if isinstance(event, TemplateEvent):
        return of_templates.narrate(theatre, position, event)
    match event:
        case happened.Unseen():
            return _unseen(theatre, position, event)
        case happened.DeckShuffled() | happened.CardsDrawn() | happened.CardsDiscarded():
            return _cards(theatre, event)
        case happened.SeasonOpened() | happened.SeasonClosed() | happened.CampaignEnded():
            return _calendar(theatre, event)
        case happened.TurnOpened() | happened.OffensivePlayed() | happened.TurnPassed():
            return _turn(theatre, event)
        case happened.PieceMoved():
            return _move(theatre, position, event)
        case happened.ArmyJoined() | happened.ArmyLeft() | happened.ArmyEntrenched():
            return _reorganise(theatre, position, event)
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
    theatre: GreatWarGame, event: happened.DeckShuffled | happened.CardsDrawn | happened.CardsDiscarded
) -> Blocks:
    match event:
        case happened.DeckShuffled(size=size):
            return theatre.told(
                "The draw pile is shuffled: {count} card.",
                "The draw pile is shuffled: {count} cards.",
                count=size,
            )
        case happened.CardsDrawn():
            return (words(_draw(theatre, event)),)
        case happened.CardsDiscarded(side=side, cards=cards):
            named = phrases.cards_called(theatre, cards)
            side = theatre.side_adjective(side)
            return theatre.told("The {side} side discards {cards}.", side=side, cards=named)
        case _:
            assert_never(event)


def _draw(theatre: GreatWarGame, event: happened.CardsDrawn) -> str:
    side, count = theatre.side_adjective(event.side), event.count
    told = (
        theatre.say(
            "The {side} side draws {count} card: {cards}.",
            "The {side} side draws {count} cards: {cards}.",
            side=side, count=count, cards=phrases.cards_called(theatre, event.cards),
        )
        if event.cards
        else theatre.say(
            "The {side} side draws {count} card.",
            "The {side} side draws {count} cards.",
            side=side, count=count,
        )
    )  # fmt: skip
    wait = theatre.say("What was drawn may be played from the next player turn on.") if event.locked else ""
    return f"{told} {wait}".rstrip()


def _calendar(
    theatre: GreatWarGame,
    event: happened.SeasonOpened | happened.SeasonClosed | happened.CampaignEnded,
) -> Blocks:
    match event:
        case happened.SeasonOpened(turn=turn):
            title = theatre.say("Turn {turn}: {season}", turn=turn, season=theatre.turns[turn].title)
            return (Heading(text=title, level=2),)
        case happened.SeasonClosed(turn=turn):
            return theatre.told("{season} is over.", season=theatre.turns[turn].title)
        case happened.CampaignEnded():
            return of_plans.narrate_end(theatre, event)
        case _:
            assert_never(event)


ATTACKS: Mapping[str, str] = {
    "offensive": message("The {side} side plays {card} and attacks."),
    "limited": message("The {side} side plays {card} and attacks: one battle at most."),
    "special": message("The {side} side plays {card} and attacks with all its special force."),
}
"""How far an offensive goes."""


def _turn(
    theatre: GreatWarGame, event: happened.TurnOpened | happened.OffensivePlayed | happened.TurnPassed
) -> Blocks:
    side = theatre.side_adjective(event.side)
    match event:
        case happened.TurnOpened():
            return (Heading(text=theatre.say("{Side} player turn", side=side), level=3),)
        case happened.OffensivePlayed(card=card, kind=kind):
            return theatre.told(ATTACKS[kind], side=side, card=theatre.card_name(card))
        case happened.TurnPassed():
            return theatre.told("The {side} side passes.", side=side)
        case _:
            assert_never(event)


WAYS: Mapping[Mode, str] = {
    "march": message("{piece} moves from {origin}{between} to {goal}{army}{card}."),
    "rail": message("{piece} goes by rail from {origin}{between} to {goal}{army}{card}."),
    "strategic": message(
        "{piece} is sent by strategic movement from {origin}{between} to {goal}{army}{card}."
    ),
    "sea": message("{piece} sails from {origin}{between} to {goal}{army}{card}."),
    "reserves": message("{piece} is thrown in as reserves from {origin}{between} to {goal}{army}{card}."),
    "transit": message("{piece} is sent in transit from {origin}{between} to {goal}{army}{card}."),
}
"""How a piece goes its way."""


def _move(theatre: GreatWarGame, position: Position, event: happened.PieceMoved) -> Blocks:
    between = [area_called(theatre, area) for area in event.path[:-1]]
    card = "" if event.card is None else theatre.say(", by {card}", card=theatre.card_name(event.card))
    return theatre.told(
        WAYS[event.mode],
        piece=piece_called(theatre, position, event.piece),
        origin=area_called(theatre, event.origin),
        between=theatre.sentence(" by way of {areas}", areas=theatre.series(between)) if between else "",
        goal=area_called(theatre, event.path[-1]),
        army=phrases.into(theatre, position, event.into),
        card=card,
    )


def _reorganise(
    theatre: GreatWarGame,
    position: Position,
    event: happened.ArmyJoined | happened.ArmyLeft | happened.ArmyEntrenched,
) -> Blocks:
    army = piece_called(theatre, position, event.army)
    match event:
        case happened.ArmyJoined(piece=id):
            joiner = piece_called(theatre, position, id)
            return theatre.told("{piece} joins {army}.", piece=joiner, army=army)
        case happened.ArmyLeft(piece=id):
            leaver = piece_called(theatre, position, id)
            return theatre.told("{piece} leaves {army}.", piece=leaver, army=army)
        case happened.ArmyEntrenched():
            return theatre.told(
                "{army} takes over the trenches of the infantry that joined it.", army=army
            )  # fmt: skip
        case _:
            assert_never(event)


def _unseen(theatre: GreatWarGame, position: Position, event: happened.Unseen) -> Blocks:
    """What happens inside an army, to those who see where as anything else."""
    if isinstance(event.event, happened.ArmyJoined):
        return _reorganise(theatre, position, event.event)
    if event.event.area == NOWHERE:
        return of_templates.somewhere(theatre, event.event)
    return of_plans.narrate(theatre, position, event.event)


def _ground(theatre: GreatWarGame, event: happened.AreaTaken | happened.AreaDisputed) -> Blocks:
    area = area_called(theatre, event.area)
    match event:
        case happened.AreaTaken(side=side):
            taker = theatre.side_adjective(side)
            return theatre.told("{area} passes to the {side} side.", area=area, side=taker)
        case happened.AreaDisputed():
            return theatre.told("{area} is now disputed.", area=area)
        case _:
            assert_never(event)
