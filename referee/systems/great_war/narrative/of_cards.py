"""Cards on battles, war in the air and crises as prose."""

from collections.abc import Mapping
from typing import assert_never

from referee.engine.tongue import message
from referee.systems.great_war.narrative import phrases
from referee.systems.great_war.narrative.phrases import Blocks, area_called, piece_called
from referee.systems.great_war.state.narrator import Narrator
from referee.systems.great_war.state.position import Position
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


def narrate(narrator: Narrator, position: Position, event: CardEvent) -> Blocks:
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
            return _cards(narrator, event)
        case happened.DogfightFought() | happened.ReactionDeclared() | happened.HitRerolled():
            return _air(narrator, position, event)
        case happened.CrisisPlayed() | happened.CrisisSettled():
            return _crisis(narrator, position, event)
        case happened.CombatCardsClosed() | happened.BattlesSettled() | happened.RerollsClosed():
            return ()
        case _:
            assert_never(event)


def _cards(
    narrator: Narrator,
    event: happened.CombatCardPlayed
    | happened.BonusDesignated
    | happened.OffensiveDowngraded
    | happened.BattleCalledOff
    | happened.CardsSacrificed
    | happened.CardsAllotted,
) -> Blocks:
    match event:
        case happened.CombatCardPlayed(side=side, card=card, area=area):
            played = {"side": narrator.side_adjective(side), "card": narrator.card_name(card)}
            if area is None:
                return narrator.told("The {side} side plays {card}.", **played)
            where = area_called(narrator, area)
            return narrator.told("The {side} side plays {card} in {area}.", area=where, **played)
        case happened.BonusDesignated(area=area):
            where = area_called(narrator, area)
            return narrator.told("The extra dice of the special offensive go to {area}.", area=where)
        case happened.OffensiveDowngraded(side=side, kind=kind):
            return narrator.told(LESSER[kind], side=narrator.side_adjective(side))
        case happened.CardsAllotted() | happened.CardsSacrificed():
            return _cards_named(narrator, event)
        case happened.BattleCalledOff(area=area):
            return narrator.told(
                "The battle {of_area} is called off.", of_area=phrases.of_area(narrator, area)
            )
        case _:
            assert_never(event)


def _cards_named(narrator: Narrator, event: happened.CardsAllotted | happened.CardsSacrificed) -> Blocks:
    named = narrator.listed([narrator.card_name(card) for card in event.cards])
    side = narrator.side_adjective(event.side)
    if isinstance(event, happened.CardsAllotted):
        return narrator.told("The {side} side begins with {cards}.", side=side, cards=named)
    return narrator.told("The {side} side discards {cards} beside its offensive.", side=side, cards=named)


def _air(
    narrator: Narrator,
    position: Position,
    event: happened.DogfightFought | happened.ReactionDeclared | happened.HitRerolled,
) -> Blocks:
    area = area_called(narrator, event.area)
    match event:
        case happened.DogfightFought(rolls=rolls, hits=hits):
            told = narrator.paragraph("Dogfight over {area}: nobody hits.", area=area)
            if any(hits.values()):
                scored = ", ".join(_score(narrator, side, count) for side, count in hits.items())
                told = narrator.paragraph("Dogfight over {area}: {hits}.", area=area, hits=scored)
            return (told, DiceThrown(rolls=rolls))
        case happened.ReactionDeclared(piece=id):
            plane = piece_called(narrator, position, id)
            return narrator.told("{piece} waits over {area} for the attack.", piece=plane, area=area)
        case happened.HitRerolled(piece=id, missed=missed, rolls=rolls):
            plane = piece_called(narrator, position, id)
            again = narrator.paragraph(REROLLS[missed], piece=plane, area=area)
            return (again, DiceThrown(rolls=rolls))
        case _:
            assert_never(event)


def _score(narrator: Narrator, side: Side, count: int) -> str:
    return narrator.say(
        "the {side} side {count} hit", "the {side} side {count} hits",
        side=narrator.side_adjective(side), count=count,
    )  # fmt: skip


def _crisis(
    narrator: Narrator, position: Position, event: happened.CrisisPlayed | happened.CrisisSettled
) -> Blocks:
    match event:
        case happened.CrisisPlayed():
            return _demand(narrator, position, event)
        case happened.CrisisSettled(side=side, missing=missing, shift=shift):
            if not missing:
                return ()
            return narrator.told(
                "The {side} side has {count} piece too few for the crisis: the victory points move by "
                "{shift:+}.",
                "The {side} side has {count} pieces too few for the crisis: the victory points move by "
                "{shift:+}.",
                side=narrator.side_adjective(side), count=missing, shift=shift,
            )  # fmt: skip
        case _:
            assert_never(event)


def _demand(narrator: Narrator, position: Position, event: happened.CrisisPlayed) -> Blocks:
    demand = narrator.game.demand(event.card, position.map.turn)
    card = narrator.card_name(event.card)
    told = narrator.say(
        "The {side} side plays {card}: the {victim} side must remove {count} piece of infantry.",
        "The {side} side plays {card}: the {victim} side must remove {count} pieces of infantry.",
        side=narrator.side_adjective(event.side),
        card=f"{card}, {narrator.worded(demand.name)}" if demand is not None else card,
        victim=narrator.side_adjective(event.victim),
        count=event.count,
    )
    gone = narrator.say("The card leaves the game.") if event.removed else ""
    return (words(f"{told} {gone}".rstrip()),)
