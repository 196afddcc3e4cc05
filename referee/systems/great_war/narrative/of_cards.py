"""Cards on battles, war in the air and crises as prose."""

from typing import assert_never

from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.narrative.phrases import (
    Blocks,
    area_called,
    piece_called,
    side_called,
    subject,
)
from referee.systems.great_war.position import Position
from referee.systems.great_war.theatre import Theatre
from schemas.document import DiceThrown, words
from schemas.great_war import card_events as happened
from schemas.great_war.card_events import CardEvent
from schemas.record import listed

LESSER = {
    "offensive": "an ordinary offensive is left of it",
    "limited": "a limited offensive is left of it, with one battle at most",
    "weather": "nothing is left of it but the moves that were made",
}


def narrate(theatre: Theatre, position: Position, event: CardEvent) -> Blocks:
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
    theatre: Theatre,
    event: happened.CombatCardPlayed
    | happened.BonusDesignated
    | happened.OffensiveDowngraded
    | happened.BattleCalledOff
    | happened.CardsSacrificed
    | happened.CardsAllotted,
) -> Blocks:
    match event:
        case happened.CombatCardPlayed(side=side, card=card, area=area):
            played = f"{subject(theatre, side)} plays {theatre.card_name(card)}"
            where = (" in ", area_called(theatre, area)) if area is not None else ()
            return (words(played, *where, "."),)
        case happened.BonusDesignated(area=area):
            return (words("The extra dice of the special offensive go to ", area_called(theatre, area), "."),)
        case happened.OffensiveDowngraded(side=side, kind=kind):
            return (
                words(f"The weather breaks the offensive of {side_called(theatre, side)}: {LESSER[kind]}."),
            )
        case happened.CardsAllotted(side=side, cards=cards):
            named = listed([theatre.card_name(card) for card in cards])
            return (words(f"{subject(theatre, side)} begins with {named}."),)
        case happened.CardsSacrificed(side=side, cards=cards):
            named = listed([theatre.card_name(card) for card in cards])
            return (words(f"{subject(theatre, side)} discards {named} beside its offensive."),)
        case happened.BattleCalledOff(area=area):
            return (words("The battle of ", area_called(theatre, area), " is called off."),)
        case _:
            assert_never(event)


def _air(
    theatre: Theatre,
    position: Position,
    event: happened.DogfightFought | happened.ReactionDeclared | happened.HitRerolled,
) -> Blocks:
    area = area_called(theatre, event.area)
    match event:
        case happened.DogfightFought(rolls=rolls, hits=hits):
            scored = [
                f"{side_called(theatre, side)} {phrases.counted(count, 'hit')}"
                for side, count in hits.items()
            ]
            told = f": {', '.join(scored)}." if any(hits.values()) else ": nobody hits."
            return (words("Dogfight over ", area, told), DiceThrown(rolls=rolls))
        case happened.ReactionDeclared(piece=piece):
            return (words(piece_called(theatre, position, piece), " waits over ", area, " for the attack."),)
        case happened.HitRerolled(piece=piece, missed=missed, rolls=rolls):
            plane = piece_called(theatre, position, piece)
            became = "it misses" if missed else "it hits again"
            return (
                words(plane, " has a hit thrown again in ", area, f": {became}."),
                DiceThrown(rolls=rolls),
            )
        case _:
            assert_never(event)


def _crisis(
    theatre: Theatre, position: Position, event: happened.CrisisPlayed | happened.CrisisSettled
) -> Blocks:
    match event:
        case happened.CrisisPlayed(side=side, card=card, victim=victim, count=count, removed=removed):
            demand = theatre.demand(card, position.turn)
            name = f", {demand.name}" if demand is not None else ""
            owed = f"{side_called(theatre, victim)} must remove {phrases.counted(count, 'piece')} of infantry"
            gone = " The card leaves the game." if removed else ""
            return (words(f"{subject(theatre, side)} plays {theatre.card_name(card)}{name}: {owed}.{gone}"),)
        case happened.CrisisSettled(side=side, missing=missing, shift=shift):
            if not missing:
                return ()
            moved = f"the victory points move by {shift:+}"
            lacking = phrases.counted(missing, "piece")
            return (words(f"{subject(theatre, side)} has {lacking} too few for the crisis: {moved}."),)
        case _:
            assert_never(event)
