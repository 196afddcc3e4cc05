"""Cards on battles, war in the air and crises as prose."""

from collections.abc import Mapping

from referee.engine.events import narration
from referee.i18n.translator import message
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.narrative.phrases import Blocks, Narrations, area_called, piece_called
from referee.systems.great_war.state.position import Position
from schemas.great_war import card_events as happened
from schemas.record import Side
from schemas.reports import DiceThrown, words

LESSER: Mapping[str, str] = {
    "offensive": message("Bad weather turns the offensive of the {side} side into an ordinary offensive."),
    "limited": message(
        "Bad weather turns the offensive of the {side} side into a limited offensive, "
        "with one battle at most."
    ),
    "weather": message("Bad weather ends the offensive of the {side} side. Its moves remain."),
}
"""Scope of an offensive in bad weather."""


REROLLS: Mapping[bool, str] = {
    False: message("{piece} makes the enemy reroll a hit in {area}: it hits again."),
    True: message("{piece} makes the enemy reroll a hit in {area}: it misses."),
}
"""Result of a hit that was rolled again: missed or not."""


def _play(narrator: GreatWarLanguage, _: Position, event: happened.CombatCardPlayed) -> Blocks:
    parameters = {"side": narrator.side_adjective(event.side), "card": narrator.card_name(event.card)}
    if event.area is None:
        return narrator.told("The {side} side plays {card}.", **parameters)
    area = area_called(narrator, event.area)
    return narrator.told("The {side} side plays {card} in {area}.", area=area, **parameters)


def _downgrade(narrator: GreatWarLanguage, _: Position, event: happened.OffensiveDowngraded) -> Blocks:
    return narrator.told(LESSER[event.kind], side=narrator.side_adjective(event.side))


def _allot(narrator: GreatWarLanguage, _: Position, event: happened.CardsAllotted) -> Blocks:
    names = narrator.listed([narrator.card_name(card) for card in event.cards])
    side = narrator.side_adjective(event.side)
    return narrator.told("The {side} side begins with {cards}.", side=side, cards=names)


def _sacrifice(narrator: GreatWarLanguage, _: Position, event: happened.CardsSacrificed) -> Blocks:
    named = narrator.listed([narrator.card_name(card) for card in event.cards])
    side = narrator.side_adjective(event.side)
    return narrator.told("The {side} side discards {cards} beside its offensive.", side=side, cards=named)


def _fight_in_the_air(narrator: GreatWarLanguage, _: Position, event: happened.DogfightFought) -> Blocks:
    area, hits = area_called(narrator, event.area), event.hits
    paragraph = narrator.paragraph("Dogfight over {area}: neither side scores a hit.", area=area)
    if any(hits.values()):
        scored = ", ".join(_score(narrator, side, count) for side, count in hits.items())
        paragraph = narrator.paragraph("Dogfight over {area}: {hits}.", area=area, hits=scored)
    return (paragraph, DiceThrown(rolls=event.rolls))


def _reroll(narrator: GreatWarLanguage, position: Position, event: happened.HitRerolled) -> Blocks:
    plane, area = piece_called(narrator, position, event.piece), area_called(narrator, event.area)
    again = narrator.paragraph(REROLLS[event.missed], piece=plane, area=area)
    return (again, DiceThrown(rolls=event.rolls))


def _score(narrator: GreatWarLanguage, side: Side, count: int) -> str:
    return narrator.say(
        "the {side} side {count} hit", "the {side} side {count} hits",
        side=narrator.side_adjective(side), count=count,
    )  # fmt: skip


def _settle_crisis(narrator: GreatWarLanguage, _: Position, event: happened.CrisisSettled) -> Blocks:
    if not event.missing:
        return ()
    return narrator.told(
        "The {side} side has {count} piece too few for the crisis: the victory points move by "
        "{shift:+}.",
        "The {side} side has {count} pieces too few for the crisis: the victory points move by "
        "{shift:+}.",
        side=narrator.side_adjective(event.side), count=event.missing, shift=event.shift,
    )  # fmt: skip


def _demand(narrator: GreatWarLanguage, position: Position, event: happened.CrisisPlayed) -> Blocks:
    demand = narrator.game.demand(event.card, position.map.turn)
    card = narrator.card_name(event.card)
    sentence = narrator.say(
        "The {side} side plays {card}: the {victim} side must remove {count} piece of infantry.",
        "The {side} side plays {card}: the {victim} side must remove {count} pieces of infantry.",
        side=narrator.side_adjective(event.side),
        card=f"{card}, {narrator.worded(demand.name)}" if demand is not None else card,
        victim=narrator.side_adjective(event.victim),
        count=event.count,
    )
    gone = narrator.say("The card leaves the game.") if event.removed else ""
    return (words(f"{sentence} {gone}".rstrip()),)


NARRATIONS: Narrations = (
    narration(happened.CombatCardPlayed, _play),
    narration(happened.OffensiveDowngraded, _downgrade),
    narration(happened.CardsAllotted, _allot),
    narration(happened.CardsSacrificed, _sacrifice),
    narration(happened.DogfightFought, _fight_in_the_air),
    narration(happened.HitRerolled, _reroll),
    narration(happened.CrisisPlayed, _demand),
    narration(happened.CrisisSettled, _settle_crisis),
)
