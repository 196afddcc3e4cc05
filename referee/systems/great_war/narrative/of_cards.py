"""Cards on battles, war in the air and crises as prose."""

from collections.abc import Mapping
from typing import assert_never

from referee.engine.tongue import message
from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.narrative.phrases import Blocks, area_called, piece_called
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war import card_events as happened
from schemas.great_war.card_events import CardEvent
from schemas.record import Side
from schemas.reports.document import DiceThrown, words

LESSER: Mapping[str, str] = {
    "offensive": message(
        "The weather breaks the offensive of the {side} side: an ordinary offensive is left of it."
    ),
    "limited": message(
        "The weather breaks the offensive of the {side} side: a limited offensive is left of it, with one "
        "battle at most."
    ),
    "weather": message(
        "The weather breaks the offensive of the {side} side: nothing is left of it but the moves that were "
        "made."
    ),
}
"""What the weather leaves of an offensive."""


REROLLS: Mapping[bool, str] = {
    False: message("{piece} has a hit thrown again in {area}: it hits again."),
    True: message("{piece} has a hit thrown again in {area}: it misses."),
}
"""What became of a hit that was thrown again; it was missed or not."""


def narrate(theatre: GreatWarGame, position: Position, event: CardEvent) -> Blocks:
    """An event of cards, biplanes or crises as a report tells it; a silent event gives nothing."""
    match event:
        case (
            happened.CombatCardPlayed()
            | happened.BonusDesignated()
            | happened.OffensiveDowngraded()
            | happened.BattleCalledOff()
            | happened.CardsSacrificed()
            | happened.CardsAllotted()
        ):
            return _cards(theatre, event)
        case happened.DogfightFought() | happened.ReactionDeclared() | happened.HitRerolled():
            return _air(theatre, position, event)
        case happened.CrisisPlayed() | happened.CrisisSettled():
            return _crisis(theatre, position, event)
        case happened.CombatCardsClosed() | happened.BattlesSettled() | happened.RerollsClosed():
            return ()
        case _:
            assert_never(event)


def _cards(
    theatre: GreatWarGame,
    event: happened.CombatCardPlayed
    | happened.BonusDesignated
    | happened.OffensiveDowngraded
    | happened.BattleCalledOff
    | happened.CardsSacrificed
    | happened.CardsAllotted,
) -> Blocks:
    match event:
        case happened.CombatCardPlayed(side=side, card=card, area=area):
            played = {"side": theatre.side_adjective(side), "card": theatre.card_name(card)}
            if area is None:
                return theatre.told("The {side} side plays {card}.", **played)
            where = area_called(theatre, area)
            return theatre.told("The {side} side plays {card} in {area}.", area=where, **played)
        case happened.BonusDesignated(area=area):
            where = area_called(theatre, area)
            return theatre.told("The extra dice of the special offensive go to {area}.", area=where)
        case happened.OffensiveDowngraded(side=side, kind=kind):
            return theatre.told(LESSER[kind], side=theatre.side_adjective(side))
        case happened.CardsAllotted() | happened.CardsSacrificed():
            return _cards_named(theatre, event)
        case happened.BattleCalledOff(area=area):
            return theatre.told("The battle {of_area} is called off.", of_area=phrases.of_area(theatre, area))
        case _:
            assert_never(event)


def _cards_named(theatre: GreatWarGame, event: happened.CardsAllotted | happened.CardsSacrificed) -> Blocks:
    named = theatre.listed([theatre.card_name(card) for card in event.cards])
    side = theatre.side_adjective(event.side)
    if isinstance(event, happened.CardsAllotted):
        return theatre.told("The {side} side begins with {cards}.", side=side, cards=named)
    return theatre.told("The {side} side discards {cards} beside its offensive.", side=side, cards=named)


def _air(
    theatre: GreatWarGame,
    position: Position,
    event: happened.DogfightFought | happened.ReactionDeclared | happened.HitRerolled,
) -> Blocks:
    area = area_called(theatre, event.area)
    match event:
        case happened.DogfightFought(rolls=rolls, hits=hits):
            told = theatre.paragraph("Dogfight over {area}: nobody hits.", area=area)
            if any(hits.values()):
                scored = ", ".join(_score(theatre, side, count) for side, count in hits.items())
                told = theatre.paragraph("Dogfight over {area}: {hits}.", area=area, hits=scored)
            return (told, DiceThrown(rolls=rolls))
        case happened.ReactionDeclared(piece=id):
            plane = piece_called(theatre, position, id)
            return theatre.told("{piece} waits over {area} for the attack.", piece=plane, area=area)
        case happened.HitRerolled(piece=id, missed=missed, rolls=rolls):
            plane = piece_called(theatre, position, id)
            again = theatre.paragraph(
                "{piece} has a hit thrown again in {area}: it hits again.", piece=plane, area=area
            )
            if missed:
                again = theatre.paragraph(
                    "{piece} has a hit thrown again in {area}: it misses.", piece=plane, area=area
                )
            return (again, DiceThrown(rolls=rolls))
        case _:
            assert_never(event)


def _score(theatre: GreatWarGame, side: Side, count: int) -> str:
    return theatre.say(
        "the {side} side {count} hit", "the {side} side {count} hits",
        side=theatre.side_adjective(side), count=count,
    )  # fmt: skip


def _crisis(
    theatre: GreatWarGame, position: Position, event: happened.CrisisPlayed | happened.CrisisSettled
) -> Blocks:
    match event:
        case happened.CrisisPlayed():
            return _demand(theatre, position, event)
        case happened.CrisisSettled(side=side, missing=missing, shift=shift):
            if not missing:
                return ()
            return theatre.told(
                "The {side} side has {count} piece too few for the crisis: the victory points move by "
                "{shift:+}.",
                "The {side} side has {count} pieces too few for the crisis: the victory points move by "
                "{shift:+}.",
                side=theatre.side_adjective(side), count=missing, shift=shift,
            )  # fmt: skip
        case _:
            assert_never(event)


def _demand(theatre: GreatWarGame, position: Position, event: happened.CrisisPlayed) -> Blocks:
    demand = theatre.demand(event.card, position.turn)
    card = theatre.card_name(event.card)
    told = theatre.say(
        "The {side} side plays {card}: the {victim} side must remove {count} piece of infantry.",
        "The {side} side plays {card}: the {victim} side must remove {count} pieces of infantry.",
        side=theatre.side_adjective(event.side),
        card=f"{card}, {demand.name}" if demand is not None else card,
        victim=theatre.side_adjective(event.victim),
        count=event.count,
    )
    gone = theatre.say("The card leaves the game.") if event.removed else ""
    return (words(f"{told} {gone}".rstrip()),)
