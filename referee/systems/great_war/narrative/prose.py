"""Events as prose. The position is the one before the event."""

from collections.abc import Mapping
from typing import assert_never

from referee.engine.tongue import message
from referee.systems.great_war.narrative import (
    of_amendments,
    of_cards,
    of_choices,
    of_combat,
    of_plans,
    of_templates,
    phrases,
)
from referee.systems.great_war.narrative.phrases import Blocks, area_called, piece_called
from referee.systems.great_war.state.narrator import Narrator
from referee.systems.great_war.state.position import NOWHERE, Position
from schemas.great_war import events as happened
from schemas.great_war.amendments import AmendmentEvent
from schemas.great_war.card_events import CardEvent
from schemas.great_war.choice_events import ChoiceEvent
from schemas.great_war.orders import Mode
from schemas.great_war.template_events import TemplateEvent
from schemas.reports.document import Heading, words


def narrate(  # noqa: C901, PLR0911, PLR0912 - one arm per family of events
    narrator: Narrator, position: Position, event: happened.GreatWarEvent
) -> Blocks:
    """An event as a report tells it; a silent event gives nothing."""
    if isinstance(event, of_combat.CombatEvent):
        return of_combat.narrate(narrator, position, event)
    if isinstance(event, happened.PlanEvent):
        return of_plans.narrate(narrator, position, event)
    if isinstance(event, CardEvent):
        return of_cards.narrate(narrator, position, event)
    if isinstance(event, ChoiceEvent):
        return of_choices.narrate(narrator, position, event)
    if isinstance(event, AmendmentEvent):
        return of_amendments.narrate(narrator, position, event)
    if isinstance(event, TemplateEvent):
        return of_templates.narrate(narrator, position, event)
    match event:
        case happened.Unseen():
            return _unseen(narrator, position, event)
        case happened.DeckShuffled() | happened.CardsDrawn() | happened.CardsDiscarded():
            return _cards(narrator, event)
        case happened.SeasonOpened() | happened.SeasonClosed() | happened.CampaignEnded():
            return _calendar(narrator, event)
        case happened.TurnOpened() | happened.OffensivePlayed() | happened.TurnPassed():
            return _turn(narrator, event)
        case happened.PieceMoved():
            return _move(narrator, position, event)
        case happened.ArmyJoined() | happened.ArmyLeft() | happened.ArmyEntrenched():
            return _reorganise(narrator, position, event)
        case happened.AreaTaken() | happened.AreaDisputed():
            return _ground(narrator, event)
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
    narrator: Narrator, event: happened.DeckShuffled | happened.CardsDrawn | happened.CardsDiscarded
) -> Blocks:
    match event:
        case happened.DeckShuffled(size=size):
            return narrator.told(
                "The draw pile is shuffled: {count} card.",
                "The draw pile is shuffled: {count} cards.",
                count=size,
            )
        case happened.CardsDrawn():
            return (words(_draw(narrator, event)),)
        case happened.CardsDiscarded(side=side, cards=cards):
            named = phrases.cards_called(narrator, cards)
            side = narrator.side_adjective(side)
            return narrator.told("The {side} side discards {cards}.", side=side, cards=named)
        case _:
            assert_never(event)


def _draw(narrator: Narrator, event: happened.CardsDrawn) -> str:
    side, count = narrator.side_adjective(event.side), event.count
    told = (
        narrator.say(
            "The {side} side draws {count} card: {cards}.",
            "The {side} side draws {count} cards: {cards}.",
            side=side, count=count, cards=phrases.cards_called(narrator, event.cards),
        )
        if event.cards
        else narrator.say(
            "The {side} side draws {count} card.",
            "The {side} side draws {count} cards.",
            side=side, count=count,
        )
    )  # fmt: skip
    wait = narrator.say("What was drawn may be played from the next player turn on.") if event.locked else ""
    return f"{told} {wait}".rstrip()


def _calendar(
    narrator: Narrator,
    event: happened.SeasonOpened | happened.SeasonClosed | happened.CampaignEnded,
) -> Blocks:
    match event:
        case happened.SeasonOpened(turn=turn):
            title = narrator.say("Turn {turn}: {season}", turn=turn, season=narrator.turns[turn].title)
            return (Heading(text=title, level=2),)
        case happened.SeasonClosed(turn=turn):
            return narrator.told("{season} is over.", season=narrator.turns[turn].title)
        case happened.CampaignEnded():
            return of_plans.narrate_end(narrator, event)
        case _:
            assert_never(event)


ATTACKS: Mapping[str, str] = {
    "offensive": message("The {side} side plays {card} and attacks."),
    "limited": message("The {side} side plays {card} and attacks: one battle at most."),
    "special": message("The {side} side plays {card} and attacks with all its special force."),
}
"""How far an offensive goes."""


def _turn(
    narrator: Narrator, event: happened.TurnOpened | happened.OffensivePlayed | happened.TurnPassed
) -> Blocks:
    side = narrator.side_adjective(event.side)
    match event:
        case happened.TurnOpened():
            return (Heading(text=narrator.say("{Side} player turn", side=side), level=3),)
        case happened.OffensivePlayed(card=card, kind=kind):
            return narrator.told(ATTACKS[kind], side=side, card=narrator.card_name(card))
        case happened.TurnPassed():
            return narrator.told("The {side} side passes.", side=side)
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


def _move(narrator: Narrator, position: Position, event: happened.PieceMoved) -> Blocks:
    between = [area_called(narrator, area) for area in event.path[:-1]]
    card = "" if event.card is None else narrator.say(", by {card}", card=narrator.card_name(event.card))
    return narrator.told(
        WAYS[event.mode],
        piece=piece_called(narrator, position, event.piece),
        origin=area_called(narrator, event.origin),
        between=narrator.sentence(" by way of {areas}", areas=narrator.series(between)) if between else "",
        goal=area_called(narrator, event.path[-1]),
        army=phrases.into(narrator, position, event.into),
        card=card,
    )


def _reorganise(
    narrator: Narrator,
    position: Position,
    event: happened.ArmyJoined | happened.ArmyLeft | happened.ArmyEntrenched,
) -> Blocks:
    army = piece_called(narrator, position, event.army)
    match event:
        case happened.ArmyJoined(piece=id):
            joiner = piece_called(narrator, position, id)
            return narrator.told("{piece} joins {army}.", piece=joiner, army=army)
        case happened.ArmyLeft(piece=id):
            leaver = piece_called(narrator, position, id)
            return narrator.told("{piece} leaves {army}.", piece=leaver, army=army)
        case happened.ArmyEntrenched():
            return narrator.told(
                "{army} takes over the trenches of the infantry that joined it.", army=army
            )  # fmt: skip
        case _:
            assert_never(event)


def _unseen(narrator: Narrator, position: Position, event: happened.Unseen) -> Blocks:
    """What happens inside an army, to those who see where as anything else."""
    if isinstance(event.event, happened.ArmyJoined):
        return _reorganise(narrator, position, event.event)
    if event.event.area == NOWHERE:
        return of_templates.somewhere(narrator, event.event)
    return of_plans.narrate(narrator, position, event.event)


def _ground(narrator: Narrator, event: happened.AreaTaken | happened.AreaDisputed) -> Blocks:
    area = area_called(narrator, event.area)
    match event:
        case happened.AreaTaken(side=side):
            taker = narrator.side_adjective(side)
            return narrator.told("{area} passes to the {side} side.", area=area, side=taker)
        case happened.AreaDisputed():
            return narrator.told("{area} is now disputed.", area=area)
        case _:
            assert_never(event)
